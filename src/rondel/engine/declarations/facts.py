"""Facts about a game class, declared for programs: chance, hidden information, scores, length.

A learning environment needs to know whether there is chance, an adapter the range of scores, a lobby the length. All facts are
optional. `rondel check` tests the declared facts on random games, and prints observed values for the others.

    class Nim(Game):
        facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(4, 7))

``seats`` and ``fewest`` declare the number of players.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from rondel.errors import is_a

IMAGINED: Final = ("history", "view")
"""The possible values of ``imagined``."""


class Facts:
    """Facts that hold in every game of a class; None for an undeclared one.

    ``chance``        whether chance is ever asked
    ``hidden``        whether anything is ever hidden from a role; without hidden data, imagining a game is copying it
    ``simultaneous``  whether several roles are ever active at once
    ``scores``        the minimum and maximum final score of a role
    ``length``        the minimum and maximum number of players' answers in a game, without chance's; the maximum may be None
    ``imagined``      ``"history"`` if imagined games reproduce the whole history of a role, also the default; ``"view"`` if
    only
                      the present view, for a game that cannot always be imagined from its start

    >>> Facts(chance=False, length=(5, 9))
    Facts(chance=False, length=(5, 9))
    """

    def __init__(
        self,
        *,
        chance: bool | None = None,
        hidden: bool | None = None,
        simultaneous: bool | None = None,
        scores: tuple[float, float] | None = None,
        length: tuple[int, int | None] | None = None,
        imagined: str | None = None,
    ) -> None:
        self.chance = chance
        self.hidden = hidden
        self.simultaneous = simultaneous
        self.scores = scores
        self.length = length
        self.imagined = imagined

    def to_json(self) -> dict[str, Any]:
        """The declared facts, as plain data.

        >>> Facts(hidden=True, scores=(0, 1)).to_json()
        {'hidden': True, 'scores': [0, 1]}
        """
        given: dict[str, Any] = {"chance": self.chance, "hidden": self.hidden, "simultaneous": self.simultaneous}
        given["scores"] = list(self.scores) if self.scores is not None else None
        given["length"] = list(self.length) if self.length is not None else None
        given["imagined"] = self.imagined
        return {name: value for name, value in given.items() if value is not None}

    def __repr__(self) -> str:
        given: dict[str, Any] = {
            "chance": self.chance,
            "hidden": self.hidden,
            "simultaneous": self.simultaneous,
            "scores": self.scores,
            "length": self.length,
            "imagined": self.imagined,
        }
        return f"Facts({', '.join([f'{name}={value!r}' for name, value in given.items() if value is not None])})"


def faults(facts: object) -> list[str]:
    """The problems of the facts of a game class, each with its fix; none for None.

    >>> faults(Facts(scores=(1, 0)))
    ['facts: scores = (1, 0); give the least and the most, scores=(0, 1)']
    """
    if facts is None:
        return []
    if not isinstance(facts, Facts):
        return [f"facts = {facts!r} are none; write facts = Facts(chance=False, hidden=False, ...)"]
    found: list[str] = []
    for name, flag in (("chance", facts.chance), ("hidden", facts.hidden), ("simultaneous", facts.simultaneous)):
        if flag is not None and not is_a(flag, bool):
            found.append(f"facts: {name} = {flag!r}; it is True or False, or left out")
    if facts.imagined is not None and facts.imagined not in IMAGINED:
        found.append(f"facts: imagined = {facts.imagined!r}; it is {' or '.join(map(repr, IMAGINED))}, or left out")
    found.extend(_range("scores", facts.scores, (0, 1), whole=False))
    found.extend(_range("length", facts.length, (5, 9), whole=True))
    return found


def _range(name: str, given: Any, example: tuple[int, int], *, whole: bool) -> list[str]:
    """The problems of a pair of bounds."""
    if given is None:
        return []
    if not isinstance(given, tuple | list) or len(given) != 2:
        return [f"facts: {name} = {given!r}; give the least and the most, {name}={example}"]
    low, high = given
    kinds = (int,) if whole else (int, float)
    open_end = whole and high is None
    if type(low) not in kinds or not (open_end or type(high) in kinds):
        numbers = "whole numbers, the second may be None" if whole else "numbers"
        return [f"facts: {name} = {given!r}; both are {numbers}"]
    if not isfinite(low) or not (open_end or isfinite(high)):
        return [f"facts: {name} = {given!r}; both are finite"]
    if not open_end and low > high:
        return [f"facts: {name} = {given!r}; give the least and the most, {name}=({high}, {low})"]
    if whole and low < 0:
        return [f"facts: {name} = {given!r}; it counts, so it is at least 0"]
    return []
