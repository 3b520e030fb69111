"""The reader: every project of the corpus reads exactly as PHP evaluates it, with any line ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga import read
from tests.bga.fixture import Fixture, corpus

FIXTURES = corpus()
LINES = ["\n", "\r\n"]


def test_the_corpus_is_large_enough() -> None:
    assert len(FIXTURES) >= 40


@pytest.mark.parametrize("newline", LINES, ids=["lf", "crlf"])
@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda each: each.name)
def test_a_project_reads_exactly(fixture: Fixture, newline: str, tmp_path: Path) -> None:
    folder = fixture.write(tmp_path, newline=newline)
    found = read(folder).to_json()
    if fixture.expected["states"] is not None:
        assert found["states"] == fixture.expected["states"]
        places = [f"{Path(each['file']).relative_to(folder).as_posix()}:{each['line']}" for each in found["unread"]]
        assert sorted(places) == sorted(fixture.expected["unread"])
    assert [each[0] for each in found["supplied"]] == fixture.expected["supplied"]


def test_keys_are_in_the_order_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "states.inc.php").write_text("<?php $machinestates = [9 => ['z' => 1, 'a' => 2, 'name' => 'x'], 3 => []];")
    states = read(tmp_path).to_json()["states"]
    assert [each[0] for each in states] == [9, 3]
    assert list(states[0][1]) == ["z", "a", "name"]
    assert states[1][1] == {}


def test_a_syntax_error_is_named(tmp_path: Path) -> None:
    (tmp_path / "states.inc.php").write_text("<?php\n$machinestates = [2 => ['name' => 'a'\n 'type' => 'game']];\n")
    assert "this is not PHP" in [each.why for each in read(tmp_path).unread]


def test_the_first_state_is_the_one_that_setup_returns(tmp_path: Path) -> None:
    (fixture,) = [each for each in FIXTURES if each.name == "state_classes"]
    machine = read(fixture.write(tmp_path))
    assert machine.first is not None
    assert [each.target for each in machine.transitions(machine.first)] == [10]


def test_of_the_whole_of_state_classes_the_game_class_is_the_place(tmp_path: Path) -> None:
    (fixture,) = [each for each in FIXTURES if each.name == "state_classes"]
    place = read(fixture.write(tmp_path)).place
    assert Path(place.file).relative_to(tmp_path).as_posix() == "modules/php/Game.php"
    assert "class" in Path(place.file).read_text().splitlines()[place.line - 1]


def test_a_file_alone_reads_as_well_as_its_folder(tmp_path: Path) -> None:
    (fixture,) = [each for each in FIXTURES if each.name == "whole_game"]
    folder = fixture.write(tmp_path)
    assert read(folder / "states.inc.php").to_json() == read(folder).to_json()


def test_includes_count_in_any_folder(tmp_path: Path) -> None:
    (tmp_path / "misc").mkdir()
    (tmp_path / "misc" / "ids.php").write_text("<?php const ST_A = 5; class Ids { const B = 6; }")
    (tmp_path / "states.inc.php").write_text(
        "<?php require 'misc/ids.php'; $machinestates = [ST_A => ['name' => 'a'], Ids::B => ['name' => 'b']];"
    )
    machine = read(tmp_path)
    assert (list(machine.by_id), machine.unread) == ([1, 5, 6, 99], [])
