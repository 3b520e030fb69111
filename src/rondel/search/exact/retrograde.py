"""Retrograde analysis: solves every position of a small game backwards from its ends, also with repeated positions.

All reachable positions are numbered and then labelled from the ends: a position is won for the mover if one move leads to a
position won for it, and lost if every move leads to a lost one (K. Thompson, "Retrograde analysis of certain endgames",
1986). The positions left are draws: neither player can force a win, and the game may repeat for ever. The distance of a win
is the number of answers to the end when the winner hurries and the loser delays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.engine.game import Game
from rondel.errors import BadPosition, GameOver, Unsolvable
from rondel.search.exact.contest import Contest

LIMIT: Final = 2_000_000
"""Maximum number of positions."""

FIRST: Final = 1
SECOND: Final = -1
DRAWN: Final = 0


class Outcome:
    """The result of a position with best play.

    >>> Outcome("black", 3).winner, Outcome("", 0)
    ('black', <Outcome: a draw>)
    """

    def __init__(self, winner: str, distance: int) -> None:
        self.winner = winner
        """The winning role; empty for a draw."""
        self.distance = distance
        """Answers until the win; 0 for a draw."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.winner == other.winner and self.distance == other.distance

    def __hash__(self) -> int:
        return hash((self.winner, self.distance))

    def __repr__(self) -> str:
        return f"<Outcome: {self.winner} wins in {self.distance}>" if self.winner else "<Outcome: a draw>"


class Solved:
    """A solved game: the outcome of each of its positions.

    >>> from rondel import new
    >>> from rondel.search import retrograde
    >>> solved = retrograde(new("tic_tac_toe"))
    >>> solved.positions
    5478
    """

    def __init__(self, roles: tuple[str, ...], key: Callable[[Game], object]) -> None:
        self._roles = roles
        self._key = key
        self._numbers: dict[object, int] = {}
        self._winners: list[int] = []
        self._distances: list[int] = []

    @property
    def positions(self) -> int:
        """Number of positions, ends included."""
        return len(self._winners)

    @property
    def longest(self) -> int:
        """The greatest distance of a win, in answers."""
        return max(self._distances)

    def count(self, winner: str = "") -> int:
        """Number of positions won by a role; without a name, number of drawn positions."""
        sign = DRAWN if not winner else FIRST if winner == self._roles[0] else SECOND
        return self._winners.count(sign)

    def outcome(self, game: Game) -> Outcome:
        """The outcome of a position with best play. Raises `BadPosition` if the solved start cannot reach it."""
        number = self._numbers.get(self._key(game))
        if number is None:
            raise BadPosition(f"{game!r} is not one of the {self.positions:,} solved positions")
        winner = self._winners[number]
        name = self._roles[0] if winner == FIRST else self._roles[1] if winner == SECOND else ""
        return Outcome(name, self._distances[number])

    def outcomes(self, game: Game) -> dict[str, Outcome]:
        """The outcome of each legal move with best play; ``game`` is left unchanged."""
        found: dict[str, Outcome] = {}
        for move in game.moves():
            game.push(move)
            try:
                found[move.text] = self.outcome(game)
            finally:
                game.pop()
        return found

    def best(self, game: Game) -> str:
        """The quickest win, else a draw, else the slowest loss; the first of equals. Raises `GameOver`."""
        if not game.active:
            raise GameOver("no move to choose: the game is over")
        mover = game.active[0]
        chosen = ""
        most = 0
        far = len(self._winners)
        for text, outcome in self.outcomes(game).items():
            worth = 0 if not outcome.winner else far - outcome.distance if outcome.winner == mover else outcome.distance - far
            if not chosen or worth > most:
                chosen, most = text, worth
        return chosen

    def __repr__(self) -> str:
        return f"<Solved: {self.positions:,} positions>"


def retrograde(game: Game, *, key: Callable[[Game], object] | None = None, limit: int = LIMIT) -> Solved:
    """Solves all positions reachable from this one; ``game`` is left unchanged.

    ``key`` identifies equal positions, by default with `Game.key`; a coarser key may merge symmetric positions or ignore
    irrelevant state. A value above 0 counts as a win. Raises `Unsolvable` for a game that `Contest` refuses, and for one with
    more than ``limit`` positions.

    >>> from rondel import new
    >>> game = new("stones", seats=2, options={"rows": 2, "columns": 2})
    >>> solved = retrograde(game)
    >>> solved, solved.outcome(game)
    (<Solved: 63 positions>, <Outcome: jade wins in 3>)
    """
    contest = Contest(game)
    by = Game.key if key is None else key
    solved = Solved(game.roles, by)
    graph = _Graph()
    try:
        _explore(contest, by, graph, solved._numbers, limit)
    finally:
        contest.walk.home()
    _judge(graph, solved)
    return solved


class _Graph:
    """The graph of all positions, by number."""

    def __init__(self) -> None:
        self.movers: list[int] = []
        """The mover of each position: `FIRST`, `SECOND`, or `DRAWN` at the end."""
        self.worth: list[int] = []
        """The winner at each end."""
        self.before: list[list[int]] = []
        """The predecessors of each position."""
        self.ways: list[int] = []
        """Number of successors of each position."""

    def add(self, mover: int, worth: int) -> int:
        """Adds a position and returns its number."""
        self.movers.append(mover)
        self.worth.append(worth)
        self.before.append([])
        self.ways.append(0)
        return len(self.movers) - 1


def _explore(contest: Contest, key: Callable[[Game], object], graph: _Graph, numbers: dict[object, int], limit: int) -> None:
    """Numbers every position and records its predecessors. Iterative: a walk may be as long as the number of positions."""
    game = contest.game
    walk = contest.walk
    numbers[key(game)] = _enter(contest, graph)
    here = 0
    path: list[int] = []
    left = [list(walk.moves())[::-1]] if not game.is_over else []
    while left:
        moves = left[-1]
        if not moves:
            left.pop()
            if path:
                walk.back()
                here = path.pop()
            continue
        walk.forward(moves.pop())
        found = key(game)
        number = numbers.get(found, -1)
        new = number < 0
        if new:
            if len(numbers) >= limit:
                raise Unsolvable(f"{game.name!r} has more than {limit:,} positions from here; start later, or raise limit=")
            number = numbers[found] = _enter(contest, graph)
        if not graph.before[number] or graph.before[number][-1] != here:  # two moves in a row to one position count once
            graph.before[number].append(here)
            graph.ways[here] += 1
        if new and graph.movers[number] != DRAWN:
            path.append(here)
            here = number
            left.append(list(walk.moves())[::-1])
        else:
            walk.back()


def _enter(contest: Contest, graph: _Graph) -> int:
    """Adds the walk's current position to the graph."""
    mover = contest.mover()
    if not mover:
        worth = contest.worth()
        return graph.add(DRAWN, FIRST if worth > 0 else SECOND if worth < 0 else DRAWN)
    return graph.add(FIRST if mover == contest.first else SECOND, DRAWN)


def _judge(graph: _Graph, solved: Solved) -> None:
    """Labels all positions from the ends, the nearest first."""
    winners = graph.worth[:]
    distances = [0 for _each in winners]
    ways = graph.ways
    queue = [number for number, worth in enumerate(winners) if worth != DRAWN]
    for number in queue:  # the loop body appends to it
        winner = winners[number]
        for before in graph.before[number]:
            if winners[before] != DRAWN:
                continue
            ways[before] -= 1
            if graph.movers[before] == winner or not ways[before]:
                winners[before] = winner
                distances[before] = distances[number] + 1
                queue.append(before)
    solved._winners = winners
    solved._distances = distances
