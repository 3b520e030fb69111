"""Placement sampler: an unbiased placement of hidden pieces that do not overlap.

For `Game.suppose`, where the fleet of an enemy, the armies of another or the tiles behind a screen must agree with what is
known of them. Places are sets of cells, written as whole numbers with a bit for each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from rondel.engine.chance.luck import Luck

Place: TypeAlias = tuple[int, int]
"""The cells where a piece lies, and those that no other piece may lie on: the same ones, and its neighbours if need be."""

FEW: Final = 400
"""Packings are listed, and one of them drawn, where that takes no more than so many steps."""
DRAWS: Final = 16
"""Packings that are drawn where there are more, each with its weight, before one of them is taken."""
ROUNDS: Final = 3
"""How often each piece is then put anew, the others lying where they lie."""
LONGEST: Final = 50_000
"""Steps after which looking for a packing is given up."""


def pack(places: Sequence[Sequence[Place]], cover: int, luck: Luck) -> list[Place] | None:
    """A place for each piece, out of its own ``places``, so that no two are in each other's way and every cell of ``cover``
    is lain on. None where there is no such packing.

    Every packing is equally likely where the packings are few, or nothing is to be covered and most throws fit; elsewhere
    nearly so: some are drawn by sequential importance sampling (most constrained first), one of them is taken by its
    weight, and each piece is put anew among the others (Gibbs sampling), which favours none.

    >>> row = [(0b0011, 0b0011), (0b0110, 0b0110), (0b1100, 0b1100)]  # a piece of two cells in a row of four
    >>> pack([row, row], 0b0001, Luck(1)) in ([row[0], row[2]], [row[2], row[0]])
    True
    >>> pack([row, row, row], 0, Luck(1)) is None
    True
    """
    return _Packer(places, cover, luck, FEW).packed()


class _Packer:
    """The drawing of one packing."""

    def __init__(self, places: Sequence[Sequence[Place]], cover: int, luck: Luck, few: int) -> None:
        self._places = [list(each) for each in places]
        self._cover = cover
        self._luck = luck
        self._steps = 0
        self._most = few
        self._found: list[list[Place]] = []
        """Packings listed."""

    def packed(self) -> list[Place] | None:
        if min([len(each) for each in self._places], default=1) == 0:
            return None
        if not self._cover:
            for _each in range(DRAWS):
                thrown = self._thrown()
                if thrown:
                    return thrown
        lying: list[Place] = [(0, 0)] * len(self._places)
        if self._list(self._start(), lying, self._cover, 0):
            return self._found[self._luck.below(len(self._found))] if self._found else None
        drawn: list[tuple[int, list[Place]]] = []
        for _each in range(2 * DRAWS):
            if len(drawn) == DRAWS:
                break
            weight, found = self._drawn()
            if weight:
                drawn.append((weight, found))
        if drawn:
            return self._stirred(self._weighed(drawn))
        self._found, self._steps, self._most = [], 0, LONGEST
        self._list(self._start(), lying, self._cover, 1)
        return self._stirred(self._found[0]) if self._found else None

    def _start(self) -> list[tuple[int, list[Place]]]:
        """The pieces that are still to be put, by number, each with the places left to it."""
        return list(enumerate(self._places))

    def _thrown(self) -> list[Place]:
        """A place for each piece, whatever the others do; empty if two are in each other's way."""
        found: list[Place] = []
        taken = 0
        room = 0
        for each in self._places:
            cells, around = place = each[self._luck.below(len(each))]
            if cells & room or around & taken:
                return []
            taken |= cells
            room |= around
            found.append(place)
        return found

    # -- one piece after the other -----------------------------------------------------------------------------------------

    def _choices(self, left: list[tuple[int, list[Place]]], bare: int) -> list[tuple[int, Place]]:
        """What may be done next, of which every packing holds exactly one: all ways to cover the cell that fewest can
        cover, or all places of the piece that has fewest. Pieces are meant by their place in ``left``."""
        if not bare:
            number = 0
            for other, (_piece, places) in enumerate(left):
                if len(places) < len(left[number][1]):
                    number = other
            return [(number, place) for place in left[number][1]]
        best: list[tuple[int, Place]] = []
        while bare:
            cell = bare & -bare
            bare ^= cell
            ways = [(number, place) for number, (_piece, places) in enumerate(left) for place in places if place[0] & cell]
            if not ways:
                return []
            if not best or len(ways) < len(best):
                best = ways
        return best

    def _after(self, left: list[tuple[int, list[Place]]], number: int, place: Place) -> list[tuple[int, list[Place]]]:
        """What is left to the other pieces; nothing where one of them has no place any more."""
        cells, around = place
        after: list[tuple[int, list[Place]]] = []
        for other, (piece, places) in enumerate(left):
            if other != number:
                still = [each for each in places if not (each[0] & around or each[1] & cells)]
                if not still:
                    return []
                after.append((piece, still))
        return after

    def _list(self, left: list[tuple[int, list[Place]]], lying: list[Place], bare: int, enough: int) -> bool:
        """List the packings, or as many as are ``enough``; whether that could be done in few steps."""
        if not left:
            if not bare:
                self._found.append(lying[:])
            return True
        choices = self._choices(left, bare)
        self._steps += len(choices)
        if self._steps > self._most:
            return False
        for number, place in self._luck.shuffled(choices) if enough else choices:
            after = self._after(left, number, place)
            if after or len(left) == 1:
                lying[left[number][0]] = place
                if not self._list(after, lying, bare & ~place[0], enough):
                    return False
                if enough and len(self._found) >= enough:
                    return True
        return True

    def _drawn(self) -> tuple[int, list[Place]]:
        """A packing drawn choice by choice, with the number of ways there were to choose; 0 where it came to nothing."""
        left = self._start()
        lying: list[Place] = [(0, 0)] * len(left)
        bare = self._cover
        weight = 1
        while left:
            choices = self._choices(left, bare)
            if not choices:
                return 0, lying
            weight *= len(choices)
            number, place = choices[self._luck.below(len(choices))]
            lying[left[number][0]] = place
            bare &= ~place[0]
            last = len(left) == 1
            left = self._after(left, number, place)
            if not left and not last:
                return 0, lying
        return (0 if bare else weight), lying

    def _weighed(self, drawn: list[tuple[int, list[Place]]]) -> list[Place]:
        """One of the packings drawn, by their weights."""
        value = self._luck.below(sum([weight for weight, _found in drawn]))
        for weight, found in drawn:
            value -= weight
            if value < 0:
                return found
        return drawn[-1][1]

    def _stirred(self, lying: list[Place]) -> list[Place]:
        """The packing, after each piece has been put anew a few times."""
        for _round in range(ROUNDS):
            for number, places in enumerate(self._places):
                taken = 0
                room = 0
                for other, (cells, around) in enumerate(lying):
                    if other != number:
                        taken |= cells
                        room |= around
                bare = self._cover & ~taken
                fitting = [each for each in places if not (each[0] & room or each[1] & taken or bare & ~each[0])]
                lying[number] = fitting[self._luck.below(len(fitting))]
        return lying
