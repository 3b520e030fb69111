"""Write the bills of materials of a release, in CycloneDX's form: what Python installs with it, and what the page contains.

    python scripts/bill_of_materials.py dist    beside the wheels in that folder

The first is read by cyclonedx-bom from an empty environment in which the wheels were installed with the extras of users. The
second is npm's, of the locked packages that the page is built from, and Pyodide, which the page carries.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import prepare
import pythons

ROOT = prepare.ROOT
LEFT_OUT = frozenset({"all", "compile", "openspiel", "ray", "test"})
"""The extras that the bill is not about: tools, and the largest packages."""
CARRIED = ("pyodide",)
"""Packages that are tools of the build for npm, but whose files the page contains."""


def extras() -> str:
    """The extras that the bill is about, as pip takes them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return ",".join(sorted(project["optional-dependencies"].keys() - LEFT_OUT))


def of_python(wheel: Path, into: Path) -> None:
    """Write what an installation of the wheel brings. Raises `prepare.SetupError`."""
    with tempfile.TemporaryDirectory() as place:
        plain, tool = Path(place) / "plain", Path(place) / "tool"
        for folder, wanted in ((plain, f"{wheel}[{extras()}]"), (tool, "cyclonedx-bom")):
            prepare.run([sys.executable, "-m", "venv", folder], "Is the module venv there?")
            argv: list[str | Path] = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", wanted]
            argv += ["--find-links", wheel.parent]  # the wheel of the server
            prepare.run(argv, "Is the package index reachable from here?", limit=pythons.INSTALLING)
        made: list[str | Path] = [tool / "bin" / "python", "-m", "cyclonedx_py", "environment", "--output-reproducible"]
        prepare.run([*made, "-o", into, plain / "bin" / "python"], "See above.")
    bill = json.loads(into.read_text(encoding="utf-8"))
    into.write_text(json.dumps(without_files(bill), indent=2) + "\n", encoding="utf-8")


def without_files(bill: dict[str, Any]) -> dict[str, Any]:
    """A bill without references to files of this machine: the wheel itself was installed from one.

    >>> without_files({"components": [{"name": "rondel", "externalReferences": [{"url": "file:///a.whl"}, {"url": "b"}]}]})
    {'components': [{'name': 'rondel', 'externalReferences': [{'url': 'b'}]}]}
    """
    for each in bill["components"]:
        if "externalReferences" in each:
            each["externalReferences"] = [one for one in each["externalReferences"] if not one["url"].startswith("file:")]
    return bill


def of_page(into: Path) -> None:
    """Write what the page contains."""
    argv = [*prepare.npm(), "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"]
    said = subprocess.run(argv, cwd=prepare.WEB, capture_output=True, text=True, check=True).stdout
    bill: dict[str, Any] = json.loads(said)
    locked = json.loads((prepare.WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name in CARRIED:
        entry = locked[f"node_modules/{name}"]
        bill["components"].append(
            {
                "bom-ref": f"{name}@{entry['version']}",
                "type": "library",
                "name": name,
                "version": entry["version"],
                "purl": f"pkg:npm/{name}@{entry['version']}",
                "licenses": [{"license": {"id": entry["license"]}}],
            }
        )
    into.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write both bills into a folder; 1 if that fails."""
    wheels = sorted(Path(arguments[0]).resolve().glob("rondel-*-py3-none-any.whl")) if len(arguments) == 1 else []
    if len(wheels) != 1:
        print("rondel: name a folder with one pure wheel; python scripts/distributions.py builds it into dist", file=sys.stderr)
        return 2
    name = "-".join(wheels[0].name.split("-")[:2])
    try:
        of_python(wheels[0], wheels[0].with_name(f"{name}-python.cdx.json"))
        of_page(wheels[0].with_name(f"{name}-page.cdx.json"))
    except prepare.SetupError as error:
        print(f"rondel: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
