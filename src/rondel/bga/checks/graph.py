"""The graph of states: missing targets, dead ends, unreachable states, private states."""

from __future__ import annotations

from collections.abc import Iterator

from rondel.bga.finding import Finding
from rondel.bga.machine.machine import END, SETUP, Machine, State
from rondel.bga.machine.reach import Reach
from rondel.bga.machine.usage import Usage
from rondel.bga.php.value import Key, Unread


def findings(machine: Machine, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """All of it."""
    for state in machine.states:
        yield from _targets(machine, state, reach)
        yield from _private(machine, state, reach)
        yield from _ways(machine, state, usage)
    yield from _reach(machine, usage)


def _targets(machine: Machine, state: State, reach: Reach) -> Iterator[Finding]:
    for each in machine.transitions(state):
        if each.target is None or each.target in machine.by_id:
            continue
        shown = each.written.rpartition("\\")[2] or each.target
        said = f"transition {each.label!r} of state {state.name!r} leads to {shown}, which is not a state"
        if each.returned:
            said = f"{each.label}() of state {state.name!r} goes to {shown!r}, which is neither a transition of it nor a state"
        if state.supplied:
            said = f"the game begins in state {shown} if state 1 is left out, and the project has no such state"
        # The unread part may have it.
        severity = "error" if machine.is_whole else "note"
        if severity == "error":
            severity, said = reach.judged(state, said)
        if severity == "error" and each.place in state.dead:
            said, severity = f"{said}; this code never runs", "warning"
        elif severity == "error" and not reach.takes(state, each):
            said, severity = f"{said}; no code that runs in the state asks for the transition", "warning"
        known = ", ".join(str(one.id) for one in machine.states[:12])
        yield Finding("target-missing", severity, each.place, said, f"add the state, or lead to one of ({known})")


def _private(machine: Machine, state: State, reach: Reach) -> Iterator[Finding]:
    for each in machine.transitions(state):
        target = machine.by_id.get(each.target) if each.target is not None else None
        if target is None or state.type not in ("private", "activeplayer", "multipleactiveplayer", "game"):
            continue
        if target.type == "private" and state.type != "private":
            said = f"transition {each.label!r} leads from state {state.name!r} into the private state {target.name!r}"
            fix = "a private state is begun by 'initialprivate' of its master and initializePrivateState"
            yield Finding("private-crossing", "warning", each.place, said, fix)
        elif state.type == "private" and target.type != "private":
            said = f"transition {each.label!r} leads out of the private state {state.name!r} to {target.name!r}"
            fix = "make the player inactive; the last one takes the transition of the master"
            yield Finding("private-crossing", "warning", each.place, said, fix)
    if state.has("initialprivate") and state.get("initialprivate") is not None:
        target = machine.by_id.get(machine.resolve(state.get("initialprivate")) or "")
        if state.type and state.type != "multipleactiveplayer":
            said = f"state {state.name!r} names a first private state, and is of type {state.type!r}"
            severity, said = _begun(state, said, reach)
            yield Finding("initialprivate", severity, state.at("initialprivate"), said, "make it 'multipleactiveplayer'")
        if (target is None and machine.is_whole) or (target is not None and target.type not in ("private", "")):
            said = f"the first private state of {state.name!r} {'does not exist' if target is None else 'is not private'}"
            severity, said = _begun(state, said, reach)
            yield Finding("initialprivate", severity, state.at("initialprivate"), said, "name a state of type 'private'")


def _begun(state: State, said: str, reach: Reach) -> tuple[str, str]:
    severity, said = reach.judged(state, said)
    if severity == "error" and not reach.initializes(state):
        return "warning", f"{said}; no code that runs in the state calls initializePrivateState"
    return severity, said


def _ways(machine: Machine, state: State, usage: Usage) -> Iterator[Finding]:
    ways = machine.transitions(state)
    names = [each.label for each in ways if each.place.file == state.place.file]
    listed = [str(each.key) for each in state.listed("transitions")]
    if "" in listed and len(listed) > 1:
        said = f"state {state.name!r} has a transition without a name beside others"
        yield Finding("empty-transition", "note", state.at("transitions"), said, "name it")
    unread = isinstance(state.keys.get("transitions"), Unread) or bool(state.keys.gaps)
    stays = state.type in ("manager", "private") or state.id == END or state.roams or bool(names)
    if ways or stays or unread or state.supplied or not _is_known(state):
        return
    severity = "note" if usage.jumps else "warning"
    said = f"state {state.name!r} has no way out"
    yield Finding("dead-end", severity, state.place, said, "give it transitions, or leave it by a jump")


def _is_known(state: State) -> bool:
    """Whether the array of transitions of a state was read to its end."""
    value = state.keys.get("transitions")
    return not getattr(value, "gaps", [])


def unreached(machine: Machine, usage: Usage) -> list[State]:
    """The states to which no transition and no jump to a known state leads.

    There are none if the machine is unread in part.
    """
    begins = machine.transitions(machine.first) if machine.first is not None else []
    if not machine.is_whole or any(each.target is None for each in begins):
        return []
    asked: list[Key] = []
    for each in [*usage.jumps, *usage.asked]:
        target = machine.resolve(each.value) if not isinstance(each.value, Unread) else None
        if (
            target in machine.by_id
            and not isinstance(target, str)
            and (each in usage.jumps or each.label not in machine.labels)
        ):
            asked.append(target)
    reached = machine.reached(SETUP, *asked)
    return [each for each in machine.states if each.id not in reached and (not each.supplied or each.id == END)]


def is_loose(machine: Machine, usage: Usage) -> bool:
    """Whether a jump with an unknown target may reach any state."""
    return usage.roams or any(each.roams for each in machine.states)


def _reach(machine: Machine, usage: Usage) -> Iterator[Finding]:
    loose = is_loose(machine, usage)
    for state in unreached(machine, usage):
        severity = "note" if loose else "warning"
        jumps = " by a transition; a jump of the project may reach it" if loose else ""
        if state.id == END:
            said = f"the end of the game cannot be reached{jumps}"
            place = machine.place if state.supplied else state.place
            yield Finding("end-unreachable", severity, place, said, "lead to 99 from where the game is over")
        else:
            fix = "lead to it, or take it out"
            yield Finding("unreachable", severity, state.place, f"state {state.name!r} cannot be reached{jumps}", fix)
