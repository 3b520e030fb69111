"""The interface for players of Stones: three methods, and their messages.

A player is any object with `StonesPlayer`'s methods. It never holds the game: it gets messages, and with each a
`Situation`, which cannot be changed. The fields of messages are player numbers from 0 and positions (row, column)
from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeAlias

from rondel.errors import RondelError

Position: TypeAlias = tuple[int, int]
"""(row, column), both from 0; row 0 is the top one."""
Board: TypeAlias = tuple[tuple[int, ...], ...]
"""Row by row: -1 for an empty tile, or the number of the player whose stone is there."""


@dataclass(frozen=True)
class GameStart:
    """The game begins with this board."""

    board: Board


@dataclass(frozen=True)
class TurnTo:
    """It is this player's turn."""

    player: int


@dataclass(frozen=True)
class Move:
    """A player moves a stone from ``p0`` to ``p1``."""

    player: int
    p0: Position
    p1: Position


@dataclass(frozen=True)
class Hit:
    """A player loses the stone at ``p0``. Comes before the `Move` that hits."""

    player: int
    p0: Position


@dataclass(frozen=True)
class PlayerLost:
    """A player has lost all stones. Comes before the `Move` that hits the last one."""

    player: int


@dataclass(frozen=True)
class PlayerWon:
    """A player is the only one left, and has won."""

    player: int


@dataclass(frozen=True)
class GameDrawn:
    """The turn limit was reached. An extension: it is sent only in games with such a limit."""

    turns: int


Message: TypeAlias = GameStart | TurnTo | Move | Hit | PlayerLost | PlayerWon | GameDrawn


@dataclass(frozen=True)
class Situation:
    """How things stand when a message has been applied, and nothing else of the same turn has.

    `Hit` empties its tile, `PlayerLost` takes the player out of ``living``, `Move` puts the stone where it goes,
    `PlayerWon` sets ``winner``. So between a `Hit` and its `Move` the tile is empty.
    """

    board: Board
    living: tuple[int, ...]
    """The players who have stones left, in order."""
    turn: int | None = None
    """The player whose turn it is."""
    winner: int | None = None
    drawn: bool = False

    def after(self, message: Message, board: Board) -> Situation:
        """The situation after a message has been applied; ``board`` is the board after it."""
        match message:
            case TurnTo(player=player):
                return replace(self, board=board, turn=player)
            case PlayerLost(player=player):
                return replace(self, board=board, living=tuple([each for each in self.living if each != player]))
            case PlayerWon(player=player):
                return replace(self, board=board, turn=None, winner=player)
            case GameDrawn():
                return replace(self, board=board, turn=None, drawn=True)
            case _:
                return replace(self, board=board)


class Chat(Protocol):
    """A log for a player's remarks. The match keeps it; no player can read it."""

    def say(self, text: str) -> None:
        """Write a line."""


class StonesPlayer(Protocol):
    """Something that plays Stones."""

    def initialize(self, chat: Chat) -> None:
        """Called once, before there is a board."""

    def update(self, message: Message, situation: Situation) -> None:
        """Called with every message, to this player or any other, also when this player is out, with the situation it
        leads to."""

    def get_next_move(self) -> Move:
        """Called after the `TurnTo` of this player has gone to everybody; returns a move of its own."""


class MatchAborted(RondelError):
    """A match was stopped by one of its players: ``player`` says which, ``reason`` why."""

    code: ClassVar[str] = "match_aborted"

    def __init__(self, player: int, message: str, reason: str) -> None:
        self.player = player
        self.reason = reason
        super().__init__(f"player {player} {message}: {reason}")


class InvalidMove(MatchAborted):
    """A player answered with a move that the rules do not allow, or with something that is no move; ``move`` is the
    answer."""

    code = "invalid_move"

    def __init__(self, player: int, move: object, reason: str) -> None:
        self.move = move
        super().__init__(player, f"answered {move!r}", reason)


class PlayerFailed(MatchAborted):
    """A player raised an exception in one of its methods; it is the ``__cause__``."""

    code = "player_failed"

    def __init__(self, player: int, method: str, error: Exception) -> None:
        super().__init__(player, f"failed in {method}", f"{type(error).__name__}: {error}")
