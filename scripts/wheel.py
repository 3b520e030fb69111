"""Build hook of wheel and source archive: it refuses a build without the page, and compiles on request.

Both carry the built page and the rules packed for a browser, so that an installation needs no Node. An editable install does
not need them: ``make play`` builds them afterwards. With ``RONDEL_COMPILE=1 pip wheel . --no-deps`` the tree of ``compile.py``
is brought up to date and its compiled modules are put beside their sources; without the variable the wheel is pure Python.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))


CLIENT = "src/rondel/server/client"
PARTS = ("index.html", "packed/files.json", "packed/modules.json", "chunks.json")
"""The built page, and the lists of what a browser needs that plays without an arena."""


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


class CompiledModules(BuildHookInterface[Any]):
    """Refuses a build without the page, and adds the compiled modules to a wheel."""

    @property
    def asked(self) -> bool:
        """Whether this wheel is to be compiled."""
        return self.target_name == "wheel" and os.environ.get("RONDEL_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """The build requirements besides hatchling: the compiler, and the imports of the compiled modules, for their types."""
        core = self.metadata.core
        return [*core.optional_dependencies["compile"], *core.dependencies] if self.asked else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects the files; ``version`` is ``"editable"`` for an editable install.

        Raises `PageMissing`.
        """
        if version == "editable":
            return
        part = missing_part(Path(self.root) / CLIENT)
        if part is not None:
            raise PageMissing(
                f"the page is not built: {CLIENT}/{part} is missing, and without it the {self.target_name} has no table in the "
                "browser. Run `python3 scripts/prepare.py client` in the project's folder, then build again"
            )
        if not self.asked:
            return
        compiling = importlib.import_module("compile")
        here = Path.cwd()
        try:
            compiling.main(trained=compiling.trainable())
        finally:
            os.chdir(here)
        shared, modules = compiling.BUILD.glob("*.so"), (compiling.BUILD / "rondel").rglob("*.so")
        for_games = [each for each in (compiling.BUILD / compiling.LIBRARY).rglob("*") if each.is_file()]
        for path in (*shared, *modules, *for_games):
            build_data["force_include"][str(path)] = path.relative_to(compiling.BUILD).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
