"""Placement sampler: an unbiased placement of hidden pieces that do not overlap.

For `Game.suppose`: an enemy's fleet or armies, or tiles behind a screen, that must agree with known facts. A set of cells is a
whole number with a bit for each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from rondel.engine.chance.seeded_random import SeededRandom

Place: TypeAlias = tuple[int, int]
"""The cells of a piece, and the cells that it closes to other pieces: the same cells, and neighbours if the game says so."""

FEW: Final = 400
"""The maximum number of steps of an exhaustive listing; with more, packings are drawn instead."""
DRAWS: Final = 16
"""The number of packings that are drawn with weights, one of which is taken."""
ROUNDS: Final = 3
"""The number of times that each piece is then placed again with the others fixed."""
LONGEST: Final = 50_000
"""The maximum number of steps of the search for a first packing."""


def pack(places: Sequence[Sequence[Place]], cover: int, rng: SeededRandom) -> list[Place] | None:
    """A random packing: a place for each piece, out of its own ``places``, such that no pieces conflict and every cell of
    ``cover`` is taken. None if there is no packing.

    All packings are equally likely if they are few, or if nothing must be covered and independent random places rarely
    conflict. Otherwise nearly so: several packings are drawn by sequential importance sampling (most constrained first), one
    is taken by its weight, and each piece is placed again among the others (Gibbs sampling), which favours none.

    >>> row = [(0b0011, 0b0011), (0b0110, 0b0110), (0b1100, 0b1100)]  # a piece of two cells in a row of four
    >>> pack([row, row], 0b0001, SeededRandom(1)) in ([row[0], row[2]], [row[2], row[0]])
    True
    >>> pack([row, row, row], 0, SeededRandom(1)) is None
    True
    """
    return _Packer(places, cover, rng, FEW).packed()


class _Packer:
    """Draws one packing."""

    def __init__(self, places: Sequence[Sequence[Place]], cover: int, rng: SeededRandom, few: int) -> None:
        self._places = [list(each) for each in places]
        self._cover = cover
        self._rng = rng
        self._steps = 0
        self._most = few
        self._found: list[list[Place]] = []
        """The listed packings."""

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
            return self._found[self._rng.below(len(self._found))] if self._found else None
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
        """The pieces to place, by number, each with its possible places."""
        return list(enumerate(self._places))

    def _thrown(self) -> list[Place]:
        """An independent random place for each piece; empty if two conflict."""
        found: list[Place] = []
        taken = 0
        room = 0
        for each in self._places:
            cells, around = place = each[self._rng.below(len(each))]
            if cells & room or around & taken:
                return []
            taken |= cells
            room |= around
            found.append(place)
        return found

    # -- one piece after the other -----------------------------------------------------------------------------------------

    def _choices(self, left: list[tuple[int, list[Place]]], bare: int) -> list[tuple[int, Place]]:
        """The next choices; every packing contains exactly one of them. They are all ways to cover the cell with the fewest
        ways, or all places of the piece with the fewest. Pieces are given by their index in ``left``."""
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
        """The possible places of the other pieces; empty if one of them has none."""
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
        """List the packings, up to ``enough`` of them if it is not 0; returns whether the steps sufficed."""
        if not left:
            if not bare:
                self._found.append(lying[:])
            return True
        choices = self._choices(left, bare)
        self._steps += len(choices)
        if self._steps > self._most:
            return False
        for number, place in self._rng.shuffled(choices) if enough else choices:
            after = self._after(left, number, place)
            if after or len(left) == 1:
                lying[left[number][0]] = place
                if not self._list(after, lying, bare & ~place[0], enough):
                    return False
                if enough and len(self._found) >= enough:
                    return True
        return True

    def _drawn(self) -> tuple[int, list[Place]]:
        """A packing drawn choice by choice, with the product of the numbers of choices as its weight; 0 for a failure."""
        left = self._start()
        lying: list[Place] = [(0, 0)] * len(left)
        bare = self._cover
        weight = 1
        while left:
            choices = self._choices(left, bare)
            if not choices:
                return 0, lying
            weight *= len(choices)
            number, place = choices[self._rng.below(len(choices))]
            lying[left[number][0]] = place
            bare &= ~place[0]
            last = len(left) == 1
            left = self._after(left, number, place)
            if not left and not last:
                return 0, lying
        return (0 if bare else weight), lying

    def _weighed(self, drawn: list[tuple[int, list[Place]]]) -> list[Place]:
        """One of the drawn packings, by weight."""
        value = self._rng.below(sum([weight for weight, _found in drawn]))
        for weight, found in drawn:
            value -= weight
            if value < 0:
                return found
        return drawn[-1][1]

    def _stirred(self, lying: list[Place]) -> list[Place]:
        """The packing after each piece has been placed again `ROUNDS` times."""
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
                lying[number] = fitting[self._rng.below(len(fitting))]
        return lying
