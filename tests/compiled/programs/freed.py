"""Plays games, drops them, and prints how many objects the process has gained, and what a dropped game left in circles.

Argument: how many games of each source.
"""

from __future__ import annotations

import gc
import json
import sys
from random import Random

from tests.compiled.programs.sources import FILES, SHIPPED, start


def play(source: str, seed: int) -> None:
    random = Random(seed)
    game = start(source, seed)
    for ply in range(40):
        if game.is_over:
            break
        role = random.choice(game.active)
        game.push(random.choice(game.moves(role)), role)
        if ply % 5 == 4:
            game.pop()
    game.view(game.roles[0])
    game.copy()


def gained(source: str, games: int) -> int:
    """How many more objects there are after so many games."""
    for seed in range(games):
        play(source, seed)  # the same games: what is kept for all games, such as moves, is there now
    gc.collect()
    before = len(gc.get_objects())
    for seed in range(games):
        play(source, seed)
    gc.collect()
    return len(gc.get_objects()) - before


def circular(source: str) -> list[str]:
    """What of one dropped game only the collector finds, by type."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        play(source, 1)
        gc.collect()
        return sorted({type(each).__name__ for each in gc.garbage})
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


games = int(sys.argv[1])
print(json.dumps({source: [gained(source, games), circular(source)] for source in (*SHIPPED, *FILES)}))
