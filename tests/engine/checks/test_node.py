"""Nodes: what the rules know of a state, and what hangs on it."""

from __future__ import annotations

from rondel.engine.checks.node import Node
from rondel.engine.checks.ruleset import rules_of
from rondel.shelf.reversi import Reversi
from tests.engine.rules.nim import nim
from tests.engine.rules.relay import Relay


def test_a_node_knows_what_kind_of_state_it_is() -> None:
    turn, following, end = rules_of(Reversi).nodes
    assert [(node.one, node.automatic, node.end) for node in (turn, following, end)] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert [(node.enters, node.rests) for node in (turn, following, end)] == [(False, True), (True, False), (False, True)]
    assert turn.sole is turn.by_action["play_disc"]


def test_a_route_tells_a_goal_from_what_is_none() -> None:
    turn, following, _end = rules_of(Reversi).nodes
    route = turn.route("".join(["play", "_disc"]))  # equal to the action's own name, and another object
    assert route.goals == (following,)
    assert (route.to(following.kind), route.to(turn.kind), route.to("NextPlayer")) == (following, None, None)


def test_a_transition_is_called_by_its_label_or_else_by_its_rule() -> None:
    kind = nim(
        ('@on(Turn, _("{actplayer} takes {count}"))', '@on(Turn, _("{actplayer} takes {count}"), labels={"Next": "taken"})'),
        ("class Next(Automatic[Nim]):\n", "class Next(Automatic[Nim]):\n    labels = {'GameEnd': 'bare'}\n"),
    )
    turn, following, _end = rules_of(kind).nodes
    assert (turn.label("take", "Next"), turn.label("take", "Turn")) == ("taken", "take")
    assert (following.label("enter", "GameEnd"), following.label("enter", "Turn")) == ("bare", "enter")


def test_what_hangs_on_a_base_means_the_state_itself_by_the_name_of_the_base() -> None:
    kind = nim(
        ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):\n    abstract = True"),
        ("@on(Turn", "class Turn(Base): ...\nclass Last(Base): ...\n@on(Base"),
        ("count: int) -> To[Next]", "count: int) -> To[Next] | To[Last] | To[Base]"),
    )
    last = rules_of(kind).by_name["Last"]
    assert [last.meant(last.by_action["take"], goal) for goal in ("Base", "Next")] == ["Last", "Next"]
    assert sorted(last.edges["take"]) == ["Last", "Next"]


def test_a_state_that_others_extend_may_be_meant_as_their_base() -> None:
    first, last, end = rules_of(Relay).nodes
    assert first.base_of([first, last, end]) == ""
    base = Node(3, type("Sprint", (type(last.state),), {})())
    assert last.base_of([first, last, base]) == "; if it is only the base of 'Sprint', write abstract = True in it"


def test_states_may_share_a_base_that_is_none() -> None:
    rules = rules_of(Relay)
    assert [node.name for node in rules.nodes] == ["FirstRun", "LastRun", "GameEnd"]
    game = Relay()
    assert game.view("two")["question"]["text"] == "{actplayer} must run"
    game.push("hand_on")
    assert [event["name"] for event in game.events(0, "one")] == ["ready", "hand_on", "ready"]
    assert game.view("two")["question"]["text"] == "{you} must run"
    game.push("run_in")
    assert game.is_over
