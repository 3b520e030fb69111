"""Every game that an author has written from the documentation alone (`tests/authors`) is played to its end on the page, by
clicks on what glows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from tests.authors.collection import GAMES, SHORT, called
from tests.browser.axe import broken, laid_out
from tests.browser.conftest import QUICK, Player, asked
from tests.conftest import sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser

PLAYED = [game for game in GAMES if called(game) != "market"]
"""The games that `make test` plays; the other takes as long as three of these."""

CLICKS = 400
"""So many are enough for a whole game."""
COVERED = """() => {
    const boxes = [...document.querySelectorAll(".hand.me.worded .card")].map((card) => card.getBoundingClientRect());
    const covers = (next, box) => next && next.top === box.top && next.left < box.right - 1;
    return boxes.filter((box, index) => covers(boxes[index + 1], box));
}"""
"""The written cards of the own hand that the next one covers in part."""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One server that has all these games, as `rondel serve --game` does."""
    with Program(tmp_path_factory.mktemp("authors"), bots=QUICK, games=list(map(str, GAMES))) as program:
        yield program


@pytest.mark.parametrize("game", sampled(GAMES, PLAYED), ids=called)
def test_a_game_is_played_to_its_end_by_clicks(arena: Program, seat: Any, game: Path) -> None:
    random = Random(6)
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    name = rondel.load(game).name
    ann.sit_at(arena, name, most=2, **SHORT.get(called(game), {}))
    asked(ann)
    assert broken(ann.page) == []
    assert ann.page.evaluate(COVERED) == []
    for _click in range(CLICKS):
        found = asked(ann)
        if found is None:
            break
        with ann.moves_on():
            ann.page.locator(random.choice(found[1])).click()
    assert ann.is_over()
    assert ann.complaints == []
    assert ann.page.locator(".log li").count()
    assert laid_out(ann.page) == []


def test_the_counters_of_a_player_with_a_hand_stand_beside_it(arena: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(arena, "texas_holdem")
    asked(ann)
    assert ann.page.locator(".seat .counters").count() == 3
    assert ann.page.locator(".purses").count() == 0
    assert ann.page.locator(".seat .counters").first.inner_text().split()[0] == "Chips"
    assert ann.page.locator(".pools").inner_text().split()[0] == "Pot", "what is quiet is drawn in its pool alone"


def test_partners_are_named_and_the_tricks_stand_beside_the_bid(arena: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(arena, "spades")
    asked(ann)
    [partner] = [each for each in ann.page.locator(".player .sub").all_inner_texts() if "with Ann" in each]
    assert partner.startswith("south")
    while ann.page.locator('.answers [aria-label="3"]').count():
        with ann.moves_on():
            ann.page.locator('.answers [aria-label="3"]').click()
    asked(ann)
    assert ann.page.locator(".side-bottom .counters dd").inner_text() == "0/3"


def test_a_token_in_a_row_is_outlined_while_it_can_be_chosen(arena: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(arena, "swarm")
    asked(ann)
    outlines = [
        ann.page.locator(f"{card} svg").first.evaluate("each => getComputedStyle(each).filter")
        for card in (".card.legal", ".card:not(.legal)")
    ]
    assert outlines[0] != outlines[1]
