"""A law about determinism: the seed and the answers decide everything.

determinism   the same seed and the same answers, given to a second game, make the same position, views and events

All other laws compare two ways to one position, so they mean nothing for rules that break this one: rules that use Python's
`random`, the clock, or a global that an earlier game has changed.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine import Game
from rondel.errors import RondelError
from rondel.testing.laws.law import BrokenLaw, Make, difference
from rondel.testing.play import face, told, walk

EVERY: Final = 20
"""At every how many plies views are compared too; position keys are compared at each."""
ADVICE: Final = (
    "rules draw by game.chance or by shuffling a pile, never by Python's random; they read no clock, and keep what changes in "
    "props, not in globals"
)


def determinism(make: Make, random: Random, plies: int) -> None:
    """A second game with the same seed and answers is the same as the first."""
    first = make()
    seen = [_seen(first, 0)]
    played: list[tuple[str, str]] = []
    for move in walk(first, random, plies):
        played.append((move.role, str(move)))
        first.push(move)
        seen.append(_seen(first, len(played)))
    end = (face(first), told(first))
    second = make()
    _same("at the start", seen[0], _seen(second, 0))
    for number, (role, text) in enumerate(played, 1):
        try:
            second.push(text, role)
        except RondelError as error:
            raise BrokenLaw(_words(f"after {number - 1} answers", f"{role}:{text} was legal, and is not: {error}")) from error
        _same(f"after {number} answers", seen[number], _seen(second, number))
    _same(f"after {len(played)} answers", end, (face(second), told(second)))


def _seen(game: Game, ply: int) -> object:
    """What is compared at a ply."""
    return face(game) if ply % EVERY == 0 else (game.key(), game.active)


def _same(where: str, one: object, other: object) -> None:
    differs = difference(one, other)
    if differs:
        raise BrokenLaw(_words(where, differs))


def _words(where: str, differs: str) -> str:
    return f"law 'determinism' is broken {where}: two games with the same seed and answers differ: {differs} ({ADVICE})"
