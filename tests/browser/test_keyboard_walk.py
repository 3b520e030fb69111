"""Whole games by the keyboard alone: from the lobby over the form of a new table to the result and the rematch."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import expect

import rondel
from tests.browser.conftest import Player, asked, pointed_at
from tests.browser.scripts import PREFERRED, turns
from tests.browser.test_keyboard import answer, reach
from tests.conftest import sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser

MATE = turns("white", "black", "move(f2,f3)", "move(e7,e5)", "move(g2,g4)", "move(d8,h4)")
COVERED = """() => {
    const [now, bar] = [document.activeElement, document.querySelector(".ask, .result")];
    if (!bar || bar.contains(now) || now === document.body) return null;
    const [own, over] = [now, bar].map((each) => each.getBoundingClientRect());
    const beside = own.bottom <= over.top || own.left >= over.right || own.right <= over.left;
    const hidden = !beside && own.bottom <= over.bottom + 1;
    return hidden ? now.outerHTML.slice(0, 120) : null;
}"""
"""What has the focus and lies under the question, which stays at the top; null for nothing."""
GALLERY_READ = """() => new Promise((read) => new PerformanceObserver((list, observer) => {
    if (!list.getEntries().some(({ name }) => name.includes("/chat?channel=gallery"))) return;
    observer.disconnect();
    read();
}).observe({ type: "resource", buffered: true }))"""
"""Wait until the page has read what those who look on have said, which it does when a game is over."""
STOPS = 40
"""As many presses of Tab lead through the board and the panels beside it."""


def press(player: Player, wanted: str, key: str = "Enter") -> None:
    """Go to something that is there for certain, and press a key."""
    player.page.locator(wanted).first.wait_for()
    assert reach(player, wanted), wanted
    player.page.keyboard.press(key)


def begin(player: Player, server: Program, game: str, **options: str) -> None:
    """From the lobby to a new table with these options, given by their labels."""
    player.page.goto(server.address)
    press(player, f'.game-title a[href$="#game={game}"]')
    if options:
        press(player, ".newtable details.options > summary")
    for label, value in options.items():
        press(player, f'[id="{player.page.get_by_label(label, exact=True).get_attribute("id")}"]', "Control+A")
        player.page.keyboard.type(value)
    press(player, ".newtable .acts .button")
    player.page.wait_for_url("**/table/*")


@pytest.mark.parametrize(
    ("game", "options"),
    sampled(
        [
            ("tic_tac_toe", {}),
            ("cant_stop", {"Columns to win": "1"}),
            ("liars_dice", {"Dice each": "2"}),
            ("hearts", {"Points that end the game": "1"}),
        ],
        [("liars_dice", {"Dice each": "2"})],
    ),
)
def test_a_game_against_bots_and_the_next_one(server: Program, seat: Any, game: str, options: dict[str, str]) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 720})
    begin(ann, server, game, **options)
    chooser = random.Random(3)
    while (turn := asked(ann)) is not None:
        wanted = PREFERRED.get(game)
        answer(ann, wanted if wanted in turn[1] else chooser.choice(turn[1]), "Enter")
        assert ann.page.evaluate(COVERED) is None
    ann.page.evaluate(GALLERY_READ)  # before the next game closes it
    press(ann, ".outcome .acts .button.main")
    expect(ann.page.locator("header")).to_contain_text("game 2")


def test_what_tab_reaches_does_not_lie_under_the_question(server: Program, seat: Any) -> None:
    """At a table that is higher than its window, in both directions."""
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 560})
    ann.sit_at(server, "harvest_wheel", most=2)
    for key in ("Tab", "Shift+Tab"):
        for _stop in range(STOPS):
            ann.page.keyboard.press(key)
            assert ann.page.evaluate(COVERED) is None


def test_two_people_play_chess_and_again(server: Program, seat: Any) -> None:
    """Each at a page of their own; the second comes by the invitation."""
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 720})
    bob: Player = seat("Bob", viewport={"width": 1280, "height": 720})
    ann.page.goto(server.address)
    press(ann, '.game-title a[href$="#game=chess"]')
    press(ann, '.newtable [name="Opponent"]:checked', "ArrowRight")
    expect(ann.page.get_by_role("radio", name="A friend")).to_be_checked()
    press(ann, ".newtable .acts .button")
    ann.page.wait_for_url("**/table/*")
    ann.sees_a_board()
    bob.page.goto(ann.invitation())
    press(bob, ".sit .button.main, form .button.main")
    bob.sees_a_board()
    beside = rondel.new("chess")
    for number, (role, text) in enumerate(MATE):
        player = (ann, bob)[number % 2]
        move = next(each for each in beside.moves(role) if each.text == text)
        with ExitStack() as reads:
            if number == len(MATE) - 1:  # both read the gallery before the next game closes it
                for each in (ann, bob):
                    reads.enter_context(each.page.expect_response("**/chat?channel=gallery*"))
            for wanted in pointed_at(move):
                assert asked(player) is not None
                assert answer(player, wanted, "Enter"), wanted
                assert player.page.evaluate(COVERED) is None
        beside.push(move, role)
    for player in (ann, bob):
        expect(player.page.locator("#outcome")).to_be_visible()
    press(bob, ".outcome .acts .button.main")
    expect(ann.page.locator(".outcome .rematch")).to_contain_text("wants a rematch")
    press(ann, ".outcome .rematch .button.main")
    for player in (ann, bob):
        expect(player.page.locator("header")).to_contain_text("game 2")
