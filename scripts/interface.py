"""The public interface as a file: signatures and no code. Each release keeps its own, and a later version is compared with it.

`griffe` compares two of them: what is gone, what has other parameters, another default or another base.
`tests/house/test_interface.py` does it with the newest release.
"""

from __future__ import annotations

import ast
import io
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import griffe

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PUBLIC = (
    *("rondel", "rondel.search", "rondel.players", "rondel.testing", "rondel.tournament", "rondel.client", "rondel.turnbase"),
    *("rondel.engine.components.poker", "rondel.learning.encoding", "rondel.server.protocol", "rondel.bga"),
    *("rondel.adapters.gymnasium", "rondel.adapters.openspiel", "rondel.adapters.pettingzoo", "rondel.adapters.vector"),
    *("rondel.errors", "rondel.extras"),
)
"""The modules whose names are promised: those of ``__all__``, or else all without an underscore."""
LEFT_OUT = ("shelf", "cli", "compiler", "translations")
"""Rooms without promised names. Of the server only the protocol is promised."""


def files() -> list[Path]:
    """The sources in which the promised names are defined."""
    found = []
    for path in sorted((SOURCE / "rondel").rglob("*.py")):
        parts = path.relative_to(SOURCE / "rondel").parts
        if parts[0] not in LEFT_OUT and (parts[0] != "server" or parts[1] in ("protocol", "__init__.py")):
            found.append(path)
    return found


def signatures(source: str) -> str:
    """A module without the bodies of its functions and without docstrings.

    >>> print(signatures('def f(a: int = 1) -> int:\\n    "Text."\\n    return a + 1'))
    def f(a: int=1) -> int:
        ...
    """
    module = ast.parse(source)
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [ast.Expr(ast.Constant(...))]
        elif isinstance(node, (ast.ClassDef, ast.Module)):
            plain = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
            node.body = plain or [ast.Expr(ast.Constant(...))]
    return ast.unparse(module)


def pack() -> bytes:
    """The interface of the sources as they are, as a compressed archive; the same sources give the same bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz", format=tarfile.USTAR_FORMAT, preset=9) as archive:
        for path in files():
            text = signatures(path.read_text(encoding="utf-8")).encode()
            entry = tarfile.TarInfo(path.relative_to(SOURCE).as_posix())
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return packed.getvalue()


@dataclass(frozen=True)
class Break:
    """A promise that a later version does not keep."""

    name: str
    """The promised name, with its module: ``rondel.Game``."""
    member: str
    """The member of it; empty for the name itself."""
    what: str

    def noted(self, text: str) -> bool:
        """Whether a text names it, in backticks and without its module.

        >>> Break("rondel.Game", "push", "").noted("`Game.push` has another parameter"), Break("rondel.on", "", "").noted("on")
        (True, False)
        """
        name = self.name.rpartition(".")[2]
        return f"`{name}.{self.member}`" in text if self.member else f"`{name}`" in text


def broken(old: bytes, new: bytes) -> Iterator[Break]:
    """What of the promised names of an interface another one breaks."""
    with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as after:
        first, second = unpacked(old, before), unpacked(new, after)
        for module in PUBLIC:
            inside = module.removeprefix("rondel").lstrip(".")
            try:
                then = first[inside] if inside else first
            except KeyError:
                continue  # a module that came later
            try:
                now = second[inside] if inside else second
            except KeyError:
                yield Break(module, "", "the module was removed")
                continue
            names = then.exports or [name for name, each in then.members.items() if each.is_public]
            left = set(map(str, now.exports)) if now.exports else now.members
            for name in sorted(set(map(str, names)).intersection(then.members)):
                if name not in left or name not in now.members:
                    yield Break(f"{module}.{name}", "", "it was removed")
                    continue
                for each in griffe.find_breaking_changes(then.members[name], now.members[name]):
                    member = "" if each.obj.name == name else each.obj.name
                    what = each.kind.value[0].lower() + each.kind.value[1:]
                    yield Break(f"{module}.{name}", member, f"{what}{f' ({each.details})' if each.details else ''}")


def unpacked(packed: bytes, folder: str) -> griffe.Object | griffe.Alias:
    """An interface as griffe reads it, through the files of an empty folder."""
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11 has it from 3.11.4 on
        archive.extractall(folder)  # noqa: S202 - it was written above
    return griffe.load("rondel", search_paths=[folder], resolve_aliases=True, resolve_external=False)
