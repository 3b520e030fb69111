"""What a fresh clone needs, set up once: nothing slow twice, and plain words where a machine lacks something."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import socket
import stat
import sys
import tomllib
from pathlib import Path

import prepare
import pytest


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment folder of our own, with a Python in it, and a record of what would have been run."""
    folder = tmp_path / ".venv"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").touch()
    monkeypatch.setattr(prepare, "VENV", folder)
    monkeypatch.setattr(prepare, "PYTHON", folder / "bin" / "python")
    monkeypatch.setattr(prepare, "STAMP", folder / "prepared.json")
    monkeypatch.setattr(prepare, "LOG", folder / "prepare.log")
    return folder


def program(folder: Path, name: str, body: str) -> Path:
    """A program of that name that does what ``body`` says."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_an_old_python_can_read_the_script() -> None:
    source = Path(prepare.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))


def test_an_old_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(prepare.SetupError, match=r"needs Python 3\.11 or newer; this is 3\.9"):
        prepare.use_new_python()


def test_an_old_python_looks_for_one_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stub, like those of pyenv, is passed over; the next one is tried."""
    program(tmp_path, "python3.14", "echo 'python3.14: command not found' >&2; exit 127")
    good = program(tmp_path, "python3.12", "exit 0")
    begun: list[str] = []
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(os, "execv", lambda path, argv: begun.append(path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(prepare.SetupError):  # since `execv`, which never returns, did
        prepare.use_new_python()
    assert begun == [str(good)]


def test_a_python_without_ensurepip_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(prepare.SetupError, match="apt install python3-venv"):
        prepare.make_venv()


def test_an_environment_is_made_once_for_its_pins_and_extras(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(prepare, "run", lambda argv, fix, **more: ran.append([str(each) for each in argv]))
    monkeypatch.setattr(prepare, "runs", lambda argv: True)

    def required() -> list[str]:
        return [argv[-1] for argv in ran if argv[-1].startswith("rondel[")]

    prepare.environment([])
    prepare.environment([])
    assert required() == ["rondel[]"]
    prepare.environment(["test"])
    prepare.environment([])
    prepare.environment(["server"])  # is in `test`
    assert required() == ["rondel[]", "rondel[test]"]
    stamp = json.loads(prepare.STAMP.read_text(encoding="utf-8"))
    prepare.STAMP.write_text(json.dumps({**stamp, "key": "of other pins"}), encoding="utf-8")
    prepare.environment([])
    assert required() == ["rondel[]", "rondel[test]", "rondel[]"]


def test_both_distributions_are_built_by_one_backend_and_other_packages_by_their_own(
    venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(prepare, "run", lambda argv, fix, **more: ran.append([str(each) for each in argv]))
    prepare.install(venv / "bin" / "python", ["server"])
    first, built, required = ran
    project = tomllib.loads((prepare.SERVER / "pyproject.toml").read_text(encoding="utf-8"))
    assert [re.split(r"\W", each)[0] for each in project["build-system"]["requires"]] == ["hatchling"]
    assert first[-2:] == ["hatchling", "editables"]
    assert {str(prepare.ROOT), str(prepare.SERVER), "--no-build-isolation", "--no-deps"} <= set(built)
    assert required[-1] == "rondel[server]"
    assert "--no-build-isolation" not in required


def test_what_make_test_prepares_is_enough_for_the_arena(venv: Path) -> None:
    """Else a step of `make test` would install the project again, while other steps run in that environment."""
    declared = tomllib.loads((prepare.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    included, left = set[str](), ["test"]
    while left:
        included.add(left[-1])
        named = [re.fullmatch(r"rondel\[(.*)\]", each) for each in declared[left.pop()]]
        left += [extra for each in named if each for extra in each[1].split(",") if extra not in included]
    assert included == set(declared)


def test_a_program_that_fails_is_shown_with_the_fix(venv: Path) -> None:
    with pytest.raises(prepare.SetupError) as caught:
        prepare.run(["sh", "-c", "echo no room on the disk; exit 3"], "Make room.")
    assert "no room on the disk" in str(caught.value)
    assert str(caught.value).endswith("Make room.")


def test_a_digest_knows_names_and_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("same", encoding="utf-8")
    second.write_text("same", encoding="utf-8")
    assert prepare.digest([first]) != prepare.digest([second])
    before = prepare.digest([first, second])
    assert prepare.digest([second, first]) == before
    second.write_text("changed", encoding="utf-8")
    assert prepare.digest([first, second]) != before


def test_the_page_is_rebuilt_for_its_sources_and_not_for_its_tests() -> None:
    inside = {path.relative_to(prepare.WEB).parts[0] for path in prepare.web_sources()}
    assert {"src", "package.json", "package-lock.json"} <= inside
    assert inside.isdisjoint({"node_modules", "dist", "tests"})


def test_a_named_browser_that_does_not_run_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    with pytest.raises(prepare.SetupError, match="does not run"):
        prepare.browser()


def test_a_stub_of_a_browser_is_not_taken_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "chromium", "echo install the snap; exit 1")
    real = program(tmp_path, "google-chrome", "echo Google Chrome 1")
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    monkeypatch.setattr(prepare, "BROWSERS", ("chromium", "google-chrome"))
    assert prepare.browser() == str(real)


def test_an_old_node_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "node", "echo v18.20.4")
    program(tmp_path, "npm", "echo 10")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    monkeypatch.setattr(prepare, "packaged_node", lambda: ["node-of-the-package", "npm-cli.js"])
    assert prepare.npm() == ["node-of-the-package", "npm-cli.js"]


def test_a_taken_port_is_left_alone() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert prepare.free_port(taken) != taken


def test_an_unknown_thing_to_prepare_is_an_error() -> None:
    with pytest.raises(prepare.SetupError, match="cannot prepare 'tea'; it is one of play"):
        prepare.main("tea")
