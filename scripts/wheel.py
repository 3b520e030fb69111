"""Build hook of wheel and source archive: it refuses an archive without the page, and compiles a wheel on request.

The archive carries the built page and the rules packed for a browser, so that the wheel of the server (`server_wheel.py`) can
be built from it without Node. With ``RONDEL_COMPILE=1 pip wheel . --no-deps`` the tree of ``compile.py`` is brought up to date
and its compiled modules are put beside their sources; without the variable the wheel is pure Python.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))


class CompiledModules(BuildHookInterface[Any]):
    """Refuses an archive without the page, and adds the compiled modules to a wheel."""

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

        Raises `server_wheel.PageMissing`.
        """
        if self.target_name == "sdist":
            page = importlib.import_module("server_wheel")
            page.check_page(Path(self.root), "source archive")
        if version == "editable" or not self.asked:
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
