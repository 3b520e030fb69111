"""Every shipped game played by the keyboard alone, as docs/client.md says: tab from part to part of the table, the arrow keys
within one, N to the next cell that may be played, Enter or Space to play, Escape to let go."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

import rondel
from rondel.shelf import CATALOGUE
from tests.browser.conftest import Player, asked, pointed_at, seated
from tests.browser.pictures import take
from tests.browser.scripts import PREFERRED, SCRIPTS, SHORT, turns
from tests.conftest import SCALE, sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser

KEY = """([wanted, pressed]) => {
    const target = document.querySelector(wanted), now = document.activeElement;
    if (!target) return "gone";
    if (now === target) return null;
    const aside = Boolean(pressed?.startsWith("Arrow")) && now === window.stood;  // that arrow led nowhere
    window.stood = now;
    const group = target.closest("[role=group]:has([tabindex='0'])");  // buttons under a heading are each a stop
    if (!group || !group.contains(now)) {
        const stop = group ? group.querySelector("[tabindex='0']") : target;
        const back = now !== document.body && stop.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
        return back ? "Shift+Tab" : "Tab";
    }
    if (group.matches(".cells:has(.no-point)")) return "n";
    const [from, to] = [now, target].map((each) => each.getBoundingClientRect());
    const [right, down] = [to.left - from.left, to.top - from.top];
    const way = group.matches(".cells, .spots-run") ? (Math.abs(right) > Math.abs(down)) !== aside : true;
    const buttons = [...group.querySelectorAll("button")];
    const forward = group.matches(".cells, .spots-run") ? right > 0 : buttons.indexOf(target) > buttons.indexOf(now);
    return way ? (forward ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp";
}"""
"""Which key somebody who sees the table would press next, after another, to come nearer to something; null when it has the
focus, "gone" when there is no such thing."""
PRESSES = 200

TAKEN_UP = ("hearts", "seed_swap")
"""The games that `make test` plays by keys against bots, as well as that of test_keyboard_walk: cards, and secret moves."""
BRIEFLY = {"hearts": 6}
"""How many answers of a long game are given by keys in `make test`: how it ends is seen at the others."""
FOLLOWED = ("battleship", "chess", "stones")
"""The scripts that `make test` follows by keys: of two fleets, of pieces, of stones. At full length all games are played by
keys."""
MOST = 400
"""So many answers end every game."""

PROMOTION = turns(
    *("white", "black"),
    *("move(a2,a4)", "move(b7,b5)", "move(a4,b5)", "move(a7,a6)", "move(b5,a6)", "move(c8,b7)", "move(a6,b7)", "move(b8,c6)"),
    "move(b7,a8,queen)",
)


def reach(player: Player, wanted: str) -> bool:
    """Bring the focus to what is wanted, by keys; whether it is still there."""
    key = None
    for _press in range(PRESSES):
        key = player.page.evaluate(KEY, [wanted, key])
        if key in (None, "gone"):
            return key is None
        player.page.keyboard.press(key)
    pytest.fail(f"{wanted} is not reached by {PRESSES} keys")


def answer(player: Player, wanted: str, key: str) -> bool:
    """Go there, and choose it; whether that could be done: another player, who chooses at the same time, may have ended it."""
    there = reach(player, wanted)
    if there:
        with player.moves_on():
            player.page.keyboard.press(key)
    return there


@pytest.mark.parametrize("game", sampled(sorted(set(CATALOGUE) - set(SCRIPTS)), TAKEN_UP))
def test_it_is_played_by_keys_against_bots(server: Program, seat: Any, game: str) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(server, game, most=2, **SHORT.get(game, {}))
    chooser = random.Random(3)
    for number in range(MOST):
        turn = asked(ann)
        if turn is None or (SCALE < 1 and number == BRIEFLY.get(game)):
            return
        wanted = PREFERRED.get(game)
        answer(ann, wanted if wanted in turn[1] else chooser.choice(turn[1]), "Enter" if number % 2 else "Space")
    pytest.fail(f"{game} does not end")


@pytest.mark.parametrize("game", sampled(sorted(SCRIPTS), FOLLOWED))
def test_a_whole_game_by_keys(server: Program, seat: Any, game: str) -> None:
    """Two people take turns at one keyboard; every kind of decision comes up."""
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    script = SCRIPTS[game]
    seated(server, game, [ann, ann], **script.options)
    follow(ann, game, script.moves, script.options)
    assert asked(ann) is None
    assert ann.verdict().endswith(" wins")


def test_a_pawn_is_promoted_by_keys(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    seated(server, "chess", [ann, ann])
    follow(ann, "chess", PROMOTION, {})
    expect(ann.page.locator('[data-place="board:a8"]')).to_have_attribute("aria-label", "a8, white queen, last move")
    assert reach(ann, '.board [data-place="board:h7"]')
    with ann.moves_on():
        ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".cell-button.chosen")).to_have_count(1)
    take(ann.page, "keyboard.jpg")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".cell-button.chosen")).to_have_count(0)


def follow(player: Player, game: str, moves: tuple[tuple[str, str], ...], options: Any) -> None:
    """Answer as it is written, for everybody."""
    beside = rondel.new(game, options=options)
    for role, text in moves:
        move = next(each for each in beside.moves(role) if each.text == text)
        for number, wanted in enumerate(pointed_at(move)):
            assert asked(player) is not None
            assert answer(player, wanted, "Enter" if number % 2 else "Space"), wanted
        beside.push(move, role)


def test_arrow_keys_pass_over_what_is_no_point_of_the_board(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(server, "nine_mens_morris")
    assert ann.page.locator(".cell-button").count() == 24
    assert reach(ann, '.board [data-place="board:a1"]')
    for key, reached in (
        *(("ArrowRight", "d1"), ("ArrowUp", "d2"), ("ArrowLeft", "b2"), ("ArrowUp", "b4"), ("ArrowRight", "c4")),
        *(("ArrowRight", "e4"), ("Home", "a4"), ("End", "g4"), ("ArrowDown", "g1"), ("ArrowLeft", "d1")),
    ):
        ann.page.keyboard.press(key)
        expect(ann.page.locator(":focus")).to_have_attribute("data-place", f"board:{reached}")
