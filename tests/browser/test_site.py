"""A folder of `rondel site` below a path of a host of static files, and one of its tables on somebody's page."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import broken
from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.cli.shell import rondel

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "sites.md").read_text(encoding="utf-8")
(FRAME,) = re.findall(r"```html\n(.*?)```", GUIDE, re.DOTALL)
_TABLE, PUZZLE, TREE = re.findall(r"^\| `(#/\S+)` \|", GUIDE, re.MULTILINE)
EXAMPLE = "https://games.example.org/club/"
BELOW = "some/club"
"""The path of the site at its host."""


GAP = """() => {
    const [games, study] = document.querySelectorAll("main.lobby > .library");
    return study.getBoundingClientRect().top - games.querySelector(".game:last-child").getBoundingClientRect().bottom;
}"""
"""The height between the last game of the library and what follows it."""

SPY = """
def reach(address):
    try:
        from importlib import import_module

        request = import_module("js").XMLHttpRequest.new()
        request.open("GET", address, False)
        request.send()
    except Exception:
        pass

for address in ADDRESSES:
    reach(address)
"""
"""What rules may try, in a worker that has JavaScript."""


class Files(SimpleHTTPRequestHandler):
    """What a host of static files does, under two names; it remembers what rules have asked for."""

    reached: ClassVar[set[str]] = set()

    def do_GET(self) -> None:
        if self.path == "/reached":
            self.reached.add(self.headers["Host"])
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Nobody wants to know."""


@contextmanager
def hosted(root: Path) -> Iterator[int]:
    """The port of a host with the files of that folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(root))) as host:
        thread = threading.Thread(target=host.serve_forever, daemon=True)
        thread.start()
        yield host.server_port
        host.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The empty folder of a host."""
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="module")
def port(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a host that has a site with a shipped game and an author's, which spies, and a page with a frame."""
    with hosted(root) as port:
        rules = tmp_path_factory.mktemp("rules") / "nim.py"
        addresses = [f"http://{name}:{port}/reached" for name in ("127.0.0.1", "localhost")]
        spy = SPY.replace("ADDRESSES", repr(addresses))
        rules.write_text((ROOT / "examples" / "nim.py").read_text(encoding="utf-8") + spy, encoding="utf-8")
        done = rondel("site", "tic_tac_toe", str(rules), "--into", str(root / BELOW))
        assert (done.returncode, done.stderr) == (0, "")
        assert re.search(r": 2 games \(Tic-tac-toe, Nim\), \d+\.\d MB \(\d+\.\d MB compressed\)\n", done.stdout)
        frame = FRAME.replace(EXAMPLE, f"http://127.0.0.1:{port}/{BELOW}/")
        (root / "lesson.html").write_text(
            f'<!doctype html><html lang="en"><title>A lesson</title><h1>A lesson</h1>{frame}</html>'
        )
        yield port


def play_to_the_end(player: Player) -> None:
    while not player.is_over():
        places = player.legal()
        if places:
            with player.moves_on():
                player.click(places[0])


@pytest.mark.timeout(300)
def test_games_are_played_from_a_folder_below_a_path(port: int, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844})
    page, home = ann.page, f"http://127.0.0.1:{port}/{BELOW}/"
    page.set_default_timeout(60_000)
    asked: list[str] = []
    ann.context.on("request", lambda request: asked.append(request.url))
    page.goto(home)
    expect(page.locator(".game-title")).to_have_text(["Nim", "Tic-tac-toe"])
    assert broken(page) == []
    assert page.evaluate(GAP) <= 40, "an empty band between the games"
    take(page, "site-phone.jpg")

    page.locator(".game", has_text="Tic-tac-toe").get_by_role("button", name="Play").click()
    page.locator(".board").wait_for()
    address = page.url
    assert address.startswith(f"{home}#/table/")
    ann.click(ann.legal()[0])
    page.locator('main.table[data-step="2.0"]').wait_for()  # the bot has answered
    page.reload()
    page.locator('main.table[data-step="2.0"]').wait_for()
    assert page.url == address
    play_to_the_end(ann)
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))") == [f"rondel /{BELOW}/"]

    page.locator("a.logo").click()
    page.locator(".game", has_text="Nim").get_by_role("button", name="Play").click()
    expect(page.locator("main.table")).to_have_attribute("data-step", re.compile(r"."))
    assert page.url.startswith(f"{home}#/table/")
    assert page.url != address
    take(page, "site-own-game-phone.jpg")
    assert Files.reached == {f"127.0.0.1:{port}"}, "rules reach the host of the site, and no other"

    page.goto(f"{home}{PUZZLE}")
    page.locator('main.table[data-step="3.0"]').wait_for()
    ann.click("board:c3")  # else x has a line there
    page.locator('main.table[data-step="5.0"]').wait_for()
    page.goto(f"{home}{TREE}")
    page.get_by_role("treeitem").nth(9).click()
    expect(page).to_have_url(re.compile(r"#/tree/tic_tac_toe#.*mark\(c3\)"))
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".position")).to_contain_text("336")
    assert broken(page) == []

    page.goto(f"{home}#/new/chess")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    elsewhere = [each for each in asked if not each.startswith(("blob:", home)) and not each.endswith("/reached")]
    assert elsewhere == [], "neither another host nor another folder of this one"


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_frame_shows_one_table_and_comes_back_to_it(port: int, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 900})
    ann.page.set_default_timeout(60_000)
    ann.page.goto(f"http://localhost:{port}/lesson.html")  # to a browser another host than that of the frame
    frame = ann.page.frame_locator("iframe")
    frame.locator('[data-place="board:b2"]').click()
    expect(frame.locator("main.table")).to_have_attribute("data-step", "2.0")
    take(ann.page, "site-frame.jpg")
    ann.page.reload()
    expect(frame.locator("main.table")).to_have_attribute("data-step", "2.0")


KEPT = f"""async () => {{
    const names = await caches.keys();
    return names.length > 0 && names.every((name) => name.startsWith("rondel /{BELOW}/ "))
        && (await caches.match("packed/files.json")) !== undefined && Boolean(navigator.serviceWorker.controller);
}}"""
"""Whether a browser keeps the site with what runs its rules, in caches of its own."""


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("port")
def test_a_site_that_was_played_at_starts_without_its_host(root: Path, browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce", service_workers="allow")
    page = context.new_page()
    page.set_default_timeout(60_000)
    legal = page.locator(".board .legal")
    with hosted(root) as port:
        page.goto(f"http://127.0.0.1:{port}/{BELOW}/#/new/tic_tac_toe")
        legal.first.click()
        page.locator('main.table[data-step="2.0"]').wait_for()
        page.wait_for_function(KEPT)
    page.reload()
    page.locator('main.table[data-step="2.0"]').wait_for()
    legal.first.click()
    page.locator('main.table[data-step="4.0"]').wait_for()
    context.close()
