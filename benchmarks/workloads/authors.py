"""Random games of an author's file, driven from Python; a unit is one decision.

``file`` plays the file, ``build`` what ``rondel compile`` has made of it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from workloads.timing import repeat

LONGEST = 200
"""Answers after which a game is left for the next one."""


def of_rondel(path: str, way: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games."""
    import rondel
    from rondel import builds

    file = Path(path)
    if way == "build" and builds.usable(file / "__init__.py" if file.is_dir() else file) is None:
        raise SystemExit(f"{path} has no current build: rondel compile {path}")
    kind = rondel.load(file, interpreted=way == "file")
    rng = Random(1)
    seeds = iter(range(1_000_000_000))

    def play() -> int:
        game = rondel.new(kind, seed=next(seeds))
        made = 0
        while not game.is_over and made < LONGEST:
            role = game.active[0]
            moves = game.moves(role)
            game.push(moves[int(rng.random() * len(moves))], role)
            made += 1
        return made

    play()
    return repeat(play, seconds)
