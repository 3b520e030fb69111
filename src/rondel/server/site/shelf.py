"""The games of a site: which there are, and ``rondel.zip`` with these and no others.

The build packs each shipped game in a file of its own, and lists them all in ``rondel.zip``. A site lists those that it has. An
author's game goes into ``rondel.zip`` as source, in a folder of its own, ``authors/NAME``, with what lies beside it: its rules
for players, its look and its translations.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

import rondel
from rondel.door import loaded_from, shipped
from rondel.errors import BadOption, RulesError
from rondel.server import protocol
from rondel.server.catalog.games import offer

AUTHORS: Final = "authors"
"""The package of the authors' games."""

DATE: Final = (2026, 1, 1, 0, 0, 0)
"""Of every file in the zip, so that the same games make the same bytes."""

_SHELF: Final = "rondel/shelf/__init__."
_OFFERS: Final = "rondel/server/local/packed_games.json"
_DATA: Final = (".json", ".po", ".svg", ".css", ".md")
"""Data that a module may read which lies beside it."""


@dataclass(frozen=True)
class SiteGame:
    """One game of a site."""

    name: str
    title: str
    entry: str
    """Where the browser's Python finds the class, ``"package.module:Class"``."""
    files: dict[str, Path] = field(default_factory=dict)
    """The files of an author's game by their names in the zip; none of a shipped game, which is packed by itself."""


def site_game(kind: type[rondel.Game]) -> SiteGame:
    """The game as a site has it. An author's game is begun and shown once: raises what its rules raise, `BadOption` if it has
    the name of a shipped one."""
    file = loaded_from(kind)
    if file is None:
        if kind.name not in shipped():
            raise BadOption(f"{kind.name!r} comes from an installed package: name its file or folder instead")
        return SiteGame(kind.name, kind.title, f"{kind.__module__}:{kind.__qualname__}")
    if kind.name in shipped():
        raise BadOption(f"the game in {str(file)!r} is called {kind.name!r}, as a shipped one is: give it another name")
    shown = offer(kind)
    folder = file.absolute().parent
    home = f"{AUTHORS}/{kind.name}"
    packed = (folder / "__init__.py").is_file()
    beside = sorted(folder.rglob("*")) if packed else [file.absolute(), *_beside(folder, kind.name)]
    kept = [each for each in beside if each.is_file() and (each.suffix in _DATA or (each.suffix == ".py" and _is_rule(each)))]
    files = {f"{home}/{each.relative_to(folder).as_posix()}": each for each in kept}
    module = ".".join([AUTHORS, kind.name, *kind.__module__.split(".")[1:]]) if packed else f"{AUTHORS}.{kind.name}.{file.stem}"
    return SiteGame(shown.name, shown.title, f"{module}:{kind.__qualname__}", files)


def _is_rule(file: Path) -> bool:
    return not file.name.startswith("test_") and "__pycache__" not in file.parts


def _beside(folder: Path, name: str) -> list[Path]:
    """What a game in a file of its own reads beside it."""
    return sorted(
        [*folder.glob(f"{name}.md"), *folder.glob(f"{name}.*.md"), *folder.glob(f"look/{name}.*"), *folder.glob("locale/*")]
    )


def shelved(packed: bytes, games: Sequence[SiteGame]) -> bytes:
    """``rondel.zip`` for these games, made from the one for all shipped games."""
    catalogue = {each.name: each.entry for each in sorted(games, key=lambda each: each.name)}
    into = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as whole, zipfile.ZipFile(into, "w", zipfile.ZIP_STORED) as made:
        for name in whole.namelist():
            if not name.startswith((_SHELF, _OFFERS)):
                made.writestr(zipfile.ZipInfo(name, DATE), whole.read(name))
        offered = msgspec.json.decode(whole.read(_OFFERS), type=list[protocol.GameInfo])
        offers = msgspec.json.encode([each for each in offered if each.name in catalogue])
        made.writestr(zipfile.ZipInfo(_OFFERS, DATE), offers)
        made.writestr(zipfile.ZipInfo(f"{_SHELF}py", DATE), f"CATALOGUE = {catalogue!r}\n")
        for name, path in sorted({name: path for each in games for name, path in each.files.items()}.items()):
            made.writestr(zipfile.ZipInfo(name, DATE), path.read_bytes())
    return into.getvalue()


# -- imports -----------------------------------------------------------------------------------------------------------


def check_imports(game: SiteGame, modules: Iterable[str]) -> None:
    """Raise `RulesError` for the first import of an author's game that the browser's Python cannot carry out; ``modules`` are
    those that it has."""
    known = {each.partition(".")[0] for each in modules} | {"rondel", "__future__"}
    for path in game.files.values():
        if path.suffix != ".py":
            continue
        for line, wanted in _imported(path):
            if wanted.partition(".")[0] not in known:
                raise RulesError(
                    f"{path.name} line {line} imports {wanted!r}, which the page does not have: it has Rondel and a part of "
                    "Python's library; write the rules without it"
                )


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    """The modules that a file imports by their whole names, with the line; what only a type checker imports is left out."""
    waiting: list[ast.AST] = [ast.parse(path.read_bytes(), str(path))]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            yield from [(node.lineno, each.name) for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module
        waiting += ast.iter_child_nodes(node)
