"""Perft: counting the tree of a game, to check rules against published numbers and to measure speed.

`perft` counts the positions at a depth, `count_games` walks the whole tree. Both go by a walk (`rondel.engine.play.walk`) and
leave the game as it was. A ply is one answer; where several roles are active, every order of their answers counts; a game that
draws from a seed has one fixed future, so start it with ``chance="explicit"`` to count all of them.
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
    """What a whole tree holds."""

    def __init__(self) -> None:
        self.nodes = 0
        """Sequences of answers, the empty one included."""
        self.games = 0
        """Sequences that end the game."""
        self.winners: dict[tuple[str, ...], int] = {}
        """How many of the games each set of winners won; all roles, where a draw is shared by all."""
        self.positions = 0
        """Different positions by `Game.key`; 0 where they were not told apart."""

    def __repr__(self) -> str:
        return f"<TreeCount: {self.nodes} nodes, {self.games} games, {self.positions} positions>"


def count_games(game: Game, *, merge: bool = True) -> TreeCount:
    """Count the whole tree below ``game``, which must be small enough.

    With ``merge`` a position that was counted before is not walked again (`Game.key` says which are equal); without, every
    sequence is walked, which takes longer and gives the same numbers, but for the positions, which are not told apart.

    Raises `RulesError` when a position comes again within one game: such a tree has no end.

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
            raise RulesError(f"the tree of {game.name!r} has no end: a position comes again in the same game")
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
    count.nodes += 1  # last: 0 says that the position is still being counted
    return count


_ENDINGS: Final = 8
"""How many sets of winners are told apart by being the same tuple, one after the other."""


class _Ending:
    """Games that the same have won."""

    def __init__(self, winners: tuple[str, ...]) -> None:
        self.winners = winners
        self.games = 1


class _Tally:
    """A count that is being made. Winners who are told of by the same tuple are added up at the end: that is much quicker."""

    def __init__(self) -> None:
        self.nodes = 0
        self._total = TreeCount()
        self._endings: list[_Ending] = []

    def won(self, winners: tuple[str, ...]) -> None:
        """Count a game."""
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
        """All of it; nothing is counted afterwards."""
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
