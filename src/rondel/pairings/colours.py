"""Colours: who gets the first seat, which is White in chess, by articles A.6 and E of FIDE's Dutch system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ABSOLUTE: Final = 3
STRONG: Final = 2
MILD: Final = 1


@dataclass(frozen=True)
class Preference:
    """The colour that an entrant should get next."""

    side: int
    """1 for the first seat, -1 for the second, 0 for either."""
    strength: int
    """`ABSOLUTE`, `STRONG`, `MILD`, or 0 for none."""
    difference: int
    """Games with the first seat minus those with the second."""
    is_double: bool
    """Whether the last two games had the same colour."""
    history: tuple[bool, ...]
    """Whether each played game had the first seat."""

    def clashes(self, other: Preference) -> bool:
        """Whether both want the same side, so that one of them does not get it."""
        return self.side == other.side != 0


def preference(history: Sequence[bool]) -> Preference:
    """The preference after these games.

    >>> [preference(each).strength for each in ((), (True,), (True, False), (False, False))]
    [0, 2, 1, 3]
    >>> preference((True, False)).side, preference((True, True)).side
    (1, -1)
    """
    difference = 2 * sum(history) - len(history)
    is_double = len(history) > 1 and history[-1] == history[-2]
    side = -1 if difference > 0 else 1 if difference < 0 else (-1 if history[-1] else 1) if history else 0
    strength = ABSOLUTE if abs(difference) > 1 or is_double else STRONG if difference else MILD if history else 0
    return Preference(side, strength, difference, is_double, tuple(history))


def higher_is_first(higher: Preference, lower: Preference, number: int, *, initial: bool) -> bool:
    """Whether the higher ranked of two gets the first seat; ``number`` is its pairing number, and ``initial`` whether number 1
    had the first seat in round 1.

    >>> higher_is_first(preference((True,)), preference((False,)), 1, initial=True)
    False
    >>> [higher_is_first(preference(()), preference(()), number, initial=True) for number in (1, 2)]
    [True, False]
    """
    if higher.side and lower.side and higher.side != lower.side:
        return higher.side > 0
    if higher.strength != lower.strength:
        return higher.side > 0 if higher.strength > lower.strength else lower.side < 0
    if higher.strength == ABSOLUTE and abs(higher.difference) != abs(lower.difference):
        return higher.side > 0 if abs(higher.difference) > abs(lower.difference) else lower.side < 0
    for mine, other in zip(reversed(higher.history), reversed(lower.history), strict=False):
        if mine != other:
            return not mine
    if higher.side:
        return higher.side > 0
    return (number % 2 == 1) == initial
