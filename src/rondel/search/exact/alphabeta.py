"""Alpha-beta search: what a position of a contest is worth, exactly or as far ahead as asked for.

Minimax with alpha-beta pruning (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975), fail-soft, with a
transposition table and iterative deepening. Moves that cut elsewhere are tried first (the history heuristic: J. Schaeffer,
1983), or as the caller orders them. Where the game goes by turns, with open information, between two, it is exact: see
`rondel.search.exact.contest` for what it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.errors import BadOption, RulesError, Unsolvable
from rondel.search.exact.contest import Contest
from rondel.search.exact.solution import Solution
from rondel.search.exact.transpositions import Table

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2

WHOLE: Final = 1_000_000
"""The depth of a search that went to the end of the game everywhere."""
LONGEST: Final = 400
"""Answers after which a game is taken to be without end by a search without a depth."""
NEARLY: Final = 0.999
"""The most that an estimate is taken for, where a win is worth 1: less than a win that is certain."""

Known: TypeAlias = tuple[float, int, int, str]
"""What is known of a position: its worth to the first role, whether that is exact or a bound, how deep it was searched, and the
best move."""
Judge: TypeAlias = Callable[[Game, str], float]
"""What a position that is not searched further looks to be worth to a role."""
Order: TypeAlias = Callable[[Game, Sequence[Move]], Sequence[Move]]
"""The moves of a position, the most promising first."""


class _Spent(Exception):
    """The limit on positions or on time was reached."""


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
    """Search a position of a game of two; ``game`` is left as it was.

    Without a limit the whole game is searched, and the solution is exact. With ``depth`` the search goes so many answers ahead,
    with ``nodes`` as far as so many positions allow, with ``seconds`` as far as that time of ``clock`` allows, but one answer
    at least. It deepens one answer at a time, ends as soon as the value is certain, and so finds the quickest win. What lies
    further ahead is worth what ``judge`` says, by default the game's own `Game.estimate`.

    ``every``: whether each move of the position is to have its value, and not only the best. ``order`` puts the moves of a
    position in the order in which they are tried. ``table`` may be handed on from one search to the next of the same game.

    Raises `Unsolvable` for a game it is not for (`Contest`), or one without end that is to be searched whole, and `BadOption`
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
    for name, limit in (("depth", depth), ("nodes", nodes)):
        if limit is not None and limit < 1:
            raise BadOption(f"a search with {name}={limit} cannot look at anything; give at least 1")
    if seconds is not None and clock is None:
        raise BadOption("a search for some seconds needs a clock: clock=time.monotonic")
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
        except _Spent:
            break
        found = search.solution(worth, exact, found.depth + 1)
    found.nodes = search.nodes
    return found


class _Search:
    """One search, and what it learns on its way."""

    def __init__(self, contest: Contest, judge: Judge | None, order: Order | None, table: Table[Known]) -> None:
        self.contest = contest
        self.game = contest.game
        self.walk = contest.walk
        self.judge = judge
        self.order = order
        self.table = table
        self.nodes = 0
        self.left = -1
        """How many positions may still be looked at; below 0 for any number."""
        self.ends: float | None = None
        """When the search ends by the clock; None for no limit of time."""
        self.clock: Callable[[], float] | None = None
        self.deepest = 0
        self.best = ""
        self.values: dict[str, float] = {}
        self.low = -1.0 if contest.bounded else -float("inf")
        self.high = 1.0 if contest.bounded else float("inf")
        self._cuts: dict[str, int] = {}
        """How often a move has cut, of the first role; the more, the less deep it was."""
        self._cuts_of_second: dict[str, int] = {}

    def solution(self, worth: float, exact: bool, depth: int) -> Solution:
        """What was found by the search of the root that went so deep."""
        contest = self.contest
        value = {contest.first: worth, contest.second: -worth if worth else 0.0}
        return Solution(value, self.best, dict(self.values), self._line(), exact, min(depth, self.deepest), self.nodes)

    def root(self, depth: int, every: bool) -> tuple[float, bool]:
        """Search the position where the walk begins; its worth, and whether that is certain."""
        first = self.contest.mover() == self.contest.first
        if not every:
            try:
                worth, exact = self._search(depth, self.low, self.high, 0)
            finally:
                self.walk.home()
            known = self.table.get(self.game.key())
            if known is None:
                raise RulesError(f"{self.game.name!r} has no key that stays the same: its position is not found again")
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
        # All other moves are certain to be no better than a win.
        exact = certain or proved
        self.table.put(self.game.key(), (worth, EXACT, WHOLE if exact else depth, best))
        return worth, exact

    def _search(self, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, bool]:
        """What the position is worth to the first role, and whether that does not rest on an estimate."""
        game = self.game
        contest = self.contest
        if self.left >= 0:
            if self.left == 0:
                raise _Spent
            self.left -= 1
        if self.ends is not None and self.clock is not None and self.clock() >= self.ends:
            raise _Spent
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
            worth, kind, searched, tried = known
            if searched >= depth and (kind == EXACT or (kind == LOWER and worth >= beta) or (kind == UPPER and worth <= alpha)):
                return worth, searched == WHOLE
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
                    certain = exact  # the others cannot take away what this move is good for
                    cuts = self._cuts if first else self._cuts_of_second
                    cuts[best] = cuts.get(best, 0) + max(1, 64 - ply)
                    break
        kind = EXACT  # also where nothing could be more, or less
        if most <= alpha and most > self.low:
            kind = UPPER
        elif most >= beta and most < self.high:
            kind = LOWER
        self.table.put(key, (most, kind, WHOLE if certain else depth, best))
        return most, certain

    def _estimate(self) -> float:
        """What the position looks to be worth to the first role."""
        judge = self.judge
        first = self.contest.first
        if judge is not None:
            worth = judge(self.game, first)
        else:
            estimate = self.game.estimate(first)
            worth = 0.0 if estimate is None else estimate
        if self.contest.bounded:
            return max(-NEARLY, min(NEARLY, worth))
        return worth

    def _ordered(self, listed: list[Move], tried: str, first: bool) -> Sequence[Move]:
        """The moves in the order in which they are tried: the best of an earlier search, then those that cut most."""
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
        """The best moves from the root on, as far as the table holds them."""
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
                # Where no move came up to what was asked, none of them is known to be the best.
                best = "" if known is None or known[1] == (UPPER if first else LOWER) else known[3]
        finally:
            walk.home()
        return found
