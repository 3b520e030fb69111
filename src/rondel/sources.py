"""Authors' files: the file of a game's class, and modules that are read from their source at each import.

Python caches bytecode beside a module, and uses it while the source has the same size and modification second. So it misses
a second save within one second. Modules in a folder passed to `watched` neither read nor write bytecode.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Final

from rondel.errors import UnknownGame, quoted

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

INSTALLED: Final = ("site-packages", "dist-packages")
"""Folders of installed packages, which keep using bytecode, even below an author's folder."""


class SourceLoader(SourceFileLoader):
    """A loader of one module that neither reads nor writes bytecode."""

    def get_code(self, fullname: str) -> CodeType | None:
        """The module's code, compiled from its source."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def set_data(self, path: str, data: ReadableBuffer, *, _mode: int = 0o666) -> None:
        """Writes nothing; the import system calls it for bytecode only."""


class FolderFinder:
    """Finds the modules in authors' folders, on Python's usual paths; leaves all others to the next finder."""

    def __init__(self) -> None:
        self.folders: set[Path] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module whose source is in one of the folders, else None."""
        if not self.folders or fullname.startswith("rondel."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if (
            spec is None
            or spec.origin is None
            or type(spec.loader) is not SourceFileLoader
            or not self.holds(Path(spec.origin))
        ):
            return None
        spec.loader = SourceLoader(fullname, spec.origin)
        spec.cached = None
        return spec

    def holds(self, file: Path) -> bool:
        """Whether a file is in an author's folder, and not in an installed package below it."""
        file = file.absolute()
        for folder in file.parents:
            if folder.name in INSTALLED:
                return False
            if folder in self.folders:
                return True
        return False


_FINDER: Final = FolderFinder()


def watched(folder: Path, kept: str = "") -> None:
    """Read modules in this folder, and in folders below it, from source from now on.

    Unloads modules already read from there, so that the next import reads them again. With ``kept``, modules whose names begin
    with it stay loaded.
    """
    folder = folder.absolute()
    if _FINDER not in sys.meta_path:
        # Before Python's own finder, and after those that others (such as pytest) have put before it.
        place = sys.meta_path.index(PathFinder) if PathFinder in sys.meta_path else len(sys.meta_path)
        sys.meta_path.insert(place, _FINDER)
    _FINDER.folders.add(folder)
    for name, module in list(sys.modules.items()):
        if kept and name.startswith(kept):
            continue
        spec = getattr(module, "__spec__", None)
        if spec is not None and isinstance(spec.loader, SourceLoader) and folder in Path(spec.loader.path).absolute().parents:
            del sys.modules[name]


def located(given: str) -> Path:
    """The file that is loaded for a file, a package's folder, or a module's dotted name; for a package its ``__init__.py``.

    The module may lie in the working directory; it is not imported. Raises `UnknownGame`.

    >>> located("rondel.shelf.reversi").name
    'reversi.py'
    """
    path = Path(given)
    if path.is_dir():
        if not (path / "__init__.py").is_file():
            raise UnknownGame(f"{given!r} is a folder: name the file with the game, {str(path / 'NAME.py')!r}")
        return path / "__init__.py"
    if path.is_file():
        if path.suffix != ".py":
            raise UnknownGame(f"{given!r} is not a Python file: the file with a game ends in .py")
        return path
    if path.suffix == ".py" or "/" in given or os.sep in given:
        raise UnknownGame(f"no game file at {given!r}")
    found = _module(given)
    if found is None:
        raise UnknownGame(f"there is no file, folder or module {quoted(given)}")
    return found


def _module(name: str) -> Path | None:
    """The file of a module."""
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None  # the parent is not a package, or does not exist
    finally:
        sys.path.remove(here)
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.origin.endswith(".py") else None


def file_of(kind: type) -> Path | None:
    """The file of the module that defines a class, of a compiled module the shared library; None for a class without a file.

    >>> file_of(Path) is not None, file_of(int)
    (True, None)
    """
    made = sys.modules.get(getattr(kind, "__module__", ""))
    file = getattr(made, "__file__", None)
    return None if file is None else Path(file)


def module(name: str, file: Path) -> ModuleType:
    """A new module of that name from a source file, not yet run and not in `sys.modules`.

    An ``__init__.py`` makes a package, whose modules import each other by ``from .module import``.
    """
    path = str(file)
    within = [str(file.absolute().parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(
        name, path, loader=SourceLoader(name, path), submodule_search_locations=within
    )
    if spec is None:  # with a loader given there always is one
        raise ImportError(f"{path!r} is not a Python file", name=name, path=path)
    spec.cached = None
    return importlib.util.module_from_spec(spec)


def run(made: ModuleType) -> None:
    """Run the source of a module that `module` made."""
    spec = made.__spec__
    if spec is None or spec.loader is None:
        raise ImportError(f"{made.__name__} was not made from a file", name=made.__name__)
    spec.loader.exec_module(made)
