"""The greedy bot: the move with the best position after it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.players.player import Player, Question
from rondel.search.line import ENDS, best_line
from rondel.search.playout import playout

MOST: Final = 400
"""Maximum number of moves tried: all on any usual board; of more, all of the actions with few moves, and a random sample of the
others."""
PLAYED: Final = 60
"""The same limit without an estimate, where each move takes playouts."""
PLAYOUTS: Final = 4
"""Playouts after each move of a game without an estimate."""
GAMES: Final = 60
"""Maximum number of playouts in all; with many moves there are fewer for each, but always one."""
FALLS: Final = 30
"""Maximum determinizations for each move in a game with chance, so that no single roll decides."""
ANSWERS: Final = 40
"""Maximum answers replayed for determinizations, where something is hidden and each is rebuilt from its start."""
PLAYOUT_LIMIT: Final = 400
"""Maximum answers of a playout."""
LISTED: Final = 40
"""With more moves than these, playouts are shorter: each of their answers lists about as many moves."""
SHORTEST: Final = 10
"""Minimum of that maximum."""


class GreedyBot(Player):
    """Tries each move in a determinization and answers with the best; a random one of equals.

    If the rule of a move asks its player more, the best answers count (`rondel.search.best_line`). The value of a finished game
    is its return; of an unfinished one, the author's estimate (`Game.estimate`) or, without one, the mean of a few
    playouts. The simulations of the question's budget limit the moves tried. With chance or hidden information the value of a
    move is its mean over several determinizations. With hidden information there are fewer in a longer game, and soon one,
    because each is rebuilt from its start. With more than 40 moves the playouts are shorter, so that an answer takes about as
    long.
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
        # Without an estimate, the playouts answer the further questions of a rule.
        most, ends = (MOST, ENDS) if game.estimate(role) is not None else (PLAYED, 0)
        most = min(most, question.budget.simulations or most)
        tried = moves if len(moves) <= most else thinned(moves, most, self._rng)
        games = max(1, min(PLAYOUTS, GAMES // len(tried)))
        limit = longest(len(moves))
        imagined = [game]
        facts = type(game).facts
        if facts is None or facts.chance is not False or facts.hidden is not False:
            quick = facts is not None and facts.hidden is False  # else a determinization replays every answer
            others = min(FALLS, GAMES // len(tried), FALLS if quick else ANSWERS // (1 + len(game.record()["answers"]))) - 1
            imagined.extend([question.imagine(self._rng.getrandbits(63)) for _each in range(others)])
        worth = {
            move: sum(
                best_line(each, move, role, lambda game: self._judged(game, role, games, limit), ends=ends).worth
                for each in imagined
            )
            / len(imagined)
            for move in tried
        }
        best = max(worth.values())
        return self._rng.choice([move for move in tried if worth[move] == best])

    def _judged(self, game: Game, role: str, games: int, limit: int) -> float:
        if game.is_over:
            return game.returns[role]
        estimate = game.estimate(role)
        if estimate is not None:
            return estimate
        return sum(playout(game, self._rng, limit=limit)[role] for _each in range(games)) / games


def thinned(moves: Sequence[str], most: int, rng: Random) -> list[str]:
    """So many of these moves: those of the actions with the fewest, and a random sample where an action has too many, so that
    among a thousand bets a bot still folds.

    >>> thinned(["fold", "call", *[f"raise_to({chips})" for chips in range(99)]], 5, Random(1))[:2]
    ['fold', 'call']
    """
    actions: dict[str, list[str]] = {}
    for move in moves:
        actions.setdefault(move.partition("(")[0], []).append(move)
    kept: list[str] = []
    for number, action in enumerate(sorted(actions, key=lambda each: len(actions[each]))):
        share = (most - len(kept)) // (len(actions) - number)
        kept += actions[action] if len(actions[action]) <= share else rng.sample(actions[action], share)
    return kept


def longest(moves: int) -> int:
    """The maximum answers of a playout of a game with this number of legal moves now.

    >>> longest(20), longest(80), longest(300), longest(10_000)
    (400, 100, 10, 10)
    """
    return max(SHORTEST, min(PLAYOUT_LIMIT, PLAYOUT_LIMIT * LISTED * LISTED // max(1, moves * moves)))
