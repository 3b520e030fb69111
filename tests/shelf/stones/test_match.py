"""Matches of Stones: who is told what, in which order, with which situation; and what becomes of those who answer nonsense.

The golden transcripts hold every call of every player. They are written anew, to be read as a diff, by

    RONDEL_WRITE_GOLDEN=1 python -m pytest tests/shelf/stones/test_match.py
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel.errors import BadOption
from rondel.shelf.stones import (
    Chat,
    GameDrawn,
    GameStart,
    Hit,
    InvalidMove,
    Match,
    MatchAborted,
    Message,
    Move,
    PlayerFailed,
    PlayerLost,
    PlayerWon,
    Situation,
    TurnTo,
    play,
)
from tests.shelf.stones.drawn import board, drawing, possible

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


class Scripted:
    """A player who makes the moves it is given, and writes down every call it gets."""

    def __init__(self, number: int, moves: Sequence[Any], calls: list[str] | None = None) -> None:
        self.number = number
        self.moves = list(moves)
        self.calls = calls if calls is not None else []
        self.heard: list[tuple[Message, Situation]] = []

    def initialize(self, chat: Chat) -> None:
        self.calls.append(f"{self.number} initialize")
        chat.say(f"I am player {self.number}")

    def update(self, message: Message, situation: Situation) -> None:
        self.heard.append((message, situation))
        self.calls.append(f"{self.number} update {worded(message):24} {described(situation)}")

    def get_next_move(self) -> Any:
        move = self.moves.pop(0)
        if isinstance(move, Exception):
            raise move
        self.calls.append(f"{self.number} get_next_move -> {worded(move) if isinstance(move, Move) else repr(move)}")
        return move


class Wandering(Scripted):
    """A player who moves at random, by what it has heard alone."""

    def __init__(self, number: int, seed: int) -> None:
        super().__init__(number, [])
        self.random = Random(seed)

    def get_next_move(self) -> Move:
        return self.random.choice(possible(self.number, self.heard[-1][1]))


def worded(message: Message) -> str:
    """A message in one line: its name and its fields."""
    if isinstance(message, GameStart):
        return f"GameStart {drawing(message.board)}"
    fields = [str(getattr(message, field.name)) for field in dataclasses.fields(message)]
    return " ".join([type(message).__name__, *fields])


def described(situation: Situation) -> str:
    """A situation in one line."""
    said = f"[{drawing(situation.board)}] living {','.join(map(str, situation.living))}"
    for name in ("turn", "winner"):
        value = getattr(situation, name)
        said += f" {name} {value}" if value is not None else ""
    return said + (" drawn" if situation.drawn else "")


def script(*moves: Sequence[tuple[tuple[int, int], tuple[int, int]]]) -> list[Scripted]:
    """Players with these moves, who all write into one transcript."""
    calls: list[str] = []
    return [Scripted(number, [Move(number, start, end) for start, end in own], calls) for number, own in enumerate(moves)]


def agrees(name: str, calls: list[str]) -> None:
    """Compare with the golden transcript, line by line; write it where that was asked for."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("RONDEL_WRITE_GOLDEN"):
        path.write_text("\n".join(calls) + "\n", encoding="utf-8")
        pytest.skip(f"{path.name} has been written; read the diff")
    golden = path.read_text(encoding="utf-8").splitlines()
    for number, (line, call) in enumerate(zip(golden, calls, strict=False), 1):
        assert call == line, f"{path.name}, line {number}"
    assert len(calls) == len(golden)


# -- golden transcripts ------------------------------------------------------------------------------------------------


def test_two_players_until_one_is_out() -> None:
    players = script(
        [((0, 0), (1, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 2))],
        [((2, 0), (1, 1)), ((2, 2), (1, 2))],
    )
    match = play(players, board=board("00. ... 1.1"))
    agrees("stones_two_players", players[0].calls)
    assert (match.status, match.winner) == ("won", 0)


def test_three_players_until_two_are_out() -> None:
    players = script(
        [((0, 0), (0, 1)), ((0, 1), (1, 1))],
        [],
        [((2, 1), (1, 1)), ((2, 0), (1, 1))],
    )
    match = play(players, board=board("01. ... 22."))
    agrees("stones_three_players", players[0].calls)
    assert (match.status, match.winner) == ("won", 2)


# -- the order, in any match -------------------------------------------------------------------------------------------

TURN = re.compile(r"TurnTo (\d) (Hit \d )?(PlayerLost \d )?Move \1 ")
"""One turn as it is told: the effect comes before its cause."""


def short(message: Message) -> str:
    """The message's name and, but for `GameStart` and `GameDrawn`, its player."""
    return f"{type(message).__name__} {message.player} " if not isinstance(message, GameStart | GameDrawn) else ""


@pytest.mark.parametrize("seed", range(12))
def test_every_turn_is_told_in_the_same_order_to_everybody(seed: int) -> None:
    count = 2 + seed % 3
    players = [Wandering(number, 10 * seed + number) for number in range(count)]
    match = play(players, rows=4, columns=4)
    heard = [[message for message, _situation in player.heard] for player in players]
    assert all(each == heard[0] for each in heard)  # Also to the mover, and to those who are out.
    assert isinstance(heard[0][0], GameStart)
    assert heard[0][-1] == PlayerWon(match.winner if match.winner is not None else -1)
    line = "".join(map(short, heard[0][1:-1]))
    assert TURN.sub("", line) == ""
    assert [message for message in heard[0] if isinstance(message, PlayerWon)] == heard[0][-1:]
    assert len([message for message in heard[0] if isinstance(message, PlayerLost)]) == count - 1


@pytest.mark.parametrize("seed", range(6))
def test_turns_go_round_among_those_who_are_left(seed: int) -> None:
    players = [Wandering(number, 100 + 10 * seed + number) for number in range(4)]
    play(players, rows=4, columns=4)
    last: int | None = None
    living = [0, 1, 2, 3]
    for message, situation in players[0].heard:
        if isinstance(message, TurnTo):
            after = [each for each in living if last is not None and each > last]
            assert message.player == (after or living)[0]
            last = message.player
        living = list(situation.living)


# -- j: the situation that goes with a message -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_situation_is_how_things_stand_after_its_message(seed: int) -> None:
    players = [Wandering(number, 1_000 + 10 * seed + number) for number in range(3)]
    play(players, rows=4, columns=4)
    rows: list[list[int]] = []
    living = [0, 1, 2]
    for message, situation in players[seed % 3].heard:
        match message:
            case GameStart(start):
                rows = [list(row) for row in start]
            case Hit(player, (row, column)):
                assert rows[row][column] == player
                rows[row][column] = -1
            case Move(player, (row, column), (to_row, to_column)):
                assert rows[to_row][to_column] == -1
                rows[row][column], rows[to_row][to_column] = -1, player
            case PlayerLost(player):
                living.remove(player)
            case PlayerWon(player):
                assert situation.winner == player
            case TurnTo(player):
                assert situation.turn == player
        assert [list(row) for row in situation.board] == rows
        assert list(situation.living) == living


def test_between_a_hit_and_its_move_the_tile_is_empty() -> None:
    players = script([((0, 0), (1, 1))], [])
    play(players, board=board("0. .1"))
    told = {type(message): situation for message, situation in players[1].heard}
    assert drawing(told[TurnTo].board) == "0. .1"
    assert drawing(told[Hit].board) == "0. .."
    assert told[Hit].living == (0, 1)
    assert drawing(told[PlayerLost].board) == "0. .."
    assert told[PlayerLost].living == (0,)
    assert drawing(told[Move].board) == ".. .0"
    assert told[Move].winner is None
    assert told[PlayerWon].winner == 0


# -- k: what players hold ----------------------------------------------------------------------------------------------


def test_a_situation_cannot_be_changed() -> None:
    players = script([((0, 0), (1, 1))], [])
    play(players, board=board("0. .1"))
    situation = players[0].heard[0][1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        situation.winner = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        situation.board[0][0] = 1  # type: ignore[index]
    assert situation is not players[1].heard[0][1]
    assert situation == players[1].heard[0][1]


def test_the_first_player_is_number_0_and_is_told_first() -> None:
    players = script([((0, 0), (1, 1))], [])
    play(players, board=board("0. .1"))
    assert players[0].calls[:5] == [
        "0 initialize",
        "1 initialize",
        "0 update GameStart 0. .1          [0. .1] living 0,1",
        "1 update GameStart 0. .1          [0. .1] living 0,1",
        "0 update TurnTo 0                 [0. .1] living 0,1 turn 0",
    ]


# -- h, l: answers that are none, and players that fail ----------------------------------------------------------------

WRONG = [
    (Move(0, (0, 0), (0, 0)), "a stone cannot stay where it is, and there is no passing"),
    (Move(0, (0, 0), (0, 2)), r"\(0, 2\) is not adjacent to \(0, 0\); adjacent: \(0, 1\), \(1, 1\), \(1, 0\)"),
    (Move(0, (0, 0), (1, 0)), r"a stone of player 0 itself is at \(1, 0\)"),
    (Move(0, (2, 2), (2, 1)), r"there is no stone of player 0 at \(2, 2\)"),
    (Move(0, (1, 1), (2, 2)), r"there is no stone of player 0 at \(1, 1\)"),
    (Move(0, (0, 0), (-1, 0)), r"\(-1, 0\) is no tile; positions go from \(0, 0\) to \(2, 2\)"),
    (Move(0, (0, 3), (0, 2)), r"\(0, 3\) is no tile"),
    (Move(0, (0, 0), [0, 1]), r"\[0, 1\] is no tile"),  # type: ignore[arg-type]
    (Move(0, (0, 0), (0.0, 1)), r"\(0.0, 1\) is no tile"),  # type: ignore[arg-type]
    (Move(0, "a1", (0, 1)), "'a1' is no tile"),  # type: ignore[arg-type]
    (Move(1, (2, 2), (1, 1)), "it is player 0's turn, and a player moves for itself"),
    (Move(1, (0, 0), (1, 1)), "it is player 0's turn, and a player moves for itself"),
    (None, r"an answer is a Move\(player, p0, p1\)"),
    ("move(a1,b1)", r"an answer is a Move\(player, p0, p1\)"),
    (TurnTo(1), r"an answer is a Move\(player, p0, p1\)"),
]


@pytest.mark.parametrize(("answer", "reason"), WRONG)
def test_an_invalid_move_stops_the_match_and_is_named(answer: Any, reason: str) -> None:
    players = [Scripted(0, [answer]), Scripted(1, [])]
    match = Match(players, board=board("0.. 0.. ..1"))
    with pytest.raises(InvalidMove, match=f"player 0 answered .*: {reason}") as caught:
        match.play()
    assert (caught.value.player, caught.value.move) == (0, answer)
    assert re.match(reason, caught.value.reason)
    assert (match.status, match.winner) == ("aborted", None)
    assert players[1].heard[-1][0] == TurnTo(0)  # Nothing more is sent.
    assert not match.game.is_over


def test_a_player_that_raises_takes_the_same_path() -> None:
    match = Match([Scripted(0, [Move(0, (0, 0), (0, 1))]), Scripted(1, [ValueError("no idea")])], board=board("0.. ... ..1"))
    with pytest.raises(PlayerFailed, match="player 1 failed in get_next_move: ValueError: no idea") as caught:
        match.play()
    assert isinstance(caught.value, MatchAborted)
    assert isinstance(caught.value.__cause__, ValueError)
    assert caught.value.player == 1
    assert match.status == "aborted"


class Deaf(Scripted):
    """A player who cannot stand to be told anything, or not even to be asked in."""

    def __init__(self, number: int, *, from_the_start: bool) -> None:
        super().__init__(number, [])
        self.from_the_start = from_the_start

    def initialize(self, chat: Chat) -> None:
        if self.from_the_start:
            raise RuntimeError("leave me alone")

    def update(self, message: Message, situation: Situation) -> None:
        raise RuntimeError("leave me alone")


@pytest.mark.parametrize(("from_the_start", "where"), [(True, "initialize"), (False, "update")])
def test_so_does_one_that_raises_while_it_is_told_something(from_the_start: bool, where: str) -> None:
    match = Match([Scripted(0, []), Deaf(1, from_the_start=from_the_start)])
    with pytest.raises(PlayerFailed, match=f"player 1 failed in {where}.*: RuntimeError: leave me alone"):
        match.play()
    assert match.status == "aborted"


# -- m: chat -----------------------------------------------------------------------------------------------------------


def test_chat_is_kept_and_does_nothing() -> None:
    class Talkative(Wandering):
        def initialize(self, chat: Chat) -> None:
            self.chat = chat

        def update(self, message: Message, situation: Situation) -> None:
            super().update(message, situation)
            self.chat.say(worded(message))

    silent = play([Wandering(0, 1), Wandering(1, 2)], rows=3, columns=3)
    loud = play([Talkative(0, 1), Talkative(1, 2)], rows=3, columns=3)
    assert loud.told == silent.told
    assert silent.chat == [(0, "I am player 0"), (1, "I am player 1")]
    assert [text for player, text in loud.chat if player == 1] == [worded(message) for message, _situation in loud.told]


# -- options, and what cannot be a match -------------------------------------------------------------------------------


def test_a_turn_limit_draws_the_match() -> None:
    players = script([((0, 0), (0, 1))], [((2, 2), (2, 1))])
    match = play(players, board=board("0.. ... ..1"), turn_limit=2)
    assert (match.status, match.winner) == ("drawn", None)
    assert players[0].heard[-1][0] == GameDrawn(2)
    assert players[0].heard[-1][1].drawn


def test_options_lay_out_the_board() -> None:
    match = Match([Wandering(number, number) for number in range(3)], rows=4, columns=4, stones=1, neighbours=8)
    match.play()
    (start, _situation) = match.told[0]
    assert isinstance(start, GameStart)
    assert drawing(start.board) == "0..2 .... .... ...1"


@pytest.mark.parametrize(
    ("count", "layout", "options", "said"),
    [
        (1, None, {}, "a match of Stones has 2 to 4 players, not 1"),
        (5, None, {}, "a match of Stones has 2 to 4 players, not 5"),
        (3, "0. .1", {}, "the board has stones of 2 players, but there are 3 players"),
        (2, "0. .1", {"rows": 3}, "option 'rows' and a board are both given"),
        (2, None, {"colour": 3}, "unknown option 'colour'"),
    ],
)
def test_what_cannot_be_a_match_is_refused(count: int, layout: str | None, options: dict[str, int], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Match([Scripted(number, []) for number in range(count)], board=board(layout) if layout else None, **options)


def test_a_match_is_played_once() -> None:
    match = play([Wandering(0, 1), Wandering(1, 2)], rows=2, columns=2)
    with pytest.raises(BadOption, match="this match is won; a match is played once"):
        match.play()
