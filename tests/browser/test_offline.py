"""The page as an app: what a browser needs to install it, the start without a network, updates, and removal."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect
from playwright.sync_api import Error as PlaywrightError

from rondel.server.transport.static import CLIENT
from rondel.shelf import CATALOGUE
from tests.browser.conftest import PATIENCE, Player
from tests.browser.pictures import TAKEN, take
from tests.browser.scripts import PREFERRED, SHORT
from tests.browser.test_local import play_on
from tests.conftest import sampled
from tests.server.harness import Running, bot, me

LISTED = "packed/files.json"
"""The list of the files that run the rules in the browser, which has no digest in its name."""

KEPT = """async () => {
    const names = await caches.keys();
    const entries = await Promise.all(names.map(async (name) =>
        [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)]));
    return Object.fromEntries(entries);
}"""
"""The paths in each cache, by the cache's name."""

HOLDS = """async (words) => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const key of await cache.keys())
            if ((await (await cache.match(key)).text()).includes(words)) return true;
    }
    return false;
}"""
"""Whether a file in any cache contains these words."""

NEW = "document.querySelector('meta[name=description]').content.startsWith('A new table')"

AWAY: Final = re.compile("You are offline|The arena does not answer")
"""The heading without a network, by what the browser knows: an emulated cut does not always reach `navigator.onLine`."""

SIZES: Final[Sequence[tuple[int, int, Literal["light", "dark"]]]] = (
    (390, 844, "light"),
    (390, 844, "dark"),
    (1280, 800, "light"),
    (1280, 800, "dark"),
)

SETTLED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { active, waiting, installing } = registration ?? {};
    return active?.state === "activated" && !waiting && !installing && Boolean(navigator.serviceWorker.controller);
}"""
"""Whether one worker alone serves the page."""

WORKERS = """async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.getRegistration() ?? {};
    return [active?.state, waiting?.state, installing?.state, document.querySelector(".update")?.innerText, location.href];
}"""
"""What is told when the page is not served by the worker that should."""


def deploy(build: Path, into: Path) -> None:
    """Replace all files of the page, as a host does who copies a new version over the old one: old names are gone."""
    for each in into.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    shutil.copytree(build, into, dirs_exist_ok=True)


def another_build(source: Path, target: Path) -> None:
    """A build with other contents and so with other names: the digest in each name of a script or style sheet is reversed."""
    shutil.copytree(source, target)
    names = {path.name for path in (target / "assets").glob("*-*.*") if path.suffix in (".js", ".css")}
    renamed = {name: re.sub(r"-([\w-]{8})\.", lambda found: f"-{found[1][::-1]}.", name) for name in names}
    pattern = re.compile("|".join(map(re.escape, names)))
    for path in [*target.glob("*.html"), *(target / "assets").glob("*.*s")]:
        content = pattern.sub(lambda found: renamed[found[0]], path.read_text(encoding="utf-8"))
        path.unlink()
        (path.parent / renamed.get(path.name, path.name)).write_text(
            content.replace("A table to", "A new table to"), encoding="utf-8"
        )
    for path in target.rglob("*.br"):
        path.unlink()
    worker = target / "service-worker.js"
    first, script = worker.read_text(encoding="utf-8").split("\n", 1)
    shell = json.loads(first.removeprefix("const SHELL = ").rstrip(";"))
    (target / LISTED).write_text((target / LISTED).read_text(encoding="utf-8") + " ", encoding="utf-8")
    lists = {
        each: {
            name: f"sha256-{base64.b64encode(hashlib.sha256((target / name).read_bytes()).digest()).decode()}"
            for name in (pattern.sub(lambda found: renamed[found[0]], name) for name in shell[each])
        }
        for each in ("files", "later")
    }
    worker.write_text(f"const SHELL = {json.dumps({**shell, 'version': 'another', **lists})};\n{script}", encoding="utf-8")


RULES_KEPT = f"""async () => (await caches.match('/{LISTED}')) !== undefined"""
"""Whether what runs the rules in the browser is kept."""


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The page as it was built, and another build of it."""
    other = tmp_path_factory.mktemp("builds") / "other"
    another_build(CLIENT, other)
    return CLIENT, other


@pytest.fixture
def served(tmp_path: Path, builds: tuple[Path, Path]) -> Iterator[tuple[Running, Path]]:
    """A server, and the folder from which it sends the page."""
    folder = tmp_path / "page"
    shutil.copytree(builds[0], folder)
    with Running(tmp_path, client=folder) as running:
        yield running, folder


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser context that takes service workers."""
    context = browser.new_context(reduced_motion="reduce", service_workers="allow")
    yield context
    context.close()


def kept(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found


def until(page: Page | Worker, condition: str) -> None:
    """Wait until an async function of the page or the worker returns true."""
    page.evaluate(
        """async ([condition, end]) => {
            while (!(await eval(condition)())) {
                if (Date.now() > end) throw new Error(`never: ${condition}`);
                await new Promise((done) => setTimeout(done, 20));
            }
        }""".replace("eval(condition)", f"({condition})"),
        [condition, time.time() * 1000 + PATIENCE * 1000],
    )


def take_all(page: Page, name: str) -> None:
    """The pictures of all sizes in both schemes, where pictures are taken."""
    for width, height, scheme in SIZES if TAKEN else ():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        take(page, f"{name}-{width}-{scheme}.jpg")


def is_new(page: Page) -> bool:
    """Whether the document is of the other build."""
    return bool(page.evaluate(NEW))


def until_new(page: Page) -> None:
    """Wait until the document, which is being reloaded, is of the other build."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with suppress(PlaywrightError):  # the former document is gone, the next one not there yet
            if is_new(page):
                return
        if time.monotonic() > deadline:
            pytest.fail(f"the document is of the former build, and the workers are {page.evaluate(WORKERS)}")
        page.wait_for_timeout(20)


def come(page: Page, address: str) -> None:
    """To the lobby, until the page is kept."""
    page.goto(address)
    until(page, SETTLED)
    page.locator(".library").first.wait_for()


def sit(page: Page, server: Running, game: str = "tic_tac_toe") -> dict[str, Any]:
    """At a new table, on the first seat."""
    made = server.create(game, me("x", "Ann"), bot("o"))
    held = json.dumps({"tokens": made["tokens"], "invite": made["invite"], "since": 1})
    page.evaluate(f"localStorage.setItem('rondel.table.{made['table']}', {json.dumps(held)})")
    page.goto(f"{server.address}/table/{made['table']}")
    page.locator(".cell-button.legal").first.wait_for()
    return made


def test_the_page_installs_as_an_app_and_starts_without_a_network(
    served: tuple[Running, Path], context: BrowserContext
) -> None:
    server, _ = served
    page = context.new_page()
    come(page, server.address)
    devtools = context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    read = manifest["manifest"]
    start = f"{server.address}/?app"  # where one game waits, the app opens on it
    assert (read["startUrl"], read["scope"]) == (start, f"{server.address}/")
    assert read["display"] == "kStandalone"
    for icon in json.loads(manifest["data"])["icons"]:
        answer = server.get(f"/{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert f"{int.from_bytes(answer.content[16:20])}x{int.from_bytes(answer.content[20:24])}" == icon["sizes"]
    assert page.locator("link[rel=apple-touch-icon]").count() == 1
    page.evaluate("localStorage.setItem('rondel.settings', JSON.stringify({ language: 'de' }))")
    page.reload()
    page.get_by_text("Offene Tische").wait_for()

    context.set_offline(True)
    page.goto(start)
    expect(page.locator("h1")).to_have_text(re.compile("Du bist offline|Die Arena antwortet nicht"))
    page.evaluate("localStorage.setItem('rondel.settings', JSON.stringify({}))")
    page.goto(server.address)
    expect(page.locator("h1")).to_have_text(AWAY)
    take_all(page, "offline")
    page.goto(f"{server.address}/table/none")
    page.get_by_text("The arena cannot be reached").wait_for()
    for path in ("/account", "/people"):
        page.goto(server.address + path)
        expect(page.locator("h1")).to_have_text(AWAY)
    context.set_offline(False)
    expect(page.locator("h1")).to_have_text("People")  # by itself
    page.goto(server.address)
    page.locator(".library").first.wait_for()


def test_an_update_waits_for_an_open_table_whose_old_files_stay(
    served: tuple[Running, Path], context: BrowserContext, builds: tuple[Path, Path]
) -> None:
    server, folder = served
    table, lobby = context.new_page(), context.new_page()
    come(table, server.address)
    sit(table, server)
    until(table, SETTLED)
    [old] = [name for name in kept(table) if name.startswith("rondel-shell-")]
    table.evaluate("navigator.serviceWorker.controller.postMessage('keep rules')")  # as after a game in this browser
    until(table, RULES_KEPT)
    deploy(builds[1], folder)
    lobby.goto(server.address)
    assert is_new(lobby)
    notice = table.locator(".update")
    notice.get_by_text("A new version is ready.").wait_for()
    caches = kept(table)
    assert {old, "rondel-shell-another"} <= set(caches)
    rules = [[path for path in caches[name] if path.startswith("/packed/")] for name in (old, "rondel-shell-another")]
    listed = json.loads((builds[0] / LISTED).read_text(encoding="utf-8"))
    whole = len(listed.pop("games")) + len(listed) + 1  # and the list itself
    assert [len(each) for each in rules] == [whole, whole]
    take_all(table, "update")

    # The open table goes on, also with files that the server has no longer.
    table.locator(".cell-button.legal").first.click()
    table.get_by_role("button", name="Try out").click()
    table.get_by_role("button", name="Back").first.click()
    assert not is_new(table)

    # Another tab at a table, of the new build, goes on when the first one reloads.
    sit(lobby, server)
    notice.get_by_role("button", name="Reload").click()
    until_new(table)
    until(table, SETTLED)
    lobby.locator(".cell-button.legal").first.click()
    assert lobby.locator(".update").count() == 0

    # Without an open table the next one takes over at once, and the caches of the others are deleted.
    table.goto(server.address)
    lobby.close()
    deploy(builds[0], folder)
    table.goto(server.address)
    until(table, f"async () => (await ({SETTLED})()) && (await caches.has({old!r}))")
    # A page that starts before the one before it has let go of its build leaves that to the next one.
    deadline = time.monotonic() + PATIENCE
    while "rondel-shell-another" in kept(table):
        assert time.monotonic() < deadline, "the cache of a build that no page has open is kept"
        table.reload()
        until(table, SETTLED)


def test_half_an_update_is_never_used(served: tuple[Running, Path], context: BrowserContext, builds: tuple[Path, Path]) -> None:
    server, folder = served
    page = context.new_page()
    come(page, server.address)
    before = {name for name in kept(page) if name.startswith("rondel-shell-")}
    # The new worker is there already, and the documents are still old.
    shutil.copy(builds[1] / "service-worker.js", folder)
    (folder / "service-worker.js.br").unlink()
    assert (
        page.evaluate(
            """async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            await registration.update();
            const { installing } = registration;
            if (installing.state !== "installing") return installing.state;
            return new Promise((done) => installing.onstatechange = () => done(installing.state));
        }"""
        )
        == "redundant"
    )
    assert {name for name in kept(page) if name.startswith("rondel-shell-")} == before
    context.set_offline(True)
    page.goto(server.address)
    expect(page.locator("h1")).to_have_text(AWAY)


@pytest.mark.timeout(900)
def test_who_has_played_in_this_browser_goes_on_without_a_network(tmp_path: Path, context: BrowserContext) -> None:
    """The table, its rules and its bots run in the page, and no server is asked: neither for a game begun before, nor for any
    other from its start to its result."""
    ben = Player(context.new_page(), "Ben")
    page, asked = ben.page, list[str]()
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_default_timeout(90_000)  # Python starts twice
    legal, over = page.locator(".board .legal"), page.locator(".result")
    titled = page.get_by_role("link", name="Tic-tac-toe", exact=True)
    play = page.locator(".game", has=titled).get_by_role("button", name="Play")
    with Running(tmp_path) as server:
        offers = {each["name"]: each for each in server.get("/api/games").json()}
        page.goto(f"{server.address}/#/")
        play.wait_for()
        take(page, "local-lobby-phone.jpg")
        page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
        play.click()
        legal.first.click()
        page.locator('main.table[data-step="2.0"]').wait_for()  # the bot has answered
        assert "/#/table/" in page.url
        take(page, "local-table-phone.jpg")
        assert asked == []
        assert ben.complaints == []
        assert page.evaluate("navigator.locks.query().then(({ held }) => held.some(({ name }) => name === 'rondel-table'))")
        page.wait_for_function(RULES_KEPT)

    page.goto(f"{server.address}/play/")
    page.get_by_role("main").get_by_text("This needs the network, and there is none now.").wait_for()
    page.get_by_role("link", name="Play in this browser").wait_for()
    page.goto(server.address)
    works = page.locator(".works")
    works.get_by_role("link", name="Tic-tac-toe").wait_for()
    take_all(page, "offline-works")
    works.get_by_role("link", name="Play in this browser").click()
    play.click()
    while not over.count():
        step = page.locator("main.table").get_attribute("data-step")
        legal.first.click()
        page.wait_for_function("step => document.querySelector('main.table').dataset.step !== step", arg=step)
        page.locator(".board .legal, .result").first.wait_for()

    # The unfinished game is the only one that waits.
    page.locator("header .logo").click()
    page.get_by_role("heading", name="Go on playing").wait_for()
    [waiting] = page.locator(".own-table .name").all()
    waiting.click()
    page.locator('main.table[data-step="2.0"]').wait_for()

    page.set_viewport_size({"width": 1280, "height": 800})
    for game in sampled(sorted(CATALOGUE), ["harvest_wheel"]):
        offer, options = offers[game], SHORT.get(game, {})
        texts = {each["name"]: each["text"] for each in offer["options"]}
        fields = [("Seats", str(offer["fewest"]))] if offer["usual"] > offer["fewest"] else []
        fields += [(role.capitalize(), "Level 3 bot") for role in offer["roles"][1 : offer["fewest"]]]
        fields += [(texts[name], str(value).capitalize()) for name, value in options.items()]
        ben.open_table(f"{server.address}/#/", *fields, game=offer["title"])
        if game == "harvest_wheel":  # it has a look of its own
            drawing = page.locator('.board use[href^="#"]').first
            expect(drawing).to_be_visible()
            assert page.locator(str(drawing.get_attribute("href"))).count() == 1
            assert page.evaluate("document.adoptedStyleSheets.length") == 1
        play_on(ben, PREFERRED.get(game, ""))
        expect(over).to_be_visible()
    assert [each for each in ben.complaints if "ERR_" not in each] == []


def test_nothing_of_an_account_is_kept_and_the_player_may_remove_all(
    served: tuple[Running, Path], context: BrowserContext
) -> None:
    server, _ = served
    page = context.new_page()
    come(page, server.address)
    page.goto(f"{server.address}/account")
    entrance = page.get_by_role("form", name="Make an account")
    entrance.get_by_label("Name").fill("Ann Harper")
    entrance.get_by_label("Password").fill("correct horse battery")
    entrance.get_by_role("button").click()
    log_out = page.get_by_role("button", name="Log out", exact=True)
    log_out.wait_for()
    sit(page, server)
    for address in ("/", "/people/Ann%20Harper", "/account"):
        page.goto(server.address + address)
        page.get_by_text("Ann Harper").first.wait_for()
    log_out.click()
    entrance.wait_for()
    assert not page.evaluate(HOLDS, "Ann Harper")
    paths = {path for paths in kept(page).values() for path in paths}
    assert "/index.html" in paths
    assert not {
        path for path in paths if not re.fullmatch(r"/(index|table)\.html|/assets/.*|/api/languages|/api/texts/\w+", path)
    }

    page.get_by_role("button", name="Settings").click()
    setting = page.get_by_label("Keep on this device")
    page.get_by_text(re.compile(r"starts without a network: 0\.\d+ MB")).wait_for()
    setting.scroll_into_view_if_needed()
    take(page, "keep-on-this-device.jpg")
    setting.uncheck()
    until(page, "async () => (await caches.keys()).length === 0")
    page.goto(server.address)
    page.locator(".library").first.wait_for()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Keep on this device").check()
    until(page, SETTLED)
