"""Perft: counting the tree of a game, to check rules against published numbers and to measure speed.

`perft` counts the positions at a depth, `count_games` walks the whole tree. Both use a walk (`rondel.engine.play.walk`) and
leave the game unchanged. A ply is one answer. If several roles are active, every order of their answers counts. A game that
draws from a seed has one fixed future; start it with ``chance="explicit"`` to count all futures.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.errors import RulesError


def perft(game: Game, depth: int) -> int:
    """The number of ways to play ``depth`` answers from here; games that end earlier do not count.

    The last ply is not played: its moves are counted.

    >>> from rondel.shelf.reversi import Reversi
    >>> [perft(Reversi(), depth) for depth in range(5)]
    [1, 4, 12, 56, 244]
    """
    if depth <= 0:
        return 1
    walk = Walk(game)
    try:
        return _leaves(game, walk, depth)
    finally:
        walk.home()


def _leaves(game: Game, walk: Walk, depth: int) -> int:
    leaves = 0
    for role in game.active:
        moves = walk.moves(role)
        if depth == 1:
            leaves += len(moves)
            continue
        for move in moves:
            walk.forward(move, role)
            leaves += _leaves(game, walk, depth - 1)
            walk.back()
    return leaves


class TreeCount:
    """The counts of a whole tree.

    >>> from rondel import new
    >>> count = count_games(new("kuhn_poker", chance="explicit"))
    >>> count.nodes, count.games
    (58, 30)
    """

    def __init__(self) -> None:
        self.nodes = 0
        """Sequences of answers, the empty one included."""
        self.games = 0
        """Sequences that end the game."""
        self.winners: dict[tuple[str, ...], int] = {}
        """Number of games by set of winners; a draw shared by all counts as won by all roles."""
        self.positions = 0
        """Number of distinct positions by `Game.key`; 0 without ``merge``."""

    def __repr__(self) -> str:
        return f"<TreeCount: {self.nodes} nodes, {self.games} games, {self.positions} positions>"


def count_games(game: Game, *, merge: bool = True) -> TreeCount:
    """Counts the whole tree below ``game``, which must be small.

    With ``merge`` a position that was counted before is not walked again (`Game.key` identifies equal positions). Without it
    every sequence is walked, which takes longer and gives the same numbers, except that positions are not counted.

    Raises `RulesError` when a position repeats within one game: such a tree is infinite.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> for cell in ("b2", "a1", "c1", "a3"):
    ...     game.push(f"mark({cell})")
    >>> count_games(game)
    <TreeCount: 186 nodes, 86 games, 76 positions>
    """
    walk = Walk(game)
    try:
        if merge:
            known: dict[object, TreeCount] = {}
            total = _merged(game, walk, known)
            total.positions = len(known)
            return total
        tally = _Tally()
        _every(game, walk, tally)
        return tally.total()
    finally:
        walk.home()


def _merged(game: Game, walk: Walk, known: dict[object, TreeCount]) -> TreeCount:
    key = game.key()
    count = known.get(key)
    if count is not None:
        if not count.nodes:
            raise RulesError(f"the tree of {game.name!r} is infinite: a position repeats within one game")
        return count
    count = known[key] = TreeCount()
    active = game.active
    if not active:
        count.nodes = count.games = 1
        count.winners[game.winners] = 1
        return count
    for role in active:
        for move in walk.moves(role):
            walk.forward(move, role)
            below = _merged(game, walk, known)
            walk.back()
            count.nodes += below.nodes
            count.games += below.games
            for winners, games in below.winners.items():
                count.winners[winners] = count.winners.get(winners, 0) + games
    count.nodes += 1  # set last: 0 marks a position whose count is in progress
    return count


_ENDINGS: Final = 8
"""Number of winner tuples that are recognised by identity, the latest ones."""


class _Ending:
    """The games won by one set of winners."""

    def __init__(self, winners: tuple[str, ...]) -> None:
        self.winners = winners
        self.games = 1


class _Tally:
    """A running count. Games with the same winners tuple are summed at the end, which is much quicker."""

    def __init__(self) -> None:
        self.nodes = 0
        self._total = TreeCount()
        self._endings: list[_Ending] = []

    def won(self, winners: tuple[str, ...]) -> None:
        """Counts a game."""
        for ending in self._endings:
            if ending.winners is winners:
                ending.games += 1
                return
        if len(self._endings) < _ENDINGS:
            self._endings.append(_Ending(winners))
        else:
            self._add(winners, 1)

    def _add(self, winners: tuple[str, ...], games: int) -> None:
        total = self._total
        total.games += games
        total.winners[winners] = total.winners.get(winners, 0) + games

    def total(self) -> TreeCount:
        """The final count; nothing may be counted afterwards."""
        for ending in self._endings:
            self._add(ending.winners, ending.games)
        self._total.nodes = self.nodes
        return self._total


def _every(game: Game, walk: Walk, tally: _Tally) -> None:
    tally.nodes += 1
    active = game.active
    if not active:
        tally.won(game.winners)
        return
    for role in active:
        for move in walk.moves(role):
            walk.forward(move, role)
            _every(game, walk, tally)
            walk.back()
