"""Rules in the playground: marked where they are wrong, kept, opened and saved, and sent by a link."""

from __future__ import annotations

import base64
import gzip
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import AT_START, Player
from tests.browser.editor import place
from tests.browser.pictures import take

pytestmark = pytest.mark.browser

RULES = Path("src/rondel/shelf/tic_tac_toe.py").read_text(encoding="utf-8")
DRAFTED = """part => new Promise((done) => {
  indexedDB.open("rondel drafts").onsuccess = ({ target: { result: database } }) => {
    database.transaction("drafts").objectStore("drafts").getAll().onsuccess = ({ target: { result } }) => {
      database.close();
      done(JSON.stringify(result).includes(part));
    };
  };
})"""
"""Whether a part of what is in the editor and was played is stored."""


PLACE_OF = """text => {
  const line = [...document.querySelector(".code-text").shadowRoot.querySelectorAll(".cm-line")]
    .find((each) => each.textContent.includes(text));
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && !walker.currentNode.data.includes(text));
  const range = document.createRange();
  const at = walker.currentNode.data.indexOf(text);
  range.setStart(walker.currentNode, at);
  range.setEnd(walker.currentNode, at + 4);
  const { x, y, width, height } = range.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
"""Where a word of the editor is on the screen."""


@pytest.mark.timeout(300)
def test_a_link_opens_the_same_rules_and_the_same_position_in_another_browser(
    author: Player, seat: Any, tmp_path: Path
) -> None:
    page = author.page
    file = tmp_path / "three in a row.py"
    file.write_text(f"# The rules of Ann\n{RULES}", encoding="utf-8")
    page.evaluate("delete window.showOpenFilePicker; delete window.showSaveFilePicker")  # as in Firefox
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open…").click()
    chooser.value.set_files(file)
    expect(page.locator(".cm-content")).to_contain_text("The rules of Ann")
    page.locator('[role="status"]', has_text="The table follows. Moves").wait_for()
    place(page, "b2").click()
    expect(page.locator("main.table")).to_have_attribute("data-step", "1.0")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == file.name
    assert Path(download.value.path()).read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    take(page, "playground-files.png")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('/play/#game=1.')")
    address = page.evaluate("navigator.clipboard.readText()")

    page.wait_for_function(DRAFTED, arg="mark(b2)")
    page.reload()
    page.locator('main.table[data-step="1.0"]').wait_for()
    expect(page.locator(".cm-content")).to_contain_text("The rules of Ann")

    ben: Player = seat("Ben", viewport={"width": 390, "height": 844})
    ben.page.set_default_timeout(AT_START)
    ben.page.goto(address)
    ben.page.locator('main.table[data-step="1.0"]').wait_for()
    expect(ben.page.locator(".cm-content")).to_contain_text("The rules of Ann")
    expect(ben.page.locator(".code-head select")).to_have_value("three in a row")
    take(ben.page, "playground-link-phone.png")
    place(ben.page, "a1").click()
    expect(ben.page.locator("main.table")).to_have_attribute("data-step", "2.0")
    assert ben.complaints == []
    says_what_is_damaged_and_what_is_not_stored(ben.page)

    found_and_explained(page)


def says_what_is_damaged_and_what_is_not_stored(page: Page) -> None:
    """A record that was forged, a storage that is full, and a browser that stores nothing; what was stored stays."""
    record = {"table": "7Q4K", "tokens": {"x": "x"}, "text": "{}"}
    game = json.dumps({"file": "forged.py", "text": f"# Forged\n{RULES}", "record": record}).encode()
    forged = base64.urlsafe_b64encode(gzip.compress(game)).rstrip(b"=").decode()
    page.evaluate("hash => { location.hash = hash }", f"#game=1.{forged}")
    wrong = page.locator(".code > .refusal")
    expect(wrong).to_contain_text("What was played cannot be read, so the table begins anew")
    page.locator('main.table[data-step="0.0"]').wait_for()
    place(page, "c1").click()
    page.wait_for_function(DRAFTED, arg="mark(c1)")
    page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }")
    place(page, "c3").click()
    expect(wrong.last).to_contain_text("This browser has no more room for this page. Save your file")
    assert page.evaluate(DRAFTED, "mark(c1)")
    assert not page.evaluate(DRAFTED, "mark(c3)")
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.reload()
    expect(wrong.last).to_contain_text("This browser stores nothing for this page. Save your file")
    page.locator('main.table[data-step="0.0"]').wait_for()


def found_and_explained(page: Page) -> None:
    """What is wrong is marked with its line although the table follows; names of the engine are completed and explained."""
    editor = page.locator(".cm-content")
    editor.focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text('\n\nLATER = _(f"{1} points")\n')
    found = page.locator(".findings li", has_text="this marks an f-string")
    found.wait_for()
    expect(page.locator(".findings li")).to_have_count(1)
    page.keyboard.press("Control+Home")
    found.get_by_role("button", name="Line ").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("LATER =")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator(".bench-wrong")).to_have_count(0)
    assert violations(page) == []
    take(page, "playground-findings.png")

    page.keyboard.press("Control+End")
    page.keyboard.type("game.next_p")
    offered = page.locator(".cm-tooltip-autocomplete")
    expect(offered.get_by_role("option", name="next_player")).to_be_visible()
    expect(page.locator(".cm-known")).to_contain_text("next_player() -> str")
    take(page, "playground-completion.png")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Home")
    page.locator(".cm-line", has_text="Mark: Final").wait_for()
    page.locator(".bench-wrong").wait_for()  # it moves the editor
    explained = page.locator(".cm-tooltip-hover .cm-known")
    for _ in range(30):
        page.mouse.move(*page.evaluate(PLACE_OF, "TokenKind("))
        with suppress(Error):
            explained.wait_for(timeout=2_000)
            break
        page.mouse.move(1, 1)  # the line was elsewhere by then
    expect(explained).to_contain_text("A kind of token.")
