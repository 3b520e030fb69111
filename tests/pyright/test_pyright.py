"""The types of an author's game, as editors see them: Pyright in strict mode, configured as ``docs/editors.md`` says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import prepare
import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
[CONFIGURATION] = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
[SHOWN] = re.findall(r"^```python\n# shown.py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
[SLIPS] = re.findall(r"^```python\n# slips.py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PYRIGHT = HERE / "node_modules" / "pyright" / "index.js"

pytestmark = pytest.mark.skipif(not PYRIGHT.exists(), reason="Pyright is not installed: python3 scripts/prepare.py test")


def node() -> str:
    """The Node beside npm: the machine's own, or the packaged one."""
    command = prepare.npm()
    return command[0] if len(command) > 1 else "node"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What Pyright reports on a new game, its test, the examples, the recipes, and the two files of the page, by file."""
    folder = tmp_path_factory.mktemp("author")
    code = "from rondel.cli import main; main()"
    subprocess.run([sys.executable, "-c", code, "new", "jewels"], cwd=folder, check=True, capture_output=True)
    for name in ("nim", "goofspiel"):
        (folder / f"{name}.py").write_bytes((ROOT / "examples" / f"{name}.py").read_bytes())
    for recipe in sorted((ROOT / "examples" / "cookbook").rglob("*.py")):
        (folder / recipe.name).write_bytes(recipe.read_bytes())
    (folder / "shown.py").write_text(SHOWN, encoding="utf-8")
    (folder / "slips.py").write_text(SLIPS, encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(CONFIGURATION, encoding="utf-8")
    done = subprocess.run(
        [node(), str(PYRIGHT), "--outputjson", "--pythonpath", sys.executable],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=prepare.npm_environment(prepare.npm()),
    )
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] >= 6, done.stdout + done.stderr
    told: dict[str, list[dict[str, Any]]] = {path.name: [] for path in folder.glob("*.py")}
    for each in report["generalDiagnostics"]:
        told[Path(each["file"]).name].append(each)
    return told


def test_a_new_game_is_clean_in_strict_mode(found: dict[str, list[dict[str, Any]]]) -> None:
    assert json.loads(CONFIGURATION)["typeCheckingMode"] == "strict"
    assert {"jewels.py", "test_jewels.py", "nim.py", "goofspiel.py"} <= set(found)
    assert {name: told for name, told in found.items() if told and name not in ("shown.py", "slips.py")} == {}


def test_an_editor_knows_the_types_that_the_page_shows(found: dict[str, list[dict[str, Any]]]) -> None:
    """Completion offers the members of these types."""
    wanted = {
        number: shown
        for number, line in enumerate(SHOWN.splitlines())
        for shown in re.findall(r"reveal_type\(.*\)  # (.+)$", line)
    }
    told = {each["range"]["start"]["line"]: each["message"].partition(" is ")[2].strip('"') for each in found["shown.py"]}
    assert len(wanted) >= 6
    assert told == wanted


def test_each_slip_of_the_page_is_found_on_its_line(found: dict[str, list[dict[str, Any]]]) -> None:
    wanted = {number for number, line in enumerate(SLIPS.splitlines()) if "# " in line}
    told = {each["range"]["start"]["line"] for each in found["slips.py"] if each["severity"] == "error"}
    assert len(wanted) >= 4
    assert told == wanted
