"""``rondel solve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import rondel


def test_a_small_open_game_is_certain() -> None:
    lines = rondel("solve", "tic_tac_toe").stdout.splitlines()
    assert lines[:3] == ["value: x 0, o 0", "certain: yes", "best: mark(a1)"]
    found = json.loads(rondel("solve", "tic_tac_toe", "--after", "mark(a1)", "--after", "mark(b1)", "--json").stdout)
    assert (found["value"], found["certain"]) == ({"x": 1, "o": -1}, True)
    assert len(found["line"]) == 5, "x wins on its fourth mark"


def test_a_great_one_is_searched_as_far_as_it_may() -> None:
    lines = rondel("solve", "chess", "--depth", "2").stdout.splitlines()
    assert lines[1:3] == ["certain: no", "answers ahead: 2"]
    dice = json.loads(rondel("solve", "cant_stop", "--depth", "2", "--json").stdout)
    assert dice["certain"] is False


def test_a_small_one_that_goes_round_is_solved_backwards() -> None:
    """The table of docs/search.md; tests/search compares it with an independent solver."""
    found = rondel("solve", "stones", "--seats", "2", "--option", "rows=3", "--option", "columns=2", "--backwards").stdout
    assert found.splitlines() == [
        "winner: garnet",
        "answers: 4",
        "best: move(a1,b2)",
        "positions: 518",
        "won: jade 231, garnet 231",
        "drawn: 56",
    ]


def test_one_that_hides_something_has_an_exploitability_and_a_policy(tmp_path: Path) -> None:
    """Kuhn poker is worth -1/18 to the first (known)."""
    file = tmp_path / "kuhn.json"
    found = json.loads(rondel("solve", "kuhn_poker", "--iterations", "1000", "--policy", str(file), "--json").stdout)
    assert found["value"]["first"] == pytest.approx(-1 / 18, abs=1e-4)
    assert found["exploitability"] == pytest.approx(0.000087, abs=1e-6)
    assert (found["information_sets"], found["histories"]) == (12, 58)
    assert len(json.loads(file.read_text(encoding="utf-8"))["policy"]) == 12


def test_an_error_is_one_line(tmp_path: Path) -> None:
    nowhere = rondel("solve", "kuhn_poker", "--iterations", "1", "--policy", str(tmp_path / "no" / "file"))
    assert (nowhere.returncode, nowhere.stderr.count("\n")) == (2, 1)
    open_game = rondel("solve", "tic_tac_toe", "--policy", str(tmp_path / "file"))
    assert open_game.returncode == 2
    assert "leave out --policy" in open_game.stderr
    for argv in (["hearts"], ["stones", "--seats", "2", "--backwards"]):
        large = rondel("solve", *argv, "--nodes", "200")
        assert (large.returncode, large.stderr.count("\n")) == (1, 1)
        assert "more than 200" in large.stderr
    hidden = rondel("solve", "kuhn_poker", "--backwards")
    assert hidden.returncode == 1
    assert "'kuhn_poker' hides something" in hidden.stderr
