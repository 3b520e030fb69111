"""The law about determinization, on sound rules and on cheating hooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import Game
from rondel.testing import BrokenLaw, NotTried, check
from rondel.testing.laws.imagination import imagination
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Candid, Counting, Dull, Elsewhere, Forgetful, Hazy, Modest, Touching, Unsteady


@pytest.mark.parametrize("kind", [Counting, Bazaar])
def test_sound_rules_keep_it(kind: type[Game]) -> None:
    for seed in range(4):
        check(partial(kind, seed=seed), "imagination", seed=seed)


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        (Touching, "the real game is touched"),
        (Unsteady, "imagined by (odd|even) twice"),
        (Elsewhere, "what it sees: "),
        (Forgetful, "it is to fit the history, and the role knows otherwise"),
        (Hazy, r"only shows what is seen now; .*or declare facts = Facts\(imagined=\"view\"\)"),
        (Dull, r"no; or declare facts = Facts\(imagined=\"view\"\)"),
    ],
)
def test_an_imagination_that_cheats_is_found(faulty: type[Counting], said: str) -> None:
    with pytest.raises(BrokenLaw, match=f"law 'imagination' is broken .*{said}"):
        imagination(partial(faulty, seed=1), Random(3), 200)


def test_a_game_that_says_that_it_cannot_be_imagined_is_not_tried() -> None:
    with pytest.raises(NotTried, match="no role could imagine this game"):
        imagination(partial(Modest, seed=1), Random(1), 200)


def test_a_game_may_say_that_only_the_present_is_imagined() -> None:
    imagination(partial(Candid, seed=1), Random(1), 200)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("battleship", None, {"size": 8}),
        ("battleship", None, {"size": 8, "turn": "salvo", "fleet": "russian"}),
        ("seed_swap", 3, {"seasons": 1}),
        ("kuhn_poker", None, {"hands": 4}),
        ("liars_dice", 3, {"dice": 3}),
        ("reversi", None, {"size": 6}),
        ("shephy", None, {}),
    ],
)
def test_the_shipped_games_keep_it(game: str, seats: int | None, options: dict[str, Any], scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(40)):
        imagination(partial(rondel.new, game, seats=seats, seed=7 * seed + 3, options=options), Random(seed), 200)
