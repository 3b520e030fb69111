"""A match of Stones between programs: the players hear every message in order, one after the other, and answer in turn.

The engine plays; this module tells. Each turn is told exactly so, every message going to all players from the first,
also to the mover and to those who are out:

    TurnTo -> get_next_move() -> is it legal? -> Hit -> PlayerLost -> Move -> PlayerWon, or the next turn

A match has no clock: who never answers is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from rondel.engine import OBSERVER
from rondel.errors import BadOption, RulesError
from rondel.shelf.stones.board import EMPTY, SEATS, start_from
from rondel.shelf.stones.protocol import (
    Board,
    GameDrawn,
    GameStart,
    Hit,
    InvalidMove,
    Message,
    Move,
    PlayerFailed,
    PlayerLost,
    PlayerWon,
    Position,
    Situation,
    StonesPlayer,
    TurnTo,
)
from rondel.shelf.stones.rules import Stones

Status: TypeAlias = Literal["ready", "running", "won", "drawn", "aborted"]


class Log:
    """One player's chat. Its lines go into the match's log, with the player's number."""

    def __init__(self, player: int, log: list[tuple[int, str]]) -> None:
        self._player = player
        self._log = log

    def say(self, text: str) -> None:
        """Keep a line."""
        self._log.append((self._player, str(text)))


class Match:
    """One match, played once by `play`.

    ``board`` is a nested array to start from; without it the ``options`` of Stones say how the stones are laid out.
    """

    def __init__(
        self, players: Sequence[StonesPlayer], *, board: Sequence[Sequence[int]] | None = None, **options: int
    ) -> None:
        if not Stones.fewest <= len(players) <= len(SEATS):
            raise BadOption(f"a match of Stones has {Stones.fewest} to {len(SEATS)} players, not {len(players)}")
        start: dict[str, Any] = {"seats": len(players)} if board is None else start_from(board)
        if start["seats"] != len(players):
            raise BadOption(f"the board has stones of {start['seats']} players, but there are {len(players)} players")
        twice = [name for name in ("rows", "columns", "stones") if name in options and board is not None]
        if twice:
            raise BadOption(f"option {twice[0]!r} and a board are both given; the board says it already")
        start["options"] = {**options, **start.get("options", {})}
        self.game = Stones(**start)
        self.players = tuple(players)
        self.status: Status = "ready"
        self.winner: int | None = None
        self.chat: list[tuple[int, str]] = []
        """The lines that the players wrote, each with the number of its player."""
        self.told: list[tuple[Message, Situation]] = []
        """Every message sent so far, with the situation that went with it."""
        self._heard = 0

    def play(self) -> Match:
        """Play to the end; returns this match, ``won`` or ``drawn``.

        Raises `InvalidMove` if a player's answer is not a legal move of its own, and `PlayerFailed` if a player
        raises an exception; then the match is ``aborted`` and nothing more is sent.
        """
        if self.status != "ready":
            raise BadOption(f"this match is {self.status}; a match is played once")
        self.status = "running"
        try:
            self._run()
        except BaseException:
            self.status = "aborted"
            raise
        situation = self.told[-1][1]
        self.winner = situation.winner
        self.status = "drawn" if situation.drawn else "won"
        return self

    def _run(self) -> None:
        for number, player in enumerate(self.players):
            self._call(number, "initialize", player.initialize, Log(number, self.chat))
        self._tell()
        while not self.game.is_over:
            mover = SEATS.index(self.game.active[0])
            answer = self._call(mover, "get_next_move", self.players[mover].get_next_move)
            self.game.push(self._checked(mover, answer))
            self._tell()

    # -- telling -------------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Send each new message to every player, in order."""
        events = self.game.events(self._heard, OBSERVER)
        self._heard += len(events)
        for event in events:
            message = message_of(event)
            if isinstance(message, GameStart):
                situation = Situation(message.board, tuple(range(len(self.players))))
            else:
                last = self.told[-1][1]
                situation = last.after(message, board_after(last.board, event["changes"]))
            self.told.append((message, situation))
            for number, player in enumerate(self.players):
                self._call(number, f"update({message!r})", player.update, message, replace(situation))

    def _call(self, number: int, name: str, method: Callable[..., Any], *args: object) -> object:
        """Call a player; its exceptions end the match under its name."""
        try:
            answer: object = method(*args)
        except Exception as error:
            raise PlayerFailed(number, name, error) from error
        return answer

    # -- checking ------------------------------------------------------------------------------------------------------

    def _checked(self, mover: int, answer: object) -> str:
        """The text of the legal move that a player's answer means. Raises `InvalidMove` with the reason why it is
        none."""
        if not isinstance(answer, Move):
            raise InvalidMove(mover, answer, "an answer is a Move(player, p0, p1)")
        if answer.player != mover:
            raise InvalidMove(mover, answer, f"it is player {mover}'s turn, and a player moves for itself")
        for position in (answer.p0, answer.p1):
            if not self._on_board(position):
                board = self.game.board
                raise InvalidMove(
                    mover,
                    answer,
                    f"{position!r} is no tile; positions go from (0, 0) to ({board.rows - 1}, {board.columns - 1})",
                )
        start, end = self.game.board.at(*answer.p0), self.game.board.at(*answer.p1)
        text = f"move({start},{end})"
        if text in [str(move) for move in self.game.moves()]:
            return text
        if self.game.board.owner(start) != SEATS[mover]:
            raise InvalidMove(mover, answer, f"there is no stone of player {mover} at {answer.p0}")
        if start is end:
            raise InvalidMove(mover, answer, "a stone cannot stay where it is, and there is no passing")
        if self.game.board.owner(end) == SEATS[mover]:
            raise InvalidMove(mover, answer, f"a stone of player {mover} itself is at {answer.p1}")
        near = [(cell.row, cell.column) for cell in self.game.around(start)]
        raise InvalidMove(mover, answer, f"{answer.p1} is not adjacent to {answer.p0}; adjacent: {', '.join(map(str, near))}")

    def _on_board(self, position: object) -> bool:
        if not isinstance(position, tuple) or len(position) != 2 or any(type(each) is not int for each in position):
            return False
        return position in [(cell.row, cell.column) for cell in self.game.board.cells]


def play(players: Sequence[StonesPlayer], *, board: Sequence[Sequence[int]] | None = None, **options: int) -> Match:
    """Play a match to its end: see `Match` and `Match.play`."""
    return Match(players, board=board, **options).play()


def message_of(event: Mapping[str, Any]) -> Message:
    """The message an event of the game stands for."""
    args = event["args"]
    match event["name"]:
        case "GameStart":
            return GameStart(tuple([tuple(row) for row in args["board"]]))
        case "TurnTo":
            return TurnTo(args["player_id"])
        case "Move":
            return Move(args["player_id"], position_of(args["p0"]), position_of(args["p1"]))
        case "Hit":
            return Hit(args["player_id"], position_of(args["p0"]))
        case "PlayerLost":
            return PlayerLost(args["player_id"])
        case "PlayerWon":
            return PlayerWon(args["player_id"])
        case "GameDrawn":
            return GameDrawn(args["turns"])
    raise RulesError(f"event {event['name']!r} of Stones has no message; give it one here")


def position_of(pair: Sequence[int]) -> Position:
    """A position out of JSON."""
    row, column = pair
    return row, column


def board_after(board: Board, changes: Sequence[dict[str, Any]]) -> Board:
    """The board when an event's changes have been applied: the fold of a view over its deltas."""
    for change in changes:
        if change["of"] == "container:board":
            rows = [[EMPTY] * len(row) for row in board]
            for token in change["is"]["tokens"]:
                rows[int(token["at"][1:]) - 1][ord(token["at"][0]) - ord("a")] = SEATS.index(token["owner"])
            board = tuple([tuple(row) for row in rows])
    return board
