"""Build hook of wheel and source archive: it refuses a build without the page, and compiles on request.

Both carry the built page, so that an installation needs no Node. An editable install does not need it: ``make play`` builds the
page afterwards. With ``RONDEL_COMPILE=1 pip wheel . --no-deps`` the tree of ``compile.py`` is brought up to date and its
compiled modules are put beside their sources; without the variable the wheel is pure Python.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))


PAGE = "src/rondel/server/client/index.html"


class PageMissing(Exception):
    """The page has not been built; the message gives the command that builds it."""


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
        page = Path(self.root) / PAGE
        if not page.is_file():
            raise PageMissing(
                f"the page is not built: {PAGE} is missing, and without it the {self.target_name} has no table in the browser. "
                "Run `python3 scripts/prepare.py client` in the project's folder, then build again"
            )
        if not self.asked:
            return
        compiling = importlib.import_module("compile")
        here = Path.cwd()
        try:
            compiling.main()
        finally:
            os.chdir(here)
        shared, modules = compiling.BUILD.glob("*.so"), (compiling.BUILD / "rondel").rglob("*.so")
        for path in (*shared, *modules):
            build_data["force_include"][str(path)] = path.relative_to(compiling.BUILD).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
