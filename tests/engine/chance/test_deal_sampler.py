"""Allotments: each place gets as many as it has room for, and no allotment is favoured."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from rondel.engine.chance.deal_sampler import allot
from rondel.engine.chance.seeded_random import SeededRandom

CASES = {
    "anything goes": ([0b111] * 5, (2, 2, 1)),
    "a void": ([0b111, 0b111, 0b110, 0b110, 0b111], (2, 2, 1)),
    "hands that know much": ([0b011, 0b110, 0b101, 0b111, 0b010, 0b011], (2, 2, 2)),
    "a full hand": ([0b10, 0b11, 0b11], (0, 3)),
}


@pytest.mark.parametrize("case", CASES)
def test_every_allotment_is_as_likely_as_the_other(case: str) -> None:
    """Compared with a list of all, by Pearson's test."""
    may, room = CASES[case]
    full = [place for place, space in enumerate(room) for _each in range(space)]
    listed = {each for each in permutations(full) if all(places >> place & 1 for places, place in zip(may, each, strict=True))}
    drawn = Counter(tuple(allot(may, room, SeededRandom(seed)) or ()) for seed in range(20 * len(listed)))
    assert set(drawn) <= listed
    free = len(listed) - 1
    assert abs(sum((drawn[each] - 20) ** 2 / 20 for each in listed) - free) <= 4 * (2 * free) ** 0.5


def test_the_hands_of_a_whole_deal() -> None:
    """39 cards in three hands, of which two are known to lack a suit each."""
    may = [0b110] * 13 + [0b101] * 13 + [0b111] * 13
    found = allot(may, (13, 13, 13), SeededRandom(1))
    assert found is not None
    assert Counter(found) == {0: 13, 1: 13, 2: 13}
    assert 0 not in found[:13]
    assert 1 not in found[13:26]


def test_what_cannot_be_allotted() -> None:
    assert allot([0b01, 0b01], (1, 1), SeededRandom(1)) is None, "both may only lie in the first place"
    assert allot([0b11], (1, 1), SeededRandom(1)) is None, "there is more room than things"
    assert allot([0b0], (1,), SeededRandom(1)) is None, "it may lie nowhere"
    assert allot([], (0, 0), SeededRandom(1)) == []
