"""Random games of every game, from which the C compiler learns what runs often: see ``compile.py --trained``.

    PYTHONPATH=build/compiled python scripts/training.py

The games and their moves are the same each time, so that the same sources give the same library. Each game is played by moves
and pushes, with views, copies, estimates, undo and pops, is replayed and restored, then played by walks and by a search. What
does not run here is made small, but for the core of the engine, where it is compiled as without training.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import rondel
from rondel.engine.components.move import Move
from rondel.engine.play.walk import Walk
from rondel.errors import RondelError
from rondel.search import Budget, Searcher, perft

DECISIONS: Final = 500
"""The number of decisions of each game and way of playing, rounded up to whole games."""
LONGEST: Final = 600
"""The most decisions of one game."""


def by_pushes(name: str, rng: random.Random) -> None:
    """Games by moves and pushes. Some positions are viewed and copied, and the last moves of each game are taken back."""
    decisions = 0
    while decisions < DECISIONS:
        game = rondel.new(name, seed=decisions)
        made = 0
        while not game.is_over and made < LONGEST:
            role = game.active[0]
            moves = game.moves(role)
            if made % 25 == 5:
                _judge(game, role, moves)
            game.push(moves[int(rng.random() * len(moves))], role)
            made += 1
            if made % 25 == 0:
                _look(game, role)
        _keep(game)
        for _each in range(made // 2):
            game.pop()
        decisions += made


def _judge(game: rondel.Game, role: str, moves: Sequence[Move]) -> None:
    """What bots ask of the rules."""
    game.estimate(role)
    game.quiet_estimate(role)
    game.urgencies(moves)
    game.playout_move(role, moves)
    [move.describe() for move in moves[:5]]


def _look(game: rondel.Game, role: str) -> None:
    game.view(role)
    game.events(0, role)
    game.key()
    game.copy()
    game.information_state(role)
    with suppress(RondelError):
        game.undo(role)


def _keep(game: rondel.Game) -> None:
    """What stores ask of a game."""
    rondel.replay(game.record())
    rondel.restore(game.snapshot())
    for role in game.roles:
        game.view(role)
        game.moves(role)


def by_walks(name: str, rng: random.Random) -> None:
    """Games by walks."""
    decisions = 0
    while decisions < DECISIONS:
        walk = Walk(rondel.new(name, seed=decisions))
        made = 0
        while not walk.game.is_over and made < LONGEST:
            steps = walk.stroll(rng.random, 100)
            if not steps:
                role = walk.game.active[0]
                walk.forward(walk.pick(role, rng.random()), role)
                steps = 1
            made += steps
        walk.home()
        decisions += made


def main() -> None:
    """Play every game, then search those without chance and hidden information."""
    for name in rondel.games():
        rng = random.Random(1)  # noqa: S311 - these are games
        by_pushes(name, rng)
        by_walks(name, rng)
        game: Any = rondel.new(name, seed=1)
        if game.facts is not None and not (game.facts.chance or game.facts.hidden or game.facts.simultaneous):
            Searcher(rng).search(game, Budget(simulations=50))
            perft(game, 2)


if __name__ == "__main__":
    main()
