"""Upgrades: what becomes of games in progress when their rules change."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rondel.engine import Game, Migration
from rondel.engine.checks.ruleset import Rules
from rondel.engine.records.position import position_of
from rondel.engine.records.record import replay, restore
from rondel.engine.records.upgrade import migrated
from rondel.errors import BadPosition, BadRecord
from rondel.turnbase import TurnbaseState
from rondel.turnbase import write as to_turnbase
from tests.engine.rules.ledger import Ledger
from tests.engine.rules.market import Market
from tests.engine.rules.old_ledger import OldLedger
from tests.engine.witness import seen


def wire(data: Any) -> Any:
    """As it comes back from a file."""
    return json.loads(json.dumps(data))


def played(*answers: str, seed: int = 3) -> OldLedger:
    """A game by the old rules, so many answers in."""
    game = OldLedger(options={"cards": 6}, seed=seed)
    for answer in answers:
        game.push(answer)
    return game


def declaring(*steps: Any, version: int = 3) -> type[Game]:
    """The ledger with other migrations."""
    return type("Declared", (Ledger,), {"migrations": steps, "version": version, "__module__": __name__})


# -- snapshots ---------------------------------------------------------------------------------------------------------


def test_a_snapshot_at_rest_goes_on_under_the_new_rules() -> None:
    old = played("take(2)", "take(5)", "take(1)")
    game = restore(Ledger, wire(old.snapshot()))
    assert (game.state, game.active, dict(game._options)) == ("TakeTurn", ("right",), {"sheets": 6})
    assert game.view("left")["props"] == {"counts": {"left": 3, "right": 5}}
    assert [token["face"] for token in game.view("left")["containers"]["row_left"]["tokens"]] == ["2", "1"]
    assert {token["kind"] for token in game.view("left")["containers"]["display"]["tokens"]} == {"sheet"}
    while not game.is_over:
        game.push(game.moves()[0])
    assert game.view("left")["props"] == {"counts": {"left": 3 + 4, "right": 5 + 3 + 6}}


def test_a_migrated_game_has_a_record_of_its_own_that_replays() -> None:
    """Its record begins with the migrated position, and holds what has been answered since."""
    game = restore(Ledger, wire(played("take(2)", "take(5)").snapshot()))
    begun = position_of(game)
    game.push("take(4)")
    record = wire(game.record())
    assert (record["version"], record["answers"]) == (3, [["left", "take(4)"]])
    assert record["position"] == begun
    assert seen(replay(Ledger, record, None)) == seen(game)
    again = restore(Ledger, wire(game.snapshot()))
    assert seen(again) == seen(game)
    assert wire(again.record()) == record


class NewMarket(Market):
    """A market whose stall keepers remember nothing else than before."""

    version = 2
    migrations = (Migration(1, 2),)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_secrets_and_chance_goes_on_alike_from_its_snapshot_and_its_record(seed: int) -> None:
    """So does a replay with the migrated game's seed: it draws nothing a second time."""
    old = Market(seed=seed, options={"full": 0})
    old.push("take(p)", "bread")
    old.push("pay(9)", "bread")
    game = restore(NewMarket, wire(old.snapshot()))
    snapshot = wire(game.snapshot())
    assert snapshot["seed"] != wire(old.snapshot())["seed"]
    twin = replay(NewMarket, wire(game.record()), bytes.fromhex(snapshot["seed"]))
    for each in (game, twin):
        for role in each.roles:
            each.push("go_home", role)
        each.push("close", "apple")
    assert seen(twin) == seen(game)
    assert wire(twin.record()) == wire(game.record())
    assert wire(twin.snapshot()) == wire(game.snapshot())


def test_steps_are_taken_one_after_the_other() -> None:
    old = played("take(2)").snapshot()
    second = {**old, "version": 2, "options": {"sheets": 6}}
    second["position"] = migrated(declaring(Migration(1, 2, states={"Turn": "TakeTurn"}), version=2), old["position"], 1)
    second["position"]["props"] = {"total": second["position"]["props"].pop("sum")}
    second["position"]["containers"]["display"] = [
        {**token, "kind": "sheet"} for token in second["position"]["containers"].pop("market")
    ]
    second["position"]["containers"]["row_left"][0]["kind"] = "sheet"
    assert seen(restore(Ledger, wire(second))) == seen(restore(Ledger, wire(old)))


def test_migrating_changes_nothing_that_was_given() -> None:
    snapshot = wire(played("take(2)").snapshot())
    before = json.dumps(snapshot)
    restore(Ledger, snapshot)
    assert json.dumps(snapshot) == before


def test_a_snapshot_in_the_middle_of_a_rule_is_refused_with_the_reason() -> None:
    old = played("take(2)", "take(3)")
    with pytest.raises(BadRecord) as caught:
        restore(Ledger, wire(old.snapshot()))
    assert str(caught.value) == (
        "the snapshot of Ledger is of version 1 and not at rest: somebody is in the middle of a rule (take(3) in state Turn), "
        "which these rules may not have. Restore it by version 1, answer until the rule is done, and take the snapshot then"
    )
    old.push("choose(left)")
    assert restore(Ledger, wire(old.snapshot())).view("left")["props"] == {"counts": {"left": 5, "right": 0}}


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (4, "the snapshot was written by version 4 of Ledger; these rules are version 3, which is older: use newer rules"),
        (0, "the snapshot was written by version 0 of Ledger; these rules are version 3, and versions count from 1"),
        ("1", "the snapshot was written by version '1' of Ledger; these rules are version 3, and versions count from 1"),
        (None, "the snapshot was written by version None of Ledger"),
        (True, "the snapshot was written by version True of Ledger"),
    ],
)
def test_a_version_nobody_knows_is_refused(version: Any, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        restore(Ledger, {**wire(played().snapshot()), "version": version})
    assert str(caught.value).startswith(said)


def test_a_version_without_a_way_here_is_refused_with_what_to_declare() -> None:
    with pytest.raises(BadRecord) as caught:
        restore(declaring(Migration(2, 3)), wire(played().snapshot()))
    assert str(caught.value) == (
        "the snapshot was written by version 1 of Declared; these rules are version 3, and declare no migration from it "
        "(but from 2): declare Migration(1, 3, ...)"
    )


# -- records and start positions ---------------------------------------------------------------------------------------


def test_a_record_replays_only_under_its_own_version() -> None:
    record = wire(played("take(2)").record())
    assert seen(replay(OldLedger, record, None))["state"] == "Turn"
    with pytest.raises(BadRecord) as caught:
        replay(Ledger, record, None)
    assert str(caught.value) == (
        "written by version 1 of Ledger; these rules are version 3, and a record replays only under its own; "
        "a snapshot of the game can be migrated"
    )


OLD_START = {
    "state": "Turn",
    "play_order": ["right", "left"],
    "props": {"sum": 2},
    "containers": {"market": [{"kind": "card", "face": "4"}], "row_left": [{"kind": "card", "face": "2"}]},
}


def test_a_start_position_that_says_its_version_is_migrated() -> None:
    game = Ledger(position={"version": 1, **OLD_START})
    assert (game.state, game.active) == ("TakeTurn", ("right",))
    assert game.view("left")["props"] == {"counts": {"left": 2, "right": 0}}
    assert [str(move) for move in game.moves()] == ["take(4)"]
    record = wire(game.record())
    assert "version" not in record["position"], "what is kept is the position as these rules have it"
    assert seen(replay(Ledger, record, None)) == seen(game)


def test_a_start_position_of_this_version_may_say_so() -> None:
    assert seen(Ledger(position={"version": 3})) == seen(Ledger())


def test_a_start_position_of_an_unknown_version_is_refused() -> None:
    with pytest.raises(BadPosition, match=r"the position was written by version 9 of Ledger; .* use newer rules"):
        Ledger(position={"version": 9})


def test_a_turnbase_state_of_an_older_version_is_migrated() -> None:
    data = to_turnbase(played("take(2)", "take(5)"))
    game = Ledger(position=wire(data), options={"sheets": 6})
    assert game.view("left")["props"] == {"counts": {"left": 2, "right": 5}}
    assert TurnbaseState(to_turnbase(game)).view("left")["props"]["counts"] == {"left": 2, "right": 5}


def test_an_old_name_of_a_state_is_refused_with_its_new_one() -> None:
    with pytest.raises(BadPosition) as caught:
        Ledger(position={"state": "Turn"})
    assert str(caught.value) == (
        "unknown state 'Turn'; it was renamed 'TakeTurn': use that, or say which version the position is of, as in 'version': 1"
    )
    snapshot = wire(Ledger().snapshot())
    snapshot["position"]["state"] = "Turn"
    with pytest.raises(BadRecord, match="the snapshot of Ledger does not fit: unknown state 'Turn'; it was renamed 'TakeTurn'"):
        restore(Ledger, snapshot)


def test_private_states_are_renamed_too() -> None:
    position = {"state": "Draft", "private": {"left": "Pick", "right": "Wait"}}
    kind = declaring(Migration(1, 3, states={"Pick": "PickCard"}))
    assert migrated(kind, position, 1)["private"] == {"left": "PickCard", "right": "Wait"}


# -- steps that fail ---------------------------------------------------------------------------------------------------


def broken(position: dict[str, Any]) -> None:
    position["props"]["nowhere"] += 1


def nothing_much(position: dict[str, Any]) -> Any:
    return 5


def not_json(position: dict[str, Any]) -> None:
    position["props"]["odd"] = {1, 2}


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Migration(1, 3, change=broken), "Migration(1, 3) failed: KeyError('nowhere')"),
        (Migration(1, 3, change=nothing_much), "Migration(1, 3) failed: its change returned 5; it returns the position's data"),
        (Migration(1, 3, change=not_json), "Migration(1, 3) failed: a start 'position.props.odd' cannot hold {1, 2}"),
        (
            Migration(1, 3, containers={"market": "row_left"}),
            "Migration(1, 3) calls containers.market 'row_left', which the position has already",
        ),
    ],
)
def test_a_step_that_fails_says_which_and_why(step: Migration, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        restore(declaring(step), wire(played().snapshot()))
    assert str(caught.value).startswith(said)


def test_names_may_be_exchanged() -> None:
    position = {"props": {"a": 1, "b": 2}}
    assert migrated(declaring(Migration(1, 3, props={"a": "b", "b": "a"})), position, 1) == {"props": {"a": 2, "b": 1}}


def test_statistics_are_renamed_too() -> None:
    position = {"stats": {"turns": {"left": 1}, "cards": 3}}
    kind = declaring(Migration(1, 3, stats={"cards": "sheets"}))
    assert migrated(kind, position, 1) == {"stats": {"turns": {"left": 1}, "sheets": 3}}


def test_what_no_step_has_renamed_is_refused_by_name() -> None:
    kind = declaring(Migration(1, 3, states={"Turn": "TakeTurn"}, containers={"market": "display"}, kinds={"card": "sheet"}))
    with pytest.raises(BadPosition, match=r"^props\.sum: unknown prop 'sum'; known: 'counts'"):
        Ledger(position={**migrated(kind, OLD_START, 1)})


def test_a_name_may_change_twice() -> None:
    steps = (Migration(1, 2, states={"Turn": "Play"}), Migration(2, 3, states={"Play": "TakeTurn"}))
    assert migrated(declaring(*steps), {"state": "Turn"}, 1) == {"state": "TakeTurn"}
    assert Rules(declaring(*steps)).problems == []
