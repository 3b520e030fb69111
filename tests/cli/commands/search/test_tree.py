"""``rondel tree``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.shell import rondel


def test_a_tree_as_text() -> None:
    lines = rondel("tree", "reversi", "--depth", "1").stdout.splitlines()
    assert lines[0] == "black must play a disc"
    assert [line.split()[-1] for line in lines[1:]] == ["d3", "c4", "f5", "e6"]


def test_after_some_moves_and_solved() -> None:
    found = rondel("tree", "tic_tac_toe", "--depth", "1", "--after", "mark(b2)", "--after", "mark(b1)", "--solve").stdout
    assert found.startswith("x must mark a cell (x +1)\n├━ x marks a1 (x +1)")


def test_the_same_for_programs() -> None:
    report = json.loads(rondel("tree", "kuhn_poker", "--depth", "3", "--json").stdout)
    assert (report["game"], report["options"]) == ("kuhn_poker", {"hands": 1})
    first = report["tree"]["moves"]
    assert [round(each["probability"], 3) for each in first] == [0.333] * 3
    assert [each["move"] for each in first[0]["after"]["moves"][0]["after"]["moves"]] == ["check", "bet"]
    assert "probability" not in first[0]["after"]["moves"][0]["after"]["moves"][0]


def test_a_picture_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    assert rondel("tree", "connect_four", "--svg", str(file)).stdout == ""
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_an_error_is_one_line(tmp_path: Path) -> None:
    nowhere = rondel("tree", "chess", "--depth", "1", "--svg", str(tmp_path / "no" / "tree.svg"))
    assert nowhere.returncode == 2
    assert "cannot be written: No such file or directory; choose another file" in nowhere.stderr
    illegal = rondel("tree", "tic_tac_toe", "--after", "mark(z9)")
    assert illegal.returncode == 1
    assert illegal.stderr.startswith("rondel: no move 'mark(z9)' where 'x must mark a cell'")
    large = rondel("tree", "kuhn_poker", "--solve")
    assert (large.returncode, large.stderr.count("\n")) == (1, 1)
