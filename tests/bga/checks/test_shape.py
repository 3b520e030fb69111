"""The shape of states: each mistake is found at its place, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.checks import check
from tests.bga.planted import STATES, planted, sound

PLANTED = """
id-twice error 35 | ....ST_NEXT => [ | ....4 => [ | id 4 is already used at
key-twice warning 31 | 'type' => 'private', | 'type' => 'game', 'type' => 'private', | key 'type' of state 'ownPlan'
name-missing error 35 | 'name' => 'nextPlayer', | | state 5 has no name
name-space warning 36 | 'name' => 'nextPlayer', | 'name' => 'next player', | write 'nextPlayer'
name-shared note 36 | 'name' => 'nextPlayer', | 'name' => 'plan', | and so is state 3 at
name-shared warning 36 | 'name' => 'nextPlayer', | 'name' => 'gameSetup', | and so is state 1 at
type-missing error 28 | 'type' => 'private', | | state 'ownPlan' has no type
type-unknown error 15 | 'type' => 'activeplayer', | 'type' => 'activePlayer', | did you mean 'activeplayer'?
type-unknown error 23 | 'type' => 'multipleactiveplayer', | 'type' => 'multiactiveplayer', | did you mean 'multiple
type-manager note 38 | 'type' => 'game', | 'type' => 'manager', | make it 'game'
reserved-changed warning 8 | 'action' => 'stGameSetup', | 'action' => 'stMine', | leave it 'stGameSetup'
reserved-changed warning 48 | 'args' => 'argGameEnd', | 'transitions' => ['' => ST_NEXT], | is the end, and has transitions
key-unknown warning 32 | 'possibleactions' => ['actPlan'], | 'possibleActions' => ['actPlan'], | did you mean 'possibleactions'?
wrong-value warning 40 | 'updateGameProgression' => true, | 'updateGameProgression' => 'yes', | is not true or false
wrong-value error 32 | 'possibleactions' => ['actPlan'], | 'possibleactions' => 'actPlan', | an array of names
action-missing warning 35 | 'action' => 'stNextPlayer', | | no player is active in it
possibleactions-ignored warning 40 | 'updateGameProgression' => true, | 'updateGameProgression' => true, \
'possibleactions' => ['actPick'], | take them out
possibleactions-missing warning 28 | 'possibleactions' => ['actPlan'], | | 'ownPlan' waits for a player
description-missing warning 28 | 'descriptionmyturn' => clienttranslate('${you} must plan'), | | the text for those who act
progress-missing warning 1 | 'updateGameProgression' => true, | | no state updates the progression
"""
"""Code, severity and line; what stands in the file, what is put there, and what is said. Dots at the beginning are blanks."""


def test_php_takes_one_for_true(tmp_path: Path) -> None:
    assert planted(tmp_path, (STATES, "'updateGameProgression' => true,", "'updateGameProgression' => 1,")) == []


def rows() -> list[tuple[str, ...]]:
    lines = PLANTED.replace("\\\n", "").strip().splitlines()
    cells = [[each.strip().replace("....", "    ") for each in line.split("|")] for line in lines]
    return [(*row[0].split(), *row[1:]) for row in cells]


@pytest.mark.parametrize(("code", "severity", "line", "before", "after", "says"), rows())
def test_a_mistake_is_found_and_nothing_else(
    code: str, severity: str, line: str, before: str, after: str, says: str, tmp_path: Path
) -> None:
    found = planted(tmp_path, (STATES, before, after))
    own = [each for each in found if each.code == code]
    assert own, found
    assert (own[0].severity, own[0].place.line) == (severity, int(line))
    assert says in str(own[0])
    # What follows from it may be found as well: a state without a type or an id of its own is not where it was.
    follows = {
        "target-missing",
        "unreachable",
        "end-unreachable",
        "private-crossing",
        "initialprivate",
        "dead-end",
        "method-missing",
    }
    assert {each.code for each in found} - {code} <= follows | (
        {"key-unknown", "possibleactions-missing"} if "key" in code else set()
    )


def test_keys_for_the_games_own_client_are_ignored(tmp_path: Path) -> None:
    mine = "'descriptionskippable' => clienttranslate('a'), 'phase' => 1, 'descriptionmyturn-B' => clienttranslate('b'),"
    assert planted(tmp_path, (STATES, "'name' => 'plan',", f"'name' => 'plan', {mine}")) == []


@pytest.mark.parametrize(
    ("argument", "fix"),
    [
        ("action: 'stDeal'", "write onEnteringState()"),
        ("args: 'argDeal'", "write getArgs()"),
        ("descriptionmyturn: ''", "did you mean 'descriptionMyTurn'?"),
    ],
)
def test_a_state_class_passes_an_unknown_argument(argument: str, fix: str, tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'' => ST_TURN", "'' => 10")
    project.files["modules/php/States/Deal.php"] = (
        "<?php\nclass Deal extends GameState {\n function __construct($g) {\n  parent::__construct($g, 10, StateType::GAME,\n"
        f"   {argument}); }}\n function onEnteringState() {{ return 2; }}\n}}\n"
    )
    (own,) = check(project.write(tmp_path))
    assert (own.code, own.severity, own.place.line, own.fix) == ("key-unknown", "error", 5, fix)


def test_a_class_of_the_frameworks_own_state_is_too_much(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("    99 => [", "    98 => [").replace("'end' => 99", "'end' => 98")
    project.files["modules/php/States/End.php"] = (
        "<?php\nclass End extends GameState { function __construct($g) { parent::__construct($g, 99, StateType::MANAGER); } }\n"
    )
    assert ("reserved-changed", 2) in [(each.code, each.place.line) for each in check(project.write(tmp_path))]


def test_an_empty_list_of_actions_is_meant(tmp_path: Path) -> None:
    found = planted(tmp_path, (STATES, "['actPlan']", "[]"))
    assert [each.code for each in found] == []


def test_an_id_must_be_a_number(tmp_path: Path) -> None:
    last = (STATES, "    99 => [", "    'last' => ['name' => 'last', 'type' => 'game', 'action' => 'stPlan'],\n    99 => [")
    (own,) = [each for each in planted(tmp_path / "unreached", last) if each.code == "bad-id"]
    assert (own.severity, own.place.line) == ("warning", 43)
    lead = (STATES, "'end' => 99]", "'end' => 'last']")
    found = planted(tmp_path / "entered", last, lead)
    assert [(each.code, each.place.line) for each in found if each.severity == "error"] == [("bad-id", 43)]


def test_supplied_states_have_no_findings_of_their_own(tmp_path: Path) -> None:
    found = planted(tmp_path, (STATES, "    99 => [", "    98 => ["))
    assert {each.code for each in found} == {"type-manager", "unreachable"}


def test_an_empty_state_is_reported_once(tmp_path: Path) -> None:
    lead = (STATES, "'end' => 99]", "'end' => 60]")
    found = planted(tmp_path, (STATES, "    99 => [\n", "    60 => [],\n    99 => [\n"), lead)
    assert [(each.code, each.place.line) for each in found if each.severity == "error"] == [("name-missing", 43)]
