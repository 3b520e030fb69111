"""Build hook of wheel and source archive: it refuses an archive without the page, and compiles a wheel on request.

The archive carries the built page and the rules packed for a browser, so that the wheel of the server (`server_wheel.py`) can
be built from it without Node. A wheel has the catalogues of translations without what translators alone read. With
``RONDEL_COMPILE=1 pip wheel . --no-deps`` the tree of ``compile.py`` is brought up to date and its compiled modules are put
beside their sources; without the variable the wheel is pure Python.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

LOCALE = Path("src", "rondel", "translations", "locale")
"""The folder of the catalogues, in the project's."""
PSEUDO = "en_XA.po"
"""The language that shows translators which texts are untranslated. They have a checkout."""


def plain(catalogue: str) -> str:
    """A ``.po`` file without comments, which say where a text is from, and without blank lines: a third less.

    >>> print(plain('#: a.py\\nmsgid "a"\\nmsgstr "b"\\n\\n#, fuzzy\\nmsgid "c"\\nmsgstr "d"\\n'), end="")
    msgid "a"
    msgstr "b"
    #, fuzzy
    msgid "c"
    msgstr "d"
    """
    lines = [each for each in catalogue.splitlines(keepends=True) if each.strip()]
    return "".join([each for each in lines if not each.startswith("#") or re.match("#,.*fuzzy", each)])


class CompiledModules(BuildHookInterface[Any]):
    """Refuses an archive without the page, and adds catalogues and compiled modules to a wheel."""

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
        if self.target_name != "wheel" or version == "editable":
            return
        self.add_catalogues(build_data)
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

    def add_catalogues(self, build_data: dict[str, Any]) -> None:
        """Add the catalogues of all languages."""
        made = Path(self.root, "build", "locale")
        made.mkdir(parents=True, exist_ok=True)
        for path in sorted(Path(self.root, LOCALE).glob("*.po")):
            if path.name != PSEUDO:
                (made / path.name).write_text(plain(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
                build_data["force_include"][str(made / path.name)] = Path(*LOCALE.parts[1:], path.name).as_posix()
