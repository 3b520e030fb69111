"""The modules of a game: its file, or the modules of its package that it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rondel.compiler.refusal import SYNTAX, UNSUPPORTED, Refusal, Refused
from rondel.door import FILE_PREFIX


class SourceModules:
    """The source files of a game by the names under which `rondel.load` imports them; the one that is imported first is first.

    Raises `Refused` for a file that is not Python.
    """

    def __init__(self, file: Path) -> None:
        package = file.absolute().with_name("__init__.py")
        self.packed = package.is_file()
        self.root = f"{FILE_PREFIX}{package.parent.name if self.packed else file.stem}"
        self.files: dict[str, Path] = {}
        self.trees: dict[str, ast.Module] = {}
        self._folder = package.parent
        waiting = [self.root]
        if self.packed and file.name != package.name:
            waiting.append(f"{self.root}.{file.stem}")
        if not self.packed:
            self._read(self.root, file.absolute())
            return
        while waiting:
            name = waiting.pop(0)
            found = self._file(name)
            if found is not None and name not in self.files:
                self._read(name, found)
                waiting.extend(self._imported(name))

    def _read(self, name: str, file: Path) -> None:
        part = name.rpartition(".")[2]
        if not (part.isascii() and part.isidentifier()):
            raise Refused(
                [Refusal(UNSUPPORTED, file, 1, 1, "a file name that is no Python name", "rename it: letters, digits, _")]
            )
        self.files[name] = file
        try:
            self.trees[name] = ast.parse(file.read_bytes(), str(file))
        except SyntaxError as error:
            raise Refused([Refusal(SYNTAX, file, error.lineno or 1, error.offset or 1, error.msg)]) from None
        except (ValueError, RecursionError) as error:
            raise Refused([Refusal(SYNTAX, file, 1, 1, str(error))]) from None

    def _file(self, name: str) -> Path | None:
        """The file of a module of the package; None if there is none."""
        inside = self._folder.joinpath(*name.split(".")[1:])
        for each in (inside / "__init__.py", inside.with_name(f"{inside.name}.py")):
            if each.is_file():
                return each
        return None

    def _imported(self, name: str) -> Iterator[str]:
        """The names that a module's relative imports may mean as modules."""
        parts = name.split(".")
        if self.files[name].name == "__init__.py":
            parts.append("")
        for node in ast.walk(self.trees[name]):
            if isinstance(node, ast.ImportFrom) and 0 < node.level < len(parts):
                base = [*parts[: -node.level], *(node.module or "").split(".")]
                base = [part for part in base if part]
                yield from (".".join(base[:depth]) for depth in range(2, len(base) + 1))
                yield from (".".join([*base, each.name]) for each in node.names)
