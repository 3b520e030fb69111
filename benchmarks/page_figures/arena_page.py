"""The page at an arena: its time until ready, its size, its speed, its frame rate, and its memory growth.

The page is cold each time it is timed (a new profile without a cache), over a line that Chromium slows down. Frames are counted
in Chromium's trace.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from page_figures.figure import Figure
from tests.server.harness import Program, bot, joined, me

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "src" / "rondel" / "server" / "client"
LINES: dict[str, dict[str, float]] = {
    "a fast 3G line (150 ms, 1.6 Mbit/s)": {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750},
    'the developer tools\' "Fast 3G" (562 ms, 1.44 Mbit/s)': {
        "latency": 562.5,
        "downloadThroughput": 180_000,
        "uploadThroughput": 84_375,
    },
}
"""How long each request waits, in ms, and bytes per second down and up: as such a line is, and as Chromium's developer tools
have it, which take a request for several round trips (its name, its connection, its key)."""

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOWER = 4
"""How much slower the processor of a phone is."""

BLOCKED = """() => {
    window.blocked = 0;
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) blocked += duration - 50;
    }).observe({ type: "longtask", buffered: true });
}"""
"""The time by which tasks are longer than 50 ms, in which the page would not answer."""

READY = """() => {
    const look = () => {
        if (window.begun || !document.querySelector(".legal")) return;
        window.begun = true;
        const drawn = () => {
            window.ready = performance.now();
            document.querySelector(".legal").click();
        };
        requestAnimationFrame(() => setTimeout(drawn)); // once the frame with it has been made
    };
    const echo = () => {
        if (!window.echo && document.querySelector('main.table:not([data-step^="0."])')) window.echo = performance.now();
    };
    new MutationObserver(() => (look(), echo())).observe(document, { childList: true, subtree: true, attributes: true });
}"""
"""A table is ready when its position is drawn with a legal move. The move is made at once, and its effect is timed
too."""

LINE = """() => {
    window.sent = window.heard = 0;
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
        constructor(address) {
            super(address);
            this.addEventListener("message", ({ data }) => data.startsWith('{"type":"update"') && (heard = performance.now()));
        }
        send(frame) {
            sent = performance.now();
            super.send(frame);
        }
    };
}"""
ECHO = """() => {
    window.echoes = [];
    let begun = null, step = null;
    const position = () => document.querySelector("main.table").dataset.step.split(".")[0];
    addEventListener("click", () => {
        begun = performance.now();
        step = position();
    }, true);
    new MutationObserver(() => {
        if (begun === null || position() === step) return;
        const from = begun;
        begun = null;
        requestAnimationFrame(() => {
            const whole = performance.now() - from;
            echoes.push({ whole, own: sent > from ? whole - (heard - sent) : whole });
        });
    }).observe(document.querySelector("main.table"), { attributes: true });
}"""
CLICKING = """async (most) => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    let seed = 1;
    for (let move = 0; move < most && !document.querySelector(".result"); move++) {
        const places = [...document.querySelectorAll(".cell-button.legal")], before = echoes.length;
        places[(seed = (seed * 16807) % 2147483647) % places.length].click();
        await wait(0);
        if (document.querySelector(".cell-button.chosen")) continue; // a part of a move
        while (echoes.length === before) await wait(2);
        await wait(400);
    }
    return echoes;
}"""
PLAY_ON = """(games) => new Promise((done) => {
    let left = games;
    const act = () => {
        const offered = [...document.querySelectorAll(".button.main:not(:disabled)")];
        const again = offered.find((each) => each.textContent === "Play again");
        if (again && --left === 0) { observer.disconnect(); return done(true); }
        (again ?? document.querySelector(".cell-button.legal"))?.click();
    };
    const observer = new MutationObserver(() => setTimeout(act));
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    act();
})"""


REPEATS = 5
"""How often the cold page is timed."""
GAMES = 200
"""Games for the memory."""


def figures(chromium: BrowserType, path: str) -> Iterator[Figure]:
    """All of them, measured with the Chromium at that path."""
    with tempfile.TemporaryDirectory() as folder, Program(Path(folder)) as server:
        arena = Arena(server, chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"]))
        yield from cold(arena, REPEATS)
        yield from blocked(arena, REPEATS)
        yield from echoes(arena)
        yield from frames(arena)
        yield from memory(arena, GAMES)
        arena.browser.close()


class Arena:
    """A server and a browser."""

    def __init__(self, server: Program, browser: Browser) -> None:
        self.server = server
        self.browser = browser

    @contextmanager
    def page(self, made: dict[str, Any], **context: Any) -> Iterator[Page]:
        """A page with the seats of a table, not yet opened, in a new profile, with the default animations."""
        with closing(self.browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True, **context)) as profile:
            page = profile.new_page()
            hold(page, made)
            yield page

    def table(self, game: str, *roles: str, **options: Any) -> dict[str, Any]:
        """A new table at which one browser has all the seats."""
        return self.server.create(game, *(me(role, role) for role in roles), name="Ann", options=options)

    def address(self, made: dict[str, Any]) -> str:
        return f"{self.server.address}/table/{made['table']}"


@contextmanager
def closing(context: BrowserContext) -> Iterator[BrowserContext]:
    yield context
    context.close()


def cold(arena: Arena, repeats: int) -> Iterator[Figure]:
    """From the address to a table that may be played at, over the narrow line."""
    for line, conditions in LINES.items():
        times = [fetched(arena, conditions) for _each in range(repeats)]
        usable, stored, weights = zip(*times, strict=True)
        yield Figure(f"from the address to a table that may be played at, cold, over {line}, median", median(usable), "s", 1.5)
        yield Figure("until a move that is chosen at once is stored and seen, the same", median(stored), "s")
    yield Figure("all that is fetched for it, as it goes over the line", weights[0] / 1000, "kB", 90)
    index = (CLIENT / "table.html").read_text()
    scripts = [CLIENT / each for each in re.findall(r'(assets/[^"]+\.js)', index)]
    weight = sum(len(gzip.compress(each.read_bytes(), 9)) for each in scripts)
    yield Figure("script of the table page, gzip", weight / 1000, "kB", 90)


def fetched(arena: Arena, conditions: dict[str, float]) -> tuple[float, float, float]:
    """Seconds until a table may be played at, and until a move that is chosen at once is stored; and bytes. A game of Reversi
    against a bot, in a new profile that has made the table: it has the seat's token, and the cookie."""
    with closing(arena.browser.new_context(viewport={"width": 1280, "height": 800})) as profile:
        seats = [me("black", "Ann"), bot("white")]
        answer = profile.request.post(f"{arena.server.address}/api/tables", data={"game": "reversi", "seats": seats})
        made = answer.json()
        page = profile.new_page()
        hold(page, made)
        page.add_init_script(f"({READY})()")
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, "connectionType": "cellular3g", **conditions})
        page.goto(arena.address(made))
        page.wait_for_function("() => window.ready && window.echo")
        weight = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter((each) => each.startTime < ready).reduce((sum, each) => sum + each.encodedBodySize, 0)"""
        usable, stored, fetched = page.evaluate(f"[ready, echo, {weight}]")
        return usable / 1000, stored / 1000, fetched


def hold(page: Page, made: dict[str, Any]) -> None:
    """Have the page remember the seats, as the one does that has made the table."""
    held = json.dumps({"tokens": made["tokens"], "invite": made["invite"], "since": 1})
    page.add_init_script(f"localStorage.setItem('rondel.table.{made['table']}', {json.dumps(held)})")


def clicked(arena: Arena, made: dict[str, Any], what: str, most: int = 60) -> Iterator[Figure]:
    """Play at random by clicking, each move after the last animation: the waiting time, and the page's part of it."""
    with arena.page(made) as page:
        page.add_init_script(f"({LINE})()")
        page.goto(arena.address(made))
        page.wait_for_selector(".legal")
        page.evaluate(ECHO)
        found = page.evaluate(CLICKING, most)
    for part, called, limit in (("whole", "", 60), ("own", ", without the arena's part", 30)):
        times = sorted(each[part] for each in found)
        late = times[int(len(times) * 0.95)]
        yield Figure(
            f"from a click to the move stored and seen, {what}{called}: 95th percentile (median {median(times):.0f})",
            late,
            "ms",
            limit,
        )


def frames(arena: Arena, seconds: float = 4.0) -> Iterator[Figure]:
    """Frames drawn while ten stones move from one side of the board to the other, again and again."""
    made = arena.table("stones", "jade", "garnet", rows=5, columns=5, stones=5)
    with arena.page(made) as page:
        page.goto(arena.address(made))
        page.wait_for_selector(".legal")
        yield Figure(
            "frames while ten tokens move, from Chromium's trace", drawn(arena, page, seconds), "per second", 55, at_least=True
        )


def drawn(arena: Arena, page: Page, seconds: float) -> float:
    """How many frames a second are drawn while the board is turned round without a pause."""
    turning = """(seconds) => new Promise((done) => {
        const end = performance.now() + seconds * 1000;
        const named = ({ textContent, ariaLabel }) => "Turn the board" === (ariaLabel ?? textContent);
        const [turn] = [...document.querySelectorAll("button")].filter(named);
        const act = () => {
            turn.click();
            performance.now() < end ? setTimeout(act, 280) : (performance.mark("bench-end"), setTimeout(done, 50));
        };
        performance.mark("bench-begin");
        act();
    })"""
    arena.browser.start_tracing(
        page=page,
        categories=[
            "blink.user_timing",
            "cc",
            "benchmark",
            "disabled-by-default-devtools.timeline.frame",
            "devtools.timeline.frame",
        ],
    )
    page.evaluate(turning, seconds)
    events = json.loads(arena.browser.stop_tracing())["traceEvents"]
    marks = {each["name"]: each["ts"] for each in events if each.get("name") in ("bench-begin", "bench-end")}
    begin, end = marks["bench-begin"], marks["bench-end"]
    times = sorted({each["ts"] for each in events if each.get("name") == "DrawFrame" and begin <= each["ts"] <= end})
    return float(len(times) / ((end - begin) / 1e6))


def echoes(arena: Arena) -> Iterator[Figure]:
    """Reversi, a board of 19 by 19, and a log of 1,000 entries."""
    yield from clicked(arena, arena.table("reversi", "black", "white"), "Reversi")
    yield from clicked(arena, arena.table("gomoku", "black", "white", size=19), "a board of 19 by 19")
    made = arena.table("stones", "jade", "garnet", rows=8, columns=8)
    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
        thread.submit(asyncio.run, answered(arena.server, made, 1000)).result()
    yield from clicked(arena, made, "a log of 1,000 entries")


async def answered(server: Program, made: dict[str, Any], times: int) -> None:
    """Move a stone of each seat back and forth a number of times, over a separate connection."""
    last: dict[str, str] = {}
    async with joined(server, made["table"], made["tokens"].values()) as client:
        views = client.welcome["views"]
        for _each in range(times):
            role = next(role for role, view in views.items() if view["moves"])
            moves = [move["text"] for move in views[role]["moves"]]
            back = re.sub(r"(\w+),(\w+)", r"\2,\1", last.get(role, ""))
            last[role] = back if back in moves else moves[0]
            views = (await client.play(role, last[role]))["views"]


def memory(arena: Arena, games: int) -> Iterator[Figure]:
    """The heap after a few games and after many, each time when all that can be freed was."""
    made = arena.table("tic_tac_toe", "x", "o")
    with arena.page(made, reduced_motion="reduce") as page:
        page.goto(arena.address(made))
        page.wait_for_selector(".legal")
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.enable")
        sizes = []
        for count in (20, games - 20):
            page.evaluate(PLAY_ON, count)
            sizes.append(heap(session))
            page.get_by_role("button", name="Play again").click()
            page.wait_for_selector(".legal")
        yield Figure(f"heap after {games} games, against that after 20", sizes[1] / sizes[0], "times", 1.1)


def heap(session: Any) -> int:
    """Bytes in a heap snapshot, taken after a garbage collection.

    Compiled code, and the browser's data for the attached developer tools, are left out.
    """
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    snapshot = json.loads("".join(chunks))
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    kind, name, size = (
        nodes[meta["node_fields"].index(each) :: len(meta["node_fields"])] for each in ("type", "name", "self_size")
    )
    tools = {number for number, text in enumerate(snapshot["strings"]) if "NetworkResourcesData" in text}
    code = meta["node_types"][0].index("code")
    return sum(bytes_ for of, called, bytes_ in zip(kind, name, size, strict=True) if of != code and called not in tools)


def blocked(arena: Arena, repeats: int) -> Iterator[Figure]:
    """Total blocking time on a phone whose processor is four times slower: of the home, and of a chess table against a bot."""
    body = {"game": "chess", "name": "Ann", "seats": [me("white", "Ann"), bot("black")]}
    for what in ("the home", "a chess table"):
        times = []
        for _each in range(repeats):
            with closing(arena.browser.new_context(**PHONE)) as profile:
                page = profile.new_page()
                address = arena.server.address
                if what != "the home":
                    made = profile.request.post(f"{address}/api/tables", data=body).json()
                    hold(page, made)
                    address = arena.address(made)
                page.add_init_script(f"({BLOCKED})()")
                session = page.context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                page.goto(address)
                page.wait_for_selector(".game .picture, .legal")
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(2000)
                times.append(page.evaluate("blocked"))
        yield Figure(f"total blocking time of {what}, a phone {SLOWER} times slower, median", median(times), "ms", 300)
