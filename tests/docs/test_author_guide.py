"""The author's guide: its steps make the file in ``examples``, which is checked, played and tested as the page says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.engine import Game
from rondel.testing import check
from tests.cli.shell import rondel as shell

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "author-guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
STEPS = [block for block in BLOCKS if not block.startswith("# ")]
TESTS = [block for block in BLOCKS if block.startswith("# test_nim.py\n")]
QUOTED = [block for block in BLOCKS if block.startswith(("# tests/", "# src/"))]


def called(node: ast.stmt) -> str:
    """What a statement defines, by which a later one takes its place."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.ImportFrom(module=module):
            return f"from {module}"
        case _:
            return ast.unparse(node)


def together(steps: list[str]) -> dict[str, str]:
    """The statements of the file that a reader has after these steps."""
    file: dict[str, str] = {}
    for step in steps:
        for node in ast.parse(step).body:
            file[called(node)] = ast.unparse(node)
    return file


def begun(folder: Path, old: str = "", new: str = "") -> type[Game]:
    """The game of the first three steps, with a mistake planted in it."""
    text = "".join(STEPS[:3])
    assert old in text
    path = folder / "nim.py"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return rondel.load(path)


def test_the_steps_make_the_example() -> None:
    example = together([(ROOT / "examples" / "nim.py").read_text(encoding="utf-8")])
    assert together(STEPS) == example


def test_the_first_three_steps_make_a_game_already(tmp_path: Path) -> None:
    game = begun(tmp_path)
    check(lambda: rondel.new(game, seed=1), seed=1)


def test_the_planted_mistake_is_reported_as_printed(tmp_path: Path) -> None:
    begun(tmp_path, "-> To[PlayerTurn] | To[GameEnd]", "-> To[PlayerTrun] | To[GameEnd]")
    done = shell("check", "nim.py", cwd=tmp_path)
    printed = "\n".join("    " + line for line in done.stdout.splitlines())
    assert printed in PAGE, printed


def test_the_finished_game_obeys_the_laws_of_the_page() -> None:
    (block,) = TESTS
    names: dict[str, Any] = {"Nim": rondel.load(ROOT / "examples" / "nim.py")}
    exec(compile(block, "test_nim.py", "exec"), names)  # noqa: S102 - the page's own tests
    for law in names["LAWS"]:
        names["test_law"](law)
    names["test_the_last_stick_wins"]()


def test_the_estimate_wins_from_the_first_seat() -> None:
    kind = rondel.load(ROOT / "examples" / "nim.py")

    def wins(game: Game) -> bool:
        """Whether the first player, who plays by the estimate, wins whatever the other does."""
        if game.is_over:
            return game.winners == ("first",)
        moves = game.moves()
        if game.active == ("first",):
            game.push(next(move for move in moves if good(game, str(move))))
            won = wins(game)
            game.pop()
            return won
        for move in moves:
            game.push(str(move))
            won = wins(game)
            game.pop()
            if not won:
                return False
        return True

    def good(game: Game, move: str) -> bool:
        game.push(move)
        value = game.estimate("first")
        game.pop()
        return value == 1.0

    assert wins(rondel.new(kind))


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.partition("\n")[0])
def test_what_is_quoted_is_there(block: str) -> None:
    name, _newline, code = block.partition("\n")
    assert code in (ROOT / name.removeprefix("# ")).read_text(encoding="utf-8")


def test_every_module_of_the_engine_has_its_paragraph() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "rondel"
    paths = [
        path.relative_to(package) for room in ("engine", "learning", "turnbase") for path in (package / room).rglob("*.py")
    ]
    modules = {path.with_suffix("").as_posix().removeprefix("engine/") for path in paths if path.stem != "__init__"}
    assert set(re.findall(r"^\*\*`([\w/]+)`\*\*", page, re.MULTILINE)) == modules
