"""The laws about the end (their planted faults: test_registry.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

import rondel
from rondel.engine import Facts, Game
from rondel.errors import RulesError
from rondel.testing import BrokenLaw, NotTried
from rondel.testing.laws.ending import BOUND, bound, end, zombie
from tests.engine.rules.market import Market
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Counting, Sleepy
from tests.testing.faults.planted import Step, Treadmill


class Honest(Treadmill):
    """It says that it may go on for any time."""

    facts = Facts(length=(1, None))


def test_how_long_a_game_may_take() -> None:
    assert bound(Counting()) == BOUND
    assert bound(Honest()) == BOUND
    assert bound(Bazaar(seed=1)) == 22


def test_a_game_that_says_that_it_may_go_on_is_not_tried() -> None:
    assert Step is not None
    with pytest.raises(NotTried, match="had not ended after 5000 answers, which its facts allow"):
        end(Honest, Random(1), 200)


@pytest.mark.parametrize("kind", [Counting, Bazaar, Market])
def test_games_end_without_their_players(kind: type[Game], scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(200)):
        zombie(partial(kind, seed=seed), Random(seed), 200)


def test_an_illegal_move_for_an_absent_player_is_found() -> None:
    with pytest.raises(BrokenLaw, match=r"for (odd|even), who is absent, 'say\(3\)' is played, which is illegal"):
        zombie(Sleepy, Random(1), 200)


class Waiting(Treadmill):
    """It ends for nobody."""

    name = "waiting"


def test_a_game_that_does_not_end_without_its_players_is_found() -> None:
    with pytest.raises(BrokenLaw, match="without runner it is not over after 10000 answers"):
        zombie(Waiting, Random(1), 200)


def test_a_states_zombie_move_must_be_legal() -> None:
    """The engine refuses a zombie policy that names no legal move; the law lets it through as it is."""
    from tests.testing.faults.planted import Cursed

    with pytest.raises(RulesError, match="'zombie' of state 'Wait' returned 'dance' for one, which is not legal; legal: wait"):
        zombie(lambda: rondel.new(Cursed, seed=1), Random(1), 200)
