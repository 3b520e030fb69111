"""Whatever is installed with Rondel, or is inside of its page, may be passed on beside it."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FREE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL-2\.0|Mozilla Public License 2\.0|Zlib|Unlicense|CC0|0BSD"
)
BOUND = re.compile(r"(?<!L)(?<!Lesser )\bA?GPL|General Public License(?! v2 or later \(LGPL)")
"""Licences that would bind who passes the whole on. A package with a choice of licences names a free one too."""


def brought() -> dict[str, Distribution]:
    """The installed distributions that Rondel and its extras for users require, one through the other."""
    extras = [each for name, given in PROJECT["optional-dependencies"].items() if name != "test" for each in given]
    waiting, found = [*PROJECT["dependencies"], *extras], dict[str, Distribution]()
    while waiting:
        each = waiting.pop()
        name = re.split(r"[^\w.-]", each)[0].lower().replace("_", "-")
        if name in found or name == "rondel" or "extra ==" in each:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # for another system or version of Python
        waiting += found[name].requires or ()
    return found


def licence(found: Distribution) -> str:
    """What a distribution says of its licence."""
    about = found.metadata
    expressions = about.get_all("License-Expression") or []
    classifiers = [each for each in about.get_all("Classifier") or () if "License" in each]
    return "; ".join([*expressions, *classifiers]) or (about.get_all("License") or [""])[0].splitlines()[0]


def test_every_package_that_is_installed_is_free() -> None:
    packages = brought()
    assert len(packages) > 30
    said = {name: licence(each) for name, each in packages.items()}
    assert {name: each for name, each in said.items() if not FREE.search(each) or BOUND.search(each)} == {}


def test_every_package_in_the_page_is_free() -> None:
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    inside = {name: each for name, each in locked.items() if not each.get("dev") or name == "node_modules/pyodide"}
    assert len(inside) > 10
    assert {name: each["license"] for name, each in inside.items() if not FREE.search(each["license"])} == {}
