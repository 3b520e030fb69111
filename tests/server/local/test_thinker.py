"""What the second worker of a page answers: moves of bots, and trees that it counts and solves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rondel
from rondel.search.tree.unfolding import Unfolding
from rondel.server import protocol
from rondel.server.local import thinker
from rondel.server.local.thinker import Asked, Thinker

ROW = Path("src/rondel/shelf/tic_tac_toe.py").read_text(encoding="utf-8").replace('"tic_tac_toe"', '"thought_row"', 1)


def answered(by: Thinker, asked: Asked) -> Any:
    return json.loads(by.answer(msgspec.json.encode(asked).decode()))


def place(game: str, *moves: str) -> protocol.TreePlace:
    begun = rondel.new(game, seed=1)
    for move in moves:
        begun.push(move)
    return protocol.TreePlace(begun.record())


def test_it_counts_and_solves_a_tree() -> None:
    by = Thinker(lambda: Unfolding)
    counted = answered(by, Asked(work="count", place=place("tic_tac_toe")))
    assert counted["found"]["ways"][:3] == [9, 72, 504]
    solved = answered(by, Asked(work="solve", place=place("tic_tac_toe", "mark(b2)", "mark(b1)")))
    assert solved["found"]["value"] == {"x": 1.0, "o": -1.0}


def test_a_solution_that_takes_too_long_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "SECONDS", 0.0)
    refused = answered(Thinker(lambda: Unfolding), Asked(work="solve", place=place("reversi")))["error"]
    assert refused["code"] == "unsolvable"
    assert "solve one further down the tree" in refused["message"]


def test_it_reads_the_rules_of_an_author_where_they_have_changed(tmp_path: Path) -> None:
    file = tmp_path / "thought.py"
    by = Thinker(lambda: Unfolding, file)
    rondel.load(_written(tmp_path / "first.py", ROW), instead=True)
    root = place("thought_row")
    assert answered(by, Asked(work="count", place=root, rules=ROW))["found"]["ways"][0] == 9
    file.unlink()
    answered(by, Asked(work="count", place=root, rules=ROW))
    assert not file.exists(), "rules that have not changed are not read again"
    changed = ROW.replace("Three of your marks", "Three marks")
    answered(by, Asked(work="count", place=root, rules=changed))
    assert file.read_text(encoding="utf-8") == changed


@pytest.mark.parametrize(("rules", "said"), [("def", "SyntaxError"), ("1 / 0", "ZeroDivisionError"), ("exit(1)", "SystemExit")])
def test_rules_that_cannot_be_read_are_an_error_of_the_rules(rules: str, said: str, tmp_path: Path) -> None:
    by = Thinker(lambda: Unfolding, tmp_path / "thought_wrong.py")
    refused = answered(by, Asked(work="count", place=place("tic_tac_toe"), rules=rules))["error"]
    assert refused["code"] == "rules"
    assert refused["message"].startswith(said)
    assert "found" in answered(by, Asked(work="count", place=place("tic_tac_toe")))


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
