"""Packing: nothing lies where it may not, and no packing is favoured."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from rondel.engine.chance import placement_sampler as packing
from rondel.engine.chance.placement_sampler import Place, pack
from rondel.engine.chance.seeded_random import SeededRandom

ROWS = 4


def places(length: int, without: int = 0, *, apart: bool = False) -> list[Place]:
    """Where a ship of that length may lie on a square of four by four."""
    found: list[Place] = []
    for row, column, (down, right) in product(range(ROWS), range(ROWS), [(0, 1), (1, 0)]):
        cells = [(row + down * step, column + right * step) for step in range(length)]
        if all(r < ROWS and c < ROWS for r, c in cells):
            near = {(r + dr, c + dc) for r, c in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1)} if apart else set(cells)
            mask = sum(1 << r * ROWS + c for r, c in cells)
            room = sum(1 << r * ROWS + c for r, c in near if 0 <= r < ROWS and 0 <= c < ROWS)
            if not mask & without:
                found.append((mask, room))
    return found


def all_packings(pieces: list[list[Place]], cover: int) -> set[tuple[int, ...]]:
    """All of them, found by looking at every combination."""
    found: set[tuple[int, ...]] = set()
    for chosen in product(*pieces):
        lain = 0
        for cells, _room in chosen:
            lain |= cells
        apart = all(not one[0] & other[1] for number, one in enumerate(chosen) for other in chosen[:number])
        if apart and not cover & ~lain:
            found.add(tuple(cells for cells, _room in chosen))
    return found


CASES = {
    "nothing is known": ([places(3), places(2)], 0),
    "some shots have missed": ([places(3, 0b0001_0010_0100_0000), places(2, 0b0001_0010_0100_0000)], 0),
    "two shots have hit": ([places(3), places(2)], 0b0000_0010_0010_0000),
    "they lie apart": ([places(3, apart=True), places(2, apart=True)], 0),
}


@pytest.mark.parametrize("few", [0, packing.FEW])
@pytest.mark.parametrize("case", CASES)
def test_every_packing_is_as_likely_as_the_other(case: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared with a list of all; also where they are taken to be many, and so are drawn and weighed. The sum is that of
    Pearson's test: its mean is the number of packings less one, and its deviation the root of twice that."""
    pieces, cover = CASES[case]
    listed = all_packings(pieces, cover)
    times = 8 * len(listed)
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(times):
        found = packing._Packer(pieces, cover, SeededRandom(seed), few).packed()
        assert found is not None
        drawn[tuple(cells for cells, _room in found)] += 1
    assert set(drawn) <= listed
    free = len(listed) - 1
    off = sum((drawn[each] - 8) ** 2 / 8 for each in listed)
    assert abs(off - free) < 5 * (2 * free) ** 0.5


def test_what_fits_nowhere_is_not_packed() -> None:
    assert pack([places(3), []], 0, SeededRandom(1)) is None
    assert pack([places(2), places(2)], 0b1_0000_0000_0011_0001, SeededRandom(1)) is None, "two ships cannot cover five cells"
    assert pack([places(4, apart=True)] * 3, 0, SeededRandom(1)) is None, "three ships of four do not lie apart on that sea"


def test_a_packing_that_is_hard_to_find_is_found() -> None:
    """Eight ships of two fill the square: drawn one after the other they seldom do."""
    full = (1 << ROWS * ROWS) - 1
    found = pack([places(2)] * 8, full, SeededRandom(3))
    assert found is not None
    assert sum(cells for cells, _room in found) == full


def test_nothing_is_packed_at_once() -> None:
    assert pack([], 0, SeededRandom(1)) == []
    assert pack([], 1, SeededRandom(1)) is None


def test_equal_luck_packs_alike() -> None:
    assert pack([places(3), places(2)], 0b100, SeededRandom("a")) == pack([places(3), places(2)], 0b100, SeededRandom("a"))
