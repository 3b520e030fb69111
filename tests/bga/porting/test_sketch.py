"""Sketches: states with names, actions and targets that obey the laws of the graph; each repair is noted."""

from __future__ import annotations

from pathlib import Path

from rondel.bga import Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.porting.sketch import Sketch, camel, sketch, snake
from tests.bga.planted import GAME, STATES, sound


def drawn(folder: Path, *changes: tuple[str, str, str]) -> Sketch:
    project = sound()
    for file, before, after in changes:
        project.files[file] = project.files[file].replace(before, after)
    reading = Reading(project.write(folder))
    return sketch(reading.machine, Usage(reading), "Stones")


def goals(found: Sketch) -> dict[str, list[str]]:
    return {f"{draft.name}.{act.here}": act.goals for draft in found.drafts for act in draft.acts}


def test_actions_lead_where_their_code_asks_to(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    assert goals(found) == {
        "PlayerTurn.pick": ["NextPlayer"],
        "PlayerTurn.pass_": ["Plan"],
        "OwnPlan.plan": ["OwnPlan", "NextPlayer"],
    }
    assert [(each.name, each.kind, each.enters, each.first) for each in found.drafts] == [
        ("PlayerTurn", "ActivePlayer", [], ""),
        ("Plan", "MultipleActivePlayers", [], "OwnPlan"),
        ("OwnPlan", "PrivateState", [], ""),
        ("NextPlayer", "Automatic", ["PlayerTurn", "GameEnd"], ""),
    ]
    assert found.begins == ["PlayerTurn"]
    assert [each.notes for each in found.drafts] == [[], [], [], []]


def test_without_code_an_action_may_lead_anywhere_its_state_does(tmp_path: Path) -> None:
    found = drawn(tmp_path, (GAME, "actPick(int $stone)", "other()"))
    assert goals(found)["PlayerTurn.pick"] == ["NextPlayer"]
    found = drawn(
        tmp_path / "b", (GAME, "$this->gamestate->nextState('plan');", ""), (GAME, "$this->gamestate->nextState('picked');", "")
    )
    assert goals(found)["PlayerTurn.pick"] == ["NextPlayer", "Plan"]


def test_transitions_may_be_called_by_the_numbers_of_states(tmp_path: Path) -> None:
    found = drawn(
        tmp_path, (STATES, "'plan' => ST_PLAN, ", "ST_PLAN => ST_PLAN, "), (GAME, "nextState('plan')", "nextState(ST_PLAN)")
    )
    assert goals(found)["PlayerTurn.pass_"] == ["Plan"]


def test_an_unreachable_state_may_be_the_first(tmp_path: Path) -> None:
    found = drawn(tmp_path, (STATES, "'plan' => ST_PLAN, ", ""))
    assert found.begins == ["PlayerTurn", "Plan"]
    assert [each.notes for each in found.drafts if each.name == "Plan"] == [["no transition led to it"]]


def test_a_dead_end_leads_to_the_end(tmp_path: Path) -> None:
    found = drawn(tmp_path, (STATES, "['turn' => ST_TURN, 'end' => 99]", "['turn' => 77]"))
    (last,) = [each for each in found.drafts if each.name == "NextPlayer"]
    assert last.enters == ["GameEnd"]
    assert last.notes == ["transition 'turn' led to 77, which is not a state of the game", "no transition left it"]
    found = drawn(tmp_path / "b", (STATES, "'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN"))
    assert sum("the end could not be reached from it" in each.notes for each in found.drafts) == 1


def test_a_private_state_without_a_master_is_left_out(tmp_path: Path) -> None:
    found = drawn(tmp_path, (STATES, "        'initialprivate' => ST_OWN,\n", ""))
    assert [each.name for each in found.left] == ["ownPlan"]
    assert "OwnPlan" not in [each.name for each in found.drafts]


def test_names_are_those_of_python_and_each_there_once(tmp_path: Path) -> None:
    found = drawn(
        tmp_path,
        (STATES, "'name' => 'plan'", "'name' => 'game end'"),
        (STATES, "'name' => 'nextPlayer'", "'name' => 'player-turn'"),
    )
    assert [each.name for each in found.drafts] == ["PlayerTurn", "GameEnd3", "OwnPlan", "PlayerTurn5"]
    found = drawn(tmp_path / "b", (STATES, "['actPlan']", "['actPick', 'import', 'act pick!']"))
    assert [act.here for draft in found.drafts for act in draft.acts] == [
        "pick",
        "pass_",
        "pick_in_own_plan",
        "import_",
        "act_pick",
    ]
    assert (camel("2 + 2"), snake("2x"), snake("actHTMLView")) == ("State22", "act_2x", "html_view")


def test_until_rules_are_written_the_shortest_way_to_the_end_is_taken(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    assert found.best(["PlayerTurn", "GameEnd"]) == "GameEnd"
    assert found.best(["Plan", "NextPlayer"]) == "NextPlayer"


def test_methods_of_a_state_class_lead_where_they_return_to(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'' => ST_TURN", "'' => 10")
    project.files["modules/php/States/Deal.php"] = (
        "<?php\nclass Deal extends GameState {\n function __construct($g) { parent::__construct($g, 10, "
        "StateType::ACTIVE_PLAYER); }\n function onEnteringState() { if ($x) { return ST_NEXT; } }\n"
        " #[PossibleAction] function actDeal() { return ST_TURN; }\n"
        " #[PossibleAction] function actSkip() { return ST_NEXT; }\n function zombie($p) { return ST_PLAN; }\n}\n"
    )
    reading = Reading(project.write(tmp_path))
    found = sketch(reading.machine, Usage(reading), "Stones")
    assert goals(found)["Deal.deal"] == ["PlayerTurn"]
    assert goals(found)["Deal.skip"] == ["NextPlayer"]
    (deal,) = [each for each in found.drafts if each.name == "Deal"]
    assert deal.enters == ["NextPlayer"]
