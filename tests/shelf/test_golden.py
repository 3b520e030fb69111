"""A golden playthrough of every shipped game: whatever changes in one shows as a change of lines (`rondel.testing.golden`).

`RONDEL_WRITE_GOLDEN=1 pytest tests/shelf/test_golden.py` writes them anew, to be read as a diff.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import rondel
from rondel.testing import golden

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("game", rondel.games())
def test_the_playthrough_is_as_it_was(game: str) -> None:
    golden(partial(rondel.new, game, seed=2026), FOLDER / f"{game}.txt", seed=1, plies=60)
