"""Games as they are named on the command line: by name, file, folder or module, with options as ``NAME=VALUE``."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import rondel
from rondel.errors import BadOption, RondelError, RulesError, UnknownGame
from rondel.fault import told
from rondel.sources import located

GOOD: Final = re.compile(r"[a-z][a-z0-9_]*")
"""The pattern of a game's name."""


def named(game: str, *, instead: bool = False) -> type[rondel.Game]:
    """The game of that name, or in that file, package's folder or module, ``instead`` as for `rondel.load`.

    Raises `UnknownGame`, and `RulesError` for a file that cannot be loaded.

    >>> named("reversi").__name__, named("rondel.shelf.reversi").__name__
    ('Reversi', 'Reversi')
    """
    if not _place(game):
        try:
            return rondel.find(game)
        except UnknownGame as error:
            try:
                path = located(game)
            except UnknownGame as wrong:
                raise wrong if Path(game).exists() else error from None
    else:
        path = located(game) if Path(game).is_dir() else Path(game)
    try:
        return rondel.load(path, instead=instead)
    except RondelError:
        raise
    except Exception as error:
        raise RulesError(f"the file cannot be loaded: {told(error)}") from error


def _place(game: str) -> bool:
    """Whether a game is named as a file or folder."""
    return game.endswith(".py") or "/" in game or "\\" in game


def settled(kind: type[rondel.Game], given: Sequence[str]) -> dict[str, Any]:
    """The options of a game, given as ``["size=6"]``, with values of the right type. Raises `BadOption`.

    >>> settled(named("reversi"), ["size=6"])
    {'size': 6}
    """
    if not given:
        return {}  # The options are not checked here; the rules check them.
    return typed({option.name: option.default for option in kind.options}, given)


def explicit(kind: type[rondel.Game], given: Sequence[str] | None, seats: int | None) -> rondel.Game:
    """A new game whose chance outcomes are answers, with options as for `settled`. Raises `BadOption`.

    >>> explicit(named("hearts"), ["target=50"], None).active
    ('chance',)
    """
    return rondel.new(kind, seats=seats, options=settled(kind, given or []), chance="explicit")


def typed(defaults: Mapping[str, Any], given: Sequence[str]) -> dict[str, Any]:
    """Options given as ``["size=6"]``, each of the type of its default. Raises `BadOption`.

    >>> typed({"size": 8}, ["size=6"])
    {'size': 6}
    """
    found: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise BadOption(f"--option {each!r} has no value: write --option {each}=...")
        if name not in defaults:
            raise BadOption(f"unknown option {name!r}: this game has {', '.join(map(repr, defaults)) or 'no options'}")
        found[name] = _typed(name, value, type(defaults[name]))
    return found


def _typed(name: str, value: str, kind: type) -> Any:
    if kind is bool:
        words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
        if value.lower() not in words:
            raise BadOption(f"option {name!r} cannot be {value!r}: it is yes or no")
        return words[value.lower()]
    if kind is int:
        try:
            return int(value)
        except ValueError:
            raise BadOption(f"option {name!r} cannot be {value!r}: it is a whole number") from None
    return value


def named_well(name: str) -> None:
    """Raise `BadOption` unless it can name a game, its file and its class."""
    plain = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.removesuffix(".py")).lower()).strip("_")
    while plain and not plain[0].isalpha():
        plain = plain[1:].lstrip("_")
    fix = plain or "my_game"
    if not GOOD.fullmatch(name) or name.strip("_") != name or "__" in name:
        raise BadOption(f"{name!r} cannot name a game: it takes small letters, digits and single _ between them, as in {fix!r}")
    if name in rondel.games():
        raise BadOption(f"{name!r} is a game of Rondel's already; choose another name, as {f'my_{name}'!r}")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in ("rondel", "pytest") or name.startswith("test_"):
        raise BadOption(f"{name!r} has another meaning in Python or pytest; choose another name, such as {f'my_{name}'!r}")
