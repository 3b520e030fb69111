"""Moves: stable text, places, and a description."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rondel
from rondel.engine.components.move import Move, alike, names_for, place, word
from rondel.errors import RulesError
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.flock import Flock
from tests.engine.rules.workshop import Piece, workshop


def test_a_move_of_a_board_game() -> None:
    move = Reversi().moves()[0]
    assert (str(move), move.role, move.action, move.places, move.forced) == (
        "play_disc(d3)",
        "black",
        "play_disc",
        ("board:d3",),
        False,
    )
    assert move.describe() == "black plays d3"
    assert repr(move) == "<Move play_disc(d3) by black>"
    assert json.loads(json.dumps(move.to_json())) == {
        "text": "play_disc(d3)",
        "action": "play_disc",
        "places": ["board:d3"],
        "forced": False,
        "describe": {
            "text": "{actplayer} plays {cell}",
            "args": {"actplayer": {"role": "black"}, "you": {"role": "black"}, "cell": "d3"},
        },
    }


def test_people_read_what_is_written_on_a_card_and_programs_its_name() -> None:
    game = rondel.new("kuhn_poker", chance="explicit")
    king = next(move for move in game.moves() if move.text == "draw(K)")
    assert (king.text, king.describe()) == ("draw(K)", "chance gives K♠")


def test_a_move_without_parts_is_its_action() -> None:
    game = workshop()
    assert [(move.text, move.places, move.words) for move in game.moves()][1:] == [("wait", (), []), ("end", (), [])]
    assert game.moves()[1].describe() == "left waits"


def test_a_move_without_a_message_describes_itself() -> None:
    assert Move("left", "go", (1, 2), "", ("a", "b")).describe() == "go(1,2)"


def test_words_may_be_put_otherwise() -> None:
    move = Move("left", "go", (1,), "{actplayer} goes {a}", ("a",))
    move.reword(["there"])
    assert (move.text, move.words, move.describe()) == ("go(there)", ["there"], "left goes there")


def test_moves_of_one_list_have_texts_of_their_own() -> None:
    for game in (Reversi(), TicTacToe(), workshop(), Flock(seed=4)):
        texts = [str(move) for move in game.moves()]
        assert len(set(texts)) == len(texts)


def test_how_values_are_named() -> None:
    game = workshop()
    board, apart = game.board, Piece("left", face="x")
    named: list[tuple[Any, str]] = [
        (board.cell("b2"), "b2"),
        (board["a1"], "a1"),
        (game.open[0], "a"),
        (apart, "x"),
        (Piece("left"), "piece"),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        ("word", "word"),
    ]
    assert [word(value, "left") for value, _name in named] == [name for _value, name in named]


def test_what_is_called_otherwise_each_time_is_no_option() -> None:
    with pytest.raises(RulesError, match="object has no text to be chosen by; offer tokens, cells, texts and numbers"):
        word(object(), "left")


def test_a_token_without_a_face_is_named_by_its_owner_or_kind() -> None:
    game = workshop()
    for token in (Piece("left"), Piece()):
        game.open.add(token)
    assert [word(token, "right") for token in game.open] == ["a", "b", "c", "left", "piece"]


def test_a_token_is_named_as_the_mover_sees_it() -> None:
    game = workshop()
    card = game.hands["left"][1]
    assert [word(card, role) for role in ("left", "right", "chance")] == ["q", "piece", "q"]
    assert [place(card, role) for role in ("left", "right")] == ["hand_left:1", "hand_left"]


def test_where_values_lie() -> None:
    game = workshop()
    assert [place(each) for each in (game.board.cell("b2"), game.board["a1"], game.open[2], Piece(), 3, "b2")] == [
        "board:b2",
        "board:a1",
        "open:2",
        "",
        "",
        "",
    ]


def test_equal_tokens_of_one_container_are_alike() -> None:
    game = workshop()
    first, second, apart = Piece(face="a"), Piece("left", face="a"), Piece(face="a")
    game.open.add(first)
    game.open.add(second)
    game.hidden.add(apart)
    assert [alike(game.open[0], other) for other in (first, second, apart)] == [True, False, False]
    assert alike(1, 1)
    assert not alike(1, 2)
    assert names_for(first, "left") == ["a", "a@3", "a@open:3"]
    assert names_for(3, "left") == ["3"]
