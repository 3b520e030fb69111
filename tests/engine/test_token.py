"""Tokens: pieces and cards, with props and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine.token import Face, TokenKind
from rondel.errors import RulesError
from tests.engine.rules.workshop import Piece, workshop


def test_a_face_says_only_what_is_set() -> None:
    assert Face("card", text="Q♠").to_json() == {"shape": "card", "text": "Q♠"}
    assert Face("disc", colour="#111111", path="M0 0").to_json() == {"shape": "disc", "colour": "#111111", "path": "M0 0"}


def test_a_kind_makes_tokens() -> None:
    disc = TokenKind("disc", faces={"black": Face("disc")})
    assert [disc().owner, disc("black").owner, disc("black", face="up").face] == [None, "black", "up"]
    assert disc("black") is not disc("black")
    assert disc.to_json() == {"faces": {"black": {"shape": "disc"}}}
    assert repr(disc) == "TokenKind('disc')"
    assert [repr(disc()), repr(disc("black", face="up")), repr(disc(face="up"))] == [
        "disc()",
        "disc('black', face='up')",
        "disc(face='up')",
    ]


def test_everything_about_a_token_can_be_taken_back() -> None:
    game = workshop()
    token = game.open[0]
    mark = len(game._journal.entries)
    token.owner = "left"
    token.face = "turned"
    token.set("hits", 1)
    token.set("hits", 2)
    token.set("list", [1, {"a": 2}])
    assert (token.owner, token.face, token.get("hits"), token.get("list")[0]) == ("left", "turned", 2, 1)
    assert token.to_json() == {"kind": "piece", "owner": "left", "face": "turned", "props": {"hits": 2, "list": [1, {"a": 2}]}}
    game._journal.rollback(mark)
    assert (token.get("hits"), token.get("hits", 0)) == (None, 0)
    assert token.to_json() == {"kind": "piece", "face": "a"}


def test_a_tokens_props_are_json_and_frozen() -> None:
    token = Piece("left")
    with pytest.raises(RulesError, match=r"prop \"piece\('left'\)\.bag\" cannot hold"):
        token.set("bag", {1, 2})
    with pytest.raises(RulesError, match="JSON has no such number"):
        token.set("odds", float("nan"))
    token.set("list", [1])
    frozen: Any = token.get("list")
    with pytest.raises(AttributeError):
        frozen.append(2)


def test_a_token_lies_in_one_container_at_a_time() -> None:
    game = workshop()
    token = game.open[0]
    token.move_to(game.hidden)
    assert token.container is game.hidden
    assert token in game.hidden
    assert token not in game.open
    token.remove()
    assert token not in game.hidden
    with pytest.raises(RulesError, match=r"piece\(face='a'\) cannot be removed: it lies in no container"):
        token.remove()
    token.move_to(game.board)
    assert game.board["b1"] is token


def test_changing_hands_on_a_board_is_noticed() -> None:
    game = workshop()
    token = game.board["a1"]
    assert token is not None
    token.owner = "right"
    assert (game.board.owner("a1"), game.board.count("right")) == ("right", 2)


def test_tokens_differ_by_kind_face_owner_and_props() -> None:
    other = TokenKind("other")
    tokens = [Piece(), Piece("left"), Piece(face="left"), other(), Piece(), Piece()]
    tokens[4].set("hits", 1)
    tokens[5].set("hits", 2)
    assert len({token.key() for token in tokens}) == len(tokens)
    assert Piece("left", face="a").key() == Piece("left", face="a").key()


def test_a_twin_is_equal_and_apart() -> None:
    token = Piece("left", face="a")
    token.set("hits", 1)
    twin = token.twin()
    assert (twin.key(), twin.serial, twin.container) == (token.key(), token.serial, None)
    twin.set("hits", 2)
    assert token.get("hits") == 1


def test_tokens_are_counted_as_they_come_into_play() -> None:
    game = workshop()
    serials = [token.serial for container in game._containers for token in container]
    assert sorted(serials) == list(range(len(serials)))
    fresh = Piece()
    assert fresh.serial == -1
    game.open.add(fresh)
    assert fresh.serial == len(serials)
