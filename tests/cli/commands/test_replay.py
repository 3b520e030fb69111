"""``rondel replay``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rondel as package
from tests.cli.shell import rondel


@pytest.fixture
def record() -> str:
    """A record of a finished game, with a take-back in it."""
    game = package.new("tic_tac_toe")
    for cell in ("a1", "b1", "a2"):
        game.push(f"mark({cell})")
    game.undo("x", agreed=True)
    for cell in ("b2", "a3", "c3"):
        game.push(f"mark({cell})")
    return json.dumps(game.record())


def test_the_events_and_the_final_position(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(record)
    done = rondel("replay", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == ["   1  X marks a1", "   2  O marks b1"]
    assert "3  O  . (X)" in done.stdout.splitlines()
    assert done.stdout.endswith("The game is over: x wins (x 1, o 0).\n")


def test_the_events_in_a_language(record: str) -> None:
    lines = rondel("replay", "-", "--lang", "de", typed=record).stdout.splitlines()
    assert lines[0] == "   1  X markiert a1"
    assert lines[-1].startswith("Das Spiel ist zu Ende: ")


def test_from_the_standard_input_for_programs(record: str) -> None:
    shown = json.loads(rondel("replay", "-", "--json", typed=record).stdout)
    assert (shown["over"], shown["winners"], shown["answers"]) == (True, ["x"], 7)


def test_an_unfinished_game_names_the_active_role(record: str) -> None:
    data = json.loads(record)
    data["answers"] = data["answers"][:2]
    assert rondel("replay", "-", typed=json.dumps(data)).stdout.endswith("X must mark a cell\n")


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("hello", 1, "rondel: '-' is not a record: it is not JSON (Expecting value"),
        ("[]", 1, "rondel: '-' is not a record: a record is a JSON object"),
        ("{}", 1, "rondel: '-' is not a record: it does not name its game"),
        ('{"game": "tic_tac_toe"}', 1, "rondel: not a record or snapshot of this version of Rondel"),
        ('{"game": "mahjong"}', 2, "rondel: unknown game 'mahjong'"),
    ],
)
def test_anything_but_a_record_is_refused(text: str, code: int, message: str) -> None:
    done = rondel("replay", "-", typed=text)
    assert done.returncode == code
    assert done.stderr.startswith(message)


def test_a_file_that_cannot_be_read_was_called_wrongly(tmp_path: Path) -> None:
    done = rondel("replay", str(tmp_path / "nowhere.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rondel: the record ")
    assert "cannot be read: No such file" in done.stderr


def test_an_answer_that_does_not_fit_is_named(record: str) -> None:
    done = rondel("replay", "-", typed=record.replace("mark(b1)", "mark(a1)"))
    assert done.returncode == 1
    assert "does not replay at answer 2 of 7: illegal move 'mark(a1)'" in done.stderr


def test_how_it_ended_at_its_table_is_told_though_no_answer_ended_it(record: str) -> None:
    data = json.loads(record)
    data["answers"] = data["answers"][:2]
    resigned = {**data, "outcome": {"reason": "resigned", "ranks": {"x": 2, "o": 1}}}
    assert rondel("replay", "-", typed=json.dumps(resigned)).stdout.endswith("The game is over: o wins.\n")
    done = rondel("replay", "-", typed=json.dumps({**data, "outcome": {"ranks": {"x": 1}}}))
    assert (done.returncode, done.stderr[:47]) == (1, "rondel: the 'outcome' of the record is invalid:")
