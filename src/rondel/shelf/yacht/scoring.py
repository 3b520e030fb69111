"""The score sheets of Yacht, and what five dice make on each line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

from rondel.engine import _

DICE: Final = 5
SIDES: Final = 6

NUMBERS: Final = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
"""The lines for one number each, with that number."""
BONUS: Final = "bonus"
BONUS_FROM: Final = 63
"""As many points on the lines of numbers as three of each make."""
BONUS_POINTS: Final = 35

LABELS: Final = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
    "bonus": _("Bonus from 63"),
    "three": _("Three of a kind"),
    "four": _("Four of a kind"),
    "house": _("Full house"),
    "little": _("Little straight"),
    "big": _("Big straight"),
    "choice": _("Choice"),
    "yacht": _("Yacht"),
}
"""What the lines are called."""

_OLD: Final = (*NUMBERS, "house", "four", "little", "big", "choice", "yacht")
SHEETS: Final[Mapping[str, tuple[str, ...]]] = {
    "classic": _OLD,
    "generous": _OLD,
    "bonus": (*NUMBERS, "bonus", "three", "four", "house", "little", "big", "yacht", "choice"),
}
"""The lines of each sheet."""
HIGHEST: Final = {"classic": 297, "generous": 305, "bonus": 375}
"""The most points that each sheet can have in all."""


def falls_of(number: int) -> tuple[str, ...]:
    """The different falls of so many dice, each with its faces in order."""
    return tuple(["".join(map(str, dice)) for dice in combinations_with_replacement(range(1, SIDES + 1), number)])


FALLS: Final = tuple([falls_of(number) for number in range(DICE + 1)])
"""By the number of dice: from 6 falls of one to 252 falls of five."""
WEIGHTS: Final = tuple(
    [[factorial(len(fall)) // prod(map(factorial, Counter(fall).values())) for fall in falls] for falls in FALLS]
)
"""How many of the falls of different dice look like that."""


def total(fall: str) -> int:
    """The sum of the dice."""
    return sum(map(int, fall))


def number_of(digit: str) -> Callable[[str], int]:
    """What the dice with one number make."""
    return lambda fall: fall.count(digit) * int(digit)


def alike(fall: str) -> list[int]:
    """How many dice are alike, the most first."""
    return sorted(Counter(fall).values(), reverse=True)


def has_run(fall: str, length: int) -> bool:
    """Whether so many dice are in sequence."""
    return any(set(run) <= set(fall) for run in ("123456"[start : start + length] for start in range(SIDES + 1 - length)))


def four_equal(fall: str) -> int:
    """The four equal dice, without the fifth."""
    return sum([4 * int(face) for face, count in Counter(fall).items() if count >= 4])


CLASSIC: Final[Mapping[str, Callable[[str], int]]] = {
    **{name: number_of(str(number)) for name, number in NUMBERS.items()},
    "house": lambda fall: total(fall) if alike(fall) == [3, 2] else 0,
    "four": four_equal,
    "little": lambda fall: 30 if fall == "12345" else 0,
    "big": lambda fall: 30 if fall == "23456" else 0,
    "choice": total,
    "yacht": lambda fall: 50 if alike(fall) == [5] else 0,
}
GENEROUS: Final[Mapping[str, Callable[[str], int]]] = {
    **CLASSIC,
    "house": lambda fall: total(fall) if alike(fall) in ([3, 2], [5]) else 0,
    "four": lambda fall: total(fall) if alike(fall)[0] >= 4 else 0,
}
WITH_BONUS: Final[Mapping[str, Callable[[str], int]]] = {
    **CLASSIC,
    "three": lambda fall: total(fall) if alike(fall)[0] >= 3 else 0,
    "four": lambda fall: total(fall) if alike(fall)[0] >= 4 else 0,
    "house": lambda fall: 25 if alike(fall) == [3, 2] else 0,
    "little": lambda fall: 30 if has_run(fall, 4) else 0,
    "big": lambda fall: 40 if has_run(fall, 5) else 0,
}
_RULES: Final = {"classic": CLASSIC, "generous": GENEROUS, "bonus": WITH_BONUS}


@cache
def points(sheet: str, fall: str) -> Mapping[str, int]:
    """The points that five dice, their faces in order, make on each line of a sheet.

    >>> points("classic", "33335")["four"], points("generous", "33335")["four"], points("bonus", "12345")["little"]
    (12, 17, 30)
    """
    rules = _RULES[sheet]
    return {line: rules[line](fall) for line in SHEETS[sheet] if line != BONUS}
