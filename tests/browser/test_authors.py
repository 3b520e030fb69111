"""Every game that an author has written from the documentation alone (`tests/authors`): its table opens, and a move is made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from tests.authors.collection import GAMES, called
from tests.browser.axe import broken
from tests.browser.conftest import QUICK, Player, asked
from tests.server.harness import Program

pytestmark = pytest.mark.browser

CLICKS = 12
"""So many are enough for the parts of one move."""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One server that has all these games, as `rondel serve --game` does."""
    with Program(tmp_path_factory.mktemp("authors"), bots=QUICK, games=list(map(str, GAMES))) as program:
        yield program


@pytest.mark.parametrize("game", GAMES, ids=called)
def test_a_table_opens_and_a_move_is_made(arena: Program, seat: Any, game: Path) -> None:
    random = Random(6)
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(arena, rondel.load(game).name)
    table = ann.page.locator("main.table")
    asked(ann)
    assert broken(ann.page) == []
    begun = position(table.get_attribute("data-step"))
    for _click in range(CLICKS):
        if position(table.get_attribute("data-step")) != begun or asked(ann) is None:
            break
        with ann.moves_on():
            ann.page.locator(random.choice(ann.offers())).click()
    assert position(table.get_attribute("data-step")) != begun
    assert ann.page.locator(".log li").count()


def test_a_token_in_a_row_is_outlined_while_it_can_be_chosen(arena: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(arena, "insects")
    asked(ann)
    outlines = [
        ann.page.locator(f"{card} svg").first.evaluate("each => getComputedStyle(each).filter")
        for card in (".card.legal", ".card:not(.legal)")
    ]
    assert outlines[0] != outlines[1]


def position(step: str | None) -> str:
    """The number of the position that the page shows; what is chosen of a move comes behind the point."""
    return str(step).partition(".")[0]
