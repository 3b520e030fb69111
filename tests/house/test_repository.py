"""The habits of the house about the repository: no addresses in lock files, no machine paths, nothing swallowed."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def tracked() -> list[Path]:
    """Every file that belongs to the project."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in said.split("\0") if name and (ROOT / name).is_file()]


def texts(paths: list[Path]) -> list[tuple[str, str]]:
    """Name and text of those that are text."""
    found = []
    for path in paths:
        content = path.read_bytes()
        if b"\0" not in content[:4096]:
            found.append((path.relative_to(ROOT).as_posix(), content.decode("utf-8")))
    return found


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    odd = [line for line in lines if not line.startswith("#") and not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+", line)]
    assert odd == []


def test_constraints_pin_every_direct_dependency() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    names = {re.split(r"[\[<>=!; ]", each)[0].lower() for each in wanted} - {"rondel", "rondel-server"}
    pinned = {line.partition("==")[0].lower() for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()}
    assert names - pinned == set()


@pytest.mark.parametrize("folder", ["web", "benchmarks/boardgameio", "tests/pyright"])
def test_lock_files_of_npm_name_no_registry(folder: str) -> None:
    text = (ROOT / folder / "package-lock.json").read_text(encoding="utf-8")
    lock = json.loads(text)
    assert [name for name, entry in lock["packages"].items() if "resolved" in entry] == []
    assert "omit-lockfile-registry-resolved=true" in (ROOT / folder / ".npmrc").read_text(encoding="utf-8")


def test_no_path_of_somebodys_machine_is_kept() -> None:
    # Put together here, so that this file does not hold what it looks for.
    forbidden = re.compile("|".join(["/" + "home/[a-z]", "/" + "root/", "/" + "Users/", "[A-Z]:" + r"\\Users", "/" + "work/"]))
    found = [f"{name}: {match[0]}" for name, text in texts(tracked()) for match in [forbidden.search(text)] if match]
    assert found == []


def test_nothing_that_is_made_is_tracked() -> None:
    made = ("build/", "dist/", "web/dist/", "web/node_modules/", "src/rondel/server/client/", "test-artefacts/", ".rondel/")
    names = [path.relative_to(ROOT).as_posix() for path in tracked()]
    assert [name for name in names if name.startswith(made) or name.endswith((".so", ".pyc"))] == []


def test_nothing_is_swallowed() -> None:
    """No bare ``except``, no handler that does nothing with everything, no ``assert`` for somebody's mistake."""
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"^\s*(?:assert\b|except\s*(?::|\(?(?:Base)?Exception\b))", text, re.MULTILINE):
            continue  # walking the syntax trees of all modules takes seconds
        for node in ast.walk(ast.parse(text)):
            where = f"{path.relative_to(ROOT)}, line {getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Assert):
                found.append(f"{where}: raise an error with a code instead")
            elif isinstance(node, ast.ExceptHandler):
                if node.type is None:
                    found.append(f"{where}: name what is caught")
                broad = isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")
                if broad and all(isinstance(each, ast.Pass) for each in node.body):
                    found.append(f"{where} swallows everything")
    assert found == []
