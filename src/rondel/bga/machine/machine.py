"""Machines: the states of a project as they were read, with their transitions resolved to states."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rondel.bga.evaluation.builder import END, SETUP
from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Entry, Key, Unread, Value, as_json, unread_in

TYPES: Final = ("activeplayer", "multipleactiveplayer", "private", "game", "manager")
ACTING: Final = frozenset({"activeplayer", "multipleactiveplayer", "private"})
"""Types of state in which a player has to act."""


NOWHERE: Final = Place("", 1)


@dataclass(frozen=True)
class Transition:
    """A transition from one state to another: its label and its target's id (``None``: unknown)."""

    label: str
    target: Key | None
    place: Place
    written: str = ""
    """The written target, if it is not an id."""
    returned: bool = False
    """Whether a method returns it; the label is then the method's name."""


@dataclass
class State:
    """One state: its id, and its keys as an array.

    ``returns`` are the transitions that the methods of a state class return. ``supplied`` is true if the file leaves
    the state out and the framework adds it; ``owner`` is the name of the state class.
    """

    id: Key
    keys: Array
    place: Place
    owner: str = ""
    supplied: bool = False
    returns: list[tuple[str, Value, Place]] = field(default_factory=list)
    exits: list[tuple[str, Value, Place]] = field(default_factory=list)
    """Of a private state: the ways of its master that its methods take."""
    foreign: list[tuple[str, Place]] = field(default_factory=list)
    """The named arguments of its parent constructor that are not parameters of the framework's."""
    dead: set[Place] = field(default_factory=set)
    """The places of ways in code that never runs, such as a branch of a template that nobody filled in."""
    roams: bool = False
    """Whether it may go where no one can tell from its text."""

    def get(self, key: str) -> Value:
        """The value at a key; ``None`` if it is missing or unread."""
        value = self.keys.get(key)
        return None if isinstance(value, Unread) else value

    def has(self, key: str) -> bool:
        """Whether the key is there, read or not."""
        return key in self.keys.entries

    def text(self, key: str) -> str:
        """The text at a key, or ``""``."""
        value = self.get(key)
        return str(value) if isinstance(value, str) else ""

    def at(self, key: str) -> Place:
        """Where a key is written, or else the state."""
        entry = self.keys.entries.get(key)
        return self.place if entry is None else entry.place

    def listed(self, key: str) -> list[Entry]:
        """The entries of the array at a key."""
        value = self.get(key)
        return list(value) if isinstance(value, Array) else []

    @property
    def name(self) -> str:
        """Its name, or its id where it has none."""
        return self.text("name") or str(self.id)

    @property
    def type(self) -> str:
        """Its type, or ``""``."""
        return self.text("type")

    @property
    def is_whole(self) -> bool:
        """Whether all of it was read."""
        return not unread_in(self.keys)


@dataclass
class Machine:
    """All states, in the order of the file, and the unread values."""

    states: list[State]
    unread: list[Unread]
    lost: Sequence[Unread] = ()
    repeated: list[tuple[Entry, Entry]] = field(default_factory=list)
    place: Place = NOWHERE

    @functools.cached_property
    def by_id(self) -> dict[Key, State]:
        """The states by id."""
        return {each.id: each for each in self.states}

    @functools.cached_property
    def labels(self) -> frozenset[str]:
        """The labels of the listed transitions of all states."""
        return frozenset(str(entry.key) for state in self.states for entry in state.listed("transitions"))

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """The methods that the states name: actions, args and possible actions; in small letters."""
        named = [state.text(key) for state in self.states for key in ("action", "args")]
        possible = [str(entry.value) for state in self.states for entry in state.listed("possibleactions")]
        return frozenset(each.lower() for each in [*named, *possible])

    @functools.cached_property
    def actions(self) -> frozenset[str]:
        """The possible actions of all states."""
        return frozenset(str(entry.value) for state in self.states for entry in state.listed("possibleactions"))

    @functools.cached_property
    def by_class(self) -> dict[str, Key]:
        """The ids of state classes, by their full names and, where only one has it, by their short ones; in small letters."""
        ids: dict[str, Key] = {}
        short: dict[str, list[Key]] = {}
        for each in self.states:
            if each.owner:
                ids[each.owner.lower()] = each.id
                short.setdefault(each.owner.rpartition("\\")[2].lower(), []).append(each.id)
        return {**{name: found[0] for name, found in short.items() if len(found) == 1}, **ids}

    @property
    def is_whole(self) -> bool:
        """Whether all of it was read."""
        return not self.unread

    def resolve(self, value: Value) -> Key | None:
        """The id that a target means: a number or a state class; else the text itself."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, str):
            if value.lstrip("-").isdigit():
                return int(value)
            short = self.by_class.get(value.rpartition("\\")[2].lower(), str(value))
            return self.by_class.get(value.lstrip("\\").lower(), short)
        return None

    def transitions(self, state: State) -> list[Transition]:
        """The transitions of a state: listed, returned by its methods, and for a master those of its private states."""
        return self._ways(state, [*state.returns, *self._exits(state)])

    def _ways(self, state: State, returned: Sequence[tuple[str, Value, Place]]) -> list[Transition]:
        found = [
            Transition(str(each.key), self.resolve(each.value), each.place, _written(each.value))
            for each in state.listed("transitions")
        ]
        listed = {each.label: each.target for each in found}
        for method, value, place in returned:
            target = listed.get(str(value)) if isinstance(value, str) and str(value) in listed else self.resolve(value)
            if value == "" and "" not in listed:
                # Without a name the framework takes the first transition.
                target = next(iter(listed.values()), None)
                if target is None:
                    continue
            if all((each.label, each.target, each.returned) != (method, target, True) for each in found):
                found.append(Transition(method, target, place, _written(value), returned=True))
        return found

    def _exits(self, master: State) -> list[tuple[str, Value, Place]]:
        """The ways that the private states of a master take it."""
        if master.type == "private":
            return []
        waiting, seen, found = [self.resolve(master.get("initialprivate"))], set[Key](), []
        while waiting:
            at = waiting.pop()
            state = self.by_id.get(at) if at is not None else None
            if state is None or state.type != "private" or state.id in seen:
                continue
            seen.add(state.id)
            found.extend(state.exits)
            waiting.extend(each.target for each in self._ways(state, state.returns))
        return found

    def taken(self, state: State, label: str) -> Transition | None:
        """The transition that a state takes by a label; without one the first that it lists, as the framework does."""
        ways = self.transitions(state)
        named = [each for each in ways if each.label == label and not each.returned]
        return next(iter(named or ([] if label else ways)), None)

    @functools.cached_property
    def first(self) -> State | None:
        """State 1, from which games begin."""
        return self.by_id.get(SETUP)

    def takes(self, state: State, way: Transition, labels: Collection[str] | None) -> bool:
        """Whether code that asks only for some labels takes a transition of a state; without labels all are taken."""
        if labels is None or way.returned or state.id == SETUP or way.label in labels:
            return True
        # Without a name the framework takes the first transition.
        return "" in labels and way == self.transitions(state)[0]

    def reached(self, *begin: Key, labels: Collection[str] | None = None) -> set[Key]:
        """The ids that can be reached from some by transitions (of some labels) and first private states, those included."""
        waiting, seen = list(begin), set[Key]()
        while waiting:
            at = waiting.pop()
            state = self.by_id.get(at)
            if at in seen or state is None:
                continue
            seen.add(at)
            ways = [each for each in self.transitions(state) if self.takes(state, each, labels)]
            waiting.extend(each.target for each in ways if each.target is not None)
            private = self.resolve(state.get("initialprivate"))
            if private is not None:
                waiting.append(private)
        return seen

    def to_json(self) -> dict[str, Any]:
        """The output of ``rondel bga import --json``: the contents of the files, without the framework's additions."""
        return {
            "states": [[each.id, _object(each.keys)] for each in self.states if not each.supplied],
            "unread": [each.to_json() for each in self.unread],
            "supplied": [[each.id, _object(each.keys)] for each in self.states if each.supplied],
        }


def _object(keys: Array) -> Any:
    """A state as an object, be it empty."""
    return keys.to_json() or {}


def _written(value: Value) -> str:
    said = as_json(value)
    return said if isinstance(said, str) else ""


__all__ = ["ACTING", "END", "SETUP", "TYPES", "Machine", "State", "Transition"]
