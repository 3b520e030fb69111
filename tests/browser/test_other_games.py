"""Stones and tic-tac-toe in the browser: moves of two parts, more than two seats, props, on phone and desktop."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

import rondel
from tests.browser.pictures import take
from tests.conftest import sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_a_game_of_stones_on_one_screen(server: Program, seat: Any) -> None:
    """A move has two parts: the stone, then where it goes; each narrows what glows, and Escape takes the first back."""
    ann = seat("Ann")
    ann.open_table(server.address, ("Jade", "Me"), ("Garnet", "Me"), ("Rows", "3"), ("Columns", "3"), game="Stones")
    game = rondel.new("stones", options={"rows": 3, "columns": 3})
    chooser = random.Random(11)
    for number in range(400):
        places = ann.legal()
        if not places:
            break
        moves = [move for move in game.moves() if _hits(game, move)] or game.moves()
        move = chooser.choice(moves)
        assert sorted(places) == sorted({each.places[0] for each in game.moves()})
        start, end = move.places
        ann.click(start)
        assert sorted(ann.legal()) == sorted(each.places[1] for each in game.moves() if each.places[0] == start)
        if number == 0:
            ann.page.keyboard.press("Escape")
            assert sorted(ann.legal()) == sorted(places)
            ann.click(start)
        ann.click(end)
        game.push(move.text)
        expect(ann.page.locator(f'[data-place="{start}"].taken')).to_have_count(0)
        expect(ann.page.locator(f'[data-place="{end}"].taken')).to_have_count(1)
    assert game.is_over
    assert ann.verdict() == f"{game.winners[0].capitalize()} wins"


def _hits(game: rondel.Game, move: rondel.Move) -> bool:
    taken = {token["at"] for token in game.view("observer")["containers"]["board"]["tokens"]}
    return move.places[1].partition(":")[2] in taken


@pytest.mark.parametrize(
    ("width", "height", "scheme"), sampled([(390, 844, "light"), (1280, 800, "dark")], [(390, 844, "light")])
)
def test_four_players_fit_their_screen(server: Program, seat: Any, width: int, height: int, scheme: str) -> None:
    ann = seat("Ann", viewport={"width": width, "height": height}, color_scheme=scheme)
    ann.page.goto(server.address)
    ann.open_form("Stones")
    ann.page.get_by_label("Seats", exact=True).fill("4")
    for role in ("Jade", "Garnet", "Lapis", "Opal"):
        ann.page.locator(".field", has_text=role).locator("select").first.select_option(label="Me")
    ann.page.locator(".field", has_text="Rows").locator("input").fill("8")
    ann.page.locator(".field", has_text="Columns").locator("input").fill("8")
    ann.page.locator(".field", has_text="Turns until").locator("input").fill("60")
    ann.sit_down()
    ann.sees_a_board()
    for _turn in range(6):
        for _part in range(2):
            ann.click(ann.legal()[-1])
        expect(ann.page.locator(".cell-button.chosen")).to_have_count(0)
    expect(ann.page.locator('[data-prop="turns_left"] dd')).to_have_text("53")
    take(ann.page, f"stones-{width}-{scheme}.jpg", full_page=True)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
