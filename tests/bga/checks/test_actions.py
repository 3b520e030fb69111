"""Actions that the code checks and no state lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.checks import check
from rondel.bga.finding import Finding
from tests.bga.planted import GAME, STATES, sound

CHECKED = "public function swap() { $this->checkAction('actSwop'); }\n    public function actPick("


def checked(folder: Path, method: str, client: str = "this.bgaPerformAction('swap')") -> list[Finding]:
    """The findings about checked actions, with a method more and some code of the client."""
    fixture = sound()
    assert fixture.files[GAME].count("public function actPick(") == 1
    fixture.files[GAME] = fixture.files[GAME].replace("public function actPick(", method)
    fixture.files["stones.js"] = client
    fixture.files["stones.action.php"] = (
        "<?php\nclass action_stones extends APP_GameAction {\n    public function swap() { $this->game->swap(); }\n}\n"
    )
    return [each for each in check(fixture.write(folder)) if each.code == "action-unlisted"]


def test_a_checked_action_that_no_state_lists_is_an_error(tmp_path: Path) -> None:
    (own,) = checked(tmp_path, CHECKED)
    assert (own.severity, own.place.file.endswith(GAME)) == ("error", True)
    assert "'actSwop'" in own.message


def test_it_is_a_warning_if_the_check_is_under_a_condition(tmp_path: Path) -> None:
    (own,) = checked(tmp_path, CHECKED.replace("$this->checkAction", "if ($x) $this->checkAction"))
    assert (own.severity, "under a condition" in str(own)) == ("warning", True)


@pytest.mark.parametrize(
    ("client", "severity"),
    [
        ("this.bgaPerformAction('actSwap', {})", "error"),
        ("this.ajaxcall(`/stones/stones/actSwap.html`, {}, this)", "error"),
        ("if (this.checkAction('actSwap')) { f(); }", "warning"),
        ("case 'actSwap': f();", "warning"),
    ],
)
def test_a_possible_action_without_a_method_is_an_error_if_the_client_sends_it(
    client: str, severity: str, tmp_path: Path
) -> None:
    fixture = sound()
    fixture.files[STATES] = fixture.files[STATES].replace("'actPick', ", "'actPick', 'actSwap', ")
    fixture.files["stones.js"] = client
    (own,) = [each for each in check(fixture.write(tmp_path)) if each.code == "method-missing"]
    assert own.severity == severity


@pytest.mark.parametrize("client", ["", "// this.bgaPerformAction('swap')", "/* swap */ f('http://x')"])
def test_it_is_a_warning_if_the_client_never_asks_for_it(client: str, tmp_path: Path) -> None:
    (own,) = checked(tmp_path, CHECKED, client)
    assert own.severity == "warning"


@pytest.mark.parametrize(
    "body",
    [
        "$this->checkAction('actPick');",
        "$this->checkAction($name);",
        "if ($this->checkAction('actSwop', false)) { $this->swop(); }",
        "return; $this->checkAction('actSwop');",
    ],
)
def test_an_action_that_is_listed_or_unknown_or_not_refused_is_not_reported(body: str, tmp_path: Path) -> None:
    assert checked(tmp_path, CHECKED.replace("$this->checkAction('actSwop');", body)) == []


def test_a_method_of_the_project_with_the_framework_s_name_may_do_anything(tmp_path: Path) -> None:
    own = "public function checkAction($name) {}\n    " + CHECKED
    assert checked(tmp_path, own) == []


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("$this->checkAction('actSwop'); $this->gamestate->nextState('swop');", "warning"),
        ("$this->checkAction('actPick'); $this->gamestate->nextState('swop');", "error"),
        (
            "if ($x) { $this->checkAction('actSwop'); } $this->checkAction('actPick'); $this->gamestate->nextState('swop');",
            "error",
        ),
        ("$this->checkAction('actPick'); $this->gamestate->nextState('swop'); $this->checkAction('actSwop');", "error"),
        ("$this->gamestate->nextState('swop');", "error"),
        ("if ($x) { $this->checkAction('actSwop'); } $this->gamestate->nextState('swop');", "warning"),
    ],
)
def test_a_transition_behind_a_refused_action_is_not_an_error(body: str, severity: str, tmp_path: Path) -> None:
    checked(tmp_path, CHECKED.replace("$this->checkAction('actSwop');", body))
    (own,) = [each for each in check(tmp_path) if each.code == "transition-unknown"]
    assert own.severity == severity
