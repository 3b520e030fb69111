"""The games of this folder, found by their tests: NAME.py, or a folder NAME, with its test_NAME.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

FOLDER = Path(__file__).parent


def _of(test: Path) -> Path | None:
    """The file or the folder of the game that a file tests; None if it is no test of one game."""
    name = test.stem.removeprefix("test_")
    return next((each for each in (FOLDER / f"{name}.py", FOLDER / name / "__init__.py") if each.exists()), None)


GAMES = [found for found in map(_of, sorted(FOLDER.glob("test_*.py"))) if found]
"""Where each game lies, as `rondel` commands take it."""


def called(game: Path) -> str:
    """The name of the file or the folder."""
    return game.parent.name if game.stem == "__init__" else game.stem


SHORT: Final[dict[str, dict[str, Any]]] = {
    "market": {"goal": 2},
    "robots": {"rounds": 1},
}
"""The options of a short game."""
