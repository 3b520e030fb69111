"""The files of a game that is being written: which there are, and when they have changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rondel.errors import UnknownGame
from rondel.server.dev.source import Source

pytestmark = pytest.mark.anyio


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "my_game"
    (folder / "inner").mkdir(parents=True)
    for name in ("__init__.py", "cards.py", "inner/__init__.py"):
        (folder / name).write_text("")
    return folder


def test_a_file_a_package_and_a_module_are_found(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    single = package / "cards.py"
    assert Source.named(str(single)).files == sorted(package.rglob("*.py"))  # it is read as part of its package
    whole = Source.named(str(package))
    assert (whole.name, len(whole.files)) == ("my_game/", 3)
    monkeypatch.chdir(package.parent)
    assert Source.named("my_game").file == whole.file
    assert Source.named("my_game.cards").file == single
    assert whole.holds(single)
    assert Source.named(str(single)).holds(whole.file)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("nothing.py", r"no game file at 'nothing\.py'"),
        ("no/where", "no game file at 'no/where'"),
        ("no_such_module", "no file, folder or module 'no_such_module'"),
        ("my_game.nothing", "no file, folder or module"),
        ("notes.txt", r"'notes\.txt' is not a Python file"),
        ("empty", "is a folder: name the file"),
    ],
)
def test_what_is_not_there_is_said(package: Path, monkeypatch: pytest.MonkeyPatch, given: str, why: str) -> None:
    monkeypatch.chdir(package.parent)
    Path("notes.txt").write_text("")
    Path("empty").mkdir()
    with pytest.raises(UnknownGame, match=why):
        Source.named(given)


async def test_a_change_is_told_when_all_of_it_is_written(package: Path) -> None:
    source = Source.named(str(package))
    before = source.stamp()
    waiting = asyncio.create_task(source.changed(before))
    (package / "cards.py").write_text("HEARTS = 1\n")
    now = await waiting
    assert {path for path in now if now[path] != before[path]} == {package / "cards.py"}
    # While an editor has the file elsewhere, there is nothing to be read.
    waiting = asyncio.create_task(source.changed(now))
    (package / "__init__.py").rename(package / "__init__.bak")
    done, _late = await asyncio.wait({waiting}, timeout=0.6)
    assert not done
    (package / "new.py").write_text("")
    (package / "__init__.bak").rename(package / "__init__.py")
    assert package / "new.py" in await waiting
