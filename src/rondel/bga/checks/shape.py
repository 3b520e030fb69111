"""The shape of states: ids, names, types, and the keys that each type of state needs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from rondel.bga.evaluation.framework import PARAMETERS
from rondel.bga.finding import Finding
from rondel.bga.machine.machine import ACTING, END, SETUP, TYPES, Machine, State
from rondel.bga.machine.reach import Reach
from rondel.bga.php.value import Array, Unread
from rondel.errors import closest, meant

KEYS: Final = (
    "name", "type", "description", "descriptionmyturn", "action", "args", "possibleactions", "transitions",
    "updateGameProgression", "initialprivate",
)  # fmt: skip
_NEAR: Final = 0.85
"""The least similarity to a known key at which an unknown key counts as misspelt; a game's own keys are less similar."""


def findings(machine: Machine, reach: Reach) -> Iterator[Finding]:
    """All of it, state by state."""
    yield from _twice(machine, reach)
    for state in machine.states:
        if not state.supplied:
            yield from _identity(state, reach)
            yield from _type(state, reach)
            yield from _values(state, reach)
            yield from _needs(state)
            yield from _keys(state)
    yield from _shared(machine)
    yield from _reserved(machine)
    if machine.is_whole and not any(each.get("updateGameProgression") for each in machine.states):
        yield Finding(
            "progress-missing", "warning", machine.place, "no state updates the progression of the game",
            "set 'updateGameProgression' => true in at least one, best where the turn passes on",
        )  # fmt: skip


def _twice(machine: Machine, reach: Reach) -> Iterator[Finding]:
    for before, after in machine.repeated:
        yield Finding(
            "id-twice", "error", after.place, f"id {after.key} is already used at {before.place}; PHP drops that state",
            "give one of them another id",
        )  # fmt: skip
    by_id: dict[object, State] = {}
    for state in machine.states:
        other = by_id.setdefault(state.id, state)
        if other is not state:
            said = f"state {state.name!r} has id {state.id}, and so has {other.name!r} at {other.place}"
            yield Finding("id-twice", "error", state.place, said, "give one of them another id")
        for array in [state.keys, *[each.value for each in state.keys if isinstance(each.value, Array)]]:
            for before, after in array.repeated:
                said = f"key {after.key!r} of state {state.name!r} is already set at {before.place}; PHP drops that value"
                yield Finding("key-twice", "warning", after.place, said, "take one of them out")


def _identity(state: State, reach: Reach) -> Iterator[Finding]:
    if not isinstance(state.id, int) or state.id < 1:
        said = f"the id {state.id!r} of state {state.name!r} is not a positive whole number"
        severity, said = reach.judged(state, said)
        yield Finding("bad-id", severity, state.place, said, "number it, best by a constant")
    if not state.has("name") or (state.get("name") is not None and not state.text("name")):
        said = f"state {state.id} has no name"
        severity, said = reach.judged(state, said)
        yield Finding("name-missing", severity, state.at("name"), said, "add 'name' => '...'")
    elif any(each.isspace() for each in state.text("name")):
        said = f"the name {state.text('name')!r} has a space in it"
        # The documentation says only that it may cause problems.
        yield Finding("name-space", "warning", state.at("name"), said, f"write {_joined(state.text('name'))!r}")


def _joined(name: str) -> str:
    first, *rest = name.split() or [""]
    return first + "".join([each[:1].upper() + each[1:] for each in rest])


def _type(state: State, reach: Reach) -> Iterator[Finding]:
    if not state.has("type") and not len(state.keys.entries):
        return  # an empty state has no name either, which is reported
    if not state.has("type"):
        fix = f"add 'type' => one of {', '.join(TYPES[:-1])}"
        severity, said = reach.judged(state, f"state {state.name!r} has no type")
        yield Finding("type-missing", severity, state.place, said, fix)
    elif state.get("type") is not None and state.type not in TYPES:
        given = state.text("type") or str(state.get("type"))
        said = f"the type {given!r} of state {state.name!r} does not exist"
        severity, said = reach.judged(state, said)
        yield Finding("type-unknown", severity, state.at("type"), said, meant(given, "", TYPES))
    elif state.type == "manager" and state.id not in (SETUP, END):
        said = f"state {state.name!r} is of type 'manager', which is for states 1 and 99"
        yield Finding("type-manager", "note", state.at("type"), said, "make it 'game'")


def _values(state: State, reach: Reach) -> Iterator[Finding]:
    """Values of the wrong kind."""
    wanted: dict[str, tuple[type | tuple[type, ...], str]] = {
        "transitions": (Array, "an array of name => state"),
        "possibleactions": (Array, "an array of names"),
        "name": (str, "a text"),
        "description": (str, "a text"),
        "descriptionmyturn": (str, "a text"),
        "action": (str, "the name of a method"),
        "args": (str, "the name of a method"),
        "updateGameProgression": (bool, "true or false"),
        "initialprivate": ((int, str), "the id of a private state"),
    }
    for key, (kind, said) in wanted.items():
        value = state.keys.get(key)
        if state.has(key) and value is not None and not isinstance(value, Unread) and not isinstance(value, kind):
            message = f"'{key}' of state {state.name!r} is not {said}"
            # PHP takes 1 for true.
            severity, message = reach.judged(state, message)
            # An empty value is no array and no method, and the framework may take it for a missing one.
            if kind is bool or not value or key.startswith("description"):
                severity = "warning"
            if kind is not bool or value not in (0, 1):
                yield Finding("wrong-value", severity, state.at(key), message, f"make it {said}")
    for entry in state.listed("possibleactions"):
        if not isinstance(entry.value, str | Unread):
            message = f"a possible action of state {state.name!r} is not a name"
            yield Finding("wrong-value", "warning", entry.place, message, "list names of actions")


def _needs(state: State) -> Iterator[Finding]:
    """The keys that a state of its type requires."""
    gaps = bool(state.keys.gaps)
    if state.type == "game":
        if not state.text("action") and not gaps and not state.has("action") and not state.owner:
            said = f"game state {state.name!r} has no action: no player is active in it, and no transition leaves it"
            yield Finding(
                "action-missing", "warning", state.place, said, "add 'action' => 'st...', a method that takes a transition"
            )
        if state.listed("possibleactions") and not state.owner:
            said = f"game state {state.name!r} lists possible actions, but no player is active in it"
            yield Finding("possibleactions-ignored", "warning", state.at("possibleactions"), said, "take them out")
        return
    if state.type not in ACTING or gaps:
        return
    master = state.get("initialprivate") is not None
    if not state.has("possibleactions") and not master:
        mark = "mark a method with #[PossibleAction]" if state.owner else "add 'possibleactions' => [...]"
        said = f"state {state.name!r} waits for a player, and lists no possible actions"
        yield Finding("possibleactions-missing", "warning", state.place, said, mark)
    # Of a state class the client may give the text, as it does in the framework's own example.
    if state.owner:
        return
    wanted = [] if state.type == "private" else ["description"]
    if not master:
        wanted.append("descriptionmyturn")
    for key in wanted:
        if not state.has(key):
            whom = "who wait" if key == "description" else "who act"
            said = f"state {state.name!r} has no '{key}', the text for those {whom}"
            yield Finding("description-missing", "warning", state.place, said, f"add '{key}' => clienttranslate('...')")


_INSTEAD: Final = {
    "action": "write onEnteringState()",
    "args": "write getArgs()",
    "possibleactions": "mark methods with #[PossibleAction]",
}
"""The part of a state class that replaces a key of the array."""


def _keys(state: State) -> Iterator[Finding]:
    """Near-misses of known keys; other unknown keys belong to the game. The framework's constructor accepts only known keys."""
    for name, place in state.foreign:
        said = f"the constructor of GameState takes no '{name}', and PHP stops at it in state {state.name!r}"
        fix = _INSTEAD.get(name.lower()) or meant(name, "", PARAMETERS)
        yield Finding("key-unknown", "error", place, said, fix)
    for entry in state.keys:
        key = str(entry.key)
        if key in KEYS or key.lower().startswith("description"):
            if key.lower() in KEYS and key not in KEYS:
                yield _slip(state, key, key.lower(), entry.place)
            continue
        small = {each.lower(): each for each in KEYS}
        close = key.lower() if key.lower() in small else closest(key.lower(), small, _NEAR)
        if close:
            yield _slip(state, key, small[close], entry.place)


def _slip(state: State, key: str, known: str, place: object) -> Finding:
    said = f"the framework does not know the key '{key}' of state {state.name!r}"
    return Finding("key-unknown", "warning", state.at(key), said, f"did you mean '{known}'?")


def _shared(machine: Machine) -> Iterator[Finding]:
    named = sorted(
        [each for each in machine.states if each.text("name") and not each.supplied], key=lambda each: each.text("name")
    )
    for name, same in itertools.groupby(named, key=lambda each: each.text("name")):
        first, *others = sorted(same, key=lambda each: each.place)
        for each in others:
            said = f"state {each.id} is called {name!r}, and so is state {first.id} at {first.place}"
            # Two states may look the same to the client on purpose, but not as the framework's own.
            severity = "warning" if {each.id, first.id} & {SETUP, END} else "note"
            yield Finding(
                "name-shared", severity, each.at("name"), said, "give each a unique name; code identifies states by it"
            )


def _reserved(machine: Machine) -> Iterator[Finding]:
    wanted = {SETUP: ("gameSetup", "stGameSetup"), END: ("gameEnd", "stGameEnd")}
    for number, (name, action) in wanted.items():
        state = machine.by_id.get(number)
        if state is None or state.supplied:
            continue
        if state.owner:
            said = f"state {number} is the framework's own, and a class declares it again"
            yield Finding("reserved-changed", "warning", state.place, said, "take the class out")
            continue
        for key, right in (("type", "manager"), ("name", name), ("action", action)):
            if state.has(key) and state.get(key) is not None and state.text(key) != right:
                said = f"state {number} is the framework's own, and its '{key}' is {state.text(key)!r}"
                yield Finding("reserved-changed", "warning", state.at(key), said, f"leave it {right!r}")
        if number == END and state.listed("transitions"):
            said = "state 99 is the end, and has transitions"
            yield Finding("reserved-changed", "warning", state.at("transitions"), said, "take them out")
