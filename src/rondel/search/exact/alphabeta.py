"""Alpha-beta search: the value of a position of a two-player game, exactly or to a given depth.

Minimax with alpha-beta pruning (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975), fail-soft, with a
transposition table and iterative deepening. Moves are ordered by the history heuristic (J. Schaeffer, 1983) or by the caller.
`rondel.search.exact.contest` checks the games it is for: two players, turns, open information, zero sum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.errors import BadOption, RulesError, Unsolvable
from rondel.search.exact.bounds import EXACT, LONGEST, LOWER, UPPER, WHOLE, Known, Spent, answers, check_limits, entry
from rondel.search.exact.contest import Contest
from rondel.search.exact.solution import Solution
from rondel.search.exact.transpositions import Table

Judge: TypeAlias = Callable[[Game, str], float]
"""Estimates the value of a position for a role, at the search horizon."""
Order: TypeAlias = Callable[[Game, Sequence[Move]], Sequence[Move]]
"""Orders the moves of a position, the most promising first."""


def alphabeta(
    game: Game,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    every: bool = False,
    judge: Judge | None = None,
    order: Order | None = None,
    table: Table[Known] | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
) -> Solution:
    """Returns the solution of a two-player position; ``game`` is left unchanged.

    Without a limit the search covers the whole game, and the solution is exact. ``depth`` limits the answers ahead, ``nodes``
    the positions, ``seconds`` the time of ``clock``; depth 1 is always completed. The search deepens by one answer at a time,
    ends as soon as the value is certain, and so finds the quickest win. ``judge`` estimates positions at the horizon, by
    default with the game's own `Game.estimate`.

    With ``every`` each move of the position gets its value, not only the best. ``order`` orders the moves of a position.
    ``table`` may be passed on from one search to the next of the same game.

    Raises `Unsolvable` for a game that `Contest` refuses, or an endless one searched whole, and `BadOption`
    for a limit below 1, or for ``seconds`` without a clock.

    >>> from rondel import new
    >>> game = new("connect_four", options={"columns": 4, "rows": 4})
    >>> for column in "aabbdd":
    ...     game.push(f"drop({column})")
    >>> alphabeta(game)
    <Solution: red +1, yellow -1, drop(c)>
    >>> alphabeta(new("connect_four"), depth=4).exact
    False
    """
    check_limits(depth=depth, nodes=nodes)
    if seconds is not None and clock is None:
        raise BadOption("a search with seconds= needs a clock: clock=time.monotonic")
    ends = None if seconds is None or clock is None else clock() + seconds
    contest = Contest(game)
    search = _Search(contest, judge, order, Table() if table is None else table)
    if contest.game.is_over:
        return search.solution(contest.worth(), True, 0)
    contest.mover()
    if depth is None and nodes is None and ends is None:
        worth, _exact = search.root(WHOLE, every)
        return search.solution(worth, True, WHOLE)
    worth, exact = search.root(1, every)
    found = search.solution(worth, exact, 1)
    search.left = -1 if nodes is None else max(0, nodes - search.nodes)
    search.ends, search.clock = ends, clock
    while not found.exact and (depth is None or found.depth < depth) and search.left != 0:
        try:
            worth, exact = search.root(found.depth + 1, every)
        except Spent:
            break
        found = search.solution(worth, exact, found.depth + 1)
    found.nodes = search.nodes
    return found


class _Search:
    """One search: its walk, its table and its move ordering."""

    def __init__(self, contest: Contest, judge: Judge | None, order: Order | None, table: Table[Known]) -> None:
        self.contest = contest
        self.game = contest.game
        self.walk = contest.walk
        self.judge = judge
        self.order = order
        self.table = table
        self.nodes = 0
        self.left = -1
        """Positions left in the budget; below 0 for no limit."""
        self.ends: float | None = None
        """The clock reading at which the search ends; None without a time limit."""
        self.clock: Callable[[], float] | None = None
        self.deepest = 0
        self.best = ""
        self.values: dict[str, float] = {}
        self.low = -1.0 if contest.bounded else -float("inf")
        self.high = 1.0 if contest.bounded else float("inf")
        self._cuts: dict[str, int] = {}
        """History scores of the first role's moves: cutoffs, weighted by depth."""
        self._cuts_of_second: dict[str, int] = {}

    def solution(self, worth: float, exact: bool, depth: int) -> Solution:
        """The solution found by a search of the root to ``depth``."""
        contest = self.contest
        return Solution(
            contest.values(worth), self.best, dict(self.values), self._line(), exact, min(depth, self.deepest), self.nodes
        )

    def root(self, depth: int, every: bool) -> tuple[float, bool]:
        """Returns the value of the root position, and whether it is certain."""
        first = self.contest.mover() == self.contest.first
        if not every:
            try:
                worth, exact = self._search(depth, self.low, self.high, 0)
            finally:
                self.walk.home()
            known = self.table.get(self.game.key())
            if known is None:
                raise RulesError(f"{self.game.name!r} has no stable key: the search cannot recognise its position")
            self.best = known[3]
            self.values = {self.best: worth if first else -worth}
            return worth, exact
        values: dict[str, float] = {}
        best = ""
        certain = True
        proved = False
        try:
            for move in self._ordered(self.walk.moves(), self.best, first):
                self.walk.forward(move)
                worth, exact = self._search(depth - 1, self.low, self.high, 1)
                self.walk.back()
                values[move.text] = worth if first else -worth
                certain = certain and exact
                if not best or values[move.text] > values[best]:
                    best = move.text
                    proved = exact and values[best] == self.high
        finally:
            self.walk.home()
        self.best = best
        self.values = values
        worth = values[best] if first else -values[best]
        # No other move can be better than a certain win.
        exact = certain or proved
        self.table.put(self.game.key(), (worth, EXACT, WHOLE if exact else depth, best))
        return worth, exact

    def _search(self, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, bool]:
        """Returns the value for the first role, and whether it is free of estimates."""
        game = self.game
        contest = self.contest
        if self.left >= 0:
            if self.left == 0:
                raise Spent
            self.left -= 1
        if self.ends is not None and self.clock is not None and self.clock() >= self.ends:
            raise Spent
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
        if game.is_over:
            return contest.worth(), True
        if depth <= 0:
            return self._estimate(), False
        if ply > LONGEST:
            raise Unsolvable(
                f"{game.name!r} goes on for more than {LONGEST} answers; "
                "search it with depth= or nodes=, or solve it with retrograde if it is small"
            )
        key = game.key()
        tried = ""
        known = self.table.get(key)
        if known is not None:
            tried = known[3]
            if answers(known, depth, alpha, beta):
                return known[0], known[2] == WHOLE
        first = contest.mover() == contest.first
        walk = self.walk
        best = ""
        certain = True
        low, high = alpha, beta
        most = -float("inf") if first else float("inf")
        for move in self._ordered(walk.moves(), tried, first):
            walk.forward(move)
            worth, exact = self._search(depth - 1, low, high, ply + 1)
            walk.back()
            certain = certain and exact
            if worth > most if first else worth < most:
                most = worth
                best = move.text
                if first:
                    low = max(low, worth)
                else:
                    high = min(high, worth)
                if worth >= beta if first else worth <= alpha:
                    certain = exact  # the remaining moves cannot lower this value
                    cuts = self._cuts if first else self._cuts_of_second
                    cuts[best] = cuts.get(best, 0) + max(1, 64 - ply)
                    break
        self.table.put(key, entry(most, (alpha, beta), (self.low, self.high), depth, certain, best))
        return most, certain

    def _estimate(self) -> float:
        """The estimated value of the position for the first role."""
        judge = self.judge
        first = self.contest.first
        return self.contest.hoped(self.game.estimate(first) if judge is None else judge(self.game, first))

    def _ordered(self, listed: list[Move], tried: str, first: bool) -> Sequence[Move]:
        """The moves in search order: the table's best move first, then by history score."""
        order = self.order
        if order is not None:
            return order(self.game, listed[:])
        if len(listed) == 1:
            return listed
        cuts = self._cuts if first else self._cuts_of_second
        if not cuts and not tried:
            return listed
        ranked: list[tuple[int, int]] = []
        for number, move in enumerate(listed):
            text = move.text
            ranked.append((-WHOLE * WHOLE if text == tried else -cuts.get(text, 0), number))
        ranked.sort()
        return [listed[number] for _rank, number in ranked]

    def _line(self) -> list[str]:
        """The principal variation from the root, as far as the table holds it."""
        found: list[str] = []
        best = self.best
        walk = self.walk
        game = self.game
        try:
            while best and len(found) < LONGEST:
                for move in walk.moves():
                    if move.text == best:
                        walk.forward(move)
                        break
                else:
                    break
                found.append(best)
                if game.is_over:
                    break
                known = self.table.get(game.key())
                first = self.contest.mover() == self.contest.first
                # After a fail-low no move is known to be the best.
                best = "" if known is None or known[1] == (UPPER if first else LOWER) else known[3]
        finally:
            walk.home()
        return found
