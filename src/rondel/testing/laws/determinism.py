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
from rondel.errors import RondelError
from rondel.testing.law import BrokenLaw, Make, difference
from rondel.testing.play import face, told, walk
from rondel.translations.messages import sources as rule_files

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
    _same("at the start", seen[0], _seen(second, 0), type(first))
    for number, (role, text) in enumerate(played, 1):
        try:
            second.push(text, role)
        except RondelError as error:
            raise BrokenLaw(
                _words(f"after {number - 1} answers", f"{role}:{text} was legal, and is not: {error}", type(first))
            ) from error
        differs = difference(seen[number], _seen(second, number))
        if differs:  # a key has no names, so two more games are compared by their views
            one, other = (_after(make, played[:number]) for _each in range(2))
            raise BrokenLaw(_words(f"after {number} answers", difference(one, other) or differs, type(first)))
    _same(f"after {len(played)} answers", end, (face(second), told(second)), type(first))


def _seen(game: Game, ply: int) -> object:
    """The compared data at a ply."""
    return face(game) if ply % EVERY == 0 else (game.key(), game.active)


def _after(make: Make, played: list[tuple[str, str]]) -> object:
    """Every reader's view of a new game after these answers, or after as many as the game accepts."""
    game = make()
    with suppress(RondelError):
        for role, text in played:
            game.push(text, role)
    return face(game)["views"]


def _same(where: str, one: object, other: object, kind: type[Game]) -> None:
    differs = difference(one, other)
    if differs:
        raise BrokenLaw(_words(where, differs, kind))


def _words(where: str, differs: str, kind: type[Game]) -> str:
    used = [(file.name, *each) for file in rule_files(kind) for each in fickle(file.read_text(encoding="utf-8"))]
    said = "".join(f"; {file} line {line} uses {name}" for file, line, name in used[:3])
    return f"law 'determinism' is broken {where}: two games with the same seed and answers differ: {differs}{said} ({ADVICE})"


def fickle(source: str) -> list[tuple[int, str]]:
    """The lines of a file that use a nondeterministic function, with its name.

    >>> fickle("import random as r\\nfrom time import time\\nluck = r.randint(1, 6)\\nnow = time()")
    [(3, 'random.randint'), (4, 'time.time')]
    """
    tree = ast.parse(source)
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
