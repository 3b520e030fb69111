"""Attribute guard: refuses assignments to a game's attributes after setup, and attribute values that copies or undo would lose.

This module stays interpreted: a compiled function cannot replace ``__setattr__`` of an author's class. Compiled games write
their attributes directly; their tests also run interpreted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rondel.engine.checks.hooks import HELD, engines
from rondel.engine.components.part import Part
from rondel.engine.components.token import Token
from rondel.engine.visibility import EVERYONE
from rondel.errors import RulesError

store: Final = object.__setattr__
"""Assigns an attribute without the guard, in a third of the time; for the engine's own attributes."""

_OWN: Final = frozenset(("_progress", "_start_position", "consistent"))
"""The attributes that the engine itself assigns after the start of a game."""


def guard(game: type[Any]) -> None:
    """Make the games of this class refuse assignments to attributes once they have begun."""
    keep = store  # a local name: every attribute of every game goes through here
    taken = HELD.union(engines(game)) - {"_begun"}  # assigned by the engine after setup

    def __setattr__(self: Any, name: str, value: object) -> None:
        if self._begun:
            if name not in _OWN:
                raise RulesError(
                    f"{game.__name__}.{name} cannot be assigned after setup: it would not be undone, copied or stored; "
                    f"make it a prop in setup, self.{name} = self.add(Prop({name!r}, ...)), and assign self.{name}.value"
                )
        elif name in taken and hasattr(self, "_machine"):  # exists once setup runs
            raise RulesError(_own(game, name))
        keep(self, name, value)

    # A compiled class writes its attributes directly and cannot be given this method.
    if "__setattr__" not in vars(game) and not _compiled(game):
        game.__setattr__ = __setattr__  # type: ignore[assignment]


def guarded(game: type[Any]) -> bool:
    """Whether assignments to attributes of a game class pass its ``__setattr__``, and so take more time."""
    found: Any = game.__setattr__
    return found is not store


def _compiled(game: type[Any]) -> bool:
    setup = vars(game).get("setup")
    return setup is not None and getattr(setup, "__code__", None) is None


def check(game: Any) -> None:
    """Raise `RulesError` if setup has stored a value in an attribute that a copy or an undo would lose, or if the game reveals
    an unknown part."""
    names = [part.name for part in (*game._containers, *game._props)]
    if game.reveals != EVERYONE:
        for name in game.reveals:
            if name not in names:
                raise RulesError(
                    f"{type(game).__name__}.reveals names {name!r}, which is no part of the game; "
                    f"it has {', '.join(map(repr, names))}"
                )
    twice = duplicate(game)
    if twice:
        raise RulesError(f"setup put {twice}")
    engine = engines(type(game))
    for name in _attributes(game):
        if callable(engine.get(name)):
            raise RulesError(_own(type(game), name))
    kept = loose(game)
    if kept:
        raise RulesError(kept)


def loose(game: Any) -> str:
    """The message for an attribute that keeps a token, or a part that is not added to the game; empty if there is none."""
    for name, value in _attributes(game).items():
        for each in _within(value):
            if isinstance(each, Token):
                return (
                    f"{type(game).__name__}.{name} keeps the token {each!r}, which every copy of the game makes anew; "
                    "look it up in its container instead, for example by a prop that holds its cell"
                )
            if isinstance(each, Part) and each._journal is None:
                return (
                    f"{type(game).__name__}.{name} keeps {each!r}, which is no part of the game: "
                    f"write self.{name} = self.add(...)"
                )
    return ""


def duplicate(game: Any) -> str:
    """Two equal tokens of a kind that is declared to be unique, as a message; empty if there are none."""
    met: dict[tuple[str, str | None, str], str] = {}
    for container in game._containers if any(kind.unique for kind in type(game).kinds) else ():
        for token in container.tokens():
            equal = (token.kind.name, token.owner, token._face)
            if token.kind.unique and equal in met:
                return (
                    f"two equal tokens {token!r} on the table, in {met[equal]!r} and in {container.name!r}; make each once, "
                    f"or leave out unique=True of TokenKind({token.kind.name!r})"
                )
            met[equal] = container.name
    return ""


def _own(game: type[Any], name: str) -> str:
    """The message for an attribute name that belongs to the engine."""
    value = engines(game).get(name)
    if callable(value) and not isinstance(value, type):
        return f"{game.__name__}.{name} hides game.{name}(...), which every game has; give the attribute another name"
    if name in HELD or hasattr(value, "__get__"):
        return f"setup assigns self.{name}, which the engine keeps by that name; give the attribute another name"
    return (
        f"setup assigns self.{name}, which is the same for every game of a class; write {name} = ... in the body of "
        f"{game.__name__}, or give the attribute another name"
    )


def _attributes(game: Any) -> dict[str, object]:
    """The attributes of an object. A compiled object has no ``__dict__``; its class lists the names."""
    held: dict[str, object] = dict(getattr(game, "__dict__", {}))
    for kind in type(game).__mro__:
        for name in vars(kind).get("__mypyc_attrs__", ()):
            if hasattr(game, name):
                held[name] = getattr(game, name)
    return held


def _within(value: object) -> Iterator[object]:
    """An attribute's value and, if it is a collection, its items."""
    yield value
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
