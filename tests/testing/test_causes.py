"""Causes: the line of the rules that breaks a law. `test_mistakes` tries each kind through the command."""

from __future__ import annotations

from pathlib import Path

import rondel
from rondel.testing.causes import cause_of, uses
from rondel.testing.law import BrokenLaw

NIM = Path(__file__).parent / "mistakes" / "nim.py"


def test_an_unknown_fault_is_placed_at_the_last_rule_and_has_no_key() -> None:
    kind = rondel.load(NIM)
    found = cause_of(kind, BrokenLaw("law 'json' is broken"), "json", lambda: rondel.new(kind, seed=1), 1, [("first", "skip")])
    line = NIM.read_text(encoding="utf-8").splitlines().index("def skip(game: Nim) -> To[NextPlayer]:") + 1
    assert (found.message, str(found.place), found.key) == ("", f"nim.py line {line}", "")


def test_chance_of_python_below_the_main_guard_is_no_part_of_the_rules() -> None:
    assert uses(rondel.load(Path("examples/nim.py"))) == []
