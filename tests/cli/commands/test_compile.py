"""``rondel compile`` where nothing can be compiled; `tests/compiled/test_authors_game.py` compiles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import rondel

RULES = Path("examples/nim.py").absolute()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.interpreted("it is about the interpreted engine")
def test_an_interpreted_engine_is_said_with_the_way_to_a_compiled_one() -> None:
    done = rondel("compile", str(RULES))
    assert done.returncode == 1
    assert done.stderr.startswith("rondel: the engine is interpreted here")
    assert "`make compile`" in done.stderr


def test_a_missing_file_is_wrong_usage(tmp_path: Path) -> None:
    done = rondel("compile", "nothing.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "rondel: no game file at 'nothing.py'\n")


def test_a_shipped_game_needs_no_compiling() -> None:
    done = rondel("compile", "rondel.shelf.reversi")
    assert done.returncode == 2
    assert "comes with Rondel, and is compiled with its engine" in done.stderr


def test_a_build_that_is_not_there_cannot_be_removed() -> None:
    assert rondel("compile", str(RULES), "--remove").stdout == "there is no build to remove\n"
    assert json.loads(rondel("compile", str(RULES), "--remove", "--json").stdout)["removed"] is False
