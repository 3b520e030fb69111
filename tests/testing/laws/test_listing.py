"""The laws about the list of moves (their planted faults: test_registry.py)."""

from __future__ import annotations

from random import Random

from rondel.testing.laws.listing import TRIED, moves, nonsense
from tests.testing.faults.counting import Counting


class Watched(Counting):
    """Counts what is pushed, in a place of its own."""

    pushed = 0

    def push(self, move, role=None):  # type: ignore[no-untyped-def]
        Watched.pushed += 1
        super().push(move, role)


def test_every_listed_move_is_pushed_where_they_are_few() -> None:
    Watched.pushed = 0
    moves(Watched, Random(1), 3)
    assert TRIED >= 3
    assert Watched.pushed == 3 * 3 + 3  # each of three, at three plies, and the one that is played


def test_nonsense_is_of_many_kinds() -> None:
    found = nonsense("say(2)", "say(1)", Random(1))
    assert {type(each) for each in found} > {str}
    assert "" in found
    assert "@undo" in found
    strange = [each for seed in range(20) for each in nonsense("say(2)", "say(1)", Random(seed))]
    assert any(isinstance(each, str) and len(each) > 50 for each in strange)
