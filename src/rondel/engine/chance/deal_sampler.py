"""Deal sampler: an unbiased deal of hidden cards to places whose counts are known.

For `Game.suppose`: the cards that are nowhere to be seen are in the others' hands, each hand holds so many, and some hands
cannot hold some cards, because their owners did not follow suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from rondel.engine.chance.luck import Luck


def allot(may: Sequence[int], room: Sequence[int], luck: Luck) -> list[int] | None:
    """The number of a place for each thing, so that each place gets as many as it has ``room`` for; None where there is no
    such allotment, or there are more or fewer things than there is room. All allotments are equally likely.

    ``may`` has a whole number for each thing, in which bit k says whether it may lie in place k.

    They are counted: things that may lie in the same places are alike, so there are few sorts, and what is left of the room
    tells in how many ways the rest can go.

    >>> allot([0b01, 0b11, 0b11], [2, 1], Luck(1)) in ([0, 0, 1], [0, 1, 0])
    True
    >>> allot([0b01, 0b01, 0b11], [1, 2], Luck(1)) is None
    True
    """
    if len(may) != sum(room):
        return None
    sorts: dict[int, list[int]] = {}
    for thing, places in enumerate(may):
        sorts.setdefault(places, []).append(thing)
    # Those that may lie in the fewest places first: then the room that is left differs least.
    counter = _Counter([(places, len(sorts[places])) for places in sorted(sorts, key=lambda each: (each.bit_count(), each))])
    left = tuple(room)
    if not counter.ways(0, left):
        return None
    found = [0] * len(may)
    for number, (places, _count) in enumerate(counter.sorts):
        parts = counter.splits(number, left)
        value = luck.below(counter.ways(number, left))
        chosen = parts[-1][0]
        for each, ways in parts:
            value -= ways
            if value < 0:
                chosen = each
                break
        things = luck.shuffled(sorts[places])
        for place, many in enumerate(chosen):
            for _each in range(many):
                found[things.pop()] = place
        left = tuple([space - many for space, many in zip(left, chosen, strict=True)])
    return found


class _Counter:
    """In how many ways things go into places; of each sort so many, that may lie in the same places."""

    def __init__(self, sorts: list[tuple[int, int]]) -> None:
        self.sorts = sorts
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}

    def ways(self, number: int, left: tuple[int, ...]) -> int:
        """For the sorts from a number on, with so much room left."""
        if number == len(self.sorts):
            return 1
        key = (number, left)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = sum([ways for _split, ways in self.splits(number, left)])
        return known

    def splits(self, number: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """How many of a sort may go into each place, and in how many ways all can go then."""
        places, count = self.sorts[number]
        splits: list[tuple[tuple[int, ...], int, int]] = [((), count, 1)]
        """What goes into the first places, what is left of the sort, and the ways to choose it."""
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
