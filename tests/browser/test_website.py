"""The documentation as a site: every link leads somewhere, and its pages are walked in Chromium below a path of their host.

A newcomer reads on a desk in the light and on a phone in the dark. No page asks another host for anything."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import live_tables
import pytest
import website
from playwright.sync_api import Page, Request, expect

from rondel.server.site.folder import MARK
from tests.browser.axe import laid_out, violations
from tests.browser.conftest import Player
from tests.conftest import SCALE, sampled

pytestmark = pytest.mark.browser

BELOW = "/some/docs/"
OLDER = "0.0.9"
KINDS = ("", "games/", "games/reversi/", "editors/", "reference/texts/", "protocol/limits/")
"""A page of each kind: the front page, the gallery, rules, a guide, the reference and the protocol."""
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}


@dataclass(frozen=True)
class Site:
    """A built site, and where a server shows it."""

    folder: Path
    address: str

    @property
    def version(self) -> Path:
        return self.folder / website.version()

    @property
    def tables(self) -> dict[str, str]:
        """The titles of the games that can be played in the pages, by name."""
        found: dict[str, str] = json.loads((self.version / live_tables.FOLDER / MARK).read_bytes())["games"]
        return found

    def page(self, path: str) -> str:
        return f"{self.address}{website.version()}/{path}"


class Handler(SimpleHTTPRequestHandler):
    """A static host that has the site below a path, and shows its page for addresses that do not exist."""

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(BELOW) if path.startswith(BELOW) else "/outside/of/it")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")  # pytest runs the tests with a browser apart from those without
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of this version beside an older one, shown by a server."""
    folder = tmp_path_factory.mktemp("site")
    (folder / OLDER).mkdir()
    (folder / OLDER / "index.html").write_text('<title>As it was</title><link rel="icon" href="data:,">', encoding="utf-8")
    (folder / OLDER / "sitemap.xml").write_text("<urlset/>", encoding="utf-8")  # the theme looks for the same page there
    website.build(folder, f"https://rondel.invalid{BELOW}")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Site(folder, f"http://127.0.0.1:{server.server_address[1]}{BELOW}")
        server.shutdown()


@pytest.fixture
def asked_of(site: Site) -> Any:
    """``asked_of(page)`` lists what the page asks other hosts for, from now on."""

    def listen(page: Page) -> list[str]:
        outside: list[str] = []

        def note(request: Request) -> None:
            if not request.url.startswith((site.address, "data:", "blob:")):
                outside.append(request.url)

        page.context.on("request", note)
        return outside

    return listen


def test_every_link_and_anchor_of_the_site_leads_somewhere(site: Site) -> None:
    """Also those that the generator does not follow, such as pictures, sources, tables and the menu, which is the same on all
    pages."""
    pages = {each.parent.relative_to(site.version).as_posix(): each for each in site.version.rglob("index.html")}
    del pages[live_tables.FOLDER]
    offered: set[str] = set()
    whole = {name: page.read_text(encoding="utf-8") for name, page in pages.items()}
    texts = {name: text if name == "." else text[text.index("<article") :] for name, text in whole.items()}
    anchors = {name: set(re.findall(r'\bid="?([^">\s]+)', text)) for name, text in texts.items()}
    broken: set[str] = set()
    for name, text in texts.items():
        here = "/" if name == "." else f"/{name}/"
        for link in set(re.findall(r'\b(?:href|src)="?([^">\s]+)', text)):
            parts = urlsplit(urljoin(here, link.replace("&amp;", "&")))
            if parts.scheme or parts.netloc:
                continue
            target = unquote(parts.path).strip("/") or "."
            if target == live_tables.FOLDER:
                offered.add(parts.fragment)
                continue
            there = target in pages or (site.version / target).is_file()
            if not there or (target in pages and parts.fragment and unquote(parts.fragment) not in anchors[target]):
                broken.add(f"{name}: {link}")
    assert len(pages) > 100
    assert sorted(broken) == []
    games = {re.sub(r"^/(?:new|tree)/|\?.*$", "", each) for each in offered}
    assert games == set(site.tables), "each game of the tables' folder is offered by a page"


def test_a_broken_link_is_named_and_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stage(into: Path, _tables: object) -> None:
        into.mkdir()
        (into / "index.md").write_text("# Rondel\n\n[Begin](nowhere.md)\n", encoding="utf-8")

    (tmp_path / "mkdocs.yml").write_text("site_name: Rondel\ntheme:\n  name: material\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0"\n', encoding="utf-8")
    monkeypatch.setattr(website, "ROOT", tmp_path)
    monkeypatch.setattr(website, "stage", stage)
    with pytest.raises(website.SiteError, match=r"index\.md:3:\d+"):
        website.build(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_pages_of_every_kind_can_be_read_by_everybody(site: Site, seat: Any, asked_of: Any) -> None:
    """On a desk in the light by all rules, then on a phone in the dark; in `make test` every third
    page, on the phone by the rules that may differ."""
    reader: Player = seat("A reader")
    page = reader.page
    outside = asked_of(page)
    page.goto(site.address)
    page.wait_for_url(site.page(""))  # the newest version
    for kind in sampled(KINDS, KINDS[::3]):
        page.goto(site.page(kind))
        expect(page.locator("article h1").first).to_be_visible()
        for screen, (settings, violated) in {
            "desk": (SCREENS["desk"], violations),
            "phone": (SCREENS["phone"], violations if SCALE >= 1 else laid_out),
        }.items():
            page.set_viewport_size(settings["viewport"])
            page.emulate_media(color_scheme=settings["color_scheme"])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{kind} is wider than the {screen}"
            assert violated(page) == [], (kind, screen)
    assert outside == []


def test_a_word_is_found_colours_are_switched_and_an_older_version_is_chosen(site: Site, seat: Any, asked_of: Any) -> None:
    reader: Player = seat("A reader", **SCREENS["desk"])
    page = reader.page
    outside = asked_of(page)
    page.goto(site.page("author-guide/"))
    page.get_by_role("button", name="Search").first.click()
    page.keyboard.type("determinization")
    expect(page.locator("mark", has_text="determinization").first).to_be_visible()
    page.keyboard.press("Escape")
    body = page.locator("body")
    for scheme in ("default", "slate"):
        page.locator("label[for^=__palette]:visible").click()
        expect(body).to_have_attribute("data-md-color-scheme", scheme)
    page.reload()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    page.get_by_role("button", name="Version").focus()
    page.get_by_role("link", name=OLDER).click()
    expect(page).to_have_title("As it was")
    assert outside == []


def test_a_click_begins_a_table_in_the_page_that_is_played_to_its_end(site: Site, seat: Any, asked_of: Any) -> None:
    """The game is the one that stands in a block of code; until the click nothing is fetched for it."""
    reader: Player = seat("A reader", **SCREENS["phone"])
    page = reader.page
    outside = asked_of(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(site.page(""))
    button = page.get_by_role("button", name="Play Three in a row here")
    expect(button).to_have_attribute("aria-expanded", "false")
    assert [each for each in fetched if f"/{live_tables.FOLDER}/" in each] == []
    button.click()
    frame = page.frame_locator("iframe")
    table, cells = frame.locator("main.table"), frame.locator(".cell-button.legal")
    cells.or_(frame.locator(".result")).first.wait_for()
    assert violations(page) == []
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("label[for^=__palette]:visible").click()
    expect(frame.locator("html")).to_have_attribute("data-theme", "light")
    while not frame.locator(".result").count():
        step = str(table.get_attribute("data-step"))
        cells.first.click()
        expect(table).not_to_have_attribute("data-step", step)
        cells.or_(frame.locator(".result")).first.wait_for()
    page.frames[-1].evaluate("location.hash = '#/'")
    expect(frame.locator(".game-title")).to_have_count(len(site.tables))  # the rules of each run in the browser
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator("iframe")).to_have_count(0)
    assert outside == []


def test_an_address_that_does_not_exist_leads_to_the_start(site: Site, seat: Any) -> None:
    reader: Player = seat("A reader", **SCREENS["phone"])
    reader.page.goto(site.page("no/such/page/"))
    assert violations(reader.page) == []
    reader.page.get_by_role("link", name="the start page").click()
    reader.page.wait_for_url(site.page(""))
    assert len(reader.complaints) == 1
    reader.complaints[:] = [each for each in reader.complaints if "404" not in each]
