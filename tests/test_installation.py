"""An installation whose parts do not belong together says so before anything breaks."""

from __future__ import annotations

import doctest
import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

import pytest

import rondel
from rondel import installation
from rondel.installation import BrokenInstallation, check

SOURCE = Path(installation.__file__).parent


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """The folder of a compiled installation of version 1.2.3."""
    (tmp_path / f"{installation.LIBRARY}__mypyc{EXTENSION_SUFFIXES[0]}").touch()
    (tmp_path / installation.LIBRARY).mkdir()
    (tmp_path / installation.LIBRARY / "version.json").write_text(json.dumps("1.2.3"))
    return tmp_path


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(installation).failed == 0


def test_an_installation_whose_parts_belong_together_says_nothing(beside: Path, tmp_path: Path) -> None:
    check("1.2.3", beside=str(beside))
    check("1.2.3", beside=str(tmp_path / "sources-alone"))
    check(rondel.__version__)


@pytest.mark.parametrize(("named", "what"), [('"1.2.2"', "version 1.2.2"), ("", "another version"), ("[1]", "another version")])
def test_a_half_upgraded_installation_names_both_versions_and_the_mend(beside: Path, named: str, what: str) -> None:
    (beside / installation.LIBRARY / "version.json").write_text(named)
    with pytest.raises(
        BrokenInstallation, match=rf"sources are version 1\.2\.3, the compiled library is from {what}; run: pip"
    ):
        check("1.2.3", beside=str(beside))


def test_a_library_of_another_python_or_system_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / f"{installation.LIBRARY}__mypyc.cpython-27-other.so").touch()
    check("1.2.3", beside=str(tmp_path))


def test_the_front_door_asks_first(tmp_path: Path) -> None:
    """No other module is there, and the message comes all the same."""
    (tmp_path / "rondel").mkdir()
    for name in ("__init__.py", "installation.py"):
        shutil.copy(SOURCE / name, tmp_path / "rondel" / name)
    (tmp_path / f"{installation.LIBRARY}__mypyc{EXTENSION_SUFFIXES[0]}").touch()
    done = subprocess.run([sys.executable, "-c", "import rondel"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "BrokenInstallation: the installation in " in done.stderr
    assert "No module named" not in done.stderr
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "rondel").write_text("from rondel.cli import main")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for argv in (["-m", "rondel", "games"], ["bin/rondel", "games"]):
        done = subprocess.run([sys.executable, *argv], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
        assert done.stderr.startswith("rondel: the installation in ")


def test_a_library_that_the_system_cannot_load_is_named_with_the_mend(tmp_path: Path) -> None:
    (tmp_path / "rondel").mkdir()
    for name in ("__init__.py", "installation.py"):
        shutil.copy(SOURCE / name, tmp_path / "rondel" / name)
    (tmp_path / f"{installation.LIBRARY}__mypyc{EXTENSION_SUFFIXES[0]}").write_bytes(b"of another processor")
    (tmp_path / installation.LIBRARY).mkdir()
    (tmp_path / installation.LIBRARY / "version.json").write_text(json.dumps(rondel.__version__))
    argv = [sys.executable, "-m", "rondel", "games"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "was made for another system (" in done.stderr
    assert done.stderr.endswith(f"run: pip install --force-reinstall --no-deps rondel=={rondel.__version__}\n")


SERVED = "import rondel.server, rondel.server.lobby; print(rondel.server.lobby.WHERE)"


def test_the_servers_packages_are_found_where_their_distribution_is_installed(tmp_path: Path) -> None:
    apart = tmp_path / "rondel_server"
    (apart / "server" / "lobby").mkdir(parents=True)
    (apart / "server" / "lobby" / "__init__.py").write_text("WHERE = 'apart'")
    (tmp_path / "rondel" / "server").mkdir(parents=True)
    for each in SOURCE.iterdir():
        if each.name != "server":
            (tmp_path / "rondel" / each.name).symlink_to(each)
    shutil.copy(SOURCE / "server" / "__init__.py", tmp_path / "rondel" / "server")
    # Bytecode would outlive a change of the file in the same second.
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    argv = [sys.executable, "-c", SERVED]
    (apart / "__init__.py").write_text(f"__version__ = {rondel.__version__!r}")
    done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.stdout == "apart\n", done.stderr
    (apart / "__init__.py").write_text("__version__ = '1.2.3'")
    done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    said = (
        f"rondel is version {rondel.__version__}, rondel-server is version 1.2.3; run: pip install --upgrade 'rondel[server]=="
    )
    assert said in done.stderr.splitlines()[-1]
    argv = [sys.executable, "-m", "rondel", "serve", "--port", "0"]
    done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert said in done.stderr


def test_modules_of_the_library_are_found_by_name_and_made_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    library, maker, made = [ModuleType(each) for each in ("library", "maker", "rondel.engine.nothing")]
    vars(library)["init_rondel___engine___nothing"] = object()
    vars(maker)["make"] = lambda *given: made if given == (library, "init_rondel___engine___nothing") else None
    monkeypatch.setitem(sys.modules, f"{installation.LIBRARY}__mypyc", library)
    monkeypatch.setitem(sys.modules, f"{installation.LIBRARY}__modules", maker)
    modules = installation.CompiledModules()
    assert modules.find_spec("rondel.engine") is modules.find_spec("nothing") is None
    spec = modules.find_spec("rondel.engine.nothing")
    assert spec is not None
    assert spec.origin == str(SOURCE / "engine" / f"nothing{EXTENSION_SUFFIXES[0]}"), "beside its source"
    assert module_from_spec(spec) is made
    assert made.__spec__ is spec


@pytest.mark.parametrize("version", ["3.10", "3.9", "3.8"])
def test_an_older_python_is_told_which_one_it_takes(version: str, tmp_path: Path) -> None:
    found = shutil.which(f"python{version}")
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    python = str(kept[-1]) if kept else found
    # A version manager's command may be there without an interpreter behind it.
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode != 0:
        pytest.skip(f"there is no Python {version} here")
    argv = [python, "-c", "import rondel"]
    env = {"PYTHONPATH": str(SOURCE.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "Rondel needs Python 3.11 or newer, and this is" in done.stderr, done.stderr
    argv = [python, "-m", "rondel", "games"]
    done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr


def test_the_import_brings_nothing_costly() -> None:
    """80 ms is the limit; each of these took a tenth of it, or more."""
    program = "import sys, rondel; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    costly = {
        "importlib.metadata",
        "importlib.resources",
        "email",
        "socket",
        "asyncio",
        "tempfile",
        "secrets",
        "msgspec",
        "numpy",
    }
    assert costly.intersection(done.stdout.split()) == set()
