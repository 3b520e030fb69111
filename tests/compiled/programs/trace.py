"""Plays random games and prints, ply by ply, all that can be seen of them. Two builds must print the same.

Arguments: the game, how many of them.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from rondel.errors import RondelError
from tests.compiled.programs.sources import start
from tests.engine.witness import witness

PLIES = 60
WRONG = ("", "nonsense", "mark(z9)", "play_disc(a1", "move(a1,a1)", "choose(nobody)", "done")


def refusals(game: Any, random: Random) -> list[str]:
    """What the game says to wrong answers."""
    said: list[str] = []
    for text in (random.choice(WRONG), random.choice(WRONG)):
        for role in (None, game.roles[0], "nobody"):
            try:
                game.push(text, role)
                said.append("accepted")
                game.pop()
            except RondelError as error:
                said.append(f"{error.code}: {error}")
    return said


def play(source: str, seed: int) -> list[Any]:
    """Everything about one random game."""
    random = Random(seed)
    game = start(source, seed)
    lines: list[Any] = [game.scene(), witness(game)]
    for _ply in range(PLIES):
        if game.is_over:
            break
        role = random.choice(game.active)
        move = random.choice(game.moves(role))
        lines.append([role, str(move), move.describe(), move.to_json(), refusals(game, random)])
        game.push(move if random.random() < 0.5 else str(move), role)
        if random.random() < 0.3:
            game.pop()
            game.push(str(move), role)
        lines.append(witness(game))
    twin = game.copy()
    lines.append([twin.key() == game.key(), witness(twin)["record"]])
    lines += [game.imagine(role, seed).snapshot() for role in game.roles[:1]]
    return lines


lines = [line for seed in range(int(sys.argv[2])) for line in play(sys.argv[1], seed)]
print(json.dumps(lines))
