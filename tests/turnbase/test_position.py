"""A game of ours in Turnbase's format, and a position of ours read from it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rondel.engine import EVERYONE, OBSERVER, Game
from rondel.engine.records.position import position_of
from rondel.engine.records.record import replay
from rondel.errors import BadPosition
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from rondel.turnbase import TurnbaseState
from rondel.turnbase import write as to_turnbase
from rondel.turnbase.state import BOOKS
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import seen

GAMES: list[type[Game]] = [TicTacToe, Reversi, Workshop, Passing, Duel, Flock, Market]


@trial
def on_top(game: Workshop) -> None:
    game.pile.put_on_top(game.hidden[0])


def initial(**changes: Any) -> dict[str, Any]:
    """An initial state for the workshop."""
    containers: dict[str, Any] = {"open": {"props": {}, "contents": []}}
    return {"props": {"play_order": ["right", "left"], "count": 7}, "containers": containers, **changes}


def refused(data: Any, kind: type[Game] = Workshop) -> str:
    with pytest.raises(BadPosition) as caught:
        kind(position=data)
    return str(caught.value)


def positions(kind: type[Game], answers: int = 12) -> list[Game]:
    """Games of a kind, some answers in; each at rest."""
    chooser = random.Random(3)
    game = kind(seed=4)
    found = [game.copy()]
    for _each in range(answers):
        if game.is_over:
            break
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
        if game._machine.suspended is None and not game._machine.held:
            found.append(game.copy())
    return found


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_goes_out_and_comes_in_as_it_was(kind: type[Game]) -> None:
    for game in positions(kind):
        data = json.loads(json.dumps(to_turnbase(game)))
        twin = kind(options=dict(game._options), position=data)
        assert to_turnbase(twin) == data
        assert twin.key() == game.key()
        assert twin.active == game.active
        assert TurnbaseState(data).to_json() == data


@pytest.mark.parametrize("kind", GAMES)
def test_what_a_role_sees_of_the_state_it_sees_of_the_game(kind: type[Game]) -> None:
    """The state gives no role a token, a count or a prop that the game's own view does not give it."""
    for game in positions(kind):
        state = TurnbaseState(to_turnbase(game))
        for role in (*game.roles, OBSERVER):
            mine, theirs = state.view(role), game.view(role)
            assert {name: value for name, value in mine["props"].items() if name != "play_order"} == theirs["props"]
            for name, part in mine["containers"].items():
                known = theirs["containers"].get(name, {})
                faces = sorted(str(token.get("face")) for token in known.get("tokens", ()))
                assert sorted(str(token["props"].get("face")) for token in part.get("contents", ())) == faces
                assert part.get("backs") == known.get("backs")


def test_a_game_says_explicitly_who_sees_what() -> None:
    data = to_turnbase(Workshop(seed=1))
    everyone = ["left", "right", "observer"]
    said = {
        name: (part["props"]["visible_to"], part["props"].get("count_visible_to")) for name, part in data["containers"].items()
    }
    assert said == {
        "open": (everyone, None),
        "hand_left": (["left"], everyone),
        "hand_right": (["right"], everyone),
        "pile": ([], everyone),
        "hidden": ([], None),
        "board": (everyone, None),
    }
    assert data["props"][BOOKS]["visible_to"] == {"own": ["left"], "secret": []}


def test_a_shuffled_pile_is_written_as_such_in_an_order_that_tells_nothing() -> None:
    games = [Passing(seed=seed) for seed in range(2)]
    assert games[0].key() != games[1].key(), "they were dealt otherwise"
    data = to_turnbase(Workshop(seed=1))["containers"]
    assert {name: part["props"].get("shuffled") for name, part in data.items() if "shuffled" in part["props"]} == {"pile": True}
    assert [token["props"]["name"] for token in data["pile"]["contents"]] == ["w#1", "w#2", "x#1", "y#1", "z#1"]


def test_a_pile_that_was_cut_keeps_what_has_its_place() -> None:
    """One card on top, known to left; the rest is a bag. It comes in again as it went out, and is not written as shuffled."""
    game = workshop(on_top)
    game.push(game.moves()[0])
    data = json.loads(json.dumps(to_turnbase(game)))
    assert "shuffled" not in data["containers"]["pile"]["props"]
    twin = Workshop(options=dict(game._options), position=data)
    assert twin.key() == game.key() != workshop(on_top).key()
    assert to_turnbase(twin) == data


def test_no_serial_number_leaves() -> None:
    """Two ways to one position are written alike: nothing tells how a token came to lie where it lies."""
    one, other = TicTacToe(), TicTacToe()
    for answer in ("mark(a1)", "mark(b2)", "mark(c3)"):
        one.push(answer)
    for answer in ("mark(c3)", "mark(b2)", "mark(a1)"):
        other.push(answer)
    assert to_turnbase(one) == to_turnbase(other)
    assert one.snapshot()["position"] != other.snapshot()["position"]


def test_within_a_suspended_rule_the_position_it_began_with_is_written() -> None:
    game = Flock(seed=2, position={"state": "Refill"})
    for _each in range(40):
        if game._machine.suspended is not None and game._machine.suspended.begun:
            break
        game.push(game.moves()[0])
    assert game._machine.suspended is not None
    game_at_rest = game.copy()
    while game_at_rest._machine.suspended is not None:
        data = to_turnbase(game_at_rest)
        game_at_rest = Flock(options=dict(game._options), position=data)
    assert to_turnbase(game_at_rest) == to_turnbase(game)


# -- initial states ----------------------------------------------------------------------------------------------------


def test_an_initial_state_sets_order_and_props_and_leaves_tokens_to_setup() -> None:
    game = Workshop(seed=1, position=initial())
    assert (game.player, game.view("left")["props"]["count"], game.state) == ("right", 7, "Work")
    assert [token.face for token in game.open] == ["a", "b", "c"]
    assert game.secret.visible_to == (), "what the rules close stays closed"
    assert game.open.visible_to == EVERYONE


def test_a_record_keeps_the_position_and_not_the_format() -> None:
    game = Workshop(seed=1, position=initial())
    record = json.loads(json.dumps(game.record()))
    assert record["position"] == {"play_order": ["right", "left"], "props": {"count": 7}, "containers": {}}
    assert seen(replay(Workshop, record, 1)) == seen(game)


def test_an_initial_state_with_tokens_is_refused_for_a_game_too() -> None:
    containers = {"open": {"props": {}, "contents": [{"props": {"name": "a"}}]}}
    said = refused(initial(containers=containers))
    assert said.startswith("containers.open.contents[0] is a token; an initial state holds no tokens")
    assert "a game's own setup" in said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            initial(props={"play_order": ["left", "rihgt"]}),
            "props.play_order[1] is 'rihgt', no role of this game; did you mean",
        ),
        (initial(props={"play_order": ["left"]}), "props.play_order has 1 roles, and this game 2 players; list each of 'left'"),
        (initial(props={"play_order": []}), "props.play_order is empty; list the roles in order of play"),
        (
            initial(props={"play_order": ["left", "right"], "cuont": 1}),
            "props.cuont: this game has no such prop; did you mean 'count'?",
        ),
        (initial(containers={"opne": {"props": {}}}), "containers.opne: this game has no such container; did you mean 'open'?"),
        (
            initial(containers={"open": {"props": {"player_id": 0}}}),
            "containers.open.props.player_id: containers of a game have no props of their own",
        ),
        (
            initial(containers={"hidden": {"props": {"visible_to": ["left"]}}}),
            "containers.hidden.props.visible_to is ['left'], but the rules show 'hidden' to []; remove it, or write that",
        ),
        (
            initial(containers={"open": {"props": {"count_visible_to": ["left"]}}}),
            "containers.open.props.count_visible_to is ['left'], but the rules show 'open' to []",
        ),
        (
            initial(containers={"hidden": {"props": {"back_visible_to_all": True}}}),
            "containers.hidden.props.back_visible_to_all must be false, as in the rules",
        ),
        (
            initial(containers={"open": {"props": {"shuffled": True}}}),
            "containers.open.props.shuffled is true, but 'open' is not a pile, and only piles can be shuffled; remove it",
        ),
        (
            initial(props={"play_order": ["left", "right"], BOOKS: {"game": "chess"}}),
            "props.@rondel.game is 'chess': the state is not of the game 'workshop'",
        ),
        (
            initial(props={"play_order": ["left", "right"], "own": 1, BOOKS: {"visible_to": {"own": ["right"]}}}),
            "props.@rondel.visible_to.own is ['right'], but the rules show this prop to ['left']; remove it, or write that",
        ),
        ({"play_order": ["left"], "props": {}, "containers": {"open": {"props": {}}}}, "the Turnbase state has 2 problems"),
    ],
)
def test_a_state_that_does_not_fit_the_game_is_refused(data: Any, said: str) -> None:
    assert refused(data).startswith(said)


def test_what_fits_is_accepted_as_it_is_written() -> None:
    containers = {
        "hidden": {"props": {"visible_to": [], "back_visible_to_all": False, "shuffled": False, "type": "container"}},
        "pile": {"props": {"name": "pile", "back_visible_to_all": True, "shuffled": True}},
        "hand_left": {"props": {"visible_to": ["left"], "count_visible_to": ["observer", "right", "left"]}},
    }
    assert Workshop(position=initial(containers=containers)).state == "Work"


def test_all_that_does_not_fit_is_said_at_once() -> None:
    said = refused(initial(props={"play_order": ["left", "right"], "tick": 1}, containers={"deck": {"props": {}}}))
    assert said.startswith("the Turnbase state for 'workshop' has 2 problems:\n")


def test_tokens_of_an_unknown_kind_are_refused_with_their_path() -> None:
    data = to_turnbase(TicTacToe())
    data["containers"]["board"]["contents"] = [{"props": {"name": "king#1", "kind": "king", "at": "a1"}}]
    data["props"][BOOKS]["tokens"] = {"king": 1}
    assert refused(data, TicTacToe).startswith("containers.board[0] has the kind 'king'; known kinds: 'mark'")


def test_a_forged_move_is_refused_with_a_message() -> None:
    game = TicTacToe(position=to_turnbase(TicTacToe()))
    for forged in ("mark(z9)", "win()", "mark(a1);mark(a2)"):
        with pytest.raises(Exception, match="legal for x in state 'PlayerTurn': mark\\(a1\\)") as caught:
            game.push(forged)
        assert caught.value.code in ("illegal_move", "malformed_move")  # type: ignore[attr-defined]
    assert position_of(game) == position_of(TicTacToe())
