"""Tokens: pieces and cards, with props and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from rondel.engine.components.token import Face, TokenKind
from rondel.engine.records.record import restore
from rondel.engine.visibility import EVERYONE
from rondel.errors import BadPosition, RulesError, UndoBarrier
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import WRONG_TYPE, seen


def test_a_face_says_only_what_is_set() -> None:
    assert Face("card", text="Q♠").to_json() == {"shape": "card", "text": "Q♠"}
    assert Face("disc", colour="#111111", path="M0 0").to_json() == {"shape": "disc", "colour": "#111111", "path": "M0 0"}
    assert Face("disc", ink="red", text="A").to_json() == {"shape": "disc", "ink": "#b3312c", "text": "A"}


def test_a_kind_makes_tokens() -> None:
    disc = TokenKind("disc", faces={"black": Face("disc"), "up": Face("disc")})
    assert [disc().owner, disc("black").owner, disc("black", face="up").face] == [None, "black", "up"]
    assert disc("black") is not disc("black")
    assert disc.to_json() == {"faces": {"black": {"shape": "disc"}, "up": {"shape": "disc"}}}
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
    holder = workshop().open
    twin = token.twin(holder, 3)
    assert (twin.key(), twin.serial, twin.container) == (token.key(), token.serial, holder)
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


# -- sets --------------------------------------------------------------------------------------------------------------


def test_a_set_holds_so_many_of_each_face() -> None:
    made = Piece.set({"QS": 1, "pawn": 8}, owner="left")
    assert Counter((token.face, token.owner) for token in made) == {("QS", "left"): 1, ("pawn", "left"): 8}
    assert len({token.key() for token in made}) == 2, "equal ones are equal"
    assert Piece.set({}) == []


def test_the_tokens_of_a_named_set_have_names_of_their_own() -> None:
    names = [token.get("name") for token in Piece.set({"QS": 1, "pawn": 3}, named=True)]
    assert names == ["QS", "pawn#1", "pawn#2", "pawn#3"]


@pytest.mark.parametrize("count", [-1, 1.5, "2"])
def test_a_count_that_is_none_is_refused(count: Any) -> None:
    with pytest.raises((RulesError, *WRONG_TYPE)) as caught:
        Piece.set({"x": count})
    if caught.type is RulesError:
        assert f"cannot make {count!r} tokens of the face 'x'; give a whole number from 0" in str(caught.value)


# -- what may be written -----------------------------------------------------------------------------------------------


def test_a_token_belongs_to_a_role_of_its_game() -> None:
    game = workshop()
    token = game.open[0]
    for role in ("left", "right", None):
        token.owner = role
    said = r"piece\(face='a'\) cannot belong or be shown to 'north', which is no role: 'left', 'right'"
    with pytest.raises(RulesError, match=said):
        token.owner = "north"
    with pytest.raises(RulesError, match="'north', which is no role: 'left', 'right'"):
        game.open.add(Piece("north"))
    assert (token.owner, len(game.open)) == (None, 3)


def test_a_token_of_an_unlisted_kind_does_not_come_into_play() -> None:
    game = workshop()
    with pytest.raises(RulesError, match=r"'coin' is not among the kinds of the game \('piece'\); list it in the game class"):
        game.open.add(TokenKind("coin")())
    assert len(game.open) == 3


def test_a_face_is_a_string() -> None:
    token = workshop().open[0]
    wrong: Any = 3
    with pytest.raises((RulesError, *WRONG_TYPE)):
        token.face = wrong
    assert token.face == "a"


# -- face down ---------------------------------------------------------------------------------------------------------

ROLES = ("left", "right", "observer")


def shown(game: Workshop, name: str) -> dict[str, list[dict[str, Any]]]:
    """What each role sees of the tokens in a container that all see."""
    return {role: game.view(role)["containers"][name]["tokens"] for role in ROLES}


def test_a_face_down_token_shows_its_kind_its_owner_and_where_it_lies() -> None:
    game = workshop()
    game.open[0].owner = "left"
    game.open[0].set("worth", 7)
    game.open[0].turn_down("left")
    views = shown(game, "open")
    assert views["left"][0] == {
        "id": 1,
        "at": "0",
        "kind": "piece",
        "owner": "left",
        "face": "a",
        "props": {"worth": 7},
        "down": True,
    }
    assert views["right"][0] == views["observer"][0] == {"id": 1, "at": "0", "kind": "piece", "owner": "left", "down": True}
    assert (game.open[0].face_down, game.open[1].face_down) == (True, False)
    assert [token.seen_by("right") for token in game.open._items] == [False, True, True]
    game.open._items[0].turn_up()
    assert shown(game, "open")["right"][0]["face"] == "a"


def test_what_is_hidden_makes_no_difference_to_those_who_do_not_see_it() -> None:
    one, other = workshop(), workshop()
    for game, face in ((one, "y"), (other, "z")):
        game.open[0].turn_down("left")
        game.open._items[0].face = face
        game.open._items[0].set("worth", face)
    assert one.key() != other.key()
    assert json.dumps(one.view("right")) == json.dumps(other.view("right"))
    assert json.dumps(one.view("left")) != json.dumps(other.view("left"))


def test_a_face_down_token_is_seen_by_nobody_who_does_not_see_its_container() -> None:
    game = workshop()
    token = game.hands["left"][0]
    token.shown_to = ("right", "observer")
    assert (token.readers(), token.seen_by("left")) == ((), False)
    token.shown_to = EVERYONE
    assert (token.readers(), token.face_down) == (("left",), False)
    token.remove()
    assert token.readers() == ()


@pytest.mark.parametrize("given", [("north",), ["left"], "left", ("left", 3)])
def test_a_token_is_shown_to_roles(given: Any) -> None:
    token = workshop().open[0]
    with pytest.raises((RulesError, *WRONG_TYPE)):
        token.shown_to = given
    assert token.shown_to is None


def test_moves_name_a_face_down_token_by_where_it_lies() -> None:
    game = workshop(takes_one)
    game.open[0].turn_down("right")
    game.push("do(takes_one)")
    assert [str(move) for move in game.moves("left")] == ["choose(0)", "choose(b)", "choose(c)"]
    game.push("choose(0)")
    assert [token.face for token in game.hands["right"]][-1] == "a"
    told = json.dumps([game.view("left"), game.events(0, "left"), game.view("observer"), game.events(0, "observer")])
    assert '"a"' not in told
    assert '"b"' in told


@trial
def takes_one(game: Workshop) -> None:
    game.choose(game.open, ask="?").move_to(game.hands["right"])


@trial
def turns_up(game: Workshop) -> None:
    game.open[0].turn_up()


@trial
def turns_down(game: Workshop) -> None:
    game.open[0].turn_down("left")


def test_what_was_turned_up_is_not_taken_back_alone() -> None:
    game = workshop(turns_up)
    game.open[0].turn_down("left")
    game.push("do(turns_up)")
    with pytest.raises(UndoBarrier, match="something hidden has been shown since"):
        game.undo("left")
    game = workshop(turns_down)
    game.push("do(turns_down)")
    assert game.may_undo("left")


def test_a_look_under_a_face_down_token_is_noted() -> None:
    game = workshop()
    token = game.open[0]
    token.turn_down("left")
    for look in (lambda: token.face, lambda: token.get("worth")):
        game._journal.looked.clear()
        look()
        look()
        assert game._journal.looked == [token]
    game._journal.looked.clear()
    assert (game.open[1].face, token.owner) == ("b", None)
    game.view("left")
    assert game._journal.looked == []


def test_a_face_down_token_goes_elsewhere() -> None:
    game = workshop()
    before = seen(game)
    game.open[0].turn_down("left")
    for twin in (game.copy(), restore(Workshop, json.loads(json.dumps(game.snapshot())))):
        assert seen(twin) == seen(game) != before
    game._journal.rollback(0)
    assert seen(game) == before


def test_a_position_says_to_whom_a_token_is_shown() -> None:
    contents = [{"kind": "piece", "face": "n", "shown_to": ["left"]}]
    game = Workshop(position={"state": "Work", "containers": {"open": contents}})
    assert [token.to_json() for token in game.open] == contents
    for wrong in (["north"], "left", 3):
        with pytest.raises(BadPosition, match=r"containers.open\[0\] is shown to .*; give a list of some of 'left', 'right'"):
            Workshop(position={"state": "Work", "containers": {"open": [{**contents[0], "shown_to": wrong}]}})


def test_a_face_may_say_what_its_card_does() -> None:
    storm = Face("card", text="Storm", note="Release two sheep")
    assert storm.to_json() == {"shape": "card", "text": "Storm", "note": "Release two sheep"}
