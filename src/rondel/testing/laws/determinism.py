"""A law about determinism: the seed and the answers decide everything.

determinism   the same seed and the same answers, given to a second game, make the same position, views and events

All other laws compare two ways to one position, so they require this one. Rules break it if they use Python's
`random`, the clock, or a global variable that an earlier game has changed.
"""

from __future__ import annotations

import ast
from contextlib import suppress
from random import Random
from typing import Final

from rondel.engine import Game
from rondel.engine.components.prop import thaw
from rondel.errors import RondelError
from rondel.testing.law import BrokenLaw, Make, difference
from rondel.testing.play import face, told, walk

EVERY: Final = 20
"""At every how many plies views are compared too; position keys are compared at each."""
ADVICE: Final = (
    "rules draw by game.chance or by shuffling a pile, never by Python's random; they read no clock, and keep what changes in "
    "props, not in globals"
)
FICKLE: Final = ("random", "secrets", "time", "datetime", "uuid")
"""Python modules with nondeterministic results."""


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
    differs = difference(seen[0], _seen(second, 0))
    if differs:
        raise BrokenLaw(_words("at the start", named_difference(make(), second) or differs), played=())
    for number, (role, text) in enumerate(played, 1):
        try:
            second.push(text, role)
        except RondelError as error:
            raise BrokenLaw(_words(f"after {number - 1} answers", f"{role}:{text} was legal, and is not: {error}")) from error
        differs = difference(seen[number], _seen(second, number))
        if differs:  # a key has no names, so two more games are compared by their views
            one, other = (_after(make, played[:number]) for _each in range(2))
            said = named_difference(one, other) or difference(face(one)["views"], face(other)["views"]) or differs
            raise BrokenLaw(_words(f"after {number} answers", said), played=played[:number])
    _same(f"after {len(played)} answers", end, (face(second), told(second)))


def _seen(game: Game, ply: int) -> object:
    """The compared data at a ply."""
    return face(game) if ply % EVERY == 0 else (game.key(), game.active)


def _after(make: Make, played: list[tuple[str, str]]) -> Game:
    """A new game after these answers, or after as many as it accepts."""
    game = make()
    with suppress(RondelError):
        for role, text in played:
            game.push(text, role)
    return game


def _same(where: str, one: object, other: object) -> None:
    differs = difference(one, other)
    if differs:
        raise BrokenLaw(_words(where, differs))


def _words(where: str, differs: str) -> str:
    return f"law 'determinism' is broken {where}: two games with the same seed and answers differ: {differs} ({ADVICE})"


def named_difference(one: Game, other: Game) -> str:
    """The first prop or container that differs between two games, with both contents; empty if none does."""
    for mine, its in zip(one._props, other._props, strict=False):
        if mine._value != its._value:
            return f"prop {mine.name!r} is {thaw(mine._value)!r} and {thaw(its._value)!r}"
    for box, twin in zip(one._containers, other._containers, strict=False):
        kept = [[repr(token) for token in each.tokens()] for each in (box, twin)]
        if kept[0] != kept[1]:
            return f"container {box.name!r} holds {', '.join(kept[0]) or 'nothing'} and {', '.join(kept[1]) or 'nothing'}"
    return ""


def fickle(source: str) -> list[tuple[int, str]]:
    """The lines of a file that use a nondeterministic function, with its name; without the part below ``if __name__ ==``.

    >>> fickle("import random as r\\nfrom time import time\\nluck = r.randint(1, 6)\\nnow = time()")
    [(3, 'random.randint'), (4, 'time.time')]
    """
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not (isinstance(node, ast.If) and "__main__" in ast.unparse(node.test))]
    modules: dict[str, str] = {}
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update({each.asname or each.name: each.name for each in node.names if each.name in FICKLE})
        elif isinstance(node, ast.ImportFrom) and node.module in FICKLE:
            names.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
    found = {
        (node.lineno, f"{modules[node.value.id]}.{node.attr}")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
    }
    used = {(node.lineno, names[node.id]) for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names}
    return sorted(found | used)
