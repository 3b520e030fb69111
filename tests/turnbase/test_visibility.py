"""Visibility of a Turnbase state: the containers, tokens and props that each role sees."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rondel.engine import OBSERVER
from rondel.errors import BadPosition, UnknownRole
from rondel.turnbase import TurnbaseState
from rondel.turnbase.state import BOOKS
from tests.turnbase.samples import CARDS, PIECES, holding, refused, small


def dealt() -> TurnbaseState:
    """Cards in white's hand, pieces on the table, cards in black's bag."""
    state = TurnbaseState(small())
    state.instantiate_all(CARDS, "hand")
    state.instantiate(PIECES, "king", 1, "table")
    state.instantiate(CARDS, "5h", 2, "bag")
    return state


def shown(state: TurnbaseState, role: str, container: str) -> dict[str, Any]:
    part: dict[str, Any] = state.view(role)["containers"][container]
    return {key: value for key, value in part.items() if key != "props"}


def names(state: TurnbaseState, role: str, container: str) -> list[str]:
    return [token["props"]["name"] for token in shown(state, role, container)["contents"]]


def test_contents_are_seen_by_those_the_container_names_and_by_nobody_else() -> None:
    state = dealt()
    assert names(state, "white", "hand") == ["2c#1", "3c#1", "4d#1", "5h#1"]
    assert shown(state, "black", "hand") == {"backs": 4}
    assert shown(state, "white", "bag") == shown(state, OBSERVER, "bag") == {}
    assert [names(state, role, "table") for role in ("white", "black", OBSERVER)] == [["king#1"]] * 3


@pytest.mark.parametrize("props", [{}, {"visible_to": []}])
def test_a_container_that_names_nobody_is_seen_by_nobody(props: dict[str, Any]) -> None:
    state = TurnbaseState(holding(**props))
    state.instantiate_all(CARDS, "box")
    for role in ("white", "black", OBSERVER):
        assert shown(state, role, "box") == {}


def test_who_watches_sees_what_lists_him_and_nothing_else() -> None:
    data = holding(visible_to=["observer"])
    data["containers"]["players"] = {"props": {"visible_to": ["white", "black"]}}
    state = TurnbaseState(data)
    state.instantiate_all(CARDS, "box")
    state.instantiate_all(CARDS, "players")
    assert len(names(state, OBSERVER, "box")) == 4
    assert shown(state, OBSERVER, "players") == {}
    assert shown(state, "white", "box") == {}


def test_names_nobody_has_are_refused_in_visible_to() -> None:
    said = refused(holding(visible_to=["white", "blakc"]))
    assert said == "containers.box.props.visible_to[1] is 'blakc', who does not play; did you mean 'black'?"
    said = refused(holding(visible_to=["everyone"]))
    assert said.endswith("who does not play; known: 'white', 'black', 'observer'")
    assert refused(holding(visible_to="white")).startswith("containers.box.props.visible_to is 'white'; it is a list of roles")


def test_backs_show_how_many_there_are_and_no_faces() -> None:
    state = dealt()
    assert "2c" not in json.dumps(state.view("black"))
    for back in (False, None):
        props: dict[str, Any] = {"visible_to": ["white"]}
        if back is not None:
            props["back_visible_to_all"] = back
        other = TurnbaseState(holding(**props))
        other.instantiate_all(CARDS, "box")
        assert shown(other, "black", "box") == {}, "not even how many there are"


def test_backs_of_what_is_no_card_are_refused() -> None:
    state = TurnbaseState(small())
    with pytest.raises(BadPosition) as caught:
        state.instantiate(PIECES, "king", 1, "hand")
    assert str(caught.value).startswith(
        "containers.hand.props.back_visible_to_all is true, but tokens of set 'pieces' are not cards"
    )
    data = holding({"props": {"name": "king", "type": "token"}}, back_visible_to_all=True)
    said = refused(data, in_play=True)
    assert said.startswith("containers.box.props.back_visible_to_all is true, but containers.box.contents[0] is no card")


def test_props_and_what_containers_there_are_are_public() -> None:
    state = dealt()
    for role in ("white", "black", OBSERVER):
        view = state.view(role)
        assert view["props"] == {"play_order": ["white", "black"], "tick": 1}
        assert {name: part["props"] for name, part in view["containers"].items()} == {
            name: part["props"] for name, part in small()["containers"].items()
        }


def test_a_root_prop_is_hidden_where_the_bookkeeping_says_so() -> None:
    data = small()
    data["props"] |= {"plan": "attack", BOOKS: {"visible_to": {"plan": ["white"]}}}
    state = TurnbaseState(data)
    assert state.view("white")["props"]["plan"] == "attack"
    for role in ("black", OBSERVER):
        assert state.view(role)["props"] == {"play_order": ["white", "black"], "tick": 1}
    assert state.to_json() == data


def test_hidden_tokens_leave_no_trace_in_a_view() -> None:
    """Two states that differ in what a role cannot see, in number, order and names too, look the same to it."""
    one, other = TurnbaseState(small()), TurnbaseState(small())
    for state, faces in ((one, ("5h", "2c", "2c")), (other, ("2c", "4d", "5h"))):
        for face in faces:
            state.instantiate(CARDS, face, 1, "hand")
        state.instantiate(CARDS, "2c", 2, "table")
        state.instantiate(CARDS, "5h", 1, "bag")
    assert json.dumps(one.view("black")) == json.dumps(other.view("black"))
    assert json.dumps(one.view(OBSERVER)) == json.dumps(other.view(OBSERVER))
    assert one.view("white") != other.view("white")


def test_the_order_of_a_shuffled_pile_means_nothing() -> None:
    one, other = TurnbaseState(small()), TurnbaseState(small())
    for face in ("2c", "5h", "4d"):
        one.instantiate(CARDS, face, 1, "bag")
    for face in ("5h", "4d", "2c"):
        other.instantiate(CARDS, face, 1, "bag")
    assert one.view("black") == other.view("black")
    assert names(one, "black", "bag") == ["2c#1", "4d#1", "5h#1"]


def test_a_token_face_down_shows_no_face() -> None:
    token = {"name": "5h#1", "type": "card", "kind": "card", "face": "5h", "at": "a1", "shown_to": ["white"]}
    state = TurnbaseState(holding({"props": token}, visible_to=["white", "black"]), in_play=True)
    assert shown(state, "white", "box")["contents"] == [{"props": token}]
    assert shown(state, "black", "box")["contents"] == [
        {"props": {"name": "card#1", "type": "card", "kind": "card", "at": "a1"}}
    ]


def test_an_unknown_role_has_no_view() -> None:
    with pytest.raises(UnknownRole, match="unknown role 'red': this state has 'white', 'black'"):
        TurnbaseState(small()).view("red")
