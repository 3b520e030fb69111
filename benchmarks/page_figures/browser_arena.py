"""The page without an arena: rules, table and bots run in the browser, which has fetched them.

Times are measured in the page, with ``performance.now()``, to the frame that shows what is waited for. A first visit has a new
profile; a later one a browser that has been started anew, while the server is down. The host is a server of this project on
the same machine.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

import httpx
from playwright.sync_api import Browser, BrowserType, Page

from page_figures.figure import Figure
from rondel.shelf import CATALOGUE
from tests.browser.editor import write
from tests.server.harness import Program

ROOT: Final = Path(__file__).resolve().parents[2]
REVERSI: Final = "#/new/reversi?bot=level:3"
"""A table of Reversi at once, against a bot."""
VISITS: Final = 5
"""How often a visit is timed."""
CLICKS: Final = 40
"""Clicks in the game of Hearts whose memory is measured."""
REST: Final = 40_000
"""Milliseconds after the last of them: the browser gives memory back when nothing happens for a while."""
MOVES: Final = 60
"""How many moves are timed."""
SAVES: Final = 7
"""How often rules are saved."""
ATTEMPTS: Final = 5
"""How often rules are saved until one time could be taken."""
ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu"]

SHOWN = """(() => {
    const told = (selector) => document.querySelector(selector)?.textContent;
    window.shown = (what, found) => new Promise((done, fail) => {
        const look = () => {
            if (!found()) return;
            end();
            requestAnimationFrame(() => done(performance.now()));
        };
        const end = () => (observer.disconnect(), clearTimeout(late));
        const late = setTimeout(() => {
            end();
            const [step, asked] = [document.querySelector("main.table")?.dataset.step, told(".ask")];
            const said = told(".notice, .refusal, .bench-wrong, main.message");
            fail(new Error(`waited in vain for ${what}; at step ${step}, asked: ${asked}, said: ${said}`));
        }, 60_000);
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
        look();
    });
    window.table = {
        step: () => document.querySelector("main.table")?.dataset.step ?? "",
        answers: () => Number.parseInt(table.step(), 10),
        legal: () => document.querySelector(".board .legal"),
        isOver: () => document.querySelector(".result") !== null,
        place: (name) => document.querySelector(`.board [data-place$="${name}"]`),
    };
})()"""
"""In each page: `shown` waits until something is found, and has the time of the frame that shows it; it fails after a
minute, and says what it waited for. `table` is what a page shows of one, looked up each time, as a table may be drawn anew."""

READY = """async () => {
    await shown("a legal move", table.legal);
    return new Promise((done) => setTimeout(() => done(performance.now()))); // once its frame has been made
}"""
"""A table is ready when its position is drawn with a legal move: time since the visit began."""

KEPT = """async () => {
    const late = performance.now() + 60_000;
    while (!(await caches.match("/packed/files.json"))) {
        if (performance.now() > late) throw new Error(`waited in vain for what is kept offline; kept: ${await caches.keys()}`);
        await new Promise((done) => setTimeout(done, 50));
    }
}"""
"""Wait until what runs the rules is kept for the next visit."""

FETCHED = "performance.getEntriesByType('resource').map(({ name }) => name)"

CLICKING = """async (most) => {
    const [own, bots] = [[], []];
    const mine = () => table.legal() || table.isOver();
    while (own.length < most) {
        await shown("a legal move or the result", mine);
        await new Promise((done) => setTimeout(done, 400)); // after all animations
        const place = table.legal();
        if (!place) break;
        const before = table.answers(), begun = performance.now();
        place.click();
        const moved = await shown(`the move ${place.dataset.place}`, () => table.answers() > before);
        own.push(moved - begun);
        const answered = await shown("the move of the bot", () => table.answers() > before + 1 || mine());
        if (table.answers() > before + 1) bots.push(answered - moved); // else the bot could not move
    }
    return [own, bots];
}"""
"""Play by clicking: how long each move took until it was shown, and then the bot's."""

SAVING = """(words) => {
    const isThere = () => document.querySelector(".ask")?.textContent.includes(words);
    window.saved = new Promise((done, fail) => {
        const late = setTimeout(() => fail(new Error("waited in vain for the keys that save")), 60_000);
        addEventListener("keydown", function save({ key, ctrlKey }) {
            if (!ctrlKey || key !== "s") return;
            removeEventListener("keydown", save, true);
            clearTimeout(late);
            const begun = performance.now();
            if (isThere()) done(null);
            else shown(`the question with "${words}"`, isThere).then((time) => done(time - begun), fail);
        }, true);
    });
    window.saved.catch(() => {}); // told where it is awaited
}"""
"""Time from the keys that save to the words in the question of the table. None where the table was faster than the keys, as it
follows by itself when nothing is written for a moment."""

PLAYED_ON = """async (clicks) => {
    for (let click = 0; click < clicks && !table.isOver(); click++) {
        const enough = document.querySelector(".answers .main:not(:disabled)");
        (enough ?? document.querySelector(".board .legal:not(.chosen)"))?.click();
        await new Promise((done) => setTimeout(done, 250));
    }
    return table.answers();
}"""
"""Play by clicking for a while; the number of answers that there have been."""

LOOPED = """async ([looping, other]) => {
    const before = table.step(), begun = performance.now();
    table.place(looping).click();
    const isTold = () => document.querySelector(".bench-wrong") && table.place(other)?.classList.contains("legal");
    const told = await shown("what is said of the loop, and the other move", isTold);
    table.place(other).click();
    const back = await shown(`the move ${other}`, () => table.step() !== before && table.step() !== "");
    return [told - begun, back - begun];
}"""
"""Make a move whose rule loops, and another one as soon as that is told: the times until this, and until the other is shown."""


def figures(chromium: BrowserType, path: str) -> Iterator[Figure]:
    """All of them, measured with the Chromium at that path."""
    with tempfile.TemporaryDirectory() as folder:
        with Program(Path(folder) / "data") as server:
            browser = chromium.launch(executable_path=path, args=ARGUMENTS)
            yield from fetched(browser, server)
            yield first_visits(browser, server)
            yield from moves(browser, server)
            yield from edited(browser, server)
            yield from memory(browser, server)
            browser.close()
            address = server.address
            profile = Path(folder) / "profile"
            visit(chromium, path, profile, address, KEPT)
        times = [visit(chromium, path, profile, address, "() => {}") for _each in range(VISITS)]  # the server is down
        yield Figure("a later visit, offline, to a playable Reversi, median", median(times), "s", 1, goal=0.5)
    yield played()


@contextmanager
def opened(browser: Browser) -> Iterator[Page]:
    """A page in a new profile."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(SHOWN)
    yield page
    context.close()


def come(page: Page, address: str) -> float:
    """Go there, until there is a playable table; returns the seconds."""
    page.goto(address, wait_until="commit")
    return float(page.evaluate(READY)) / 1000


def fetched(browser: Browser, server: Program) -> Iterator[Figure]:
    """Bytes of all files that a first visit has fetched when its table is playable, from a host with Brotli or gzip alone."""
    with opened(browser) as page:
        come(page, f"{server.address}/{REVERSI}")
        addresses = {page.url.partition("#")[0], *page.evaluate(FETCHED)}
        for worker in page.workers:
            addresses |= {worker.url, *worker.evaluate(FETCHED)}
    files = [each for each in addresses if each.startswith("http")]
    for coding, limit, goal in (("br", 5.5, 4.5), ("gzip", 7.0, 5.5)):
        size = sum(sent(each, coding) for each in files) / 1e6
        yield Figure(f"all that is fetched for the first table, {coding}", size, "MB", limit, goal=goal)


def sent(address: str, coding: str) -> int:
    """How many bytes a server sends for that address to a client that knows one coding."""
    with httpx.stream("GET", address, headers={"accept-encoding": coding}, timeout=60) as answer:
        return sum(map(len, answer.iter_raw()))


def first_visits(browser: Browser, server: Program) -> Figure:
    """From the address to a playable Reversi, with nothing in the browser."""
    times: list[float] = []
    for _each in range(VISITS):
        with opened(browser) as page:
            times.append(come(page, f"{server.address}/{REVERSI}"))
    return Figure("a first visit to a playable Reversi, median", median(times), "s", 3, goal=1.5)


def visit(chromium: BrowserType, path: str, profile: Path, address: str, wait: str) -> float:
    """Start a browser with that profile, go to the table, and end it after ``wait``; returns the seconds to the table."""
    context = chromium.launch_persistent_context(profile, executable_path=path, args=ARGUMENTS, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(SHOWN)
    seconds = come(page, f"{address}/{REVERSI}")
    page.evaluate(wait)
    context.close()
    return seconds


def moves(browser: Browser, server: Program) -> Iterator[Figure]:
    """Games of Reversi against a bot of level 3: how soon each move is shown."""
    own, bots = list[float](), list[float]()
    while len(own) < MOVES:
        with opened(browser) as page:
            come(page, f"{server.address}/{REVERSI}")
            for times, more in zip((own, bots), page.evaluate(CLICKING, MOVES - len(own)), strict=True):
                times.extend(more)
    yield Figure(
        f"from a click to the move shown, Reversi: 95th percentile (median {median(own):.0f})", late(own), "ms", 60, goal=30
    )
    what = "from then to the move of a bot of level 3 shown, Reversi"
    yield Figure(f"{what}: 95th percentile (median {median(bots):.0f})", late(bots), "ms", 300, goal=100)


def late(times: list[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[int(len(times) * 0.95)]


def edited(browser: Browser, server: Program) -> Iterator[Figure]:
    """In the playground: rules of Reversi that change, and one that loops."""
    rules = (ROOT / "src" / "rondel" / "shelf" / "reversi.py").read_text(encoding="utf-8")
    asked, rule = "Place a disc", "def play_disc(game: Reversi, cell: Cell) -> To[NextPlayer]:\n"
    assert asked in rules
    assert rule in rules
    with opened(browser) as page:
        page.goto(f"{server.address}/play/")
        page.get_by_label("Rules to begin with").select_option("reversi")
        page.locator(".board .legal").first.wait_for()
        times = [saved(page, rules.replace(asked, f"{asked}, change {number}"), f"change {number}") for number in range(SAVES)]
        yield Figure("from saving in the editor to the table changed, median", median(times), "ms", 1000, goal=300)
        names = [str(each.get_attribute("data-place")).rpartition(":")[2] for each in page.locator(".board .legal").all()]
        looping, other = names[:2]
        loop = f"    while cell.name == {looping!r}:\n        pass\n"
        saved(page, rules.replace(rule, rule + loop).replace(asked, f"{asked}, a loop"), "a loop")
        told, back = page.evaluate(LOOPED, [looping, other])
        what = f"from a move whose rule loops to the next move shown (told after {told / 1000:.2f})"
        yield Figure(what, back / 1000, "s", 1.5, goal=0.7)


def saved(page: Page, rules: str, words: str) -> float:
    """Save rules; returns the milliseconds until their words are in the question of the table."""
    for _attempt in range(ATTEMPTS):
        page.evaluate(SAVING, words)
        write(page, rules)
        time: float | None = page.evaluate("saved")
        if time is not None:
            return time
        words, rules = f"{words} again", rules.replace(words, f"{words} again")
    raise RuntimeError(f"the table followed the rules before they could be saved, {ATTEMPTS} times: the machine is too busy")


def memory(browser: Browser, server: Program) -> Iterator[Figure]:
    """What the process of a page with a game of Hearts has for itself: its private pages that are not those of a file, as Linux
    counts them in ``/proc/PID/smaps_rollup``. Python, the rules and the bots run in workers of this process. The limit is for a
    player who thinks; the other figure is that of the moment after many quick clicks. In both are copies of what was fetched,
    which the browser holds for whoever drives it here."""
    with opened(browser) as page:
        come(page, f"{server.address}/#/new/hearts")
        answers = page.evaluate(PLAYED_ON, CLICKS)
        assert answers > CLICKS / 2, "the game goes on"
        what = "private memory of the renderer with a game of Hearts"
        yield Figure(f"{what}, right after {CLICKS} clicks", largest(browser), "MB")
        page.wait_for_timeout(REST)
        yield Figure(f"{what}, {REST // 1000} s later", largest(browser), "MB", 250, goal=175)


def largest(browser: Browser) -> float:
    """The private memory of the renderer that has most."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return max(private(each["id"]) for each in found if each["type"] == "renderer")


def private(process: int) -> float:
    """Megabytes that this process shares with no other."""
    rows = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    return sum(int(each) for each in re.findall(r"^(?:Private_Dirty|Swap):\s+(\d+) kB", rows, re.MULTILINE)) * 1024 / 1e6


def played() -> Figure:
    """How many shipped games are played from start to result without a network: all, if the test that plays them passes."""
    test = "tests/browser/test_offline.py::test_who_has_played_in_this_browser_goes_on_without_a_network"
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    done = subprocess.run(argv, cwd=ROOT, env={**os.environ, "RONDEL_LONG": "1"}, capture_output=True, text=True, check=False)
    whole = len(CATALOGUE)
    what = f"shipped games played to their end offline, of {whole}"
    return Figure(what, 0 if done.returncode else whole, "games", whole, at_least=True)
