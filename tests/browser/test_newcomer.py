"""Somebody who was given the address and nothing else: by what can be seen and read, by labels and roles alone, they come
to the end of a game of each kind, at a desk and at a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import Player
from tests.browser.test_all_games import SCREENS, fits
from tests.conftest import SCALE
from tests.server.harness import Program

pytestmark = pytest.mark.browser

GAMES = {
    "Tic-tac-toe": {},  # a grid
    "Kuhn poker": {"Hands to play": "2"},  # a card in hand that nobody else sees
    "Can't Stop": {"Columns to win": "1"},  # dice
    "Seed Swap": {"Seasons": "1"},  # all choose at once
}
TRIED = [(game, screen) for game in GAMES for screen in SCREENS]
if SCALE < 1:  # the quick ones, each on one of the screens
    TRIED = list(zip(("Tic-tac-toe", "Kuhn poker"), SCREENS, strict=True))
CLICKS = 150
GONE = 3000
"""Milliseconds: longer than this nobody tries to hit what is not there."""
OPEN = re.compile(r"^(?!.*\bchosen\b).*you may play here")


def sits_down(nina: Player, game: str, options: dict[str, str]) -> None:
    """From the lobby to a table."""
    nina.open_form(game)
    nina.page.get_by_label("Your name").fill("Nina")
    for label, wanted in options.items():
        field = nina.page.get_by_label(label)
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(label=wanted)
        else:
            field.fill(wanted)
    nina.sit_down()


def next_thing(page: Page) -> Locator | None:
    """What the page offers: an answer in its bar, or else a place; None when it is over."""
    bar = page.get_by_role("region", name="What is asked").get_by_role("button")
    answers = bar.filter(has_not_text=re.compile("^Cancel$"))
    places = page.get_by_role("button", name=OPEN)
    over = page.get_by_role("status", name="Result")
    answers.or_(places).or_(over).first.wait_for()
    if over.count():
        return None
    soon = answers.filter(has_text=re.compile("^(Stop and keep|Done|Play .*)$"))
    for each in (soon, places, answers):
        if each.count():
            return each.first
    return next_thing(page)  # it was gone again


@pytest.mark.parametrize(("game", "screen"), TRIED)
def test_a_newcomer_plays_a_whole_game(server: Program, seat: Any, game: str, screen: str) -> None:
    nina: Player = seat("Nina", **SCREENS[screen])
    page: Page = nina.page
    page.goto(server.address)
    sits_down(nina, game, GAMES[game])
    table = page.get_by_role("main")
    for _click in range(CLICKS):
        thing = next_thing(page)
        if thing is None:
            break
        fits(nina, nina.offers())
        before = table.inner_text()
        try:
            thing.tap(timeout=GONE) if screen == "phone" else thing.click(timeout=GONE)
        except TooLate:
            continue  # others were quicker, and it is not there any more: look again
        expect(table).not_to_have_text(before, use_inner_text=True)
    expect(page.get_by_role("status", name="Result").get_by_role("heading")).to_have_text(re.compile("win|draw|Nobody"))
