"""The code against the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.checks import check
from tests.bga.planted import GAME, STATES, planted, sound


@pytest.mark.parametrize(
    ("file", "before", "after", "code", "severity", "line", "says"),
    [
        (STATES, "'args' => 'argTurn'", "'args' => 'argTrun'", "method-missing", "error", 16, "did you mean 'argTurn'?"),
        (STATES, "'action' => 'stNextPlayer'", "'action' => 'stNext'", "method-missing", "error", 39, "is stNext()"),
        (STATES, "'actPick', 'actPass'", "'actPick', 'actPass', 'actSwap'", "action-unmentioned", "warning", 17,
         "no code mentions 'actSwap'"),
        (GAME, "nextState('picked')", "nextState('piked')", "transition-unknown", "error", 8, "did you mean 'picked'?"),
        (GAME, "$this->getCurrentPlayerId(), 'planned'", "$this->getCurrentPlayerId(), 'done'", "transition-unknown",
         "error", 10, "'done' is asked for"),
        (STATES, ", 'zombiePass' => ST_NEXT", "", "zombie-transition", "error", 16, "and no state has it"),
        (GAME, "function zombieTurn", "function zombiTurn", "zombie-missing", "error", 1, "no class has zombieTurn()"),
        (GAME, "$this->gamestate->setAllPlayersMultiactive();", "", "multiactive-nobody", "warning", 24, "stPlan() does not"),
    ],
)  # fmt: skip
def test_a_mistake_is_found(
    file: str, before: str, after: str, code: str, severity: str, line: int, says: str, tmp_path: Path
) -> None:
    (own, *rest) = [each for each in planted(tmp_path, (file, before, after)) if each.code == code]
    assert (own.severity, own.place.line) == (severity, line)
    assert says in str(own)
    assert rest == []


@pytest.mark.parametrize(
    ("file", "before", "after", "code"),
    [
        (STATES, "'args' => 'argTurn'", "'args' => 'argTrun'", "method-missing"),
        (GAME, "function zombieTurn", "function zombiTurn", "zombie-missing"),
    ],
)
def test_a_method_of_a_missing_class_is_a_note(file: str, before: str, after: str, code: str, tmp_path: Path) -> None:
    uses = (
        GAME,
        "class Game extends \\Bga\\GameFramework\\Table\n{",
        "class Game extends \\Bga\\GameFramework\\Table\n{\n    use Moves;",
    )
    (own,) = planted(tmp_path, uses, (file, before, after))
    assert (own.code, own.severity) == (code, "note")
    assert "stones\\Moves may have it, which is not in the project" in str(own)


@pytest.mark.parametrize(("uses", "severity"), [("", "error"), ("use Leaves;", "note")])
def test_a_state_class_may_have_its_zombie_from_a_trait_that_is_not_at_hand(uses: str, severity: str, tmp_path: Path) -> None:
    fixture = sound()
    fixture.files["modules/php/States/Late.php"] = (
        "<?php\nnamespace Own\\States;\nclass Late extends \\Bga\\GameFramework\\States\\GameState {\n" + uses + "\n"
        "function __construct($game) { parent::__construct($game, id: 60, type: StateType::ACTIVE_PLAYER); }\n"
        "#[PossibleAction] function actGo() { return 99; }\n}\n"
    )
    fixture.files[STATES] = fixture.files[STATES].replace("'end' => 99", "'end' => 99, 'late' => 60")
    (own,) = [each for each in check(fixture.write(tmp_path)) if each.code == "zombie-missing"]
    assert own.severity == severity


def test_zombies_of_some_states_only(tmp_path: Path) -> None:
    more = (
        "    6 => ['name' => 'buy', 'description' => '', 'descriptionmyturn' => '', 'type' => 'activeplayer', "
        "'possibleactions' => [], 'transitions' => ['' => 5]],\n    99 => ["
    )
    lead = (STATES, "'turn' => ST_TURN", "'turn' => ST_TURN, 'buy' => 6")
    (own,) = planted(tmp_path / "a", (STATES, "    99 => [", more), lead)
    assert (own.code, own.severity, own.place.line) == ("zombie-transition-partly", "warning", 43)
    named = (
        GAME,
        "if ($state['type'] === 'activeplayer') {",
        "if ($state['name'] == 'buy') { $this->gamestate->nextState(''); } elseif ($state['type'] === 'activeplayer') {",
    )
    assert planted(tmp_path / "b", (STATES, "    99 => [", more), lead, named) == []


def test_where_somebody_is_made_active_elsewhere_it_is_a_note(tmp_path: Path) -> None:
    (own,) = planted(tmp_path, (STATES, "'action' => 'stPlan',", "'action' => 'stNextPlayer',"))
    assert (own.code, own.severity) == ("multiactive-nobody", "note")


def test_a_number_is_the_name_of_a_transition_or_a_state(tmp_path: Path) -> None:
    called = (STATES, "'plan' => ST_PLAN, ", "33 => ST_PLAN, ")
    assert planted(tmp_path / "a", called, (GAME, "nextState('plan')", "nextState(33)")) == []
    assert planted(tmp_path / "b", (GAME, "nextState('plan')", "nextState(ST_PLAN)")) == []
    (own,) = planted(tmp_path / "c", (GAME, "nextState('plan')", "nextState(34)"))
    assert (own.code, own.severity) == ("transition-unknown", "error")


def test_a_missing_method_is_reported_once(tmp_path: Path) -> None:
    (own,) = planted(tmp_path, (STATES, "'action' => 'stPlan',", "'action' => 'stPlans',"))
    assert own.code == "method-missing"


def test_method_names_are_read_without_case(tmp_path: Path) -> None:
    assert planted(tmp_path, (STATES, "'args' => 'argTurn'", "'args' => 'ARGturn'")) == []


def test_a_states_file_alone_is_not_blamed_for_code_that_is_not_there(tmp_path: Path) -> None:
    fixture = sound()
    del fixture.files[GAME]
    assert check(fixture.write(tmp_path)) == []


def test_an_action_that_only_the_client_mentions_is_mentioned(tmp_path: Path) -> None:
    fixture = sound()
    fixture.files[STATES] = fixture.files[STATES].replace("'actPass'", "'actPass', 'undo'")
    fixture.files["game.js"] = "this.bgaPerformAction('undo')"
    assert check(fixture.write(tmp_path)) == []


def test_an_action_that_only_the_client_knows_by_the_name_of_a_method(tmp_path: Path) -> None:
    fixture = sound()
    fixture.files[STATES] = fixture.files[STATES].replace("'actPass'", "'actPass', 'actPik'")
    fixture.files["modules/js/game.js"] = "this.bgaPerformAction('actPik')"
    (own,) = check(fixture.write(tmp_path))
    assert (own.code, own.severity, own.place.line) == ("method-missing", "error", 17)
    assert own.fix == "did you mean 'actPick'?"


def test_a_game_class_is_known_by_its_parent_or_its_file(tmp_path: Path) -> None:
    states = sound().files[STATES]
    for name, code in (
        ("stones.game.php", "<?php class Stones { function actPick() {} }"),
        ("modules/php/Rules.php", "<?php class Rules extends \\Bga\\GameFramework\\Table { function actPick() {} }"),
    ):
        fixture = sound()
        del fixture.files[GAME]
        fixture.files[name] = code
        assert fixture.files[STATES] == states
        assert "method-missing" in {each.code for each in check(fixture.write(tmp_path / code[12:17]))}
    fixture = sound()
    fixture.files[GAME] = "<?php class Cards { function shuffle() {} }"
    fixture.files["modules/php/Cards.php"] = fixture.files.pop(GAME)
    assert check(fixture.write(tmp_path / "no game")) == []


CLASS = (
    "<?php\nnamespace Bga\\Games\\stones\\States;\nuse Bga\\GameFramework\\States\\GameState;\n%s\n"
    "class Deal extends GameState {\n function __construct($g) { parent::__construct($g, 10, \\StateType::ACTIVE_PLAYER); }\n"
    " #[%s]\n function actDeal() { return 2; }\n function zombie($p) { return 2; }\n}\n"
)


@pytest.mark.parametrize(
    ("use", "mark", "codes"),
    [
        ("use Bga\\GameFramework\\States\\PossibleAction;", "PossibleAction", []),
        ("use Bga\\GameFramework\\States\\PossibleAction;", "PossibleAction()", []),
        ("", "\\Bga\\GameFramework\\States\\PossibleAction", []),
        ("", "PossibleAction", ["action-unmarked"]),
        ("use Bga\\GameFramework\\PossibleAction;", "PossibleAction", ["action-unmarked"]),
    ],
)
def test_an_attribute_that_is_only_called_like_the_frameworks(use: str, mark: str, codes: list[str], tmp_path: Path) -> None:
    fixture = sound()
    fixture.files[STATES] = fixture.files[STATES].replace("'' => ST_TURN", "'' => 10")
    fixture.files["modules/php/States/Deal.php"] = CLASS % (use, mark)
    found = check(fixture.write(tmp_path))
    assert [(each.code, each.severity, each.place.line) for each in found] == [(code, "error", 8) for code in codes]


def test_every_state_class_has_a_zombie_method(tmp_path: Path) -> None:
    fixture = sound()
    code = (
        "<?php\nclass Deal extends GameState {\n function __construct($g) { parent::__construct($g, id: 10, "
        "type: StateType::ACTIVE_PLAYER, description: '', descriptionMyTurn: ''); }\n"
        " #[PossibleAction]\n function actDeal() { return 2; }\n%s}\n"
    )
    fixture.files[STATES] = fixture.files[STATES].replace("'' => ST_TURN", "'' => 10")
    fixture.files["modules/php/States/Deal.php"] = code % ""
    (own,) = check(fixture.write(tmp_path / "a"))
    assert (own.code, own.severity, own.place.line) == ("zombie-missing", "error", 2)
    fixture.files["modules/php/States/Deal.php"] = code % " function zombie($p) { return $this->actDeal(); }\n"
    assert check(fixture.write(tmp_path / "b")) == []


FILLED = "$this->gamestate->setPlayersMultiactive(%s, 'nowhere');"
PICKS = "public function actPick(int $stone)"


def helping(folder: Path, code: str) -> list[str]:
    """What is said of asking for a transition when a method of the game class is added, which another one calls."""
    text = sound().files[GAME]
    assert text.count(PICKS) == 1
    called = (GAME, "$this->wake(); }", "$this->wake(); $this->help(1, 2); }")
    found = planted(folder, called, (GAME, PICKS, f"function help($given, $player) {{ {code} }}\n    {PICKS}"))
    return [f"{each.severity} {each.code}" for each in found if each.code == "transition-unknown"]


@pytest.mark.parametrize(
    "code",
    [
        FILLED % "[$player]",
        FILLED % "array_keys($this->loadPlayersBasicInfos())",
        "$who = [$player]; $who[] = 3; " + FILLED % "$who",
        "return; $this->gamestate->nextState('nowhere');",
        "if ($given) { return; } else { throw new X(); } $this->gamestate->nextState('nowhere');",
        "if (false) { $this->gamestate->nextState('nowhere'); }",
        "$mode = 1; if ($mode === 2 && $given) { $this->gamestate->nextState('nowhere'); }",
        "switch (1) { case 2: $this->gamestate->nextState('nowhere'); }",
    ],
)
def test_a_call_that_never_takes_its_transition_asks_for_nothing(code: str, tmp_path: Path) -> None:
    assert helping(tmp_path, code) == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (FILLED % "$given", ["warning transition-unknown"]),
        ("$who = [$player]; array_pop($who); " + FILLED % "$who", ["warning transition-unknown"]),
        ("if ($given) { return; } $this->gamestate->nextState('nowhere');", ["error transition-unknown"]),
        ("$mode = 1; while ($given) { $mode++; } if ($mode === 2) { $this->gamestate->nextState('nowhere'); }",
         ["error transition-unknown"]),
        ("switch ($given) { case 2: return; default: $this->gamestate->nextState('nowhere'); }", ["error transition-unknown"]),
        ("try { return; } catch (X $e) { $this->gamestate->nextState('nowhere'); }", ["error transition-unknown"]),
    ],
)  # fmt: skip
def test_a_call_that_may_take_its_transition_is_judged(code: str, said: list[str], tmp_path: Path) -> None:
    assert helping(tmp_path, code) == said


WRAPPED = "function go($to) { $this->gamestate->nextState($to); } function help() { $this->go('%s'); }\n    "


def test_a_wrapper_asks_for_the_arguments_of_its_callers(tmp_path: Path) -> None:
    found = planted(tmp_path / "a", (GAME, PICKS, WRAPPED % "nowhere" + PICKS))
    assert [each.code for each in found] == ["transition-unknown"]
    assert planted(tmp_path / "b", (GAME, PICKS, WRAPPED % "picked" + PICKS)) == []


def test_a_method_that_call_may_answer_for_is_a_note(tmp_path: Path) -> None:
    gone = (GAME, "function stNextPlayer", "function other")
    (error,) = planted(tmp_path / "a", gone)
    assert (error.code, error.severity) == ("method-missing", "error")
    (note,) = planted(tmp_path / "b", gone, (GAME, PICKS, "function __call($name, $given) { }\n    " + PICKS))
    assert (note.code, note.severity) == ("method-missing", "note")


NEVER = (
    "$state['type'] === 'private'",
    "$state['name'] === 'other'",
    "in_array($state['id'], [77])",
    "substr($state['name'], 0, 6) == 'multip'",
    "strpos($state['name'], 'other') !== false",
    "array_key_exists('nowhere', $state['transitions'])",
    "isset($state['transitions']['nowhere'])",
)


def test_zombie_turn_is_read_for_the_states_that_play(tmp_path: Path) -> None:
    ask = "$this->gamestate->nextState('zombiePass');"
    unknown = "$this->gamestate->nextState('nowhere');"
    for number, guard in enumerate(NEVER):
        folder = tmp_path / str(number)
        assert planted(folder, (GAME, ask, f"if ({guard}) {{ {unknown} }} {ask}")) == []
    found = planted(tmp_path / "holds", (GAME, ask, f"if ($state['name'] === 'playerTurn') {{ {unknown} }} {ask}"))
    assert [each.code for each in found] == ["zombie-transition"]
    # The states that do not ask for it need not have it.
    gone = (STATES, ", 'zombiePass' => ST_NEXT", "")
    own = (STATES, "'planned' => ST_NEXT]", "'planned' => ST_NEXT, 'zombiePass' => ST_NEXT]")
    assert "zombie-transition-partly" in [each.code for each in planted(tmp_path / "all", gone, own)]
    others = (GAME, ask, f"if ((int) $state['id'] === ST_TURN) {{ return; }} {ask}")
    assert [each.code for each in planted(tmp_path / "others", gone, own, others)] == ["zombie-missing"]


def test_a_zombie_turn_that_does_nothing_in_a_state_is_said(tmp_path: Path) -> None:
    ask = "$this->gamestate->nextState('zombiePass');"
    guard = "if (substr($state['name'], 0, 5) == 'other')"
    (found,) = planted(tmp_path / "guarded", (GAME, ask, f"{guard} {{ {ask} }}"))
    assert (found.code, found.severity) == ("zombie-missing", "warning")
    assert "zombieTurn does nothing in state 'playerTurn'" in found.message
    assert planted(tmp_path / "called", (GAME, ask, f"{guard} {{ {ask} }} $this->other();")) == []


UNLISTED = (STATES, "['actPick', 'actPass']", "['actPick']")
UNKNOWN = (GAME, "nextState('plan')", "nextState('plam')")


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        ([UNKNOWN], "error"),
        ([UNKNOWN, UNLISTED], "warning"),
        (
            [UNKNOWN, UNLISTED, (GAME, "public function stPlan()", "/* as actPass() does */ public function stPlan()")],
            "warning",
        ),
        (
            [
                UNKNOWN,
                UNLISTED,
                (
                    GAME,
                    "{ $this->gamestate->nextState($this->isOver()",
                    "{ $this->actPass(); $this->gamestate->nextState($this->isOver()",
                ),
            ],
            "error",
        ),
        (
            [
                UNKNOWN,
                UNLISTED,
                (
                    GAME,
                    "{ $this->gamestate->nextState($this->isOver()",
                    "{ $this->{$this->which()}(); $this->gamestate->nextState($this->isOver()",
                ),
            ],
            "warning",
        ),
        ([UNKNOWN, UNLISTED, (GAME, "public function actPass()", "#[CheckAction(false)] public function actPass()")], "error"),
        ([UNKNOWN, UNLISTED, (GAME, "public function actPass()", "public function debug_pass()")], "warning"),
        ([UNKNOWN, UNLISTED, (GAME, "public function actPass()", "public function getAllDatas()")], "error"),
    ],
)
def test_a_transition_of_a_method_that_nothing_calls_breaks_no_table(
    changes: list[tuple[str, str, str]], severity: str, tmp_path: Path
) -> None:
    (own,) = [each for each in planted(tmp_path, *changes) if each.code == "transition-unknown"]
    assert own.severity == severity
    assert ("nothing calls actPass()" in str(own) or "is seen to run it" in str(own)) == (severity == "warning")


def test_a_missing_method_of_a_state_that_is_never_reached_breaks_no_table(tmp_path: Path) -> None:
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    silent = (GAME, "$this->gamestate->nextState('plan');", "")
    missing = (STATES, "'action' => 'stPlan'", "'action' => 'stPlam'")
    (own,) = [each for each in planted(tmp_path / "unreached", gone, silent, missing) if each.code == "method-missing"]
    assert (own.severity, "the game never enters the state" in str(own)) == ("warning", True)
    jump = (GAME, "$this->gamestate->nextState('plan');", "$this->gamestate->jumpToState($this->engine->next());")
    (own,) = [each for each in planted(tmp_path / "jump", gone, jump, missing) if each.code == "method-missing"]
    assert (own.severity, "no known transition or jump enters the state" in str(own)) == ("warning", True)


def test_a_transition_of_the_method_of_a_state_that_is_never_reached_breaks_no_table(tmp_path: Path) -> None:
    asks = (GAME, "{ $this->wake(); }", "{ $this->wake(); $this->gamestate->nextState('plam'); }")
    (own,) = planted(tmp_path / "reached", asks)
    assert (own.code, own.severity) == ("transition-unknown", "error")
    gone = (STATES, "'plan' => ST_PLAN, ", "")
    silent = (GAME, "$this->gamestate->nextState('plan');", "")
    (own,) = [each for each in planted(tmp_path / "gone", gone, silent, asks) if each.code == "transition-unknown"]
    assert (own.severity, "no entered state, action or hook is seen to run it" in str(own)) == ("warning", True)
    called = (GAME, "['left' => 3]; }", "['left' => $this->stPlan()]; }")
    (own,) = [each for each in planted(tmp_path / "called", gone, silent, asks, called) if each.code == "transition-unknown"]
    assert own.severity == "error"


def test_a_zombie_transition_of_a_state_that_cannot_be_entered_is_a_warning(tmp_path: Path) -> None:
    gone = (STATES, ", 'zombiePass' => ST_NEXT", "")
    (own,) = planted(tmp_path / "entered", gone)
    assert (own.code, own.severity) == ("zombie-transition", "error")
    fails = (STATES, "'args' => 'argTurn'", "'args' => 'argTurn', 'action' => 'stTurn'")
    found = {each.code: each for each in planted(tmp_path / "fails", gone, fails)}
    assert {code: each.severity for code, each in found.items()} == {"method-missing": "error", "zombie-transition": "warning"}
    assert "not seen to come to a state in which it asks" in str(found["zombie-transition"])


def test_an_unknown_transition_of_a_state_class_is_reported_once_and_is_a_warning_where_no_state_leads(tmp_path: Path) -> None:
    code = (
        "<?php\nclass Deal extends GameState {\n function __construct($g) { parent::__construct($g, 10, StateType::GAME); }\n"
        " function onEnteringState() {\n  if ($this->isOver()) {\n   $this->gamestate->nextState('over');\n   return;\n  }\n"
        "  $this->help();\n }\n function help() {\n  $this->gamestate->nextState('over');\n }\n}\n"
    )
    for lead, severity in ((10, "error"), ("ST_TURN", "warning")):
        fixture = sound()
        fixture.files[STATES] = fixture.files[STATES].replace("'' => ST_TURN", f"'' => {lead}")
        fixture.files["modules/php/States/Deal.php"] = code
        found = [
            each for each in check(fixture.write(tmp_path / severity)) if each.code in ("transition-unknown", "target-missing")
        ]
        assert [(each.severity, each.place.line) for each in found] == [(severity, 6), (severity, 12)]


def test_the_text_of_a_wrong_id_is_not_a_transition(tmp_path: Path) -> None:
    more = (
        "    'away' => ['name' => 'away', 'description' => '', 'type' => 'game', 'action' => 'stAway', "
        "'transitions' => ['' => 5]],\n"
    )
    wrong = (STATES, "    99 => [", more + "    99 => [")
    found = planted(tmp_path, wrong, (GAME, "nextState('plan')", "nextState('away')"))
    assert {each.code: each.severity for each in found if each.code in ("bad-id", "method-missing", "transition-unknown")} == {
        "bad-id": "warning", "method-missing": "warning", "transition-unknown": "error",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("guard", "severity"),
    [
        ("if (preg_match('/^client/', $state['name'])) { %s }", "warning"),
        ("$name = $state['name']; if (my_match($name)) { %s }", "warning"),
        ("if (my_match($state['name'])) { $this->other(); } else { %s }", "warning"),
        ("if (my_match($state['name'])) { return; } %s", "warning"),
        ("if (my_match($state['name'])) { $this->other(); } %s", "error"),
        ("if ($this->mayPass($active_player)) { %s }", "error"),
        ("if ($state['name'] == 'playerTurn') { %s }", "error"),
    ],
)
def test_a_zombie_transition_under_an_unknown_condition_on_the_state_is_a_warning(
    guard: str, severity: str, tmp_path: Path
) -> None:
    gone = (STATES, ", 'zombiePass' => ST_NEXT", "")
    ask = "$this->gamestate->nextState('zombiePass');"
    found = planted(tmp_path, gone, (GAME, ask, guard % ask))
    assert [each.severity for each in found if each.code == "zombie-transition"] == [severity]
