"""The entered states and the methods that run in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.machine.reach import Reach
from rondel.bga.machine.reader import Reading
from rondel.bga.machine.usage import Usage
from tests.bga.planted import GAME, STATES, sound

TURN, PLAN, OWN, NEXT = 2, 3, 4, 5


def reach(folder: Path, *changes: tuple[str, str, str], **files: str) -> Reach:
    fixture = sound()
    for name, before, after in changes:
        assert fixture.files[name].count(before) == 1
        fixture.files[name] = fixture.files[name].replace(before, after)
    fixture.files.update({name.replace("_", "."): text for name, text in files.items()})
    reading = Reading(fixture.write(folder))
    return Reach(reading.machine, Usage(reading))


def test_a_sound_game_enters_all_its_states(tmp_path: Path) -> None:
    assert reach(tmp_path).entered == {1, TURN, PLAN, OWN, NEXT, 99}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Another method asks for the label, and it does not run in the state that has the transition.
        (
            "public function actPass() { $this->gamestate->nextState('plan'); }",
            "public function other() { nextState('plan'); }",
        ),
        ("{ $this->gamestate->nextState('plan'); }", "{ } private function left() { $this->gamestate->nextState('plan'); }"),
        ("{ $this->gamestate->nextState('plan'); }", "{ return; $this->gamestate->nextState('plan'); }"),
        ("{ $this->gamestate->nextState('plan'); }", "{ } function debug_plan() { $this->gamestate->nextState('plan'); }"),
    ],
)
def test_a_label_counts_only_where_a_method_of_the_state_asks_for_it(before: str, after: str, tmp_path: Path) -> None:
    assert reach(tmp_path, (GAME, before, after)).entered == {1, TURN, NEXT, 99}


def test_methods_that_a_method_calls_run_too(tmp_path: Path) -> None:
    called = "{ $this->left(); } private function left() { $this->gamestate->nextState('plan'); }"
    assert PLAN in reach(tmp_path / "called", (GAME, "{ $this->gamestate->nextState('plan'); }", called)).entered
    handed = called.replace("$this->left();", "array_map([$this, 'left'], [1]);")
    assert PLAN in reach(tmp_path / "handed", (GAME, "{ $this->gamestate->nextState('plan'); }", handed)).entered


ACTION = "<?php\nclass action_stones extends APP_GameAction {\n public function go() { $this->game->left(); }\n}\n"
LEFT = "{ } public function left() { %s $this->gamestate->nextState('plan'); }"


@pytest.mark.parametrize(
    ("check", "client", "entered"),
    [
        ("", "", True),
        ("", "this.ajaxcall('/s/s/go.html')", True),
        ("", "this.ajaxcall('/s/s/stay.html')", False),
        ("$this->checkAction('actPick');", "this.ajaxcall('/s/s/go.html')", True),
        ("$this->checkAction('actPlan');", "this.ajaxcall('/s/s/go.html')", False),
        ("$this->checkAction('actPick');", "this.ajaxcall('/s/s/stay.html')", False),
    ],
)
def test_the_class_of_actions_runs_a_method_in_the_states_that_list_the_checked_action(
    check: str, client: str, entered: bool, tmp_path: Path
) -> None:
    changed = (GAME, "{ $this->gamestate->nextState('plan'); }", LEFT % check)
    found = reach(tmp_path, changed, stones_action_php=ACTION, stones_js=client)
    assert (PLAN in found.entered) is entered


def test_a_jump_to_a_known_state_enters_it_and_one_to_an_unknown_state_enters_none(tmp_path: Path) -> None:
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    ask = "$this->gamestate->nextState('plan');"
    assert PLAN in reach(tmp_path / "known", gone, (GAME, ask, "$this->gamestate->jumpToState(ST_PLAN);")).entered
    found = reach(tmp_path / "unknown", gone, (GAME, ask, "$this->gamestate->jumpToState($this->after());"))
    assert PLAN not in found.entered
    assert found.why == "no known transition or jump enters the state"


def test_where_names_of_methods_are_variables_every_label_of_the_code_counts(tmp_path: Path) -> None:
    dynamic = "{ $this->{$this->which()}(); } private function left() { $this->gamestate->nextState('plan'); }"
    assert PLAN in reach(tmp_path, (GAME, "{ $this->gamestate->nextState('plan'); }", dynamic)).entered
