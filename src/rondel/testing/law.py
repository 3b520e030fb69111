"""Laws: properties of every game, independent of its rules.

A law is a function that plays random games and compares; it knows no rules. It raises `BrokenLaw` if it is violated, and
`NotTried` if it does not apply (a game without hidden information cannot leak any). `rondel.testing.laws.registry`
lists them all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from rondel.errors import RondelError

if TYPE_CHECKING:
    from rondel.engine import Game, Move

Make: TypeAlias = "Callable[[], Game]"
"""Starts a game; every call must start the same one, so give it a seed."""
Law: TypeAlias = Callable[[Make, Random, int], None]
"""Tries a law on one random game, for a number of answers."""
Answers: TypeAlias = Sequence[tuple[str, str]]
"""The played moves: ``(role, move)``, chance's answers included."""

PLIES: Final = 200
"""How long a game is followed, unless it ends before."""
LONGEST: Final = 400
"""Characters of a difference that a message shows of either side."""


class BrokenLaw(RondelError):
    """A law is violated; the message names the law, the place and the difference.

    ``played`` has the moves so far, if they are not those of the law's first game.

    >>> raise BrokenLaw("pop leaves another position")
    Traceback (most recent call last):
    rondel.testing.law.BrokenLaw: pop leaves another position
    """

    code: ClassVar[str] = "broken_law"

    def __init__(self, message: str, *, played: Answers | None = None) -> None:
        super().__init__(message)
        self.played = played


class NotTried(RondelError):
    """A law does not apply to a game; the message gives the reason.

    >>> import rondel
    >>> from rondel.testing import check
    >>> [trial] = check(lambda: rondel.new("tic_tac_toe"), "translations", seed=1)
    >>> trial.skipped
    ''
    """

    code: ClassVar[str] = "not_tried"


def difference(one: object, other: object, path: str = "") -> str:
    """Where two pieces of data differ first; empty if they do not.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    '/a/1: 2 and 3'
    """
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        found = [difference(one[name], other[name], f"{path}/{name}") for name in one]
    elif isinstance(one, list | tuple) and type(one) is type(other) and len(one) == len(other):
        found = [difference(each, twin, f"{path}/{number}") for number, (each, twin) in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other and type(one) is type(other) else f"{path or '/'}: {_short(one)} and {_short(other)}"
    return next((each for each in found if each), "")


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def disorder(one: object, other: object) -> str:
    """Where two equal pieces of data differ in the order of their names, which JSON shows; empty if they do not.

    >>> disorder({"a": {"b": 1, "c": 2}}, {"a": {"c": 2, "b": 1}})
    "/a: the order of names, ['b', 'c'] and ['c', 'b']"
    """
    if json.dumps(one) == json.dumps(other):
        return ""
    return _disorder(one, other, "")


def _disorder(one: object, other: object, path: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return f"{path or '/'}: the order of names, {list(one)} and {list(other)}"
        found = [_disorder(one[name], other[name], f"{path}/{name}") for name in one]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        found = [_disorder(each, twin, f"{path}/{number}") for number, (each, twin) in enumerate(zip(one, other, strict=True))]
    else:
        return ""
    return next((each for each in found if each), "")


def same(law: str, where: str, one: object, other: object) -> None:
    """Raises `BrokenLaw` unless both are equal."""
    differs = difference(one, other)
    if differs:
        raise BrokenLaw(f"law {law!r} is broken {where}: {differs}")


def at(game: Game, ply: int, move: Move | str) -> str:
    """A place in a game, for messages."""
    return f"at ply {ply}, {move} in state {game.state!r} of {game.name}"
