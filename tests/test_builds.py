"""When a compiled game may be used, and what is said when it may not."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import rondel
from rondel import builds
from rondel.builds import Build, CompiledEngine

RULES = Path("examples/nim.py")


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """A build of a file that is current, on an engine that is compiled. Its library is no library: nothing here loads it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(builds.SWITCH, raising=False)
    monkeypatch.setattr(builds, "engine", lambda: CompiledEngine(tmp_path, "key"))
    file = tmp_path / "nim.py"
    file.write_bytes(RULES.read_bytes())
    folder = builds.place(file)
    folder.mkdir(parents=True)
    sources = {str(file): builds.digest(file)}
    build = Build(folder, "game_1", "", {"rondel_file_nim": str(file)}, sources, "key", builds.python())
    build.path.write_bytes(b"a library")
    build = replace(build, library=builds.digest(build.path))
    build.write()
    return build


def test_a_current_build_is_used(made: Build, tmp_path: Path) -> None:
    assert builds.usable(tmp_path / "nim.py") == made


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"engine": "older"}, "it was made for another build of the engine"),
        ({"python": "3.9.1 (main) .so"}, "it was made for another Python, 3.9.1"),
        ({"library": "other"}, "its library is damaged"),
        ({"sources": {"/gone/cards.py": "1"}}, "cards.py has changed since"),
    ],
)
def test_a_stale_build_is_not_used_and_one_line_says_why(
    made: Build, tmp_path: Path, caplog: pytest.LogCaptureFixture, change: dict[str, str], why: str
) -> None:
    file = tmp_path / "nim.py"
    replace(made, **change).write()  # type: ignore[arg-type]  # a test's table
    with caplog.at_level(logging.WARNING):
        assert builds.usable(file) is None
    assert caplog.messages == [f"nim.py: the compiled build is not used, because {why}; run: rondel compile {file}"]


def test_a_saved_file_is_played_as_it_is_now(made: Build, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "nim.py"
    file.write_text(file.read_text(encoding="utf-8").replace('title = _("Nim")', 'title = _("Nimm")'), encoding="utf-8")
    assert rondel.load(file).title == "Nimm"
    assert "nim.py has changed since" in caplog.text


def test_an_interpreted_engine_uses_no_build(made: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds, "engine", lambda: None)
    assert made.stale() == "the engine itself is not compiled here"


def test_builds_can_be_left_out(made: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(builds.SWITCH, "1")
    assert builds.usable(tmp_path / "nim.py") is None


def test_a_manifest_that_cannot_be_read_is_no_build(made: Build, tmp_path: Path) -> None:
    (made.folder / builds.MANIFEST).write_text("{", encoding="utf-8")
    assert builds.usable(tmp_path / "nim.py") is None
    (made.folder / builds.MANIFEST).write_text('{"name": "game_1"}', encoding="utf-8")
    assert builds.usable(tmp_path / "nim.py") is None


def test_a_build_belongs_to_the_path_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one, other = builds.place(tmp_path / "a" / "nim.py"), builds.place(tmp_path / "b" / "nim.py")
    assert one != other
    assert one.parent == tmp_path / "rondel" / "games"
    assert builds.place(tmp_path / "market" / "__init__.py").name.startswith("market-")


def test_the_python_of_a_build_is_named_with_its_libraries_suffix() -> None:
    assert sys.version in builds.python()
