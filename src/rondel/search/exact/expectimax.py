"""Expectimax: the value of a position of a game with chance, exactly or to a given depth.

Chance nodes are averaged by their probabilities (D. Michie, "Game-playing and game-learning automata", 1966). Each role
maximises its own value (max^n: C. Luckhardt and K. Irani, 1986), so any number of players works, one included. In a two-player
zero-sum game this is minimax.
"""

from __future__ import annotations

from typing import TypeAlias

from rondel.engine.game import Game
from rondel.engine.play.in_progress import hides
from rondel.engine.play.walk import Walk
from rondel.engine.visibility import CHANCE
from rondel.errors import Unsolvable
from rondel.search.exact.alphabeta import Judge
from rondel.search.exact.bounds import LONGEST, WHOLE, check_limits
from rondel.search.exact.solution import Solution
from rondel.search.exact.transpositions import Table
from rondel.search.ground import open_copy

Weighed: TypeAlias = tuple[list[float], int, str]
"""A table entry: the value for each role, the depth searched, and the best move."""


def expectimax(
    game: Game,
    *,
    depth: int | None = None,
    judge: Judge | None = None,
    knowing: bool = False,
    table: Table[Weighed] | None = None,
) -> Solution:
    """Returns the solution of a position of a game with chance; ``game`` is left unchanged, and its seed is not used.

    Without ``depth`` the search covers the whole game, and the solution is exact. ``depth`` limits the answers ahead, those of
    chance included; ``judge`` estimates positions at the horizon, by default with the game's own `Game.estimate`.

    Raises `Unsolvable` for a game with hidden information, unless ``knowing`` treats everything as visible (safe where only the
    order of a shuffled pile is hidden); for several active roles; and for an endless game searched whole. Raises `BadOption`
    for a depth below 1.

    >>> from rondel import new
    >>> solution = expectimax(new("tic_tac_toe", position={"state": "PlayerTurn", "containers": {"board": [
    ...     {"at": "a1", "kind": "mark", "owner": "x"}, {"at": "b1", "kind": "mark", "owner": "x"}]}}))
    >>> solution
    <Solution: x +1, o -1, mark(c1)>
    """
    check_limits(depth=depth)
    if not knowing and hides(game):
        raise Unsolvable(
            f"{game.name!r} hides something: a role's best move depends on its information (see cfr); "
            "knowing=True searches as if everything were visible"
        )
    search = _Search(open_copy(game), judge, Table() if table is None else table)
    try:
        worth, exact, best = search.search(WHOLE if depth is None else depth, 0)
        roles = search.game.roles
        active = search.game.active
        values: dict[str, float] = {}
        if best:
            values[best] = worth[roles.index(active[0])]
        value: dict[str, float] = {}
        for number, role in enumerate(roles):
            value[role] = worth[number]
        return Solution(value, best, values, [best] if best else [], exact, search.deepest, search.nodes)
    finally:
        search.walk.home()


class _Search:
    """One search: its walk and its table."""

    def __init__(self, game: Game, judge: Judge | None, table: Table[Weighed]) -> None:
        self.game = game
        self.walk = Walk(game)
        self.judge = judge
        self.table = table
        self.nodes = 0
        self.deepest = 0

    def search(self, depth: int, ply: int) -> tuple[list[float], bool, str]:
        """Returns the value for each role, whether it is free of estimates, and the best move."""
        game = self.game
        self.nodes += 1
        self.deepest = max(self.deepest, ply)
        active = game.active
        if not active:
            return [game.utility(role) for role in game.roles], True, ""
        if depth <= 0:
            return self._estimates(), False, ""
        if len(active) > 1:
            raise Unsolvable(f"several roles act at once in {game.name!r}; expectimax needs turns")
        if ply > LONGEST:
            raise Unsolvable(f"{game.name!r} goes on for more than {LONGEST} answers; search it with depth=")
        key = game.key()
        known = self.table.get(key)
        if known is not None and known[1] >= depth:
            return known[0], known[1] == WHOLE, known[2]
        role = active[0]
        mover = -1 if role == CHANCE else game.roles.index(role)
        certain = True
        best = ""
        total = [0.0 for _each in game.roles]
        for move in self.walk.moves(role):
            self.walk.forward(move, role)
            worth, exact, _best = self.search(depth - 1, ply + 1)
            self.walk.back()
            certain = certain and exact
            if mover < 0:
                for number, each in enumerate(worth):
                    total[number] += move.probability * each
            elif not best or worth[mover] > total[mover]:
                total = worth
                best = move.text
        self.table.put(key, (total, WHOLE if certain else depth, best))
        return total, certain, best

    def _estimates(self) -> list[float]:
        found: list[float] = []
        for role in self.game.roles:
            if self.judge is not None:
                found.append(self.judge(self.game, role))
            else:
                estimate = self.game.estimate(role)
                found.append(0.0 if estimate is None else estimate)
        return found
