"""Mistakes of authors: each is planted into a correct game, and `rondel check` reports it once, with its line and the fix."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.shell import rondel
from tests.testing.mistakes.catalogue import MISTAKES, Mistake

BASES = {name: (Path(__file__).parent / "mistakes" / f"{name}.py").read_text(encoding="utf-8") for name in ("nim", "market")}
LONG = float(os.environ.get("RONDEL_LONG", "0.05")) >= 1


def checked(mistake: Mistake, folder: Path, *more: str) -> None:
    """Check the patched game; it must be reported once, with its line and the fix."""
    source = BASES[mistake.base]
    assert source.count(mistake.old) == 1
    patched = source.replace(mistake.old, mistake.new)
    file = folder / f"{mistake.base}.py"
    file.write_text(patched, encoding="utf-8")
    if mistake.file:
        (folder / mistake.file).parent.mkdir()
        (folder / mistake.file).write_text(mistake.text, encoding="utf-8")
    done = rondel("check", file.name, "--json", *more, cwd=folder)
    assert done.returncode == 1, done.stdout
    problems = json.loads(done.stdout)["problems"]
    assert len(problems) == 1, problems
    lines = [number for number, line in enumerate(patched.splitlines(), 1) if mistake.at in line]
    assert [line for line in lines if f"{file.name} line {line}" in problems[0].replace(", line", " line")], (lines, problems)
    assert [word for word in mistake.says if word not in problems[0]] == [], problems


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_once_with_its_line_and_the_fix(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    mistake = MISTAKES[name]
    if name == "endless loop":
        request.getfixturevalue("impatient")
    laws = ("--law", mistake.law, "--games", str(mistake.games)) if mistake.law else ("--games", "0")
    checked(mistake, tmp_path, *laws)


@pytest.mark.skipif(not LONG, reason="takes minutes; RONDEL_LONG=1 runs it")
@pytest.mark.parametrize("name", MISTAKES)
def test_so_it_is_with_all_laws_and_the_default_time(name: str, tmp_path: Path) -> None:
    checked(MISTAKES[name], tmp_path)


@pytest.mark.parametrize("name", BASES)
def test_the_correct_games_have_no_problem(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text(BASES[name], encoding="utf-8")
    done = rondel("check", f"{name}.py", "--games", "3", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["problems"] == []
    assert done.returncode == 0


def test_there_are_mistakes_of_every_kind() -> None:
    assert len(MISTAKES) >= 45
