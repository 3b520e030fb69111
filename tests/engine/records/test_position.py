"""Positions as plain data: where a game is, and where it may start."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rondel.engine import Game, Migration
from rondel.engine.records.position import position_of
from rondel.errors import BadPosition
from rondel.shelf.battleship import Battleship
from rondel.shelf.chess import Chess
from rondel.shelf.kuhn_poker import KuhnPoker
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from rondel.turnbase import write as to_turnbase
from tests.engine.rules.flock import Flock
from tests.engine.rules.ledger import Ledger
from tests.engine.rules.market import Market
from tests.engine.rules.workshop import Workshop
from tests.engine.witness import seen

KEYS = "'state', 'active', 'private', 'play_order', 'scores', 'eliminated', 'stats', 'progress', 'props', 'containers'"
WON = {
    "state": "GameEnd",
    "scores": [1, 0],
    "play_order": ["o", "x"],
    "containers": {"board": [{"at": cell, "kind": "mark", "owner": "x"} for cell in ("a1", "a2", "a3")]},
}


def test_a_game_begins_where_the_position_says() -> None:
    tokens = [{"at": "b2", "kind": "mark", "owner": "x"}, {"at": "a1", "kind": "mark", "owner": "o"}]
    game = TicTacToe(position={"state": "PlayerTurn", "play_order": ["o", "x"], "containers": {"board": tokens}})
    assert game.active == ("o",)
    assert {cell: game.board.owner(cell) for cell in ("a1", "b2", "c3")} == {"a1": "o", "b2": "x", "c3": None}
    assert len(game.moves()) == 7
    assert game.events(0, "x") == []


def test_what_a_position_leaves_out_is_as_setup_made_it() -> None:
    assert seen(Reversi(position={})) == seen(Reversi())
    game = Workshop(position={"state": "Work", "props": {"secret": {"plan": [1]}}})
    assert game.secret.value["plan"] == (1,)
    assert game.counter.value == 0
    assert [token.face for token in game.open] == ["a", "b", "c"]


def test_a_game_may_begin_at_its_end() -> None:
    game = TicTacToe(position=WON)
    assert (game.is_over, game.winners, game.scores, game.moves(), game.progress) == (True, ("x",), {"x": 1, "o": 0}, [], 100)


def test_an_automatic_state_is_run() -> None:
    game = Flock(seed=1, position={"state": "Refill"})
    assert (game.state, len(game.hand)) == ("PlayCard", 3)
    game = Flock(seed=1, position={"state": "PlayCard"})
    assert (game.state, len(game.hand)) == ("PlayCard", 0)


def test_the_position_now_is_a_position_to_start_from() -> None:
    game = Reversi()
    for _each in range(9):
        game.push(game.moves()[0])
        position = json.loads(json.dumps(position_of(game)))
        assert seen(Reversi(position=position)) == seen(game)


def test_a_token_shows_a_face_that_its_kind_has() -> None:
    """Where the kind says which there are; one that is drawn by its owner may show anything."""
    cards = [{"kind": "card", "face": face} for face in ("J", "Q", "jack")]
    said = r"^containers.deck\[2\] has the face 'jack', which no card has; known: 'J', 'Q', 'K'$"
    with pytest.raises(BadPosition, match=said):
        KuhnPoker(position={"containers": {"deck": cards}})
    peg = {"kind": "peg", "face": "mis", "at": "a1"}
    with pytest.raises(BadPosition, match=r"^containers.\w+\[0\] has the face 'mis', which no peg has; did you mean 'miss'\?$"):
        Battleship(position={"containers": {f"shots_{Battleship.seats[0]}": [peg]}})
    queen = {"kind": "piece", "owner": "white", "face": "quene", "at": "d4"}
    with pytest.raises(
        BadPosition, match=r"^containers.board\[0\] has the face 'quene', which no piece has; did you mean 'queen'"
    ):
        Chess(position={"containers": {"board": [queen]}})
    disc = {"kind": "disc", "owner": "black", "face": "crowned", "at": "d4"}
    assert Reversi(position={"containers": {"board": [disc]}}).board.owner("d4") == "black"


def test_a_face_of_a_turnbase_state_is_checked_as_well() -> None:
    data = to_turnbase(KuhnPoker(seed=1))
    name, holder = next((name, holder) for name, holder in data["containers"].items() if holder["contents"])
    token = next(each for each in holder["contents"] if each["props"]["kind"] == "card")
    token["props"]["face"] = "jack"
    with pytest.raises(BadPosition, match=rf"^containers.{name}\[0\] has the face 'jack', which no card has"):
        KuhnPoker(position=data)


def test_pop_does_not_go_back_beyond_the_start() -> None:
    game = TicTacToe(position=WON)
    with pytest.raises(Exception, match="nothing has been pushed"):
        game.pop()


@pytest.mark.parametrize(
    ("kind", "position", "said"),
    [
        (
            TicTacToe,
            5,
            "a position is an object with " + KEYS + ", not 5",
        ),
        (TicTacToe, [], "a position is an object with"),
        (
            TicTacToe,
            {"board": []},
            "a position has no 'board'; it has " + KEYS,
        ),
        (TicTacToe, {"play_order": "xo"}, "play_order is 'xo'; it lists roles of 'x', 'o', each once"),
        (TicTacToe, {"play_order": ["x", "x"]}, "play_order is ['x', 'x']; it lists roles of 'x', 'o', each once"),
        (TicTacToe, {"play_order": ["x", "z"]}, "play_order is ['x', 'z']; it lists roles of 'x', 'o', each once"),
        (TicTacToe, {"play_order": [["x"], "o"]}, "play_order is [['x'], 'o']; it lists roles of 'x', 'o', each once"),
        (TicTacToe, {"play_order": None}, "play_order is None; it lists roles of 'x', 'o', each once"),
        (TicTacToe, {"play_order": [], "state": "PlayerTurn"}, "play_order is empty, so nobody can play in state 'PlayerTurn'"),
        (TicTacToe, {"scores": [1]}, "scores are [1]; there is a number for each of x, o"),
        (TicTacToe, {"scores": 3}, "scores are 3; there is a number for each of x, o"),
        (TicTacToe, {"scores": ["1", 2]}, "scores are ['1', 2]; there is a number for each of x, o"),
        (TicTacToe, {"scores": [float("nan"), 2]}, "scores are [nan, 2]; there is a number for each of x, o"),
        (TicTacToe, {"scores": {"x": 1, "o": 2}}, "scores are {'x': 1, 'o': 2}; there is a number for each of x, o"),
        (TicTacToe, {"progress": "half"}, "progress is 'half'; it is a whole number from 0 to 100"),
        (TicTacToe, {"progress": 101}, "progress is 101; it is a whole number from 0 to 100"),
        (TicTacToe, {"state": "PlayerTrun"}, "unknown state 'PlayerTrun'; did you mean 'PlayerTurn'?"),
        (TicTacToe, {"state": 7}, "unknown state 7; known: 'PlayerTurn', 'GameEnd'"),
        (TicTacToe, {"state": ["PlayerTurn"]}, "unknown state ['PlayerTurn']; known: 'PlayerTurn', 'GameEnd'"),
        (TicTacToe, {"props": {"hits": 1}}, "props.hits: unknown prop 'hits'; known: none"),
        (Workshop, {"props": {"hits": 1}}, "props.hits: unknown prop 'hits'; known: 'count', 'own', 'secret'"),
        (Workshop, {"props": {"own": float("inf")}}, "prop 'own' cannot hold inf: JSON has no such number"),
        (Workshop, {"props": {"own": {"a": {1}}}}, "prop 'own.a' cannot hold {1}: only JSON values"),
        (
            Workshop,
            {"containers": {"open": ({"kind": "piece", "id": None, "at": {1}},)}},
            "a start 'position.containers.open.at'",
        ),
        (Workshop, {"props": [1]}, "props are [1]; give an object with a value for each name"),
        (Workshop, {"containers": [1]}, "containers are [1]; give an object with a value for each name"),
        (TicTacToe, {"containers": {"bored": []}}, "containers.bored: unknown container 'bored'; did you mean 'board'?"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(kind: type[Game], position: Any, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        kind(position=position)
    assert str(caught.value).startswith(said)
    assert caught.value.code == "bad_position"


def test_scores_and_progress_of_a_position_are_kept() -> None:
    game = Workshop(position={"state": "Work", "scores": [2.5, -1], "progress": 40})
    assert (game.scores, game.progress) == ({"left": 2.5, "right": -1}, 40)


# -- several active players --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_whoever_is_active_and_where_is_part_of_a_position(seed: int) -> None:
    chooser = random.Random(seed)
    game = Market(seed=seed, options={"full": 2})
    states = set()
    while not game.is_over:
        if game._machine.suspended is None and not game._machine.held:
            states.add((game.state, *(game.private_state(role) for role in game.roles)))
            twin = Market(options={"full": 2}, position=json.loads(json.dumps(position_of(game))))
            # Not the views: in them tokens are numbered by when a role first saw them, which no position tells.
            assert {**seen(twin), "views": None} == {**seen(game), "views": None}
            assert [twin.private_state(each) for each in game.roles] == [game.private_state(each) for each in game.roles]
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
    assert len(states) > 3


def test_a_position_says_who_is_active_and_in_which_private_state() -> None:
    game = Market(position={"state": "Shop", "active": ["cheese", "apple"], "private": {"apple": "Pay"}})
    assert game.active == ("apple", "cheese")
    assert [game.private_state(role) for role in game.roles] == ["Pay", "", "Take"], (
        "who is nowhere begins where the master says"
    )


def test_who_is_active_may_be_left_out() -> None:
    assert Market(position={"state": "Shop"}).active == ("apple", "bread", "cheese")
    assert Market(position={"state": "Shop", "play_order": ["bread"]}).active == ("bread",)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            {"state": "Shop", "active": ["dates"]},
            "active is ['dates']; it lists at least one of 'apple', 'bread', 'cheese'",
        ),
        ({"state": "Shop", "active": []}, "active is []; it lists at least one of"),
        ({"state": "Shop", "active": "apple"}, "active is 'apple'; it lists at least one of"),
        ({"state": "Shop", "active": [["apple"]]}, "active is [['apple']]; it lists at least one of"),
        (
            {"state": "Shop", "private": {"apple": "Pya"}},
            "private.apple is 'Pya'; an active role is in one of the private states: ",
        ),
        ({"state": "Shop", "private": {"apple": "Close"}}, "private.apple is 'Close'; an active role is in one of"),
        ({"state": "Shop", "private": {"apple": ["Pay"]}}, "private.apple is ['Pay']; an active role is in one of"),
        ({"state": "Shop", "active": ["bread"], "private": {"apple": "Pay"}}, "private.apple is 'Pay'; an active role is in"),
        ({"state": "Shop", "private": ["Pay"]}, "private are ['Pay']; give an object with a value for each name"),
        (
            {"state": "Close", "active": ["apple"]},
            "a position has 'active' only in a state in which several players act, not in 'Close'",
        ),
        ({"private": {"apple": "Pay"}}, "a position has 'private' only in a state in which several players act, not in None"),
        ({"state": "Shpo", "active": ["apple"]}, "unknown state 'Shpo'; did you mean 'Shop'?"),
        ({"state": "Pay"}, "state 'Pay' is private: it cannot be the state of a game; name its master, and who is in it under"),
    ],
)
def test_whoever_cannot_be_active_there_is_refused(position: Any, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Market(position=position)
    assert str(caught.value).startswith(said)


def test_a_state_that_was_renamed_says_so_where_a_player_is_in_it() -> None:
    renamed = type("Renamed", (Market,), {"version": 2, "migrations": (Migration(1, 2, states={"Settle": "Pay"}),)})
    with pytest.raises(BadPosition, match=r"private\.apple is 'Settle'; it was renamed 'Pay'"):
        renamed(position={"state": "Shop", "private": {"apple": "Settle"}})
    assert renamed(position={"version": 1, "state": "Shop", "private": {"apple": "Settle"}}).private_state("apple") == "Pay"


def test_a_position_names_its_version_once() -> None:
    assert "version" not in position_of(Ledger(position={"version": 3}))
