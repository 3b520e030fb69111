"""``rondel compile``: an author's game is compiled, refused with its place, and never used when it is stale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.compiled.conftest import ROOT, TREES, Run

Rondel = Callable[..., "subprocess.CompletedProcess[str]"]

TABLE = '"""Sticks."""\n\nfrom __future__ import annotations\n\nHEAPS = (3, 4, 5)\n'
DOOR = '"""Nim, in two modules."""\n\nfrom .rules import Nim as Nim\n'


def nim(**changes: str) -> str:
    """The rules of Nim, changed."""
    text = (ROOT / "examples" / "nim.py").read_text(encoding="utf-8")
    for old, new in changes.items():
        text = text.replace(old.replace("__", " "), new)
    return text


@pytest.fixture(scope="module")
def rondel(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Rondel:
    """The command on the compiled engine, with a cache folder of these tests."""
    assert run("compiled", "once")  # the tree is there
    cache = tmp_path_factory.mktemp("cache")

    def command(*argv: str, program: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        given = {**os.environ, "PYTHONPATH": f"{TREES['compiled']}{os.pathsep}{ROOT}", "XDG_CACHE_HOME": str(cache), **env}
        given.pop("RONDEL_COMPILED", None)
        begin = [str(ROOT / "tests" / "compiled" / "programs" / f"{program}.py")] if program else ["-m", "rondel"]
        return subprocess.run(
            [sys.executable, *begin, *argv], env=given, capture_output=True, text=True, timeout=200, check=False
        )

    return command


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package whose rules import another module of it, and read a file beside them while they are imported."""
    folder = tmp_path_factory.mktemp("games") / "sticks"
    folder.mkdir()
    (folder / "__init__.py").write_text(DOOR, encoding="utf-8")
    (folder / "heaps.py").write_text(TABLE, encoding="utf-8")
    (folder / "beside.txt").write_text("found", encoding="utf-8")
    text = nim().replace("HEAPS = (3, 4, 5)\n", "")
    text = text.replace(
        "from rondel import EVERYONE", "from pathlib import Path\n\nfrom .heaps import HEAPS\nfrom rondel import EVERYONE"
    )
    text = text.replace("Stick = ", 'BESIDE = Path(__file__).with_name("beside.txt").read_text(encoding="utf-8")\nStick = ')
    (folder / "rules.py").write_text(text, encoding="utf-8")
    return folder


def test_a_package_is_compiled_used_and_left_when_it_changes(rondel: Rondel, package: Path) -> None:
    done = rondel("compile", str(package), "--seconds", "0.5", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    made = json.loads(done.stdout)
    assert made["laws"] + len(made["untried"]) > 15
    assert made["answers"] > 0
    assert made["compiled"] > 0 < made["interpreted"]
    assert "its build is current" in rondel("compile", str(package)).stdout

    rules = package / "rules.py"
    done = rondel(str(rules.with_name("__init__.py")), "load", program="authors_build")
    assert (done.returncode, done.stderr) == (0, "")
    [one, again] = json.loads(done.stdout)
    assert one == again
    assert one["compiled"]
    assert one["file"] == str(rules)
    assert one["beside"] == "found"

    left_out = rondel(str(package / "__init__.py"), program="authors_build", RONDEL_INTERPRETED="1")
    assert json.loads(left_out.stdout) == [{**one, "compiled": False}]

    (package / "heaps.py").write_text(TABLE.replace("3, 4", "4, 3"), encoding="utf-8")
    done = rondel(str(package / "__init__.py"), program="authors_build")
    assert [each["compiled"] for each in json.loads(done.stdout)] == [False]
    assert "sticks: the compiled build is not used, because heaps.py has changed since" in done.stderr
    (package / "heaps.py").write_text(TABLE, encoding="utf-8")
    assert json.loads(rondel(str(package / "__init__.py"), program="authors_build").stdout)[0]["compiled"]

    rules.write_text(rules.read_text(encoding="utf-8").replace("range(size)", "range(size - 1)"), encoding="utf-8")
    done = rondel(str(package / "__init__.py"), program="compared")  # the source as it is now with the build of before
    assert json.loads(done.stdout).startswith(("compiled, the game is another one: ", "compiled, the rules break laws"))
    assert rondel("compile", str(package), "--remove").stdout == "the build is removed\n"


def test_what_the_compiler_refuses_is_said_with_its_place_and_the_fix(rondel: Rondel, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    text = nim().replace("        return PlayerTurn\n", "        self.heap: int = None\n        return PlayerTurn\n", 1)
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index("        self.heap: int = None") + 1
    done = rondel("compile", str(file))
    assert done.returncode == 1
    assert done.stdout.startswith(f"{file}:{line}:26: type error: Incompatible types in assignment")
    assert "    instead: annotate the name with every type that it gets" in done.stdout
    assert done.stdout.endswith("nim.py: 1 place refused; it is played interpreted, as before\n")


@pytest.mark.slow
def test_a_construct_that_the_compiler_does_not_know_is_refused(rondel: Rondel, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    text = nim().replace(
        "    def measure(", "    def inner(self) -> None:\n        class Late:\n            pass\n\n    def measure(", 1
    )
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index("        class Late:") + 1
    done = rondel("compile", str(file), "--json")
    assert done.returncode == 1
    [found] = json.loads(done.stdout)["refusals"]
    assert (found["kind"], found["line"]) == ("unsupported construct", line)
    assert found["fix"] == "move the class to the top of the module"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("def rule(:\n", 1, "nim.py:1:10: syntax error: "),
        ("X = 1\n", 2, "holds no game"),
        ("import rondel\nclass A(rondel.Game): ...\nclass B(rondel.Game): ...\n", 2, "holds 2 games, A, B"),
    ],
)
def test_what_is_no_game_is_said_at_once(rondel: Rondel, tmp_path: Path, text: str, code: int, said: str) -> None:
    (tmp_path / "nim.py").write_text(text, encoding="utf-8")
    done = rondel("compile", str(tmp_path / "nim.py"))
    assert (done.returncode, said in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr
