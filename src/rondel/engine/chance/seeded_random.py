"""Seeded random choices for the samplers: equal seeds give equal choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from rondel.engine.chance.chance import Stream

FEW: Final = 50
"""The number of options that `SeededRandom.weighed` orders by weight; the rest follow in their given order."""

T = TypeVar("T")


class SeededRandom:
    """A random number generator on the stream of a seed."""

    def __init__(self, seed: int | str | bytes) -> None:
        self._stream = Stream(seed)
        self._number = 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``."""
        self._number += 1
        return self._stream.below(self._number, bound) if bound > 1 else 0

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order."""
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left

    def weighed(self, items: Sequence[T], weights: Sequence[float]) -> list[T]:
        """The items in a random order in which heavier ones tend to come first. Items without weight are left out."""
        left = [(item, int(weight * 1_000_000)) for item, weight in zip(items, weights, strict=True) if weight > 0]
        found: list[T] = []
        total = sum([weight for _item, weight in left])
        while left and len(found) < FEW:
            value = self.below(max(1, total))
            chosen = len(left) - 1
            for number, (_item, weight) in enumerate(left):
                value -= weight
                if value < 0:
                    chosen = number
                    break
            item, weight = left.pop(chosen)
            total -= weight
            found.append(item)
        return found + [item for item, _weight in left]
