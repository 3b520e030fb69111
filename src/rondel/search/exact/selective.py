"""Selective search: the best move that alpha-beta finds within a time limit or a number of positions.

`rondel.search.exact.alphabeta` proves values; this search is for playing. It uses iterative deepening until the budget is used
up and returns the best move of the last depth, complete or not. It is a principal variation search (T. A. Marsland and M.
Campbell, "Parallel search of strongly ordered game trees", 1982). If the game rates its moves (`Game.urgencies`), the search
follows urgent moves beyond its depth until the position is quiet (quiescence search) and reduces the depth of late quiet
moves (late move reductions). A value reported as exact is exact nevertheless.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.errors import BadOption
from rondel.search.exact.bounds import EXACT, WHOLE, Known, Spent, answers, check_limits, entry
from rondel.search.exact.contest import Contest
from rondel.search.exact.solution import Solution
from rondel.search.exact.transpositions import Table

STEP: Final = 16
"""Positions between two readings of the clock."""
ENOUGH: Final = 0.6
"""The share of the time limit after which no further depth is begun."""
NARROW: Final = 1e-9
"""The width of a null window."""
BEYOND: Final = 24
"""Maximum quiescence depth beyond the search depth, in answers."""
PLIES: Final = 120
"""Maximum ply."""
EARLY: Final = 4
"""Moves of a position that are never reduced."""
TRIED: Final = 1e12
"""The rank of the table's best move; urgent moves rank from `URGENT` on, killer moves at `KILLER`."""
URGENT: Final = 1e9
KILLER: Final = 1e8


def selective(
    game: Game,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
    depth: int | None = None,
    table: Table[Known] | None = None,
    rng: Random | None = None,
) -> Solution:
    """Returns the best solution of a two-player position within the budget; ``game`` is left unchanged.

    The search ends at the first limit reached: ``nodes`` positions, ``seconds`` of the ``clock``, or ``depth``; and as
    soon as the value is certain. Depth 1 is always completed. ``rng`` breaks ties between equal moves. The
    same nodes, table and ``rng`` give the same solution.

    Raises `Unsolvable` for a game that `Contest` refuses, and `BadOption` for a missing or empty budget.

    >>> from rondel import new
    >>> from rondel.shelf.chess import from_fen
    >>> game = new("chess", position=from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"))
    >>> selective(game, nodes=1_000)
    <Solution: white +1, black -1, move(a1,a8)>
    """
    if nodes is None and seconds is None and depth is None:
        raise BadOption("a selective search needs a budget: nodes=, seconds= with a clock=, or depth=")
    check_limits(depth=depth, nodes=nodes)
    if seconds is not None and (clock is None or not seconds > 0):
        raise BadOption(f"seconds={seconds} must be more than 0, and needs a clock: clock=time.monotonic")
    search = _Selective(Contest(game), Table() if table is None else table, rng)
    if clock is not None and seconds is not None:
        search.timed(clock, seconds)
    return search.run(nodes, PLIES if depth is None else depth)


class _Selective:
    """One search: its walk, table and move ordering. Values are those of the mover unless stated differently."""

    def __init__(self, contest: Contest, table: Table[Known], rng: Random | None) -> None:
        self.contest = contest
        self.game = contest.game
        self.walk = contest.walk
        self.table = table
        self.rng = rng
        self.nodes = 0
        self.most = -1
        """Maximum number of positions; below 0 for no limit."""
        self.clock: Callable[[], float] | None = None
        self.began = 0.0
        self.ends = 0.0
        self.look = STEP
        """The position count at which the clock is read next."""
        self.free = True
        """Whether the limits are suspended: True until depth 1 is completed."""
        self.deepest = 0
        self.high = 1.0 if contest.bounded else float("inf")
        self.best = ""
        self.worth = 0.0
        self.tactical = self.game.urgencies([]) is not None
        self.history: dict[str, float] = {}
        """History scores of quiet moves by role and text: cutoffs, weighted by depth."""
        self.killers: list[tuple[str, str]] = [("", "")] * (PLIES + BEYOND + 2)
        """Killer moves: the last two quiet moves that caused a cutoff, by ply."""

    def timed(self, clock: Callable[[], float], seconds: float) -> None:
        """Sets the time limit, in seconds from now."""
        self.clock = clock
        self.began = clock()
        self.ends = self.began + seconds

    def run(self, nodes: int | None, depth: int) -> Solution:
        """Iterative deepening until a limit is reached or the value is certain."""
        contest = self.contest
        if self.game.is_over:
            worth = contest.worth()
            return Solution(contest.values(worth), "", {}, [], True, 0, 0)
        side = contest.mover()
        moves = self.walk.moves()[:]
        if self.rng is not None:
            self.rng.shuffle(moves)
        moves = [moves[number] for number, _urgent in self._ordered(moves, self._urgencies(moves), self._tried(), 0)]
        exact = False
        reached = 0
        self.most = -1 if nodes is None else nodes
        while reached < depth and not exact:
            before = self.best
            done = self._deepened(moves, side, reached + 1)
            if done is None:
                break
            exact = done
            reached += 1
            if exact and self.worth < 0 and before:
                self.best = before  # a certain loss: keep the move that resisted longest
            self.free = False
            if self._late():
                break
            moves.sort(key=self._is_other)
        worth = self.worth if side == contest.first else -self.worth
        line = [self.best]
        return Solution(
            contest.values(worth), self.best, {self.best: self.worth}, line, exact, min(reached, self.deepest), self.nodes
        )

    def _deepened(self, moves: list[Move], side: str, depth: int) -> bool | None:
        """Searches to a depth. Returns whether the value is certain; None if the budget ran out first."""
        try:
            return self._root(moves, side, depth)
        except Spent:
            return None
        finally:
            self.walk.home()

    def _is_other(self, move: Move) -> bool:
        return move.text != self.best

    def _late(self) -> bool:
        """Whether too little time is left to begin another depth."""
        if 0 <= self.most <= self.nodes:
            return True
        clock = self.clock
        return clock is not None and clock() - self.began >= ENOUGH * (self.ends - self.began)

    def _count(self) -> None:
        """Counts a position. Raises `Spent` if the budget is used up."""
        if not self.free:
            if 0 <= self.most <= self.nodes:
                raise Spent
            clock = self.clock
            if clock is not None and self.nodes >= self.look:
                self.look = self.nodes + STEP
                if clock() >= self.ends:
                    raise Spent
        self.nodes += 1

    def _root(self, moves: list[Move], side: str, depth: int) -> bool:
        """Searches each root move and returns whether the best value is certain. Updates the best move at each step."""
        walk = self.walk
        alpha = -self.high
        certain = True
        for number, move in enumerate(moves):
            walk.forward(move)
            if number == 0:
                worth, exact = self._after(side, depth - 1, -self.high, self.high, 1)
            else:
                worth, exact = self._after(side, depth - 1, alpha, alpha + NARROW, 1)
                if worth > alpha:
                    worth, exact = self._after(side, depth - 1, alpha, self.high, 1)
            walk.back()
            certain = certain and exact
            if number == 0 or worth > alpha:
                alpha = worth
                self.best = move.text
                self.worth = worth
                if exact and worth >= self.high:
                    certain = True  # no other move is better than a win
                    break
        self.table.put(self.game.key(), (alpha, EXACT, WHOLE if certain else depth, self.best))
        return certain

    def _after(self, side: str, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, bool]:
        """Returns the value for ``side`` of the position after its move, and whether it is certain."""
        contest = self.contest
        if self.game.is_over:
            self._count()
            worth = contest.worth()
            return worth if side == contest.first else -worth, True
        mover = contest.mover()
        if mover == side:
            return self._search(mover, depth, alpha, beta, ply)
        worth, exact = self._search(mover, depth, -beta, -alpha, ply)
        return -worth, exact

    def _search(self, side: str, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, bool]:
        """Returns the value for ``side``, the mover, and whether it is free of estimates. A ``depth`` below 0 counts the
        answers of a quiescence search so far."""
        if depth <= 0 or ply >= PLIES:
            if self.tactical:
                return self._quiet(side, BEYOND + min(0, depth), alpha, beta, ply)
            self._count()
            self.deepest = max(self.deepest, ply)
            return self._estimate(side), False
        self._count()
        game = self.game
        walk = self.walk
        self.deepest = max(self.deepest, ply)
        key = game.key()
        tried = ""
        known = self.table.get(key)
        if known is not None:
            tried = known[3]
            if answers(known, depth, alpha, beta):
                return known[0], known[2] == WHOLE
        moves = walk.moves()
        urgent = self._urgencies(moves)
        best = ""
        most = -float("inf")
        certain = True
        low = alpha
        for number, (place, urgency) in enumerate(self._ordered(moves, urgent, tried, ply)):
            move = moves[place]
            walk.forward(move)
            if number == 0:
                worth, exact = self._after(side, depth - 1, low, beta, ply + 1)
            else:
                less = 0
                if self.tactical and depth >= 3 and number >= EARLY and urgency <= 0.0:
                    less = 1 if number < 3 * EARLY or depth < 5 else 2
                if low + NARROW < beta or less:
                    worth, exact = self._after(side, depth - 1 - less, low, low + NARROW, ply + 1)
                    if worth > low and less and not exact:
                        worth, exact = self._after(side, depth - 1, low, low + NARROW, ply + 1)
                    if low < worth < beta and low + NARROW < beta:
                        worth, exact = self._after(side, depth - 1, low, beta, ply + 1)
                else:
                    worth, exact = self._after(side, depth - 1, low, beta, ply + 1)
            walk.back()
            certain = certain and exact
            if worth > most:
                most = worth
                best = move.text
                low = max(low, worth)
                if worth >= beta:
                    certain = exact  # the remaining moves cannot lower this value
                    if urgency <= 0.0:
                        self._cut(side, best, depth, ply)
                    break
        self.table.put(key, entry(most, (alpha, beta), (-self.high, self.high), depth, certain, best))
        return most, certain

    def _quiet(self, side: str, left: int, alpha: float, beta: float, ply: int) -> tuple[float, bool]:
        """Quiescence search: the value after the urgent moves. A mover with a quiet move may also stand pat."""
        self._count()
        self.deepest = max(self.deepest, ply)
        if left <= 0 or ply >= PLIES + BEYOND:
            return self._estimate(side), False
        walk = self.walk
        moves = walk.moves()
        urgent = self._urgencies(moves)
        ranked: list[tuple[float, int]] = []
        if urgent is not None:
            for place in range(len(moves)):
                if urgent[place] > 0.0:
                    ranked.append((-urgent[place], place))
        forced = len(ranked) == len(moves)
        most = -float("inf")
        low = alpha
        if not forced:
            most = self._estimate(side)
            if most >= beta or not ranked:
                return most, False
            low = max(low, most)
        ranked.sort()
        certain = forced
        for _rank, place in ranked:
            walk.forward(moves[place])
            worth, exact = self._after(side, left - 1 - BEYOND, low, beta, ply + 1)
            walk.back()
            certain = certain and exact
            if worth > most:
                most = worth
                low = max(low, worth)
                if worth >= beta:
                    return worth, exact
                if exact and worth >= self.high:
                    return worth, True
        return most, certain

    def _estimate(self, side: str) -> float:
        """The estimated value of the position for the mover."""
        contest = self.contest
        first = contest.first
        worth = contest.hoped(self.game.quiet_estimate(first) if self.tactical else self.game.estimate(first))
        return worth if side == first else -worth

    def _urgencies(self, moves: list[Move]) -> Sequence[float] | None:
        return self.game.urgencies(moves) if self.tactical else None

    def _tried(self) -> str:
        """The table's best move of this position."""
        known = self.table.get(self.game.key())
        return "" if known is None else known[3]

    def _cut(self, side: str, text: str, depth: int, ply: int) -> None:
        """Records a quiet move that caused a cutoff."""
        name = f"{side} {text}"
        self.history[name] = self.history.get(name, 0.0) + depth * depth
        first, _second = self.killers[ply]
        if text != first:
            self.killers[ply] = (text, first)

    def _ordered(self, moves: list[Move], urgent: Sequence[float] | None, tried: str, ply: int) -> list[tuple[int, float]]:
        """The indices of the moves in search order, each with its urgency."""
        history = self.history
        one, other = self.killers[ply]
        ranked: list[tuple[float, int]] = []
        for place, move in enumerate(moves):
            text = move.text
            urgency = 0.0 if urgent is None else urgent[place]
            if text == tried:
                rank = TRIED
            elif urgency > 0.0:
                rank = URGENT * (1.0 + urgency)
            elif text in (one, other):
                rank = KILLER
            else:
                rank = history.get(f"{move.role} {text}", 0.0) if history else 0.0
            ranked.append((-rank, place))
        ranked.sort()
        return [(place, 0.0 if urgent is None else urgent[place]) for _rank, place in ranked]
