"""Build hook of the wheel ``rondel-server``: it names the files, which are those that the wheel ``rondel`` leaves out.

It refuses a build without the page, and without the rules packed for a browser, so that an installation needs no Node. An
editable install contains nothing: its files are those of the checkout.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "src" / "rondel" / "server"
CLIENT = SERVER / "client"
RULEBOOKS = ROOT / "docs" / "games"
"""The rules of the shipped games as players read them; see `rondel.server.catalog.rulebook`."""
INTO = "rondel_server"
LEAN = ("__init__.py", "protocol")
"""What of the server is in the wheel ``rondel``, because programs that play in an arena need it."""
PARTS = ("index.html", "packed/files.json", "packed/modules.json", "chunks.json")
"""The built page, and the lists of what a browser needs that plays without an arena."""
COMPRESSED = {"packed": (".wasm", ".zip"), "assets": (".css", ".js"), "sources": (".txt",)}
"""The files of the page that are shipped compressed alone, by folder: plain they would be two thirds of an installation."""


class PageMissing(Exception):
    """The page has not been built; the message gives the command that builds it."""


def missing_part(client: Path) -> str | None:
    """The first file that a build without the page, or without the packed rules, lacks; None if all are there."""
    for part in PARTS:
        if not (client / part).is_file():
            return part
    listed = json.loads((client / PARTS[1]).read_bytes())
    files = [*listed.pop("games", {}).values(), *listed.values()]
    packed = [f"packed/{each['name']}.br" for each in files]
    return next((each for each in packed if not (client / each).is_file()), None)


def check_page(project: Path, what: str) -> None:
    """Raise `PageMissing` where the page has not been built in the project's folder."""
    part = missing_part(project / CLIENT.relative_to(ROOT))
    if part is not None:
        raise PageMissing(
            f"the page is not built: {CLIENT.relative_to(ROOT).as_posix()}/{part} is missing, and without it the {what} has no "
            "table in the browser. Run `python3 scripts/prepare.py client` in the project's folder, then build again"
        )


def files() -> Iterator[tuple[Path, str]]:
    """The files of the wheel, each with its name in it."""
    yield ROOT / "src" / INTO / "__init__.py", f"{INTO}/__init__.py"
    yield ROOT / "LICENSE", f"{INTO}/LICENSE"
    for path in sorted(SERVER.rglob("*")):
        parts = path.relative_to(SERVER).parts
        if path.is_file() and parts[0] not in LEAN and "__pycache__" not in parts and _is_shipped(path, parts):
            yield path, "/".join((INTO, "server", *parts))
    for path in sorted(RULEBOOKS.glob("*.md")):
        yield path, f"{INTO}/server/rulebooks/{path.name}"


def _is_shipped(path: Path, parts: tuple[str, ...]) -> bool:
    plain = parts[0] == "client" and path.suffix in COMPRESSED.get(parts[1], ())
    return not plain and path.name != ".built-from"


class ServerFiles(BuildHookInterface[Any]):
    """Adds the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects the files; ``version`` is ``"editable"`` for an editable install.

        Raises `PageMissing`.
        """
        if version == "editable":
            return
        check_page(ROOT, self.target_name)
        for path, name in files():
            build_data["force_include"][str(path)] = name
