"""The rollout bot: tries each move in imagined games and has everybody play on greedily for a while before it judges.

A greedy player who asks what a greedy player would come to is better than one (G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", NIPS 9, 1996). It is for games in which the author's estimate is good and random play
says little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.players.player import Player, Question
from rondel.search.line import Line, best_line

WORLDS: Final = 8
"""In how many imagined games a move is tried."""
AHEAD: Final = 2
"""How many turns are played on."""
TRIED: Final = 4
"""How many moves are played on from: those that look best at once."""
ENDS: Final = 60
"""How many ends of a line are judged at most."""


class RolloutBot(Player):
    """Answers with the move that has come to the most after ``ahead`` more turns, on average over ``worlds`` imagined games.

    A turn is a move with the answers to the questions of its rule, each the best that the author's estimate says
    (`rondel.search.best_line`). Only the few moves that look best at once are tried. For games with an estimate; where there is
    none all moves look alike. When the seconds of the question's budget would not do for another game, there are fewer, but
    always one.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(
        self,
        *,
        worlds: int = WORLDS,
        ahead: int = AHEAD,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worlds = worlds
        self._ahead = ahead
        self._rng = Random(seed)
        self._clock = clock

    def answer(self, question: Question) -> str:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        role = question.role
        began = self._clock()
        seeds = [self._rng.getrandbits(63) for _each in range(self._worlds)]
        world = question.imagine(seeds[0])
        first = {move: _line(world, move, role).worth for move in moves}
        tried = sorted(moves, key=lambda move: (-first[move], self._rng.random()))[:TRIED]
        worth = {move: self._come_to(world, move, role) for move in tried}
        seconds = question.budget.seconds
        for done, seed in enumerate(seeds[1:], 1):
            if seconds is not None and (self._clock() - began) * (done + 1) / done > seconds:
                break
            world = question.imagine(seed)
            for move in tried:
                worth[move] += self._come_to(world, move, role)
        best = max(worth.values())
        return self._rng.choice([move for move in tried if worth[move] == best])

    def _come_to(self, world: Game, move: str, role: str) -> float:
        """What a move has come to in one world, which is left as it was."""
        pushed = _follow(world, _line(world, move, role), role)
        try:
            for _each in range(self._ahead):
                if not world.active:
                    break
                mover = world.active[0]
                lines = [_line(world, each.text, mover) for each in world.moves(mover)]
                if not lines:
                    break
                pushed += _follow(world, max(lines, key=lambda line: line.worth), mover)
            return _judged(world, role)
        finally:
            for _each in range(pushed):
                world.pop()


def _line(game: Game, move: str, role: str) -> Line:
    return best_line(game, move, role, lambda game: _judged(game, role), ends=ENDS)


def _follow(game: Game, line: Line, role: str) -> int:
    """Make the moves of a line; how many answers that were."""
    for text in line.moves:
        game.push(text, role)
    return len(line.moves)


def _judged(game: Game, role: str) -> float:
    if game.is_over:
        return game.returns[role]
    estimate = game.estimate(role)
    return 0.0 if estimate is None else estimate
