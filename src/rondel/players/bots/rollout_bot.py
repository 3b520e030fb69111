"""The rollout bot: tries each move in imagined games, where everybody plays on for a while before it judges.

All players play on by the game's playout policy (`Game.playout_move`), or greedily by the estimate where there is none.

A greedy player who asks what a greedy player would come to is better than one (G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", NIPS 9, 1996). It is for games in which the author's estimate is good and random play
says little.
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
"""In how many imagined games a move is tried."""
AHEAD: Final = 2
"""How many turns are played on."""
DEAL: Final = None
"""Instead of a number of turns: until chance answers."""
LONGEST: Final = 1_000
"""How many turns are played on at most."""
MOST: Final = 1_000
"""In how many imagined games a move is tried at most, where the clock says how many."""
FEWEST: Final = 4
"""In fewer imagined games a playout policy says too little, and the estimate chooses the move."""
TRIED: Final = 4
"""How many moves are played on from: those that look best at once."""
ENDS: Final = 60
"""How many ends of a line are judged at most."""


class RolloutBot(Player):
    """Answers with the move that has come to the most after ``ahead`` more turns, on average over ``worlds`` imagined games.

    Where the game has a playout policy, every legal move is tried, and each answer of the policy is a turn. The policy is not
    relied on where the seconds allow fewer than `FEWEST` imagined games: then the estimate alone chooses the move.

    Otherwise a turn is a move with the answers to the questions of its rule, each the best by the author's estimate
    (`rondel.search.best_line`), and only the few moves that look best at once are tried. For games with an estimate; where
    there is none all moves look alike.

    ``ahead=DEAL`` plays on until chance answers or the game ends: in card games to the end of the deal. With ``worlds=None``
    the bot imagines games until its ``seconds`` are used up. It never exceeds the seconds of the question's budget by more
    than one imagined game, and always tries one.
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
        """The few moves with the best estimates in a world, the best first."""
        first = {move: _line(world, move, role).worth for move in moves}
        return sorted(moves, key=lambda move: (-first[move], self._rng.random()))[:TRIED]

    def _come_to(self, world: Game, move: str, role: str) -> float:
        """What a move has come to in one world, which is left as it was."""
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
        """What a player does in a playout: the move of the game's playout policy, or the best line by the estimate."""
        chosen = world.playout_move(mover, listed)
        if chosen is not None:
            return Line([chosen.text], 0.0)
        if len(listed) == 1 and self._ahead is DEAL:  # forced, and the last one may deal anew, which takes long
            return Line([listed[0].text], 0.0)
        return max([_line(world, each.text, mover) for each in listed], key=lambda line: line.worth)


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
