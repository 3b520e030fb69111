"""Wrappers: methods of a project that hand one of their parameters on to a method of the framework that moves the machine.

``function go($to) { $this->gamestate->nextState($to); }`` is one: ``$this->go('next')`` asks for the transition 'next'.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.evaluation.declarations import Class, Declarations, Method
from rondel.bga.evaluation.framework import JUMPS, MOVES
from rondel.bga.php.source import LANGUAGE, Source, found, parts

CALLS: Final = Query(
    LANGUAGE,
    """
    (member_call_expression name: (name)) @call
    (nullsafe_member_call_expression name: (name)) @call
    (scoped_call_expression name: (name)) @call
    """,
)
_OWN: Final = frozenset({"$this", "self", "static", "parent"})
_GAME: Final = frozenset({"$this->game", "$game", "$this->bga", "Game::get()", "self::$instance", "static::$instance"})


@dataclass(frozen=True)
class Handed:
    """A parameter that is handed on: the framework's method in small letters, the position, and the default value."""

    method: str
    position: int
    default: Node | None


@dataclass(frozen=True)
class Called:
    """A method of the project that a call runs, and the class that has it."""

    method: Method
    owner: Class


class Wrappers:
    """The wrappers of a project, and which of its methods a call runs."""

    def __init__(self, declared: Declarations) -> None:
        self._declared = declared
        self._handed: dict[int, list[Handed]] = {}
        self._calls: dict[int, list[Node]] = {}

    @functools.cached_property
    def _by_name(self) -> dict[str, list[Called]]:
        named: dict[str, list[Called]] = {}
        for owner in self._declared.classes.values():
            for name, method in owner.methods.items():
                named.setdefault(name, []).append(Called(method, owner))
        return named

    @functools.cached_property
    def _game(self) -> list[Class]:
        """The game class, then what it extends and uses."""
        for owner in self._declared.classes.values():
            if "setupnewgame" in owner.methods or "table" in [each.rpartition("\\")[2].lower() for each in owner.parents]:
                return list(self._declared.line(owner))
        return []

    def called(self, call: Node, source: Source, owner: Class | None) -> Called | None:
        """The method of the project that a call within a class runs, or ``None`` where that is not known."""
        named = call.child_by_field_name("name")
        name = source.text(named).lower() if named is not None else ""
        known = self._by_name.get(name)
        target = call.child_by_field_name("object") or call.child_by_field_name("scope")
        if known is None or target is None:
            return None
        written = source.text(target)
        if written in _OWN:
            line = [] if owner is None else list(self._declared.line(owner))
            # A trait calls methods of the class that uses it.
            return _first(name, [*line, *(self._game if owner is None or owner.node.type == "trait_declaration" else [])])
        if written in _GAME:
            return _first(name, self._game)
        if call.type == "scoped_call_expression" and owner is not None:
            scoped = self._declared.named(owner.names.of_class(written))
            return _first(name, list(self._declared.line(scoped))) if scoped is not None else None
        return None

    def moves(self, call: Node, source: Source) -> tuple[str, int] | None:
        """The framework's method that a call runs to move the machine, and the argument with the target; else ``None``.

        A class of the project may have a method of the same name; then only a call on ``gamestate`` is the framework's.
        """
        named = call.child_by_field_name("name")
        name = source.text(named).lower() if named is not None else ""
        at = MOVES.get(name, JUMPS.get(name))
        if at is None:
            return None
        target = call.child_by_field_name("object") or call.child_by_field_name("scope")
        written = source.text(target).lower() if target is not None else ""
        return None if name in self._by_name and not written.endswith(("gamestate", "gamestate()")) else (name, at)

    def calls(self, method: Method) -> list[Node]:
        """The calls of methods within a method."""
        key = method.node.id
        if key not in self._calls:
            self._calls[key] = [call for _kind, call in found(CALLS, method.node)]
        return self._calls[key]

    def leads(self, method: Method) -> bool:
        """Whether a method moves the machine, by itself or by methods of the project that it calls."""
        return method.node.id in self._leading

    @functools.cached_property
    def _leading(self) -> set[int]:
        callers: dict[int, list[int]] = {}
        waiting: list[int] = []
        for each in itertools.chain.from_iterable(self._by_name.values()):
            here, source = each.method.node.id, each.method.source
            for call in self.calls(each.method):
                if self.moves(call, source) is not None:
                    waiting.append(here)
                elif (inner := self.called(call, source, each.owner)) is not None:
                    callers.setdefault(inner.method.node.id, []).append(here)
        leading: set[int] = set()
        while waiting:
            here = waiting.pop()
            if here not in leading:
                leading.add(here)
                waiting.extend(callers.get(here, ()))
        return leading

    def handed(self, called: Called) -> list[Handed]:
        """The parameters that a method passes on."""
        key = called.method.node.id
        if key not in self._handed:
            self._handed[key] = []  # a recursive call passes on nothing new
            self._handed[key] = list(dict.fromkeys(self._parameters(called)))
        return self._handed[key]

    def hands_on(self, called: Called, argument: Node | None) -> int | None:
        """The position of the parameter that an argument within a method is, unchanged; else ``None``."""
        if argument is None or argument.type != "variable_name":
            return None
        written = called.method.source.text(argument)
        for position, each in enumerate(parts(called.method.node.child_by_field_name("parameters"))):
            name = each.child_by_field_name("name")
            if name is not None and called.method.source.text(name) == written:
                return position
        return None

    def _parameters(self, called: Called) -> list[Handed]:
        given = parts(called.method.node.child_by_field_name("parameters"))
        if not given:
            return []
        taken: list[Handed] = []
        source = called.method.source
        for call in self.calls(called.method):
            moved = self.moves(call, source)
            ways = [moved] if moved is not None else []
            inner = self.called(call, source, called.owner) if moved is None else None
            if inner is not None:
                ways = [(each.method, each.position) for each in self.handed(inner)]
            for method, position in ways:
                here = self.hands_on(called, argument(call, position))
                if here is not None:
                    taken.append(Handed(method, here, given[here].child_by_field_name("default_value")))
        return taken


def argument(call: Node, position: int) -> Node | None:
    """The expression at a position of a call, or ``None``."""
    given = parts(call.child_by_field_name("arguments"))
    return parts(given[position])[-1] if position < len(given) and parts(given[position]) else None


def _first(name: str, line: list[Class]) -> Called | None:
    return next((Called(each.methods[name], each) for each in line if name in each.methods), None)
