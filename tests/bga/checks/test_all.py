"""All checks together."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rondel.bga.checks import check
from tests.bga.planted import GAME, STATES, planted, sound

ROOT = Path(__file__).resolve().parents[3]


def test_a_sound_project_has_no_findings(tmp_path: Path) -> None:
    assert check(sound().write(tmp_path)) == []


def test_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    assert check(sound().write(tmp_path, newline="\r\n")) == []


def test_unread_values_and_missing_files_are_notes(tmp_path: Path) -> None:
    found = planted(
        tmp_path,
        (
            STATES,
            "require_once 'modules/php/constants.inc.php';",
            "require 'modules/php/constants.inc.php'; require 'gone.php';",
        ),
        (STATES, "'args' => 'argTurn'", "'args' => $this->which()"),
    )
    assert [(each.code, each.severity, each.place.line) for each in found] == [
        ("missing-file", "note", 2),
        ("unread", "note", 16),
    ]


def test_a_file_without_a_machine_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cards.php").write_text("<?php class Cards {}")
    (own,) = check(tmp_path / "cards.php")
    assert (own.code, own.severity, own.place.line) == ("no-machine", "error", 1)


def test_a_syntax_error_is_an_error(tmp_path: Path) -> None:
    found = planted(tmp_path, (STATES, "'name' => 'plan',", "'name' => 'plan'"))
    assert ("not-php", "error") in {(each.code, each.severity) for each in found}


def test_a_line_with_a_syntax_error_has_no_other_finding(tmp_path: Path) -> None:
    broken = (STATES, "'possibleactions' => ['actPlan'],", "'possibleactions' => ['actPlan']")
    found = planted(tmp_path, broken)
    assert [(each.code, each.place.line) for each in found if each.severity == "error"] == [("not-php", 32)]


def test_an_unparsable_file_is_not_reported_as_without_a_machine(tmp_path: Path) -> None:
    path = tmp_path / "states.inc.php"
    path.write_text("<?php\n$machinestates = array(\n 2 => array(\n 'name' => f('it's'),\n 'type' => f('that's'),\n ),\n);\n")
    assert {(each.code, each.severity) for each in check(path)} == {("not-php", "error")}


def test_errors_that_follow_from_a_syntax_error_are_not_reported(tmp_path: Path) -> None:
    # Without the word array the parentheses are no array, and the parser loses the brackets around them.
    found = planted(
        tmp_path, (STATES, "['picked' => ST_NEXT, 'plan' => ST_PLAN, 'zombiePass' => ST_NEXT]", "('picked' => ST_NEXT)")
    )
    assert [(each.code, each.place.line) for each in found if each.severity == "error"] == [("not-php", 18)]


def test_a_syntax_error_in_the_game_s_class_is_the_only_error(tmp_path: Path) -> None:
    # The parser loses methods behind the error; that they are missing is not said.
    found = planted(
        tmp_path, (GAME, "nextState('picked');", "nextState('picked'"), (GAME, "function zombieTurn", "function zTurn")
    )
    assert [(each.code, each.place.line) for each in found if each.severity == "error"] == [("not-php", 8)]


def test_a_syntax_error_in_a_state_class_is_the_only_error(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN, 'end' => 60")
    project.files["modules/php/States/Last.php"] = CLASS % ("Last", (BODY % (60, 99)).replace("return 'on';", "return 'on'"))
    found = [each for each in check(project.write(tmp_path)) if each.severity == "error"]
    assert [(each.code, each.place.file.endswith("Last.php")) for each in found] == [("not-php", True)]


def test_a_syntax_error_in_a_file_that_the_game_may_not_load_is_a_warning(tmp_path: Path) -> None:
    project = sound()
    project.files["modules/php/old.php"] = "<?php\nclass Old { function }\n"
    (own,) = check(project.write(tmp_path / "module"))
    assert (own.code, own.severity, own.place.line) == ("not-php", "warning", 2)
    # With the class of the game in modules, Studio loads none of these.
    project = sound()
    for name in ("One", "Two"):
        project.files[f"{name.lower()}.game.php"] = f"<?php\nclass {name} {{ function }}\n"
    assert {(each.code, each.severity) for each in check(project.write(tmp_path / "old"))} == {("not-php", "warning")}


def codes() -> set[str]:
    """The codes of all findings in the source."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "src" / "rondel" / "bga").rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "Finding"}


def test_every_code_is_in_the_page_and_has_a_test() -> None:
    page = (ROOT / "docs" / "bga.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z]+(?:-[a-z]+)*)` \|", page, re.MULTILINE)) == codes()
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [code for code in codes() if f'"{code}"' not in tests and f"\n{code} " not in tests] == []


CLASS = "<?php\nnamespace Own\\States;\nuse Bga\\GameFramework\\States\\GameState;\nclass %s extends GameState {\n%s\n}\n"
BODY = (
    " function __construct($game) { parent::__construct($game, id: %d, type: StateType::GAME, transitions: ['on' => %d]); }\n"
    " function onEnteringState() { return 'on'; }"
)


def test_a_class_that_stands_twice_is_said_and_the_loaded_one_is_read(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'turn' => ST_TURN, 'end' => 99", "'turn' => ST_TURN, 'end' => 60")
    project.files["modules/php/States/Last.php"] = CLASS % ("Last", BODY % (60, 99))
    assert check(project.write(tmp_path / "once")) == []
    # A folder that comes first by its name, and one that is a whole project.
    project.files["a_template/Last.php"] = CLASS % ("Last", BODY % (61, 77))
    project.files["b_template/modules/php/States/Last.php"] = CLASS % ("Last", BODY % (62, 77))
    (found,) = check(project.write(tmp_path / "template"))
    assert (found.code, found.severity) == ("class-twice", "note")
    assert found.place.file.endswith("a_template/Last.php")
    project.files["modules/php/States/old/Last.php"] = CLASS % ("Last", BODY % (63, 77))
    found = next(each for each in check(project.write(tmp_path / "loaded")) if "old/Last" in each.place.file)
    assert (found.code, found.severity) == ("class-twice", "warning")


def test_only_classes_where_the_framework_looks_are_states(tmp_path: Path) -> None:
    project = sound()
    project.files["modules/php/Rules/Stray.php"] = CLASS % ("Stray", BODY % (70, 99))
    (found,) = check(project.write(tmp_path / "stray"))
    assert (found.code, found.severity) == ("class-elsewhere", "note")
    # A class of the project's own with the name of the framework's.
    project = sound()
    project.files["modules/php/Model/GameState.php"] = (
        "<?php\nnamespace Own;\nclass GameState { function __construct($g) {} }\n"
    )
    project.files["modules/php/States/Model.php"] = "<?php\nnamespace Own;\nclass Model extends GameState {\n}\n"
    assert check(project.write(tmp_path / "model")) == []
