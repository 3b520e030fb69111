"""What moves: a trick is seen whole before it is taken, and nobody has to wait for it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player, asked
from tests.server.harness import Program

pytestmark = pytest.mark.browser

WATCH = """() => {
    window.seen = { trick: 0, flying: 0, turned: 0 };
    const look = () => {
        seen.trick = Math.max(seen.trick, document.querySelectorAll(".centre .row button.card").length);
        seen.flying = Math.max(seen.flying, document.querySelectorAll(".ghost").length);
        seen.turned = Math.max(seen.turned, document.querySelectorAll(".ghost .card-back").length);
        seen.ended = document.querySelectorAll(".ghost").length === 0 && document.querySelectorAll(".hand .legal").length > 0;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""

NOTE_SKIP = """() => {
    window.skipped = undefined; // how many cards could be played in the frame after the key
    const look = () => (skipped = document.querySelectorAll(".hand .legal").length);
    addEventListener("keydown", () => requestAnimationFrame(look), { once: true });
}"""

NOTE_STARTS = """(() => {
    window.starts = []; // how far above its place each token began that moved down only, in pixels of the board
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const from = /^0 -([\\d.]+)px$/.exec(frames[0]?.translate ?? "");
        if (from) starts.push(Number(from[1]) * this.getScreenCTM().d);
        return animate.call(this, frames, options);
    };
})()"""


def test_a_trick_is_whole_before_it_is_taken(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", reduced_motion="no-preference")
    page = ann.page
    ann.sit_at(server, "hearts", most=4)
    page.evaluate(WATCH)
    # Three cards are passed on, then one is played in each trick; what comes out of a hand that is not seen is turned over on
    # its way. A page that had to read the table anew shows no motion, so one trick need not do.
    for _answer in range(12):
        if page.evaluate("seen.trick === 4 && seen.turned > 0"):
            break
        turn = asked(ann)
        assert turn is not None
        with ann.moves_on():
            page.locator(turn[1][0]).click()
        asked(ann)
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.evaluate("seen.trick") == 4
    assert page.evaluate("seen.flying") > 0
    assert page.evaluate("seen.turned") > 0

    # Who goes on need not watch: a key shows the table as it is, and who is asked meanwhile can answer.
    # In some tricks there is nothing to be seen any more by then, though all is slow.
    page.evaluate("""localStorage.setItem("rondel.settings", '{"speed": 0.25}')""")
    page.reload()
    page.evaluate(NOTE_SKIP)
    for _trick in range(5):
        turn = asked(ann)
        assert turn is not None
        before = page.locator("main").get_attribute("data-step")
        page.locator(turn[1][0]).click()
        page.locator(f"main[data-step$='.0']:not([data-step='{before}']):has(.ask.mine)").wait_for()
        if page.locator("main[data-passing]").count():
            break
    page.keyboard.press("Shift")
    page.wait_for_function("() => skipped !== undefined")
    assert page.evaluate("skipped") > 0


def test_a_disc_falls_from_above_its_board(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", reduced_motion="no-preference")
    ann.page.add_init_script(NOTE_STARTS)
    ann.sit_at(server, "connect_four", most=2)
    asked(ann)
    with ann.moves_on():
        ann.click("board:d1")
    lowest, board = ann.page.locator('[data-place="board:d1"]').bounding_box(), ann.page.locator(".grid").bounding_box()
    assert lowest is not None
    assert board is not None
    ann.page.wait_for_function("() => starts.length > 0")
    assert ann.page.evaluate("starts[0]") >= lowest["y"] - board["y"]
