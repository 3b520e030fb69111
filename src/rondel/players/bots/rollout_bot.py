"""The rollout bot: tries each move in determinizations, and plays on for a few turns before it evaluates the position.

All players play on by the game's playout policy (`Game.playout_move`), or without one greedily by the estimate.

One-step lookahead over a greedy base policy improves on that policy (G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", NIPS 9, 1996). It is for games with a good author's estimate in which random playouts
say little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from rondel.engine.checks.hooks import writes
from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.players.player import Budget, Player, Question
from rondel.search.line import Line, best_line

WORLDS: Final = 8
"""Number of determinizations in which a move is tried."""
AHEAD: Final = 2
"""Number of turns played on."""
DEAL: Final = None
"""Play on until chance answers, instead of a number of turns."""
LONGEST: Final = 1_000
"""Maximum number of turns played on."""
MOST: Final = 1_000
"""Maximum number of determinizations under a time limit."""
FEWEST: Final = 4
"""With fewer determinizations the result of a playout policy is too noisy, and the estimate chooses the move."""
TRIED: Final = 4
"""Number of moves that are played on from: those with the best estimates."""
ENDS: Final = 60
"""Maximum number of line ends judged."""


class RolloutBot(Player):
    """Answers with the move of the greatest mean value after ``ahead`` more turns, over ``worlds`` determinizations.

    With a playout policy every legal move is tried, and each answer of the policy is a turn. If the time allows fewer than
    `FEWEST` determinizations, the estimate alone chooses the move.

    Without one a turn is a move with the answers to the questions of its rule, each the best by the author's estimate
    (`rondel.search.best_line`), and only the few moves with the best estimates are tried. Without an estimate all moves are
    equal.

    ``ahead=DEAL`` plays on until chance answers or the game ends: in card games to the end of the deal. With ``worlds=None``
    the bot adds determinizations until its ``seconds`` are used up. It exceeds the seconds of the question's budget by one
    determinization at most, and always tries one.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(
        self,
        *,
        worlds: int | None = WORLDS,
        ahead: int | None = AHEAD,
        seconds: float | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worlds = worlds
        self._ahead = ahead
        self._budget = Budget(seconds=seconds)
        self._rng = Random(seed)
        self._clock = clock

    def answer(self, question: Question) -> str:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        role = question.role
        began = self._clock()
        seconds = self._budget.within(question.budget).seconds
        world = question.imagine(self._rng.getrandbits(63))
        by_policy = writes(type(world), "playout_move")
        tried = moves if by_policy else self._best_at_once(world, moves, role)
        worth = {move: self._come_to(world, move, role) for move in tried}
        done = 1
        while done < (MOST if self._worlds is None else self._worlds):
            if seconds is not None and (self._clock() - began) * (done + 1) / done > seconds:
                break
            world = question.imagine(self._rng.getrandbits(63))
            for move in tried:
                worth[move] += self._come_to(world, move, role)
            done += 1
        if by_policy and done < min(FEWEST, self._worlds or FEWEST):
            return self._best_at_once(world, moves, role)[0]
        best = max(worth.values())
        return self._rng.choice([move for move in tried if worth[move] == best])

    def _best_at_once(self, world: Game, moves: Sequence[str], role: str) -> list[str]:
        """The few moves with the best estimates in a determinization, the best first."""
        first = {move: _line(world, move, role).worth for move in moves}
        return sorted(moves, key=lambda move: (-first[move], self._rng.random()))[:TRIED]

    def _come_to(self, world: Game, move: str, role: str) -> float:
        """The value of a move in one determinization, which is left unchanged."""
        mover = role
        line = Line([move], 0.0) if writes(type(world), "playout_move") else _line(world, move, role)
        pushed = 0
        left = LONGEST if self._ahead is DEAL else self._ahead
        try:
            while True:
                answers = len(world._machine.answers)
                pushed += _follow(world, line, mover)
                drawn = len(world._machine.answers) > answers + len(line.moves)
                if not left or not world.active or (drawn and self._ahead is DEAL):
                    return _judged(world, role)
                left -= 1
                mover = world.active[0]
                listed = world.moves(mover)
                if not listed:
                    return _judged(world, role)
                line = self._played_on(world, listed, mover)
        finally:
            for _each in range(pushed):
                world.pop()

    def _played_on(self, world: Game, listed: Sequence[Move], mover: str) -> Line:
        """A player's move in a playout: by the game's playout policy, or the best line by the estimate."""
        chosen = world.playout_move(mover, listed)
        if chosen is not None:
            return Line([chosen.text], 0.0)
        if len(listed) == 1 and self._ahead is DEAL:  # a forced move; the last one may start a new deal, which is slow
            return Line([listed[0].text], 0.0)
        return max([_line(world, each.text, mover) for each in listed], key=lambda line: line.worth)


def _line(game: Game, move: str, role: str) -> Line:
    return best_line(game, move, role, lambda game: _judged(game, role), ends=ENDS)


def _follow(game: Game, line: Line, role: str) -> int:
    """Plays the moves of a line; returns the number of answers."""
    for text in line.moves:
        game.push(text, role)
    return len(line.moves)


def _judged(game: Game, role: str) -> float:
    if game.is_over:
        return game.returns[role]
    estimate = game.estimate(role)
    return 0.0 if estimate is None else estimate
