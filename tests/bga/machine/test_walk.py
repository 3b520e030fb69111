"""Walks: reached states, and states in which an absent player stops the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tree_sitter import Node

from rondel.bga import Reading
from rondel.bga.evaluation.declarations import Class
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.machine.walk import Walks, walk
from rondel.bga.machine.wrapper import Called, Wrappers
from rondel.bga.php.source import Source
from rondel.bga.php.value import Value
from tests.bga.large import large
from tests.bga.planted import GAME, STATES, sound


def walked(folder: Path, *changes: tuple[str, str, str], leaving: float = 0.2, walks: int = 100, seed: int = 0) -> Walks:
    project = sound()
    for file, before, after in changes:
        project.files[file] = project.files[file].replace(before, after)
    return walk(Reading(project.write(folder)), walks, leaving=leaving, seed=seed)


ZOMBIE = (STATES, ", 'zombiePass' => ST_NEXT", "")


def test_a_sound_machine_ends_with_any_players_absent(tmp_path: Path) -> None:
    found = walked(tmp_path)
    assert (found.ended, found.endless, found.stuck, found.dead) == (100, 0, {}, {})
    assert set(found.visits) == {1, 2, 3, 4, 5, 99}
    assert found.taken[2, "zombiePass"] > 0


def test_present_players_do_not_take_the_zombie_transition(tmp_path: Path) -> None:
    assert walked(tmp_path, leaving=0).taken[2, "zombiePass"] == 0


def test_an_absent_player_is_stuck_without_the_requested_transition(tmp_path: Path) -> None:
    found = walked(tmp_path, ZOMBIE)
    (stuck,) = found.stuck.values()
    assert (stuck.state.id, stuck.asked, stuck.path[:2]) == (2, ("zombiePass",), ("gameSetup", "playerTurn"))
    assert str(stuck).endswith("stops the table: it has no transition 'zombiePass'")
    assert stuck.times + found.ended == 100
    assert walked(tmp_path / "b", ZOMBIE, leaving=0).stuck == {}


def test_the_last_one_of_several_may_have_left(tmp_path: Path) -> None:
    asked = "setPlayerNonMultiactive($active_player, 'planned')"
    assert list(walked(tmp_path / "a", (GAME, asked, asked.replace("planned", "plnned"))).stuck) == [3]
    nameless = (GAME, asked, asked.replace("planned", ""))
    found = walked(tmp_path / "b", nameless)
    assert found.stuck == {}
    assert found.taken[3, "planned"] > 0


def test_without_the_code_the_example_of_the_framework_counts(tmp_path: Path) -> None:
    project = sound()
    del project.files[GAME]
    project.files[STATES] = project.files[STATES].replace("'picked' => ST_NEXT", "'picked' => 6")
    more = "6 => ['name' => 'buy', 'type' => 'activeplayer', 'transitions' => ['on' => ST_NEXT]],"
    project.files[STATES] = project.files[STATES].replace("    99 => [", f"    {more}\n    99 => [")
    found = walk(Reading(project.write(tmp_path)), 100, leaving=0.2)
    assert list(found.stuck) == [6]
    assert found.stuck[6].asked == ("zombiePass",)
    assert found.unjudged == []


def test_without_the_code_and_without_its_example_nobody_can_tell(tmp_path: Path) -> None:
    project = sound()
    del project.files[GAME]
    project.files[STATES] = project.files[STATES].replace(", 'zombiePass' => ST_NEXT", "")
    found = walk(Reading(project.write(tmp_path)), 100, leaving=0.2)
    assert (found.stuck, found.ended) == ({}, 100)
    assert [each.id for each in found.unjudged] == [2, 3]


def test_a_zombie_that_jumps_is_never_stuck(tmp_path: Path) -> None:
    jump = (GAME, "$this->gamestate->nextState('zombiePass');", "$this->gamestate->jumpToState(ST_NEXT);")
    assert walked(tmp_path, ZOMBIE, jump).stuck == {}


def test_unreached_dead_and_endless_states(tmp_path: Path) -> None:
    found = walked(
        tmp_path, (STATES, "'plan' => ST_PLAN, ", ""), (STATES, "'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN"), walks=5
    )
    project = Reading(tmp_path)
    assert [each.id for each in found.unvisited(project.machine.states)] == [3, 4, 99]
    assert (found.ended, found.endless) == (0, 5)
    found = walked(tmp_path / "b", (STATES, "'transitions' => ['turn' => ST_TURN, 'end' => 99],", ""), walks=5)
    assert found.dead[5] + found.visits[99] == 5


def test_somebody_stays_to_the_last(tmp_path: Path) -> None:
    picked = (STATES, "'picked' => ST_NEXT", "'picked' => 99")
    found = walked(tmp_path, picked, (STATES, "'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN"), leaving=1, walks=20)
    assert (found.ended, found.endless) == (20, 0)


def test_a_seed_makes_the_same_walks(tmp_path: Path) -> None:
    one, other = walked(tmp_path / "a", seed=3), walked(tmp_path / "b", seed=3)
    assert (one.visits, one.taken) == (other.visits, other.taken)
    assert one.visits != walked(tmp_path / "c", seed=4).visits


def test_state_classes_have_a_zombie_of_their_own(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'' => ST_TURN", "'' => 10")
    head = "<?php\nclass Deal extends GameState {\n "
    head += "function __construct($g) { parent::__construct($g, 10, StateType::ACTIVE_PLAYER); }\n"
    project.files["modules/php/States/Deal.php"] = head + " function actDeal() { return 2; }\n}\n"
    assert 10 in walk(Reading(project.write(tmp_path / "a")), 100, leaving=0.5).stuck
    project.files["modules/php/States/Deal.php"] = head + " function zombie($p) { return 2; }\n}\n"
    assert 10 not in walk(Reading(project.write(tmp_path / "b")), 100, leaving=0.5).stuck


def test_a_method_of_the_game_class_and_a_wrapper_are_followed(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'' => ST_TURN", "'' => 10")
    project.files[GAME] = project.files[GAME].replace(
        "public function actPick", "function following() { return Rest::class; } function go($to) { "
        "$this->gamestate->jumpToState($to); }\n    public function actPick"
    )  # fmt: skip
    head = "<?php\nclass %s extends GameState {\n function __construct($g) { parent::__construct($g, %d, StateType::GAME); }\n"
    deal = " function onEnteringState() { if (bga_rand(0, 1)) { return $this->game->following(); } $this->game->go(12); }\n}\n"
    project.files["modules/php/States/Deal.php"] = head % ("Deal", 10) + deal
    project.files["modules/php/States/Rest.php"] = head % ("Rest", 11) + " function onEnteringState() { return 12; }\n}\n"
    project.files["modules/php/States/Last.php"] = head % ("Last", 12) + " function onEnteringState() { return 99; }\n}\n"
    reading = Reading(project.write(tmp_path))
    deal_state = reading.machine.by_id[10]
    assert sorted(str(each.target) for each in reading.machine.transitions(deal_state)) == ["11", "12"]
    assert not deal_state.roams
    found = walk(reading, 50, leaving=0)
    assert (found.ended, found.visits[11] > 0, found.visits[12]) == (50, True, 50)


def test_a_wrapper_moves_on_for_an_absent_player(tmp_path: Path) -> None:
    ask = "$this->gamestate->nextState('zombiePass');"
    go = (
        GAME,
        "public function actPick",
        "function go($to) { $this->gamestate->nextState($to); }\n    public function actPick",
    )
    wrapped = (GAME, ask, "$this->go('zombiePass');")
    assert walked(tmp_path / "sound", go, wrapped).stuck == {}
    assert list(walked(tmp_path / "gone", ZOMBIE, go, wrapped).stuck) == [2]


def test_a_large_machine_takes_work_in_proportion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = [0]
    plain = Evaluator.value

    def counted(self: Evaluator, node: Node, scope: Scope) -> Value:
        worked[0] += 1
        return plain(self, node, scope)

    asked = [0]
    known = Wrappers.called

    def resolved(self: Wrappers, call: Node, source: Source, owner: Class | None) -> Called | None:
        asked[0] += 1
        return known(self, call, source, owner)

    monkeypatch.setattr(Evaluator, "value", counted)
    monkeypatch.setattr(Wrappers, "called", resolved)
    spent = []
    for states in (60, 120):
        worked[0] = asked[0] = 0
        found = walk(Reading(large(states).write(tmp_path / str(states))), 100)
        assert (found.ended + found.endless, found.stuck) == (100, {})
        spent.append(worked[0])
    assert spent[1] <= 2.2 * spent[0]
    assert spent[1] < 100 * 120
    # Each of some 6,000 calls in the game class is looked at a few times, not again for each action.
    assert asked[0] < 5 * 6_000
