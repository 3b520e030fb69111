"""Random games of every game, from which the C compiler learns what runs often: see ``compile.py --trained``.

    PYTHONPATH=build/compiled python scripts/training.py

The games and their moves are the same each time, so that the same sources give the same library. Each game is played by moves
and pushes, with views, copies, estimates, undo and pops, is replayed and restored, then played by walks, thought about by each
kind of search that fits it, and encoded for learning. Small games are solved. What does not run here is made small.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import rondel
from rondel.engine.components.move import Move
from rondel.engine.play.walk import Walk
from rondel.errors import RondelError
from rondel.learning.action_space import Listing, Numbering
from rondel.learning.encoding import Encoding
from rondel.search import (
    Budget,
    Cfr,
    ExtensiveForm,
    ExternalSampling,
    Searcher,
    alphabeta,
    best_line,
    count_games,
    expectimax,
    exploitability,
    flat,
    ismcts,
    perft,
    retrograde,
    selective,
)

DECISIONS: Final = 500
"""The number of decisions of each game and way of playing, rounded up to whole games."""
LONGEST: Final = 600
"""The most decisions of one game."""
THOUGHT: Final = (2, 9, 24)
"""After how many answers of a game it is thought about."""
LISTED: Final = 50
"""The most moves of a position that are encoded."""


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


def by_searches(name: str, rng: random.Random) -> None:
    """A random game with some thinking, and with what a learning program reads of each position."""
    game = rondel.new(name, seed=1)
    encoding, listing = Encoding(game), Listing(game)
    with suppress(RondelError):  # the moves of some games cannot be numbered
        encoding = Encoding(game, Numbering(game))
    cells = memoryview(bytearray(4 * LISTED * len(listing.labels))).cast("f")
    for made in range(THOUGHT[-1] + 1):
        if game.is_over:
            break
        role = game.active[0]
        if made in THOUGHT:
            _think(game, role, rng)
        for each in game.roles:
            encoding.of_game(game, each)
            encoding.of_view(game.view(each))
        moves = game.moves(role)
        listing.look(cells, 0, moves[:LISTED])
        game.push(moves[int(rng.random() * len(moves))], role)


def _think(game: rondel.Game, role: str, rng: random.Random) -> None:
    """The searches that fit the game."""
    facts = game.facts
    hidden = facts is None or facts.hidden or facts.simultaneous
    with suppress(RondelError):  # a search refuses some games, and some deals cannot be imagined
        flat(lambda seed: game.imagine(role, seed), role=role, rng=rng, simulations=20, limit=30)
        if hidden:
            ismcts(lambda seed: game.imagine(role, seed), role=role, rng=rng, simulations=30, limit=30)
            return
        Searcher(rng).search(game, Budget(simulations=50))
        if facts is not None and facts.chance:
            expectimax(game, depth=1)
            return
        alphabeta(game, depth=2, nodes=400)
        selective(game, nodes=400, rng=rng)
        best_line(game, str(game.moves(role)[0]), role, lambda each: each.estimate(role) or 0.0)
        perft(game, 1)


def solve() -> None:
    """What is computed of small games alone."""
    retrograde(rondel.new("stones", seats=2, options={"rows": 2, "columns": 3}))
    count_games(rondel.new("tic_tac_toe"))
    form = ExtensiveForm(rondel.new("kuhn_poker", chance="explicit"))
    for learner in (Cfr(form, plus=True), Cfr(form), ExternalSampling(form, random.Random(1))):  # noqa: S311 - a game
        learner.run(50)
        exploitability(form, learner.policy())


def main() -> None:
    """Play every game and think about it, then solve small ones."""
    for name in rondel.games():
        rng = random.Random(1)  # noqa: S311 - these are games
        by_pushes(name, rng)
        by_walks(name, rng)
        by_searches(name, rng)
    solve()


if __name__ == "__main__":
    main()
