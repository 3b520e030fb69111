"""Compiled builds of authors' games: where `rondel compile` keeps them, whether one may be used, and how it is loaded.

A build is one shared library with all modules of a game, and a manifest. It is used while nothing that it was made from has
changed: the sources, the compiled engine, and Python. It is in the user's cache folder and not beside the rules, because
loading it runs it: a folder that somebody else has sent must not bring machine code that pretends to be its rules.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from rondel.installation import LIBRARY

MANIFEST: Final = "build.json"
LINKS: Final = "modules"
"""A folder of a build: for a package a link to its folder, under the name that the rules are imported by."""
SWITCH: Final = "RONDEL_INTERPRETED"
"""An environment variable: anything but an empty text leaves the builds out."""

_LOG: Final = logging.getLogger("rondel")
_LOADED: Final[dict[str, dict[str, ModuleType]]] = {}
"""The modules of the libraries that run in this process, by the library's name."""


@dataclass(frozen=True)
class CompiledEngine:
    """The compiled engine that runs in this process."""

    folder: Path
    """What a compiler of games needs of it."""
    key: str
    """Changes with every source and tool that it was made from."""


@cache
def engine() -> CompiledEngine | None:
    """The compiled engine; None where the engine is interpreted, or was compiled without what a compiler of games needs."""
    library = getattr(sys.modules.get(f"{LIBRARY}__mypyc"), "__file__", None)
    if library is None:
        return None
    folder = Path(library).with_name(LIBRARY)
    try:
        return CompiledEngine(folder, json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["key"])
    except (OSError, ValueError, KeyError):
        return None


def python() -> str:
    """The Python that a library is made for."""
    return f"{sys.version} {EXTENSION_SUFFIXES[0]}"


def caches() -> Path:
    """The user's folder for builds; it may not exist yet. A relative path where the user has no home: nothing is kept there."""
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if given and os.path.isabs(given):
        return Path(given) / "rondel"
    home = Path(os.path.expanduser("~"))
    return (home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache") / "rondel"


def place(file: Path) -> Path:
    """The folder of a file's build; it may not exist."""
    path = file.absolute()
    name = path.parent.name if path.name == "__init__.py" else path.stem
    return caches() / "games" / f"{name}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}"


def digest(path: Path) -> str:
    """The hash of a file; empty for one that cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


@dataclass(frozen=True)
class Build:
    """One compiled game."""

    folder: Path
    name: str
    """The name of its library, different for each content."""
    library: str
    """The hash of its library."""
    modules: Mapping[str, str]
    """The file of each module that it contains, by the name under which it is imported; the first is loaded first."""
    sources: Mapping[str, str]
    """The hash of each file whose content it depends on."""
    engine: str
    python: str

    @property
    def path(self) -> Path:
        """Its library."""
        return self.folder / f"{self.name}{EXTENSION_SUFFIXES[0]}"

    def stale(self) -> str:
        """Why it may not be used, as the end of a sentence; empty if it may."""
        if self.python != python():
            return f"it was made for another Python, {self.python.split()[0]}"
        compiled = engine()
        if compiled is None:
            return "the engine itself is not compiled here"
        if self.engine != compiled.key:
            return "it was made for another build of the engine"
        changed = [path for path, known in self.sources.items() if digest(Path(path)) != known]
        if changed:
            return f"{Path(changed[0]).name} has changed since"
        return "" if digest(self.path) == self.library else "its library is damaged"

    def write(self) -> None:
        """Make it the build of its file, from now on."""
        new = self.folder / f"{MANIFEST}.new"
        kept = {name: value for name, value in vars(self).items() if name != "folder"}
        new.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        new.replace(self.folder / MANIFEST)


def kept(file: Path) -> Build | None:
    """The build of a file, stale or not; None without one."""
    folder = place(file)
    if not folder.is_absolute():
        return None
    try:
        data: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return Build(folder=folder, **data)
    except (OSError, ValueError, TypeError):
        return None


def usable(file: Path) -> Build | None:
    """The build of a file if it may be used; logs in one line why a build may not."""
    if os.environ.get(SWITCH):
        return None
    build = kept(file)
    if build is None:
        return None
    why = build.stale()
    if not why:
        return build
    called = file.parent.name if file.name == "__init__.py" else file.name
    _LOG.warning("%s: the compiled build is not used, because %s; run: rondel compile %s", called, why, file)
    return None


def load(build: Build, names: Iterable[str]) -> ModuleType:
    """Load modules of a build; returns the last. Raises what their top levels raise, and `ImportError`.

    A library runs once in a process: loading it again gives the same modules.
    """
    loaded = _LOADED.get(build.name)
    if loaded is None:
        made = _extension(f"{build.name}__mypyc", build.path)
        # From here the modules tell where their files are, while they run for the first time.
        first = Path(next(iter(build.modules.values())))
        made.__file__ = str((build.folder / LINKS if first.name == "__init__.py" else first.parent) / build.path.name)
        loaded = _LOADED[build.name] = {}
    sys.modules.update(loaded)
    for name in names:
        if name not in sys.modules:
            _extension(name, build.path)
        for each in sys.modules.keys() & build.modules.keys() - loaded.keys():
            loaded[each] = _placed(sys.modules[each], build.modules[each])
    return loaded[name]


def _extension(name: str, library: Path) -> ModuleType:
    """Load a module from a library that may hold several."""
    loader = ExtensionFileLoader(name, str(library))
    spec = spec_from_file_location(name, library, loader=loader)
    if spec is None:  # with a loader given there always is one
        raise ImportError(f"{str(library)!r} cannot be loaded", name=name, path=str(library))
    module = sys.modules[name] = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _placed(module: ModuleType, file: str) -> ModuleType:
    """The module with the place of its source, beside which pictures, texts and pages are looked for."""
    module.__file__ = file
    if file.endswith("__init__.py"):
        module.__path__ = [str(Path(file).parent)]
    return module
