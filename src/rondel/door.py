"""The functions of the public API: find a game by name or in a file, start it, restore it.

This module, not the engine, reads files and takes entropy from the operating system. It also gives the engine the library of
translations.
"""

from __future__ import annotations

import importlib
import linecache
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload
from weakref import WeakKeyDictionary

from rondel import sources
from rondel.engine import registry
from rondel.engine.belief import determinize as imagining
from rondel.engine.belief.information_state import InformationState
from rondel.engine.game import Game
from rondel.engine.records import record as records
from rondel.engine.text import install
from rondel.errors import BadRecord, UnknownGame, closest
from rondel.translations import LIBRARY

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from rondel.builds import Build

G = TypeVar("G", bound=Game)

FILE_PREFIX: Final = "rondel_file_"
"""The prefix of the module names of loaded game files."""

install(LIBRARY)


def games() -> list[str]:
    """The names of all known games, sorted.

    >>> "reversi" in games()
    True
    """
    _enrol()
    return registry.names()


def shipped() -> list[str]:
    """The names of the games that come with Rondel, sorted; without names that a loaded file's game has taken over.

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
    """The names of the games that other packages declare under the entry point ``rondel.games``; imports none of them.

    >>> brought()
    ()
    """
    return tuple(sorted([entry.name for entry in _declared()]))


def find(name: str) -> type[Game]:
    """The game class of that name. Raises `UnknownGame` with the known names.

    Also reads translations in a folder ``locale/`` beside its file; raises `RulesError` if they are unreadable.

    >>> find("reversi").title
    'Reversi'
    """
    known = registry.LOADED.get(name)
    if known is not None and known in _read:
        return known
    _enrol()
    game = registry.find(name)
    _read.add(game)
    source = sources.file_of(game)
    if source is not None and not game.__module__.startswith("rondel."):
        LIBRARY.add(source.parent / "locale")
    return game


@overload
def new(
    name: str,
    *,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    chance: str = "seeded",
    **more: int | str | bool,
) -> Game: ...


@overload
def new(
    name: type[G],
    *,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    chance: str = "seeded",
    **more: int | str | bool,
) -> G: ...


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
    """Start a game: ``name`` is one of `games`, or a game class; the game is typed as that class.

    ``seats`` is the number of players, ``options`` the values of options that differ from their defaults; options can also be
    keywords, as in ``new("hearts", target=50)``. ``position`` is a start position as in
    ``rondel.engine.records.position``. Without a ``seed`` 256 bits come from the operating system. With ``chance="explicit"``
    chance is a seat like any other: `CHANCE` is active and its moves have probabilities.

    Raises `UnknownGame`, `BadOption`, `BadPosition`, and `DefinitionError` for an invalid definition.

    >>> game = new("tic_tac_toe")
    >>> game.push("mark(b2)")
    >>> game.active
    ('o',)
    """
    kind = find(name) if isinstance(name, str) else name
    if seed is None:
        seed = os.urandom(32)
    return kind(seats, seed, {**(options or {}), **more} if more else options, position, chance)


def _near(missing: Path) -> str:
    """The hint for a missing file: a Python file in its folder with a similar name; empty if there is none."""
    try:
        there = [each.name for each in missing.parent.glob("*.py")] if missing.suffix == ".py" else []
    except OSError:
        return ""
    close = closest(missing.name, there)
    return f"; did you mean {str(missing.with_name(close))!r}?" if close else ""


def load(path: str | Path, *, instead: bool = False, interpreted: bool = False) -> type[Game]:
    """The game class in a Python file, or in the folder of a package. A second call reads the file again.

    The static type of the result is `type[Game]`; to have its attributes checked, import the class from its module.
    A file in a package, or the package's ``__init__.py``, is loaded as part of that package, whose modules import each other by
    ``from .module import``; all of them are read from source and leave no ``__pycache__``. Raises `UnknownGame` if there is no
    file, or not exactly one game in it; a game that another one in it extends does not count.

    Registers the game by its name. If a shipped or installed game has that name, `find` still returns that game; with
    ``instead`` the file's game replaces it in this process.
    Also reads translations in a folder ``locale/`` beside the file; raises `RulesError` if they are unreadable.
    The build of ``rondel compile`` is used if it was made from these very sources, unless ``interpreted``; a stale one is
    logged in one line.

    >>> load("examples/nim.py").title
    'Nim'
    """
    from rondel import builds  # imported late: a table that loads no file does without logging

    return load_build(path, lambda file: None if interpreted else builds.usable(file), instead=instead)


def load_build(path: str | Path, chosen: Callable[[Path], Build | None], *, instead: bool = False) -> type[Game]:
    """The same with the build that a function chooses for the file; None for the source."""
    file = Path(path)
    if (file / "__init__.py").is_file():
        file /= "__init__.py"
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
    build = chosen(file)
    if build is not None:
        from rondel import builds

        module = builds.load(build, [name, f"{name}.{stem}"] if inside else [name])
    else:
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
    found = [each for each in found if not any(issubclass(other, each) for other in found if other is not each)]
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
    registry.register_class(game, instead=instead)
    _LOADED_FROM[game] = file
    return game


def loaded_from(game: type[Game]) -> Path | None:
    """The file that `load` was given for a game class, for a package its ``__init__.py``; None for a class that it did not
    return."""
    return _LOADED_FROM.get(game)


@overload
def restore(snapshot: Mapping[str, Any], *, game: type[G]) -> G: ...
@overload
def restore(snapshot: Mapping[str, Any], *, game: type[Game] | None = None) -> Game: ...
def restore(snapshot: Mapping[str, Any], *, game: type[Game] | None = None) -> Game:
    """The game that a snapshot holds. Raises `BadRecord`, `BadPosition`, `UnknownGame`.

    The rules are found by the snapshot's name, unless the ``game`` class is given.

    >>> game = new("tic_tac_toe", seed=1)
    >>> game.push("mark(b2)")
    >>> restore(game.snapshot()).active
    ('o',)
    """
    return records.restore(game or _named(snapshot), snapshot)


@overload
def replay(record: Mapping[str, Any], *, seed: int | str | bytes | None = None, game: type[G]) -> G: ...
@overload
def replay(record: Mapping[str, Any], *, seed: int | str | bytes | None = None, game: type[Game] | None = None) -> Game: ...
def replay(record: Mapping[str, Any], *, seed: int | str | bytes | None = None, game: type[Game] | None = None) -> Game:
    """The game of a record, replayed answer by answer. Raises `UnknownGame`, and `BadRecord` with the answer that fails.

    With its ``seed`` the game can continue; without, chance is explicit after the last answer. The rules are found by the
    record's name, unless the ``game`` class is given.

    >>> game = new("tic_tac_toe")
    >>> game.push("mark(a1)")
    >>> replay(game.record()).key() == game.key()
    True
    """
    return records.replay(game or _named(record), record, seed)


@overload
def imagine(state: InformationState, seed: int | str | bytes, *, game: type[G]) -> G: ...
@overload
def imagine(state: InformationState, seed: int | str | bytes, *, game: type[Game] | None = None) -> Game: ...
def imagine(state: InformationState, seed: int | str | bytes, *, game: type[Game] | None = None) -> Game:
    """A game sampled from an information state (determinization); its chance continues from ``seed``.

    Equal states and seeds give equal games. ``consistent`` is ``"history"`` if the sampled game gives the role the same
    information state, ``"view"`` if it only gives the same present view. The rules are found by the state's name, unless the
    ``game`` class is given. Raises `HiddenInformation` if no game can be sampled, `UnknownGame`, `BadRecord`.

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
"""The games found by name; their translations have been read."""

_LOADED_FROM: Final[WeakKeyDictionary[type[Game], Path]] = WeakKeyDictionary()
"""The file of each loaded game class."""

_enrolled: list[bool] = []


def _enrol() -> None:
    """Register the shipped games, and the games of other packages under the entry point ``rondel.games``."""
    if _enrolled:
        return
    _enrolled.append(True)
    from rondel.shelf import CATALOGUE

    for name, where in CATALOGUE.items():
        registry.register(name, where)
    for entry in _declared():
        registry.register(entry.name, entry.value)


def _declared() -> Iterable[EntryPoint]:
    """The entry points of other packages' games."""
    from importlib.metadata import entry_points  # late: it is two fifths of the time of `import rondel`

    return entry_points(group="rondel.games")
