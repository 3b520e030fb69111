"""The greedy bot: the move after which the position looks best, once it is carried out."""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.players.player import Player, Question
from rondel.search.line import ENDS, best_line
from rondel.search.playout import playout

MOST: Final = 400
"""How many moves are tried at most: all on any usual board. Where there are more, so many of them at random."""
PLAYED: Final = 60
"""The same where each is played on from, which takes longer than to estimate."""
PLAYOUTS: Final = 4
"""How many random games stand in for an estimate the game does not have, after each move."""
GAMES: Final = 60
"""How many random games there are in all: after each of many moves there are fewer, but always one."""
FALLS: Final = 30
"""In how many imagined games at most a move is tried where chance has a say, so that no single roll decides."""
ANSWERS: Final = 40
"""How many answers those have in all, where something is hidden and each is imagined from its start."""
PLAYOUT_LIMIT: Final = 400


class GreedyBot(Player):
    """Tries each move in an imagined game and answers with the best; among equals, with any.

    A move whose rule asks its player something more is as good as the best answers make it (`rondel.search.best_line`). A
    finished game is worth its returns, an unfinished one the author's estimate (`Game.estimate`) or, where there is none, the
    average of a few random games. The simulations of the question's budget are how many moves it tries. Where chance plays or
    something is hidden, a move is worth its average in several imagined games; where something is hidden, in fewer the longer
    the game has gone on, and soon in one, as each is imagined from its start.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Random(seed)

    def answer(self, question: Question) -> str:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        game = question.imagine(self._rng.getrandbits(63))
        role = question.role
        # Where nobody estimates, the random games answer a rule's own questions themselves.
        most, ends = (MOST, ENDS) if game.estimate(role) is not None else (PLAYED, 0)
        most = min(most, question.budget.simulations or most)
        tried = moves if len(moves) <= most else self._rng.sample(moves, most)
        games = max(1, min(PLAYOUTS, GAMES // len(tried)))
        imagined = [game]
        facts = type(game).facts
        if facts is None or facts.chance is not False or facts.hidden is not False:
            quick = facts is not None and facts.hidden is False  # else a game is imagined answer by answer
            others = min(FALLS, GAMES // len(tried), FALLS if quick else ANSWERS // (1 + len(game.record()["answers"]))) - 1
            imagined.extend([question.imagine(self._rng.getrandbits(63)) for _each in range(others)])
        worth = {
            move: sum(
                best_line(each, move, role, lambda game: self._judged(game, role, games), ends=ends).worth for each in imagined
            )
            / len(imagined)
            for move in tried
        }
        best = max(worth.values())
        return self._rng.choice([move for move in tried if worth[move] == best])

    def _judged(self, game: Game, role: str, games: int) -> float:
        if game.is_over:
            return game.returns[role]
        estimate = game.estimate(role)
        if estimate is not None:
            return estimate
        return sum(playout(game, self._rng, limit=PLAYOUT_LIMIT)[role] for _each in range(games)) / games
