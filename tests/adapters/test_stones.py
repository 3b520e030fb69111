"""Players of Stones at a table: they receive the same messages as in a match of their own."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from rondel.adapters.stones import StonesSeat
from rondel.players import PlayerFault, bot, play
from rondel.shelf.stones import Chat, InvalidMove, Message, Move, Situation
from rondel.shelf.stones import play as play_stones
from rondel.tournament import contest
from tests.shelf.stones.drawn import possible

WANDERING = '''
from random import Random

from rondel.shelf.stones import Move, TurnTo


class Wandering:
    """Makes any move, by what it has heard alone."""

    def initialize(self, chat):
        self.random = Random(1)

    def update(self, message, situation):
        self.situation = situation
        if isinstance(message, TurnTo):
            self.turn = message.player

    def get_next_move(self):
        rows, me = self.situation.board, self.turn
        found = [
            Move(me, (row, column), (row + down, column + right))
            for row in range(len(rows))
            for column in range(len(rows[0]))
            if rows[row][column] == me
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= row + down < len(rows) and 0 <= column + right < len(rows[0])
            if rows[row + down][column + right] != me
        ]
        return self.random.choice(found)
'''


class Wandering:
    """Makes any move of its own, by what it has heard alone, and remembers what that was."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.random = Random(number)
        self.heard: list[tuple[Message, Situation]] = []
        self.begun = 0

    def initialize(self, chat: Chat) -> None:
        assert self.heard == []
        self.begun += 1

    def update(self, message: Message, situation: Situation) -> None:
        self.heard.append((message, situation))

    def get_next_move(self) -> Any:
        return self.random.choice(possible(self.number, self.heard[-1][1]))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_sends_the_messages_of_a_match(seats: int) -> None:
    """The same players, the same moves: every message and every situation is the same, eliminations and the end included."""
    own = play_stones([Wandering(number) for number in range(seats)], turn_limit=200)
    game = rondel.new("stones", seats=seats, seed=1, options={"turn_limit": 200})
    players = [Wandering(number) for number in range(seats)]
    play(game, {role: StonesSeat(player) for role, player in zip(game.roles, players, strict=True)})
    for player in players:
        assert player.heard == own.told
        assert player.begun == 1
    assert game.is_over


def test_it_plays_against_a_bot_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(WANDERING, encoding="utf-8")
    named = f"pipe:{sys.executable} -m rondel.adapters.stones {file}:Wandering"
    options = {"turn_limit": 60}
    mine, greedy = contest("stones", [named, "greedy"], games=4, seed=1, seats=2, options=options)
    assert (mine.faults, greedy.faults, len(mine.results)) == ({}, {}, 4)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("move(a1,a2)", "an answer is a Move"),
        (Move(1, (0, 0), (1, 0)), "it is player 0's turn"),
        (Move(0, (0,), (1, 0)), "a position is"),  # type: ignore[arg-type]
        (Move(0, (0, "b"), (1, 0)), "a position is"),  # type: ignore[arg-type]
    ],
)
def test_an_invalid_move_is_an_error(answer: Any, message: str) -> None:
    class Wrong(Wandering):
        def get_next_move(self) -> Any:
            return answer

    game = rondel.new("stones", seats=2, seed=1)
    with pytest.raises(InvalidMove, match=message):
        play(game, {"jade": StonesSeat(Wrong(0)), "garnet": bot("random")})


def test_a_move_that_the_rules_do_not_allow_is_refused_as_anybodys_is() -> None:
    class Far(Wandering):
        def get_next_move(self) -> Any:
            return Move(0, (0, 0), (3, 3))

    game = rondel.new("stones", seats=2, seed=1)
    with pytest.raises(PlayerFault, match=r"playing jade, answered 'move\(a1,d4\)'"):
        play(game, {"jade": StonesSeat(Far(0)), "garnet": bot("random")})
