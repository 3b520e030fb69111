"""What is shipped: a pure wheel with the sources, one with the server and its page, and commands that say what they are."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import release
import server_wheel
import wheel

import rondel
from rondel.translations.po import Po

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "packages" / "rondel-server"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in the wheel."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def shipped_apart(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in the wheel of the server."""
    if not server_wheel.CLIENT.joinpath("index.html").exists():
        pytest.skip("the page is not built; make test builds it")
    return built(SERVER, tmp_path_factory.mktemp("server"))


def built(project: Path, folder: Path) -> set[str]:
    argv = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(argv, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert len(names) == len(set(names))
    return set(names)


def test_the_two_wheels_hold_the_package_typed(shipped: set[str], shipped_apart: set[str]) -> None:
    modules = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "rondel").rglob("*.py")}
    apart = {name.replace("rondel_server/server/", "rondel/server/") for name in shipped_apart}
    assert modules - shipped - apart == set()
    assert shipped & apart == set(), "no file is in both"
    assert {name.split("/")[2] for name in shipped if name.startswith("rondel/server/")} == {"__init__.py", "protocol"}
    assert "rondel/py.typed" in shipped
    locale = {name.rpartition("/")[2] for name in shipped if name.startswith("rondel/translations/locale/")}
    assert locale == {"de.po", "ja.po"}, "and nothing that only translators need"


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_catalogue_in_a_wheel_says_what_its_source_says(language: str) -> None:
    text = (ROOT / wheel.LOCALE / f"{language}.po").read_text(encoding="utf-8")
    less = wheel.plain(text)
    assert len(less.encode()) < 0.7 * len(text.encode())
    before, after = Po(text, "source"), Po(less, "wheel")
    assert after.header == before.header
    assert [(each.one, each.many, each.forms) for each in after.entries] == [
        (each.one, each.many, each.forms) for each in before.entries
    ]


def test_the_wheel_of_the_server_holds_the_page(shipped_apart: set[str]) -> None:
    page = {name.partition("/server/client/")[2] for name in shipped_apart if "/server/client/" in name}
    assert "index.html" in page
    assert any(re.fullmatch(r"assets/.+\.js\.br", name) for name in page)
    packed = [name.rpartition("/")[2] for name in page if name.startswith("packed/")]
    assert any(re.fullmatch(r"rondel-.+\.zip\.br", name) for name in packed), "for `rondel site`"
    assert [name for name in packed if not name.endswith((".br", ".json"))] == [], "each file once"
    rules = {name.rpartition("/")[2] for name in page if name.startswith("sources/")}
    assert {"my_game.txt.br", "reversi.txt.br", "index.json"} <= rules, "for the playground"
    assert {name for name in rules if not name.endswith((".txt.br", ".json"))} == set(), "each file once"
    scripts = {name.removesuffix(".br") for name in page if name.endswith(".js.br")}
    assert scripts, "and so are scripts"
    assert scripts & page == {"service-worker.js"}, "which is no part of the page"
    assert "rondel_server/server/rulebooks/reversi.md" in shipped_apart


PACKED = ("packed/rules.zip.br", "packed/game.zip.br")
LISTED = '{"rondel": {"name": "rules.zip", "size": 1}, "games": {"nim": {"name": "game.zip", "size": 1}}}'


@pytest.mark.parametrize("lost", ["index.html", "packed/files.json", "packed/modules.json", *PACKED])
def test_a_wheel_without_a_part_of_the_page_is_refused(tmp_path: Path, lost: str) -> None:
    (tmp_path / "packed").mkdir()
    for part in (*server_wheel.PARTS, *PACKED):
        (tmp_path / part).write_text(LISTED, encoding="utf-8")
    assert server_wheel.missing_part(tmp_path) is None
    (tmp_path / lost).unlink()
    assert server_wheel.missing_part(tmp_path) == lost


def test_a_wheel_holds_nothing_else(shipped: set[str], shipped_apart: set[str]) -> None:
    for package, names in (("rondel", shipped), ("rondel_server", shipped_apart)):
        assert {name.split("/")[0] for name in names} == {package, f"{package}-{rondel.__version__}.dist-info"}
        assert [name for name in names if name.endswith((".so", ".pyc", ".built-from"))] == []


def test_both_distributions_have_one_version_and_require_it_of_each_other() -> None:
    assert release.version() == rondel.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    apart = tomllib.loads((SERVER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"rondel-server=={rondel.__version__}" in project["optional-dependencies"]["server"]
    assert apart["dependencies"] == [f"rondel[server]=={rondel.__version__}"]
    assert apart["requires-python"] == project["requires-python"]


def test_after_a_release_the_sources_are_named_after_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, changelog = tmp_path / "pyproject.toml", tmp_path / "CHANGELOG.md"
    project.write_text('name = "pond"\nversion = "0.2.0"\n', encoding="utf-8")
    changelog.write_text("# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- New.\n", encoding="utf-8")
    monkeypatch.setattr(release, "NAMED", ((project, release.PROJECT),))
    monkeypatch.setattr(release, "CHANGELOG", changelog)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    for _twice in range(2):
        release.begin("0.3.0")
        assert project.read_text(encoding="utf-8") == 'name = "pond"\nversion = "0.3.0.dev0"\n'
        assert changelog.read_text(encoding="utf-8") == (
            "# Changelog\n\n## 0.3.0 (unreleased)\n\n## 0.2.0 (2026-12-01)\n\n- New.\n"
        )
    with pytest.raises(release.Unready, match=r"the tag is v0.3.0, but the sources are version 0.3.0.dev0"):
        release.check("v0.3.0")
    with pytest.raises(release.Unready, match="'next' is not a version; write three numbers"):
        release.begin("next")


def test_every_command_of_make_is_in_its_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)) - {"help"}
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == targets | {"help"}
    assert set(re.findall(r'@echo "make ([a-z-]+)', makefile)) == targets


def test_continuous_integration_runs_the_same_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert commands == ["exec make test"]


def test_a_package_whose_private_classes_are_subclassed_is_capped_at_its_minor_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    required = {re.split(r"[^\w-]", each)[0]: each for each in wanted}
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if ".protocols." not in text:
            continue  # walking the syntax trees of all modules takes seconds
        tree = ast.parse(text)
        deep = {
            alias.asname or alias.name: node.module.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module and ".protocols." in node.module and "rondel" not in node.module
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found |= {deep[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in deep}
    assert found == {"uvicorn"}
    for package in found | {"websockets"}:  # uvicorn's class is built on the objects of websockets
        assert re.search(r",<\d+\.\d+$", required[package]), f"{package} needs an upper bound at the next minor version"


def test_neither_archive_nor_wheel_of_the_server_is_built_without_the_page(tmp_path: Path) -> None:
    for each in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "scripts/wheel.py",
        "scripts/server_wheel.py",
        "src/rondel/__init__.py",
    ):
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / each, tmp_path / each)
    (tmp_path / "src" / "rondel_server").mkdir()
    shutil.copy(ROOT / "src" / "rondel_server" / "__init__.py", tmp_path / "src" / "rondel_server")
    shutil.copytree(SERVER, tmp_path / "packages" / "rondel-server")
    archive = (tmp_path, [sys.executable, "-m", "hatchling", "build", "--target", "sdist"])
    apart = (tmp_path / "packages" / "rondel-server", [sys.executable, "-m", "hatchling", "build", "--target", "wheel"])
    for folder, argv in (archive, apart):
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "python3 scripts/prepare.py client" in done.stdout + done.stderr
        assert not list(folder.glob("dist/*.*"))
    client = tmp_path / server_wheel.CLIENT.relative_to(ROOT)
    for part in server_wheel.PARTS:
        (client / part).parent.mkdir(parents=True, exist_ok=True)
        (client / part).write_text("{}", encoding="utf-8")
    for folder, argv in (archive, apart):
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert list(folder.glob("dist/*.*"))
