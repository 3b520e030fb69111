"""The arena of one browser: the table, its rules and its bots run in the page, and no server is asked."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rondel
from tests.browser.axe import broken
from tests.browser.conftest import OFFERED, Player, asked
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CLICKS = 600
"""So many are enough for each game."""

ANSWER = f"""([wanted, part]) => {{
    const offers = ({OFFERED})();
    if (offers.length === 0) return "";
    const {{ step }} = document.querySelector("main.table").dataset;
    const chosen = offers.includes(wanted) ? wanted : offers[Math.floor(part * offers.length)];
    document.querySelector(chosen).dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    return step;
}}"""
"""Answer by what is offered at this moment: others may answer at the same time, and change it. Returns the step before."""

TABLES = """(change) => new Promise((done, fail) => {
    const opening = indexedDB.open("rondel", 1);
    opening.onerror = fail;
    opening.onsuccess = () => {
        const tables = opening.result.transaction("tables", "readwrite").objectStore("tables");
        tables.getAllKeys().onsuccess = ({ target }) => {
            const keys = target.result;
            if (change !== null) for (const key of keys) tables.put({ text: change, version: 1 }, key);
            tables.transaction.oncomplete = () => (opening.result.close(), done(keys.length));
        };
    };
})"""
"""How many tables are stored; a text is put in the place of each."""


MEMORY = """async (damaged) => {
    const root = await navigator.storage.getDirectory(), found = [];
    for await (const [, folder] of root.entries()) for await (const [, file] of folder.entries()) {
        if (damaged) {
            const writable = await file.createWritable({ keepExistingData: true });
            await writable.write({ type: "write", position: 0, data: "no memory" });
            await writable.close();
        }
        const content = await file.getFile(), begin = await content.slice(0, 9).text();
        if (content.size > 0) found.push(begin === "no memory" ? "damaged" : "kept");
    }
    return found;
}"""
"""What is kept of Python's memory, which may be damaged."""


def come(page: Page, address: str) -> None:
    """To the games of this browser, until they are there."""
    page.goto(f"{address}/#/")
    page.locator(".game").first.wait_for()


def play(player: Player, game: str = "Tic-tac-toe") -> None:
    """Begin a game against a bot by its button."""
    titled = player.page.get_by_role("link", name=game, exact=True)
    player.page.locator(".game", has=titled).get_by_role("button", name="Play").click()
    player.page.locator(".board").first.wait_for()


def play_on(player: Player, wanted: str = "") -> None:
    """Answer by what the page offers, to the end: ``wanted`` where it is offered, else at random."""
    luck = random.Random(5)
    for _click in range(CLICKS):
        if asked(player) is None:
            return
        step = player.page.evaluate(ANSWER, [wanted, luck.random()])
        if step:
            expect(player.page.locator("main.table")).not_to_have_attribute("data-step", step)
    pytest.fail("the game does not end")


def test_a_game_against_a_bot_outlasts_a_reload_and_is_taken_along_as_a_record(server: Program, seat: Any) -> None:
    """What is not stored does not count, and what is damaged is kept. A later visit goes on from Python's memory, and from none
    that is damaged."""
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844})
    page, said = ann.page, list[str]()
    page.set_default_timeout(90_000)
    page.on("console", lambda message: said.append(message.text))
    page.on("worker", lambda worker: worker.on("console", lambda message: said.append(message.text)))
    come(page, server.address)
    take(page, "local-lobby-phone.png")
    asked_server: list[str] = []
    page.on("request", lambda request: asked_server.append(request.url) if "/api/" in request.url else None)
    play(ann)
    assert "/#/table/" in page.url
    take(page, "local-table-phone.png")
    ann.click(ann.legal()[0])
    page.locator('main.table[data-step="2.0"]').wait_for()  # the bot has answered

    page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }")
    ann.click(ann.legal()[0])
    expect(page.locator(".notice")).to_contain_text("The storage of this browser is full")
    expect(page.locator("main.table")).to_have_attribute("data-step", "2.0")
    take(page, "local-full.png")
    page.wait_for_function(f"async () => String(await ({MEMORY})(false)) === 'kept'")
    page.reload()
    page.locator('main.table[data-step="2.0"]').wait_for()
    page.locator("header .logo").click()
    own = page.locator(".own-table")
    expect(own.locator(".board-picture svg")).to_be_visible()
    assert broken(page) == []
    take(page, "local-tables-phone.png")
    own.locator(".name").click()
    page.locator(".board .legal").first.wait_for()
    play_on(ann)  # also the bot's worker goes on from the memory
    assert asked_server == []
    assert "memory" not in str(said)

    # The record of the game is a file, and makes another table with the same end.
    page.goto(page.url.replace("/table/", "/replay/"))
    page.get_by_text("Download", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="The record (JSON)").click()
    record = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert rondel.replay(record).is_over
    page.locator("header .logo").click()
    finished = page.locator(".tables .name", has_text="Tic-tac-toe")
    expect(finished).to_have_count(1)
    chooser = page.locator("input[type=file]")
    chooser.set_input_files({"name": "r.json", "mimeType": "application/json", "buffer": b"{"})
    expect(page.locator(".kept .refusal")).to_have_text(
        "This file is not a record of a game. Choose a file that was downloaded from a replay."
    )
    chooser.set_input_files({"name": "r.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()})
    page.locator(".result").wait_for()
    page.locator("header .logo").click()
    expect(finished).to_have_count(2)
    page.set_viewport_size({"width": 1280, "height": 800})
    take(page, "local-finished-desk.png", full_page=True)

    # What is removed is gone from the list and from the storage.
    assert page.evaluate(TABLES, None) == 2
    page.get_by_role("button", name="Remove Tic-tac-toe").first.click()
    page.get_by_role("button", name="Remove for good").click()
    expect(finished).to_have_count(1)
    assert page.evaluate(TABLES, None) == 1

    # A game that cannot be read is said to be so in the player's language, and kept.
    play(ann)
    page.locator("header .logo").click()
    own.locator(".board-picture svg").wait_for()
    assert page.evaluate(TABLES, "{") == 2
    page.evaluate("localStorage.setItem('rondel.settings', JSON.stringify({ language: 'de' }))")
    assert page.evaluate(MEMORY, True) == ["damaged"]
    page.reload()
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    expect(page.locator(".own-table .why")).to_have_text(
        "Dieses Spiel ist nicht mehr lesbar. Es bleibt gespeichert, bis du es entfernst."
    )
    assert page.evaluate(TABLES, None) == 2
    page.wait_for_function(f"async () => String(await ({MEMORY})(false)) === 'kept'")
    assert "Python does not go on from its memory" in str(said)
    page.get_by_role("button", name="Settings").or_(page.get_by_role("button", name="Einstellungen")).click()
    page.locator("select", has=page.locator("option[value=ja]")).select_option("ja")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_a_browser_without_storage_plays_on_and_says_what_is_lost(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844})
    page = ann.page
    page.set_default_timeout(90_000)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    come(page, server.address)
    notice = page.locator(".notice")
    expect(notice).to_contain_text("your games are gone when it is closed")
    play(ann)
    take(page, "local-unsaved-phone.png")
    notice.get_by_role("button", name="Close").click()
    ann.click(ann.legal()[0])
    page.locator('main.table[data-step="2.0"]').wait_for()


@pytest.mark.parametrize(
    "older",
    [
        "delete WebAssembly.Tag",
        "window.Worker = class extends Worker { constructor(address, { name }) { super(address, { name }); } }",
    ],
    ids=["exceptions in WebAssembly", "modules in workers"],
)
def test_an_old_browser_is_told_what_to_do(server: Program, seat: Any, older: str) -> None:
    ann: Player = seat("Ann")
    ann.page.add_init_script(older)
    ann.page.goto(f"{server.address}/#/")
    expect(ann.page.get_by_text("This browser cannot run the rules by itself. Use a newer one")).to_be_visible()
