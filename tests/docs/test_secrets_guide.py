"""The guide to games with secrets: its steps make the file in ``examples``, and the check says of it what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.testing import check
from tests.docs.test_author_guide import together

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "goofspiel.py"
PAGE = (ROOT / "docs" / "secrets-guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
STEPS = [block for block in BLOCKS if not block.startswith("# ")]
[TESTS] = [block for block in BLOCKS if block.startswith("# test_goofspiel.py\n")]
[LEAK] = [block for block in BLOCKS if block.startswith("# a leak\n")]
QUOTED = [block for block in BLOCKS if block.startswith(("# tests/", "# src/"))]


def test_the_steps_make_the_example() -> None:
    assert together(STEPS) == together([EXAMPLE.read_text(encoding="utf-8")])


def test_the_first_three_steps_make_a_game_already(tmp_path: Path) -> None:
    path = tmp_path / "goofspiel.py"
    path.write_text("".join(STEPS[:3]), encoding="utf-8")
    game = rondel.load(path)
    check(lambda: rondel.new(game, seed=1), seed=1)


def test_the_leak_is_found_and_reported_as_printed(tmp_path: Path) -> None:
    hook = LEAK[LEAK.index("    def args") :]
    game = "".join(STEPS[:3]).replace(
        "    def enter(self, game: Goofspiel) -> To[TurnUp]:", f"{hook}\n    def enter(self, game: Goofspiel) -> To[TurnUp]:"
    )
    assert hook in game
    (tmp_path / "goofspiel.py").write_text(game, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from rondel.cli import main; main()", "check", "goofspiel.py", "--games", "3"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    printed = "".join(f"    {line}\n" if line else "\n" for line in done.stdout.splitlines())
    assert printed in PAGE


def test_the_finished_game_obeys_the_laws_of_the_page() -> None:
    names: dict[str, Any] = {"Goofspiel": rondel.load(EXAMPLE)}
    exec(compile(TESTS, "test_goofspiel.py", "exec"), names)  # noqa: S102 - the page's own tests
    for law in names["LAWS"]:
        names["test_law"](law)
    names["test_equal_bids_let_the_prize_go"]()


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.partition("\n")[2].partition("\n")[0])
def test_what_is_quoted_is_there(block: str) -> None:
    name, _newline, code = block.partition("\n")
    assert code in (ROOT / name.removeprefix("# ")).read_text(encoding="utf-8")
