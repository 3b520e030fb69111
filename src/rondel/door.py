"""The front door's functions: find a game by name or in a file, start it, take it up again.

Here, and not in the engine, entropy comes from the operating system and files are read; and here the engine is handed the
library of translations.
"""

from __future__ import annotations

import difflib
import importlib
import linecache
import secrets
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from rondel import sources
from rondel.engine import registry
from rondel.engine.belief import determinize as imagining
from rondel.engine.belief.information_state import InformationState
from rondel.engine.game import Game
from rondel.engine.records import record as records
from rondel.engine.text import install
from rondel.errors import BadRecord, UnknownGame
from rondel.translations import LIBRARY

FILE_PREFIX: Final = "rondel_file_"
"""What the names of the modules begin with that are made of game files."""

install(LIBRARY)


def games() -> list[str]:
    """The names of all known games, sorted.

    >>> "reversi" in games()
    True
    """
    _enrol()
    return registry.names()


def shipped() -> list[str]:
    """The names of the games that come with Rondel, sorted; without those whose name `load` gave to a file's game.

    >>> "reversi" in shipped()
    True
    """
    from rondel.shelf import CATALOGUE

    return [name for name in sorted(CATALOGUE) if not _from_file(registry.LOADED.get(name))]


def _from_file(game: type[Game] | None) -> bool:
    """Whether a game class was loaded from a file."""
    return game is not None and game.__module__.startswith(FILE_PREFIX)


@cache
def brought() -> tuple[str, ...]:
    """The names of the games that other packages have declared under the entry point ``rondel.games``; none is imported.

    >>> brought()
    ()
    """
    return tuple(sorted([entry.name for entry in entry_points(group="rondel.games")]))


def find(name: str) -> type[Game]:
    """The game class of that name. Raises `UnknownGame` with the names that are known.

    Translations in a folder ``locale/`` beside its file are read, too; `RulesError` if they cannot be.
    """
    known = registry.LOADED.get(name)
    if known is not None and known in _read:
        return known
    _enrol()
    game = registry.find(name)
    _read.add(game)
    source = getattr(sys.modules.get(game.__module__), "__file__", None)
    if source is not None and not game.__module__.startswith("rondel."):
        LIBRARY.add(Path(source).parent / "locale")
    return game


def new(
    name: str | type[Game],
    *,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    chance: str = "seeded",
    **more: int | str | bool,
) -> Game:
    """Start a game: ``name`` is one of `games`, or a game class.

    ``seats`` is the number of players, ``options`` a value for each option that is not to have its default; options may also be
    given by their names, as in ``new("hearts", target=50)``. ``position`` is a start position as in
    ``rondel.engine.records.position``. Without a ``seed`` 256 bits come from the operating system. With ``chance="explicit"``
    chance is a seat like any other: `CHANCE` is active and its moves have probabilities.

    Raises `UnknownGame`, `BadOption`, `BadPosition`, and `DefinitionError` for rules that cannot work.

    >>> game = new("tic_tac_toe")
    >>> game.push("mark(b2)")
    >>> game.active
    ('o',)
    """
    kind = find(name) if isinstance(name, str) else name
    if seed is None:
        seed = secrets.token_bytes(32)
    return kind(seats, seed, {**(options or {}), **more} if more else options, position, chance)


def _near(missing: Path) -> str:
    """What may have been meant by a file that is not there: another file of Python in its folder."""
    try:
        there = [each.name for each in missing.parent.glob("*.py")] if missing.suffix == ".py" else []
    except OSError:
        return ""
    close = difflib.get_close_matches(missing.name, there, 1)
    return f"; did you mean {str(missing.with_name(close[0]))!r}?" if close else ""


def load(path: str | Path, *, instead: bool = False) -> type[Game]:
    """The game class in a Python file. Loaded again, the file is read anew.

    A file in a package, or the package's ``__init__.py``, is loaded as part of that package, whose modules import each other by
    ``from .module import``; all of them are read from source and leave no ``__pycache__``. Raises `UnknownGame` if there is no
    file, or not exactly one game in it.

    It becomes known by its name. Where a shipped or installed game has that name, `find` still returns that one, unless the
    file's game is to be found ``instead`` of it in this process.
    Translations in a folder ``locale/`` beside the file are read, too; `RulesError` if they cannot be.
    """
    file = Path(path)
    if not file.is_file():
        raise UnknownGame(f"no game file at {str(path)!r}{_near(file)}")
    if file.suffix != ".py":
        raise UnknownGame(f"{str(path)!r} is not a Python file")
    package = file.absolute().with_name("__init__.py")
    packed = package.is_file()
    inside = packed and file.name != package.name
    stem = file.stem if inside or not packed else package.parent.name
    name = f"{FILE_PREFIX}{package.parent.name if packed else stem}"
    for old in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[old]
    sources.watched(file.parent, kept=FILE_PREFIX)  # the games of other files in that folder stay loaded
    module = sources.module(name, package if packed else file)
    linecache.checkcache()
    sys.modules[name] = module
    sources.run(module)
    if inside:
        module = importlib.import_module(f"{name}.{stem}")
    found = [
        each
        for each in dict.fromkeys([each for each in vars(module).values() if isinstance(each, type)])
        if issubclass(each, Game) and (each.__module__ == name or each.__module__.startswith(f"{name}."))
    ]
    if not found:
        raise UnknownGame(
            f"{str(path)!r} holds no game: write a class in it that derives from rondel.Game (`rondel new NAME` begins one)"
        )
    if len(found) > 1:
        listed = ", ".join(each.__name__ for each in found)
        raise UnknownGame(f"{str(path)!r} holds {len(found)} games, {listed}: keep one, and give each other a file of its own")
    game: type[Game] = found[0]
    if not game.name:
        game.name = stem
    LIBRARY.add(file.parent.absolute() / "locale")
    _enrol()
    registry.enrol(game, instead=instead)
    return game


def restore(snapshot: Mapping[str, Any], *, game: type[Game] | None = None) -> Game:
    """The game of a snapshot, as it was. Raises `BadRecord`, `BadPosition`, `UnknownGame`.

    The rules are found by the snapshot's name, unless the ``game`` class is given.
    """
    return records.restore(game or _named(snapshot), snapshot)


def replay(record: Mapping[str, Any], *, seed: int | str | bytes | None = None, game: type[Game] | None = None) -> Game:
    """The game of a record, answer by answer. Raises `BadRecord` saying which answer does not fit, `UnknownGame`.

    With its ``seed`` it can go on; without, chance is explicit after the last answer. The rules are found by the record's
    name, unless the ``game`` class is given.

    >>> game = new("tic_tac_toe")
    >>> game.push("mark(a1)")
    >>> replay(game.record()).key() == game.key()
    True
    """
    return records.replay(game or _named(record), record, seed)


def imagine(state: InformationState, seed: int | str | bytes, *, game: type[Game] | None = None) -> Game:
    """A game as somebody may imagine it who knows what an information state holds; its chance goes on by ``seed``.

    Equal states and seeds give equal games. Its ``consistent`` is ``"history"`` where the role would have come to know just
    that, ``"view"`` where it only sees the same now. The rules are found by the state's name, unless the ``game`` class is
    given. Raises `HiddenInformation` where nothing can be imagined, `UnknownGame`, `BadRecord`.

    >>> real = new("kuhn_poker", seed=1)
    >>> imagined = imagine(real.information_state("first"), 7)
    >>> imagined.information_state("first") == real.information_state("first"), imagined.consistent
    (True, 'history')
    """
    return imagining.imagine(game or find(state.game), state, seed)


def _named(data: Mapping[str, Any]) -> type[Game]:
    """The game class that a record or snapshot names."""
    if not isinstance(data, Mapping):
        raise BadRecord(f"{data!r} is no record and no snapshot: give the dict that game.record() or game.snapshot() returned")
    return find(str(data.get("game")))


_read: set[type[Game]] = set()
"""The games found by name, whose translations have been read."""

_enrolled: list[bool] = []


def _enrol() -> None:
    """Make the shipped games known, and those other packages declare under the entry point ``rondel.games``."""
    if _enrolled:
        return
    _enrolled.append(True)
    from rondel.shelf import CATALOGUE

    for name, where in CATALOGUE.items():
        registry.register(name, where)
    for entry in entry_points(group="rondel.games"):
        registry.register(entry.name, entry.value)
