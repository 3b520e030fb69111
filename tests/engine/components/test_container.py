"""Containers: ordered holders of tokens, closed by default."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import EVERYONE, Hand, Prop, Row
from rondel.engine.components.container import Container
from rondel.errors import BadPosition, RulesError
from tests.engine.rules.store import BUILD, VISIBLE, Store, trial_of
from tests.engine.rules.workshop import Piece, Workshop, workshop
from tests.engine.witness import seen


def faces(container: Container) -> str:
    return "".join(token.face for token in container)


def test_a_row_keeps_its_order() -> None:
    game = workshop()
    assert (faces(game.open), len(game.open), game.open[0].face, game.open[-1].face) == ("abc", 3, "a", "c")
    game.open[0].move_to(game.open)
    assert faces(game.open) == "bca"
    game.open[1].remove()
    assert faces(game.open) == "ba"
    assert [token.face for token in game.open.tokens()] == ["b", "a"]
    assert repr(game.open) == "Row('open', 2 tokens)"


def test_the_list_of_tokens_is_the_callers() -> None:
    game = workshop()
    game.open.tokens().clear()
    assert len(game.open) == 3


def test_tokens_may_be_moved_while_going_over_them() -> None:
    game = workshop()
    for token in game.open:
        token.move_to(game.hidden)
    assert (faces(game.open), faces(game.hidden)) == ("", "habc")


def test_what_lies_in_a_container() -> None:
    game = workshop()
    assert game.open[0] in game.open
    assert game.open[0] not in game.hidden
    assert "a" not in game.open


def test_a_token_of_another_game_is_refused_and_stays_there() -> None:
    game, other = workshop(), workshop()
    before = seen(game), seen(other)
    for container in (game.open, game.board, game.pile):
        with pytest.raises(RulesError, match=r"piece\(face='a'\) belongs to another game, and cannot go into"):
            container.add(other.open[0])
    assert (seen(game), seen(other)) == before


def test_a_container_without_a_game_takes_no_tokens() -> None:
    with pytest.raises(RulesError, match=r"container 'apart' is in no game yet: add it first, with self.add\(...\) in setup"):
        Row("apart").add(Piece())


def test_the_order_of_a_row_makes_a_position() -> None:
    one, other = workshop(), workshop()
    one.open[0].move_to(one.open)
    assert one.key() != other.key()
    for _each in range(2):
        one.open[0].move_to(one.open)
    assert one.key() == other.key()


# -- who sees what -----------------------------------------------------------------------------------------------------


def test_contents_are_seen_by_those_named_and_backs_by_those_who_may_see_backs() -> None:
    game = workshop()
    views = {role: game.view(role)["containers"] for role in ("left", "right", "observer")}
    assert {role: sorted(view) for role, view in views.items()} == {
        role: ["board", "hand_left", "hand_right", "open", "pile"] for role in views
    }
    assert [token["face"] for token in views["left"]["hand_left"]["tokens"]] == ["p", "q", "r"]
    assert views["right"]["hand_left"] == views["observer"]["hand_left"] == {"backs": 3}
    assert views["left"]["open"]["tokens"][1] == {"id": 2, "at": "1", "kind": "piece", "face": "b"}
    assert '"h"' not in json.dumps(views), "nobody sees what is hidden"


def test_views_do_not_depend_on_what_is_hidden() -> None:
    one, other = workshop(), workshop()
    one.hidden[0].face = "z"
    one.hidden[0].set("a", 1)
    one.secret.value = {"plan": "b"}
    one.pile.tokens()[0].face = "v"
    one.own.value = 3
    one.hands["left"][0].move_to(one.hands["left"])
    assert one.key() != other.key()
    for role in ("right", "observer"):
        assert json.dumps(one.view(role)) == json.dumps(other.view(role))
    assert one.view("left")["props"] == {"count": 0, "own": 3}


def test_the_scene_names_every_container_once() -> None:
    game = workshop()
    assert [part["name"] for part in game.scene()["containers"]] == [
        "open",
        "hand_left",
        "hand_right",
        "pile",
        "hidden",
        "board",
    ]
    assert [part["layout"] for part in game.scene()["containers"]] == ["row", "hand", "hand", "pile", "row", "grid"]


# -- positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (["x"], "containers.open[0] is 'x': a token is an object with a kind"),
        ([{"kind": "piece"}, None], "containers.open[1] is None: a token is an object with a kind"),
        ([{}], "containers.open[0] has the kind None; known kinds: 'piece'"),
        ([{"kind": "peace"}], "containers.open[0] has the kind 'peace'; known kinds: 'piece'"),
        ([{"kind": ["piece"]}], "containers.open[0] has the kind ['piece']; known kinds: 'piece'"),
        ([{"kind": "piece", "owner": "up"}], "containers.open[0] belongs to 'up'; roles: 'left', 'right'"),
        ([{"kind": "piece", "owner": {}}], "containers.open[0] belongs to {}; roles: 'left', 'right'"),
        ([{"kind": "piece", "colour": "red"}], "containers.open[0] has an unknown key 'colour'; a token has kind, owner, face"),
        ([{"kind": "piece", "face": 3}], "containers.open[0] has the face 3; a face is a string"),
        ([{"kind": "piece", "face": None}], "containers.open[0] has the face None; a face is a string"),
        ([{"kind": "piece", "props": 3}], "containers.open[0] has the props 3; give an object"),
        ([{"kind": "piece", "props": {"a": {1}}}], "position 'containers.open[0].props.a' cannot hold {1}: only JSON values"),
        ([{"kind": "piece", "id": "1"}], "containers.open[0] has the id '1'; an id is a whole number, or left out"),
        ([{"kind": "piece", "id": -1}], "containers.open[0] has the id -1; an id is a whole number, or left out"),
        ([{"kind": "piece", "id": True}], "containers.open[0] has the id True; an id is a whole number, or left out"),
        ("piece", "container 'open' holds 'piece'; give a list of tokens"),
        (3, "container 'open' holds 3; give a list of tokens"),
    ],
)
def test_a_position_with_wrong_contents_is_refused(contents: Any, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Workshop(position={"state": "Work", "containers": {"open": contents}})
    assert str(caught.value).startswith(said)


def test_a_position_replaces_the_contents() -> None:
    contents = [{"kind": "piece", "owner": "left", "face": "n", "props": {"a": [1]}}, {"kind": "piece"}]
    game = Workshop(position={"state": "Work", "containers": {"open": contents, "hand_left": []}})
    assert [token.to_json() for token in game.open] == contents
    assert (len(game.hands["left"]), len(game.hands["right"])) == (0, 3)
    ids = [token.serial for container in game._containers for token in container]
    assert len(set(ids)) == len(ids)


def test_containers_are_made_by_their_kinds() -> None:
    bare = Container("bare", visible_to=EVERYONE)
    for unmade in (
        bare.tokens,
        bare.clear,
        lambda: bare.add(Piece()),
        lambda: bare._take(Piece()),
        lambda: bare.copy_from(bare),
    ):
        with pytest.raises(NotImplementedError):
            unmade()


def test_a_page_is_told_how_a_row_lies() -> None:
    sizes = Prop("sizes", (3, 4), visible_to=EVERYONE)
    assert Row("plain").scene() == {"name": "plain", "layout": "row"}
    assert Row("discards", stacked=True).scene() == {"name": "discards", "layout": "pile"}
    assert Row("melds", groups=sizes).scene() == {"name": "melds", "layout": "row", "groups": "sizes"}


# -- whatever is done --------------------------------------------------------------------------------------------------

BUILD["row"] = lambda who: Row("store", **who)
BUILD["hand"] = lambda who: Hand("store", **who)


@given(
    kind=st.sampled_from(["row", "hand"]), who=st.sampled_from(sorted(VISIBLE)), seeds=st.lists(st.integers(0, 99), max_size=12)
)
@pytest.mark.no_cover
def test_whatever_is_done_to_a_row_is_taken_back_and_goes_elsewhere(kind: str, who: str, seeds: list[int]) -> None:
    def insert(game: Store, chooser: random.Random) -> None:
        row: Any = game.store
        row.insert(chooser.randrange(-4, 5), game.some(chooser))

    def sort(game: Store, chooser: random.Random) -> None:
        row: Any = game.store
        row.sort(lambda token: token._face)

    trial_of(kind, who, [lambda game, chooser: game.store.add(game.some(chooser)), insert, sort], seeds)


def test_a_token_is_put_where_it_is_said() -> None:
    game = workshop()
    game.open.insert(0, Piece(face="z"))
    game.open.insert(-1, Piece(face="y"))
    game.open.insert(9, game.open[0])
    assert faces(game.open) == "abycz"
    game.open.sort(lambda token: token.face)
    assert faces(game.open) == "abcyz"
    game.open.sort(lambda token: token.face < "c")
    assert faces(game.open) == "cyzab", "equal ones stay as they are"


def test_a_token_is_found_by_its_face() -> None:
    game = workshop()
    assert game.open.find("b") is game.open[1]
    assert game.pile.find("w").face == "w"
    with pytest.raises(RulesError, match="'open' holds no token with the face 'w'; look first, if there may be none"):
        game.open.find("w")


def test_a_pile_has_no_place_to_put_something_in_and_no_order_to_sort() -> None:
    game = workshop()
    with pytest.raises(RulesError, match="use put_on_top, put_under or shuffle_in"):
        game.pile.insert(0, Piece())
    with pytest.raises(RulesError, match="pile 'pile' cannot be sorted"):
        game.pile.sort(lambda token: token.face)


def test_a_hand_has_no_order_for_others() -> None:
    assert (Row.ordered, Hand.ordered) == (True, False)


def test_how_a_row_is_laid_is_said_once() -> None:
    assert "spread" not in Row("row").scene()
    assert Row("row", spread="down", in_sight=3).scene() == {"name": "row", "layout": "row", "spread": "down", "in_sight": 3}


def test_a_layout_that_no_page_knows_is_refused() -> None:
    up: Any = "up"
    with pytest.raises(RulesError, match=r"row 'row' cannot be spread 'up'; write spread=\"down\", or nothing"):
        Row("row", spread=up)
    for number in (-1, True, "3"):
        given: Any = number
        with pytest.raises(RulesError, match=r"cannot show .+ tokens; write a whole number, or nothing for all"):
            Row("row", in_sight=given)
