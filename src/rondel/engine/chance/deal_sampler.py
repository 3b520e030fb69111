"""Deal sampler: an unbiased deal of hidden cards to places with known counts.

For `Game.suppose`: the hidden cards are in the hands of the others, the size of each hand is known, and some hands cannot hold
some cards, because their owners did not follow suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from rondel.engine.chance.seeded_random import SeededRandom


def allot(may: Sequence[int], room: Sequence[int], rng: SeededRandom) -> list[int] | None:
    """A random allotment: the number of a place for each thing, such that each place gets as many things as it has ``room``
    for. None if there is no allotment, or the number of things differs from the total room. All allotments are equally likely.

    ``may`` has a bit mask for each thing: bit k is set if the thing may lie in place k.

    Things with the same mask form one sort. The sampler counts the completions of each partial allotment by sorts and free
    room (dynamic programming) and draws by these counts.

    >>> allot([0b01, 0b11, 0b11], [2, 1], SeededRandom(1)) in ([0, 0, 1], [0, 1, 0])
    True
    >>> allot([0b01, 0b01, 0b11], [1, 2], SeededRandom(1)) is None
    True
    """
    if len(may) != sum(room):
        return None
    sorts: dict[int, list[int]] = {}
    for thing, places in enumerate(may):
        sorts.setdefault(places, []).append(thing)
    # The sorts with the fewest places first: this keeps the number of different states small.
    counter = _Counter([(places, len(sorts[places])) for places in sorted(sorts, key=lambda each: (each.bit_count(), each))])
    left = tuple(room)
    if not counter.ways(0, left):
        return None
    found = [0] * len(may)
    for number, (places, _count) in enumerate(counter.sorts):
        parts = counter.splits(number, left)
        value = rng.below(counter.ways(number, left))
        chosen = parts[-1][0]
        for each, ways in parts:
            value -= ways
            if value < 0:
                chosen = each
                break
        things = rng.shuffled(sorts[places])
        for place, many in enumerate(chosen):
            for _each in range(many):
                found[things.pop()] = place
        left = tuple([space - many for space, many in zip(left, chosen, strict=True)])
    return found


class _Counter:
    """Counts allotments. ``sorts`` has the mask and the number of things of each sort."""

    def __init__(self, sorts: list[tuple[int, int]]) -> None:
        self.sorts = sorts
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}

    def ways(self, number: int, left: tuple[int, ...]) -> int:
        """The number of allotments of the sorts from ``number`` on to the room ``left`` in each place."""
        if number == len(self.sorts):
            return 1
        key = (number, left)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = sum([ways for _split, ways in self.splits(number, left)])
        return known

    def splits(self, number: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """The ways to split a sort among the places, each with the number of allotments that follow from it."""
        places, count = self.sorts[number]
        splits: list[tuple[tuple[int, ...], int, int]] = [((), count, 1)]
        """The counts for the first places, the rest of the sort, and the number of choices."""
        for place, space in enumerate(left):
            longer: list[tuple[tuple[int, ...], int, int]] = []
            for split, rest, ways in splits:
                most = min(rest, space) if places >> place & 1 else 0
                for many in range(most + 1):
                    longer.append(((*split, many), rest - many, ways * comb(rest, many)))
            splits = longer
        found: list[tuple[tuple[int, ...], int]] = []
        for split, rest, ways in splits:
            if rest == 0:
                after = self.ways(number + 1, tuple([space - many for space, many in zip(left, split, strict=True)]))
                if after:
                    found.append((split, ways * after))
        return found
