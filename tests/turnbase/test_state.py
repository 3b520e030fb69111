"""Turnbase's state format: legal states, and refusals with path and fix."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rondel.errors import BadPosition
from rondel.turnbase import TurnbaseState
from rondel.turnbase.state import BOOKS, is_turnbase
from tests.turnbase.samples import CARDS, PIECES, holding, refused, sample, small

# -- round trips -------------------------------------------------------------------------------------------------------


def test_the_documented_sample_comes_out_as_it_went_in() -> None:
    data = sample()
    before = copy.deepcopy(data)
    state = TurnbaseState(data, num_players=4)
    assert json.loads(json.dumps(state.to_json())) == before
    assert data == before
    assert TurnbaseState(state.to_json()).to_json() == before


def test_every_json_value_of_a_prop_comes_out_as_it_went_in() -> None:
    values: dict[str, Any] = {
        "nothing": None,
        "whole": -(10**30),
        "one": 1,
        "yes": True,
        "float": 1.0,
        "text": "é\u0000",
        "empty": "",
        "list": [],
        "deep": {"": [{"a": {"b": [None, [1.5]]}}]},
        "dict": {},
    }
    data = small(props={"play_order": ["white", "black"], **values})
    out = TurnbaseState(data).to_json()["props"]
    assert {name: (type(out[name]), out[name]) for name in values} == {
        name: (type(value), value) for name, value in values.items()
    }
    assert TurnbaseState(json.loads(json.dumps(data))).to_json() == data


def test_what_is_held_does_not_change_with_what_was_given() -> None:
    data = sample()
    state = TurnbaseState(data)
    data["props"]["player_scores"]["player_0"] = 9
    data["containers"]["draw_deck"]["props"]["name"] = "other"
    state.to_json()["props"]["player_scores"]["player_0"] = 8
    assert state.to_json() == sample()


def test_a_state_with_tokens_comes_out_as_it_went_in_and_numbers_go_on() -> None:
    state = TurnbaseState(small())
    state.instantiate_all(CARDS, "hand")
    state.instantiate(PIECES, "pawn", 3, "table")
    again = TurnbaseState(json.loads(json.dumps(state.to_json())))
    assert again.to_json() == state.to_json()
    assert again.instantiate(PIECES, "pawn", 2, "table") == ["pawn#4", "pawn#5"]


def test_the_least_there_can_be() -> None:
    state = TurnbaseState({"props": {"play_order": ["solo"]}})
    assert state.to_json() == {"props": {"play_order": ["solo"]}, "containers": {}}


def test_containers_without_contents_are_empty() -> None:
    state = TurnbaseState({"props": {"play_order": ["solo"]}, "containers": {"box": {"props": {}}}})
    assert state.to_json()["containers"] == {"box": {"props": {}, "contents": []}}


# -- roles -------------------------------------------------------------------------------------------------------------


def test_the_current_player_and_the_upcoming_turns_come_from_play_order() -> None:
    state = TurnbaseState(sample())
    assert (state.current_player, state.upcoming) == ("player_0", ("player_1", "player_2", "player_3"))
    assert state.end_turn() == "player_1"
    assert (state.current_player, state.upcoming) == ("player_1", ("player_2", "player_3", "player_0"))
    assert state.to_json()["props"]["play_order"] == ["player_1", "player_2", "player_3", "player_0"]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (["white", "white"], "props.play_order[1] is 'white' again; list each role once"),
        (["white", "observer"], "props.play_order[1] is 'observer', which watches and does not play; remove it"),
        (["white", ""], "props.play_order[1] is ''; a role is a text that is not empty"),
        (["white", 2], "props.play_order[1] is 2; a role is a text that is not empty"),
        ([["white"]], "props.play_order[0] is ['white']; a role is a text"),
        ("white", "props.play_order is 'white'; it is a list of roles"),
        ({"white": 1}, "props.play_order is {'white': 1}; it is a list of roles"),
        (None, "props.play_order is None; it is a list of roles"),
        ([], "props.play_order is empty; list the roles in order of play"),
    ],
)
def test_a_play_order_that_is_none_is_refused(order: Any, said: str) -> None:
    assert refused({"props": {"play_order": order}}).startswith(said)


def test_a_missing_play_order_is_refused() -> None:
    assert refused({"props": {"tick": 0}}).startswith("props.play_order is missing; list the roles in order of play")


def test_an_empty_play_order_is_legal_while_editing_and_only_then() -> None:
    state = TurnbaseState({"props": {"play_order": []}}, editing=True)
    assert (state.current_player, state.upcoming) == ("", ())
    assert "props.play_order is empty" in refused({"props": {"play_order": []}})


def test_play_order_at_top_level_is_refused() -> None:
    data = {"play_order": ["white"], "props": {}, "containers": {}}
    said = refused(data)
    assert "play_order stands at top level; move it into props: props.play_order" in said
    assert "props.play_order is missing" in said, "all that is wrong is said at once"


def test_the_number_of_players_is_that_of_the_roles() -> None:
    said = refused(sample(), num_players=3)
    assert said == "props.play_order has 4 roles, but num_players is 3; make them agree"


# -- structure ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (5, "a Turnbase state is an object with 'props' and 'containers', not 5"),
        ([], "a Turnbase state is an object"),
        ({"containers": {}}, "props is missing; give an object, with at least play_order"),
        ({"props": []}, "props is []; give an object, with at least play_order"),
        (small(turn=1), "'turn' stands at top level, where only props and containers are; move it into props"),
        (small(containers=[]), "containers is []; give an object with a container for each name"),
        (small(containers={"box": []}), "containers.box is []; a container is an object with props and contents"),
        (small(containers={"": {"props": {}}}), "containers has the key ''; a container is named by a text that is not empty"),
        (small(containers={7: {"props": {}}}), "containers has the key 7; a container is named by a text"),
        (small(containers={"box": {"contents": []}}), "containers.box.props is missing; give an object, which may be empty"),
        (small(containers={"box": {"props": 3}}), "containers.box.props is 3; give an object"),
        (
            small(containers={"box": {"props": {}, "contents": {}}}),
            "containers.box.contents is {}; give a list of tokens, [] for none",
        ),
        (
            small(containers={"box": {"props": {}, "size": 3}}),
            "containers.box has the key 'size'; a container has props and contents: move it into containers.box.props",
        ),
        (
            small(containers={"box": {"props": {}, "visible_to": ["white"]}}),
            "containers.box.visible_to is a prop of the container; move it to containers.box.props.visible_to",
        ),
        (holding(name="bag"), "containers.box.props.name is 'bag'; it is 'box', the container's key"),
        (holding(back_visible_to_all="yes"), "containers.box.props.back_visible_to_all is 'yes'; it is true or false"),
        (holding(shuffled=1), "containers.box.props.shuffled is 1; it is true or false"),
    ],
)
def test_a_state_of_another_shape_is_refused(data: Any, said: str) -> None:
    assert refused(data).startswith(said)


def test_a_container_in_a_container_is_refused() -> None:
    nested = small(containers={"box": {"props": {}, "containers": {"inner": {"props": {}}}}})
    assert refused(nested).startswith("containers.box.containers: a container holds tokens and no containers; put it beside")
    inside = holding({"props": {}, "contents": []})
    assert (
        "containers.box.contents[0].contents: containers hold tokens and no containers; a token has props and nothing else"
    ) in refused(inside, in_play=True)


def test_a_token_in_a_token_is_refused() -> None:
    nested = holding({"props": {"name": "stack"}, "tokens": [{"props": {}}]})
    assert "containers.box.contents[0].tokens: a" in refused(nested, in_play=True)
    prop = holding({"props": {"name": "stack", "top": {"props": {"name": "pawn"}}}})
    assert refused(prop, in_play=True) == (
        "containers.box.contents[0].props.top is a token; a prop holds JSON values: put it into a container, and its name here"
    )


@pytest.mark.parametrize(
    ("token", "said"),
    [
        (7, "containers.box.contents[0] is 7; a token is an object with props"),
        ({"name": "pawn"}, "containers.box.contents[0] has the key 'name'; a token has props and nothing else"),
        ({"props": []}, "containers.box.contents[0].props is []; give an object"),
        ({"props": {}}, "containers.box.contents[0].props.name is missing; every token has a name of its own"),
    ],
)
def test_a_token_has_props_and_nothing_else(token: Any, said: str) -> None:
    assert said in refused(holding(token), in_play=True)


def test_tokens_in_an_initial_state_are_refused_with_what_to_use_instead() -> None:
    said = refused(holding({"props": {"name": "pawn"}}))
    assert said.startswith("containers.box.contents[0] is a token; an initial state holds no tokens; leave 'contents' empty")
    assert "INSTANTIATE_TOKEN or INSTANTIATE_ALL_TOKENS" in said
    assert "state.instantiate(...)" in said


def test_all_that_is_wrong_is_said_at_once() -> None:
    data = {"props": {"play_order": ["white", "white"], "odd": float("nan")}, "containers": {"box": 3}}
    said = refused(data)
    assert said.startswith("the Turnbase state has 3 problems:\n  - ")
    assert len(said.splitlines()) == 4


# -- props -------------------------------------------------------------------------------------------------------------


def test_a_prop_that_is_not_json_is_refused_where_it_is_read_and_where_it_is_set() -> None:
    said = "props.odd.a[1] is inf; JSON has no such number: use null, or a text"
    value = {"a": [0, float("inf")]}
    assert refused({"props": {"play_order": ["white"], "odd": value}}) == said
    state = TurnbaseState({"props": {"play_order": ["white"], "odd": 1}})
    with pytest.raises(BadPosition) as caught:
        state.set_prop("odd", value)
    assert str(caught.value) == said
    assert state.to_json()["props"]["odd"] == 1
    assert refused(holding(odd=value)) == f"containers.box.{said}"


def test_a_prop_is_set() -> None:
    state = TurnbaseState(sample())
    state.set_prop("suit_led", {"suit": ["clubs", None]})
    assert state.to_json()["props"]["suit_led"] == {"suit": ["clubs", None]}


@pytest.mark.parametrize("name", ["play_order", BOOKS, "", 7])
def test_what_is_no_prop_is_not_set(name: Any) -> None:
    with pytest.raises(BadPosition, match="is not a settable prop"):
        TurnbaseState(sample()).set_prop(name, 1)


# -- token sets --------------------------------------------------------------------------------------------------------


def test_instances_are_numbered_and_counted() -> None:
    state = TurnbaseState(small())
    assert state.instantiate(PIECES, "pawn", 2, "table") == ["pawn#1", "pawn#2"]
    assert state.instantiate(PIECES, "pawn", 1, "table") == ["pawn#3"]
    assert state.instantiate(CARDS, "2c", 1, "hand") == ["2c#1"]
    data = state.to_json()
    assert data["props"][BOOKS] == {"tokens": {"pawn": 3, "2c": 1}}
    assert data["containers"]["hand"]["contents"] == [{"props": {"suit": "c", "name": "2c#1", "type": "card"}}]


def test_every_token_of_a_set_as_often_as_it_counts_it() -> None:
    state = TurnbaseState(small())
    assert state.instantiate_all(PIECES, "table") == [*(f"pawn#{number}" for number in range(1, 9)), "king#1"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((PIECES, "paw", 1, "table"), "token set 'pieces' has no 'paw'; did you mean 'pawn'?"),
        ((PIECES, "pawn", 1, "tabel"), "there is no container 'tabel'; did you mean 'table'?"),
        ((PIECES, "pawn", -1, "table"), "-1 tokens cannot be instantiated; give a whole number, 0 or more"),
    ],
)
def test_what_cannot_be_instantiated_is_refused(given: Any, said: str) -> None:
    state = TurnbaseState(small())
    with pytest.raises(BadPosition) as caught:
        state.instantiate(*given)
    assert str(caught.value).startswith(said)
    assert state.to_json() == small()


def test_names_of_tokens_are_their_own() -> None:
    twice = holding({"props": {"name": "pawn#1"}}, {"props": {"name": "pawn#1"}})
    assert refused(twice, in_play=True) == (
        "containers.box.contents[1].props.name is 'pawn#1', as is containers.box.contents[0].props.name; "
        "number them: pawn#1, pawn#2"
    )


def test_the_bookkeeping_must_know_every_number() -> None:
    data = holding({"props": {"name": "pawn#3"}})
    data["props"][BOOKS] = {"tokens": {"pawn": 2}}
    assert refused(data) == (
        "containers.box.contents[0].props.name is 'pawn#3', but props.@rondel.tokens has counted 2 of 'pawn'; raise it to 3"
    )


def test_a_state_said_to_be_in_play_is_counted() -> None:
    state = TurnbaseState(holding({"props": {"name": "pawn#3"}}, {"props": {"name": "king"}}), in_play=True)
    assert state.instantiate(PIECES, "pawn", 1, "box") == ["pawn#4"]
    assert state.instantiate(PIECES, "king", 1, "box") == ["king#2"]


@pytest.mark.parametrize(
    ("books", "said"),
    [
        (3, "props.@rondel is 3; it is bookkeeping, an object"),
        ({"tokens": {"pawn": "two"}}, "props.@rondel.tokens is {'pawn': 'two'}; it counts the tokens of each name"),
        ({"visible_to": []}, "props.@rondel.visible_to is []; it names who sees a prop, for each hidden one"),
        ({"visible_to": {"plan": []}}, "props.@rondel.visible_to hides 'plan', which is no prop; known: none"),
        ({"roles": ["white"]}, "props.play_order has 'black', which is missing in props.@rondel.roles; add it there"),
    ],
)
def test_bookkeeping_that_is_none_is_refused(books: Any, said: str) -> None:
    assert refused({"props": {"play_order": ["white", "black"], BOOKS: books}}).startswith(said)


def test_roles_that_have_left_the_play_order_still_see() -> None:
    data = holding(visible_to=["black"])
    data["props"] = {"play_order": ["white"], BOOKS: {"roles": ["white", "black"]}}
    assert "contents" in TurnbaseState(data).view("black")["containers"]["box"]
    assert TurnbaseState(data).to_json() == data


# -- recognising -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        sample(),
        {"props": {"play_order": []}},
        {"play_order": ["x"], "props": {}, "containers": {"box": {"props": {}}}},
        {"containers": {"box": {}}},
    ],
)
def test_turnbases_format_is_known_right_or_wrong(data: Any) -> None:
    assert is_turnbase(data)


@pytest.mark.parametrize(
    "data",
    [
        {},
        None,
        [],
        {"state": "PlayerTurn"},
        {"play_order": ["x", "o"], "props": {"tick": 0}, "containers": {"board": []}},
        {"props": ["play_order"], "containers": []},
    ],
)
def test_a_position_of_ours_is_not_taken_for_it(data: Any) -> None:
    assert not is_turnbase(data)
