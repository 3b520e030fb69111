"""The graph: targets, dead ends, reach and private states."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.checks import check
from tests.bga.planted import GAME, STATES, planted, sound


@pytest.mark.parametrize(
    ("before", "after", "code", "severity", "line", "says"),
    [
        ("'picked' => ST_NEXT", "'picked' => 77", "target-missing", "error", 18, "leads to 77, which is not a state"),
        ("['turn' => ST_TURN, 'end' => 99]", "['turn' => ST_TURN]", "end-unreachable", "warning", 43,
         "the end of the game cannot be reached"),
        ("'plan' => ST_PLAN, ", "", "unreachable", "warning", 20, "state 'plan' cannot be reached"),
        ("        'transitions' => ['planned' => ST_NEXT],\n", "\n", "dead-end", "warning", 20, "state 'plan' has no way out"),
        ("'picked' => ST_NEXT", "'picked' => ST_OWN", "private-crossing", "warning", 18, "into the private state 'ownPlan'"),
        ("'again' => ST_OWN", "'again' => ST_NEXT", "private-crossing", "warning", 33, "out of the private state 'ownPlan'"),
        ("'initialprivate' => ST_OWN", "'initialprivate' => ST_TURN", "initialprivate", "warning", 25, "is not private"),
        ("'initialprivate' => ST_OWN", "'initialprivate' => 66", "initialprivate", "warning", 25, "does not exist"),
        ("'planned' => ST_NEXT", "'planned' => ST_NEXT, '' => ST_TURN", "empty-transition", "note", 26,
         "without a name beside others"),
    ],
)  # fmt: skip
def test_a_mistake_is_found(before: str, after: str, code: str, severity: str, line: int, says: str, tmp_path: Path) -> None:
    (own, *_) = [each for each in planted(tmp_path, (STATES, before, after)) if each.code == code]
    assert (own.severity, own.place.line) == (severity, line)
    assert says in str(own)


def test_a_wrong_first_private_state_is_an_error_if_the_state_begins_it(tmp_path: Path) -> None:
    begins = (GAME, "{ $this->wake(); }", "{ $this->wake(); $this->gamestate->initializePrivateStateForAllActivePlayers(); }")
    found = planted(tmp_path, begins, (STATES, "'initialprivate' => ST_OWN", "'initialprivate' => 66"))
    assert [each.severity for each in found if each.code == "initialprivate"] == ["error"]


def test_a_first_private_state_of_a_state_of_one_player(tmp_path: Path) -> None:
    found = planted(tmp_path, (STATES, "'type' => 'multipleactiveplayer',", "'type' => 'activeplayer',"))
    assert [each.fix for each in found if each.code == "initialprivate"] == ["make it 'multipleactiveplayer'"]


def test_a_jump_by_a_constant_reaches_its_state(tmp_path: Path) -> None:
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    jump = (GAME, "$this->gamestate->nextState('plan');", "$this->gamestate->jumpToState(ST_PLAN);")
    assert planted(tmp_path, gone, jump) == []


def test_a_jump_that_cannot_be_told_softens(tmp_path: Path) -> None:
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    jump = (GAME, "$this->gamestate->nextState('plan');", "$this->gamestate->jumpToState($this->engine->next());")
    assert {(each.code, each.severity) for each in planted(tmp_path, gone, jump)} == {("unreachable", "note")}


def test_a_jump_of_the_menu_for_debugging_does_not_count(tmp_path: Path) -> None:
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    jump = (GAME, "$this->gamestate->nextState('plan');", "")
    debug = (
        GAME,
        "private function wake()",
        "function debug_go($to) { $this->gamestate->jumpToState($to); }\n    private function wake()",
    )
    assert {(each.code, each.severity) for each in planted(tmp_path, gone, jump, debug)} == {("unreachable", "warning")}


def test_where_games_begin_may_not_be_known(tmp_path: Path) -> None:
    code = (
        "<?php\nclass Deal extends GameState {\n function __construct($g) { parent::__construct($g, 10, StateType::GAME, "
        "updateGameProgression: true); }\n function onEnteringState() { return 99; }\n}\n"
    )
    states = tmp_path / "modules" / "php" / "States"
    states.mkdir(parents=True)
    (states / "Deal.php").write_text(code)
    assert check(tmp_path) == []
    (states.parent / "Game.php").write_text("<?php class Game extends Table { function setupNewGame() { return $this->f(); } }")
    assert check(tmp_path) == []


def test_where_not_all_was_read_nothing_is_said_to_be_missing(tmp_path: Path) -> None:
    more = (STATES, "\n];\n", "\n] + Engine::states();\n")
    found = planted(tmp_path, more, (STATES, "'picked' => ST_NEXT", "'picked' => 77"))
    assert {(each.code, each.severity) for each in found} == {("unread", "note"), ("target-missing", "note")}


def test_a_state_class_returns_a_transition_or_a_state(tmp_path: Path) -> None:
    fixture = sound()
    fixture.files[STATES] = fixture.files[STATES].replace("'' => ST_TURN", "'' => 10")
    fixture.files["modules/php/States/Deal.php"] = (
        "<?php\nclass Deal extends GameState {\n"
        " function __construct($g) { parent::__construct($g, 10, StateType::GAME, transitions: ['next' => 2], "
        "initialPrivate: null); }\n"
        " function onEnteringState() {\n  if ($x) return 'next';\n  return 'nxt';\n }\n}\n"
    )
    (own,) = check(fixture.write(tmp_path))
    assert (own.code, own.severity, own.place.line) == ("target-missing", "error", 6)
    fixture.files["modules/php/States/Deal.php"] = fixture.files["modules/php/States/Deal.php"].replace("'nxt'", "''")
    assert check(fixture.write(tmp_path / "first")) == []
    assert "onEnteringState() of state 'Deal' goes to 'nxt', which is neither a transition of it nor a state" in str(own)


def test_a_missing_target_of_a_state_that_is_never_reached_breaks_no_table(tmp_path: Path) -> None:
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    silent = (GAME, "$this->gamestate->nextState('plan');", "")
    found = planted(tmp_path, gone, silent, (STATES, "'planned' => ST_NEXT", "'planned' => 77"))
    (own,) = [each for each in found if each.code == "target-missing"]
    assert (own.severity, "the game never enters the state" in str(own)) == ("warning", True)


def test_a_missing_target_of_a_transition_that_no_code_asks_for_breaks_no_table(tmp_path: Path) -> None:
    more = (STATES, "'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN, 'end' => 99, 'again' => 77")
    (own,) = [each for each in planted(tmp_path / "unasked", more) if each.code == "target-missing"]
    assert own.severity == "error"  # stNextPlayer chooses among two labels, which only running code can do
    known = (GAME, "nextState($this->isOver() ? 'end' : 'turn')", "nextState('turn'); $this->gamestate->nextState('end')")
    (own,) = [each for each in planted(tmp_path / "known", more, known) if each.code == "target-missing"]
    assert (own.severity, "no code that runs in the state asks for the transition" in str(own)) == ("warning", True)
    asks = (GAME, "nextState($this->isOver() ? 'end' : 'turn')", "nextState('again')")
    (own,) = [each for each in planted(tmp_path / "asked", more, asks) if each.code == "target-missing"]
    assert own.severity == "error"


def test_a_transition_of_zombieturn_for_a_type_of_state_that_the_game_lacks_is_not_asked_for(tmp_path: Path) -> None:
    more = (STATES, "'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN, 'end' => 99, 'again' => 77")
    known = (GAME, "nextState($this->isOver() ? 'end' : 'turn')", "nextState('turn'); $this->gamestate->nextState('end')")
    several = (GAME, "setPlayerNonMultiactive($active_player, 'planned')", "setPlayerNonMultiactive($active_player, 'again')")
    (own,) = [each for each in planted(tmp_path / "several", more, known, several) if each.code == "target-missing"]
    assert own.severity == "warning"  # zombieTurn asks for it in another state
    one = (STATES, "'type' => 'multipleactiveplayer',", "'type' => 'activeplayer',")
    (own,) = [each for each in planted(tmp_path / "one", more, known, several, one) if each.code == "target-missing"]
    assert (own.severity, "no code that runs in the state asks for the transition" in str(own)) == ("warning", True)


def test_a_state_whose_transition_no_code_asks_for_is_not_entered(tmp_path: Path) -> None:
    known = (GAME, "nextState($this->isOver() ? 'end' : 'turn')", "nextState('turn'); $this->gamestate->nextState('end')")
    missing = (STATES, "'action' => 'stPlan'", "'action' => 'stPlam'")
    (own,) = [each for each in planted(tmp_path / "asked", known, missing) if each.code == "method-missing"]
    assert own.severity == "error"
    silent = (GAME, "$this->gamestate->nextState('plan');", "")
    (own,) = [each for each in planted(tmp_path / "unasked", known, missing, silent) if each.code == "method-missing"]
    assert own.severity == "warning"
    unnamed = (GAME, "$this->gamestate->nextState('plan');", "$this->gamestate->nextState();")
    first = (STATES, "'picked' => ST_NEXT, 'plan' => ST_PLAN,", "'plan' => ST_PLAN, 'picked' => ST_NEXT,")
    found = planted(tmp_path / "first", known, missing, unnamed, first)
    assert [each.severity for each in found if each.code == "method-missing"] == ["error"]


def test_a_missing_target_of_code_that_never_runs_breaks_no_table(tmp_path: Path) -> None:
    fixture = sound()
    fixture.files[STATES] = fixture.files[STATES].replace("'' => ST_TURN", "'' => 10")
    code = (
        "<?php\nclass Deal extends GameState {\n"
        " function __construct($g) { parent::__construct($g, 10, StateType::GAME); }\n"
        " function onEnteringState() {\n  $over = %s;\n  if ($over) return Scoring::class;\n  return 2;\n }\n}\n"
    )
    for value, severity, says in (("false", "warning", "this code never runs"), ("$this->isOver()", "error", "")):
        fixture.files["modules/php/States/Deal.php"] = code % value
        (own,) = check(fixture.write(tmp_path / severity))
        assert (own.code, own.severity, own.place.line) == ("target-missing", severity, 6)
        assert says in str(own)
