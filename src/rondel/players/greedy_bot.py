"""The greedy bot: the move after which the position looks best, one move ahead."""

from __future__ import annotations

from random import Random
from typing import ClassVar, Final

from rondel.engine.game import Game
from rondel.players.player import Player, Question
from rondel.search.playout import playout

PLAYOUTS: Final = 4
"""How many random games stand in for an estimate the game does not have."""
PLAYOUT_LIMIT: Final = 400


class GreedyBot(Player):
    """Tries each move in an imagined game and answers with the best; among equals, with any.

    A finished game is worth its returns, an unfinished one the author's estimate (`Game.estimate`) or, where there is none,
    the average of a few random games.
    """

    listens: ClassVar[bool] = False
    imagines: ClassVar[bool] = True

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Random(seed)

    def answer(self, question: Question) -> str:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        game = question.imagine(self._rng.getrandbits(63))
        worth = {move: self._worth(game, move, question.role) for move in moves}
        best = max(worth.values())
        return self._rng.choice([move for move in moves if worth[move] == best])

    def _worth(self, game: Game, move: str, role: str) -> float:
        game.push(move, role)
        try:
            if game.is_over:
                return game.returns[role]
            estimate = game.estimate(role)
            if estimate is not None:
                return estimate
            return sum(playout(game, self._rng, limit=PLAYOUT_LIMIT)[role] for _each in range(PLAYOUTS)) / PLAYOUTS
        finally:
            game.pop()
