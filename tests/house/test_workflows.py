"""The workflows of the forge, read by their published schema; what they run is there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pythons
import yaml

ROOT = Path(__file__).resolve().parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS: dict[str, dict[str, Any]] = {
    each.name: yaml.safe_load(each.read_text(encoding="utf-8")) for each in sorted((GITHUB / "workflows").glob("*.yml"))
}


def test_every_workflow_is_as_its_schema_wants_it() -> None:
    files = {"github-workflows": sorted((GITHUB / "workflows").glob("*.yml")), "dependabot": [GITHUB / "dependabot.yml"]}
    for schema, read in files.items():
        argv = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, read)]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_scripts_that_they_run_are_there() -> None:
    for name, workflow in WORKFLOWS.items():
        for job in workflow["jobs"].values():
            for step in job.get("steps", ()):
                for script in re.findall(r"scripts/\w+\.py", step.get("run", "")):
                    assert (ROOT / script).is_file(), f"{name}: {script}"


def test_every_supported_python_is_tried() -> None:
    jobs = WORKFLOWS["tests.yml"]["jobs"]
    assert tuple(jobs["pythons"]["strategy"]["matrix"]["python"]) == pythons.SUPPORTED


def test_a_compiled_wheel_is_built_for_every_supported_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {f"cp{each.replace('.', '')}-*" for each in pythons.SUPPORTED}
    assert set(project["tool"]["cibuildwheel"]["build"].split()) == wanted


def test_no_workflow_may_do_more_than_it_must() -> None:
    for name, workflow in WORKFLOWS.items():
        assert workflow["permissions"] == {"contents": "read"}, f"{name}: jobs add what they need"
