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
from rondel.players.player import Budget, Player, Question
from rondel.search.line import Line, best_line

WORLDS: Final = 8
"""In how many imagined games a move is tried."""
AHEAD: Final = 2
"""How many turns are played on."""
DEAL: Final = None
"""Instead of a number of turns: until chance answers."""
LONGEST: Final = 1_000
"""How many turns are played on at most."""
MOST: Final = 1_000
"""In how many imagined games a move is tried at most, where the clock says how many."""
TRIED: Final = 4
"""How many moves are played on from: those that look best at once."""
ENDS: Final = 60
"""How many ends of a line are judged at most."""


class RolloutBot(Player):
    """Answers with the move that has come to the most after ``ahead`` more turns, on average over ``worlds`` imagined games.

    A turn is a move with the answers to the questions of its rule, each the best that the author's estimate says
    (`rondel.search.best_line`). Only the few moves that look best at once are tried. For games with an estimate; where there is
    none all moves look alike. ``ahead=DEAL`` plays on until chance answers or the game ends: in card games to the end of the
    deal. With ``worlds=None`` the bot imagines games until its ``seconds`` are used up. It never exceeds the seconds of the
    question's budget by more than one imagined game, and always tries one.
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
        first = {move: _line(world, move, role).worth for move in moves}
        tried = sorted(moves, key=lambda move: (-first[move], self._rng.random()))[:TRIED]
        worth = {move: self._come_to(world, move, role) for move in tried}
        done = 1
        while done < (MOST if self._worlds is None else self._worlds):
            if seconds is not None and (self._clock() - began) * (done + 1) / done > seconds:
                break
            world = question.imagine(self._rng.getrandbits(63))
            for move in tried:
                worth[move] += self._come_to(world, move, role)
            done += 1
        best = max(worth.values())
        return self._rng.choice([move for move in tried if worth[move] == best])

    def _come_to(self, world: Game, move: str, role: str) -> float:
        """What a move has come to in one world, which is left as it was."""
        mover, line = role, _line(world, move, role)
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
                listed = [each.text for each in world.moves(mover)]
                if not listed:
                    return _judged(world, role)
                if len(listed) == 1 and self._ahead is DEAL:  # forced, and the last one may deal anew, which takes long
                    line = Line(listed, 0.0)
                else:
                    line = max([_line(world, each, mover) for each in listed], key=lambda line: line.worth)
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
