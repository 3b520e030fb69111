"""Usage: the calls in a project's code that use its machine."""

from __future__ import annotations

from pathlib import Path

from rondel.bga import Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.php.value import Unread
from tests.bga.planted import GAME, STATES, sound


def usage(folder: Path, code: str = "") -> Usage:
    fixture = sound()
    if code:
        fixture.files[GAME] = fixture.files[GAME].replace("private function wake()", f"{code}\n    private function wake()")
    return Usage(Reading(fixture.write(folder)))


def test_transitions_that_are_asked_for(tmp_path: Path) -> None:
    found = [(each.method, each.value, each.within) for each in usage(tmp_path).asked if not isinstance(each.value, Unread)]
    assert found == [
        ("nextstate", "picked", "actpick"),
        ("nextstate", "plan", "actpass"),
        ("setplayernonmultiactive", "planned", "actplan"),
        ("nextstate", "zombiePass", "zombieturn"),
        ("setplayernonmultiactive", "planned", "zombieturn"),
    ]


def test_constants_of_the_class_around_are_read(tmp_path: Path) -> None:
    said = usage(
        tmp_path,
        "const T = 'picked'; function f() { $this->gamestate->jumpToState(ST_TURN); $this->gamestate->nextState(self::T); }",
    )
    assert [each.value for each in said.jumps] == [2]
    assert "picked" in [each.value for each in said.asked if each.within == "f"]
    assert not said.roams


def test_a_method_of_the_projects_own_may_stand_between(tmp_path: Path) -> None:
    said = usage(tmp_path, "function f() { self::nextState('plan'); State::nextState('picked'); }")
    assert [each.value for each in said.asked if each.within == "f"] == ["plan", "picked"]


def test_a_method_of_another_class_with_the_frameworks_name_is_not_the_frameworks(tmp_path: Path) -> None:
    said = usage(tmp_path, "function f() { $this->queue->nextState('a'); $this->gamestate->nextState('b'); }")
    assert [each.value for each in said.asked if each.within == "f"] == ["a", "b"]
    queue = "}\nclass Queue { function nextState($to) { $this->all[] = $to; }"
    fixture = sound()
    calls = "function f() { $this->queue->nextState('a'); $this->gamestate->nextState('b'); }"
    fixture.files[GAME] = (
        fixture.files[GAME].replace("private function wake()", f"{calls}\n    private function wake()").rstrip()
    )
    fixture.files[GAME] = fixture.files[GAME].removesuffix("}") + queue + "\n}\n"
    said = Usage(Reading(fixture.write(tmp_path / "own")))
    assert [each.value for each in said.asked if each.within == "f"] == ["b"]


def test_classes_that_the_project_lacks(tmp_path: Path) -> None:
    assert usage(tmp_path / "a").elsewhere is None
    fixture = sound()
    fixture.files[GAME] = fixture.files[GAME].replace("{\n", "{\n    use \\Shared\\Moves;\n", 1)
    said = Usage(Reading(fixture.write(tmp_path / "b")))
    assert said.elsewhere is not None
    assert said.elsewhere[0] == "\\Shared\\Moves may have it, which is not in the project".lstrip("\\")


def test_words_of_the_states_file_do_not_count(tmp_path: Path) -> None:
    said = usage(tmp_path)
    assert "actPick" in said.words
    assert "ownPlan" not in said.words
    assert said.has_game


def test_the_text_of_a_method_includes_its_callees(tmp_path: Path) -> None:
    assert "setAllPlayersMultiactive" in usage(tmp_path).text("stPlan")
    assert usage(tmp_path).text("nothing") == ""
    assert STATES == "states.inc.php"
