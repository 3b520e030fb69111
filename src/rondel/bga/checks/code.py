"""The code against the machine: missing methods, unknown actions and transitions, players who leave."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rondel.bga.checks.actions import missing
from rondel.bga.evaluation.framework import ACTIVATES, GAME_STATE, METHODS, POSSIBLE_ACTION
from rondel.bga.finding import Finding
from rondel.bga.machine.machine import ACTING, Machine, State
from rondel.bga.machine.reach import Reach
from rondel.bga.machine.usage import Asked, Usage
from rondel.bga.machine.zombie import TURN, Zombies
from rondel.bga.php.value import Key, Unread
from rondel.errors import meant


def findings(machine: Machine, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """All findings about the code; none if the project's code is missing."""
    for state in machine.states:
        if state.owner:
            yield from _zombie_of(state, usage, reach)
            yield from _unmarked(state, usage, reach)
    if not usage.has_game:
        return
    for state in machine.states:
        if not state.supplied and not state.owner:
            yield from _methods(state, usage, reach)
            yield from _active(state, usage)
    yield from _asked(machine, usage, reach)
    # Entering a state fails without its method.
    failing = {state.id for state in machine.states if not state.owner and _lacks(state, "action", usage)}
    yield from _zombie(machine, usage, reach, failing)


def _methods(state: State, usage: Usage, reach: Reach) -> Iterator[Finding]:
    for key, what in (("action", "action"), ("args", "args")):
        name = state.text(key)
        if _lacks(state, key, usage):
            known = [each[0].name for each in usage.methods.values() if each[0].name.lower().startswith(name[:2].lower())]
            said = f"the {what} of state {state.name!r} is {name}(), and no class of the project has that method"
            close = meant(name, "", known) if known else ""
            fix = close if close.startswith("did you mean") else "write it, or take the key out"
            severity, said = reach.judged(state, said)
            yield missing(state.at(key), said, fix, usage, severity)


def _lacks(state: State, key: str, usage: Usage) -> bool:
    """Whether a state names a method that no class has."""
    name = state.text(key).lower()
    return bool(name) and name not in METHODS and name not in usage.methods


def _active(state: State, usage: Usage) -> Iterator[Finding]:
    if state.type != "multipleactiveplayer" or state.keys.gaps or isinstance(state.keys.get("action"), Unread):
        return
    name = state.text("action")
    if _lacks(state, "action", usage):
        return  # the missing method is reported already
    if name.lower() == "stmakeeveryoneactive" or ACTIVATES.search(usage.text(name)):
        return
    elsewhere = any(ACTIVATES.search(each.source.text(each.node)) for found in usage.methods.values() for each in found)
    said = f"entering state {state.name!r} activates no player"
    if name:
        said += f": {name}() does not"
    fix = "'action' => 'stMakeEveryoneActive', or call setAllPlayersMultiactive or setPlayersMultiactive in its action"
    severity = "note" if elsewhere else "warning"
    yield Finding(
        "multiactive-nobody", severity, state.at("action"), said, fix + (", unless it is done before" if elsewhere else "")
    )


def _is_known(machine: Machine, asked: Asked) -> bool:
    if asked.label is None:
        return True
    target = machine.resolve(asked.value)
    # The text of a wrong id is not the name of a transition.
    return asked.label in machine.labels or (target in machine.by_id and not isinstance(target, str))


def _asked(machine: Machine, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """Transitions by name that no state has at all, unless they are ways of a state class, whose targets are checked."""
    ways = {each.place for state in machine.states if state.owner for each in machine.transitions(state) if each.returned}
    for each in usage.asked:
        if each.within == TURN or _is_known(machine, each) or each.place in ways:
            continue
        if each.value == "":
            continue  # nextState() without a name may be meant for another machine than the one that was read
        said = f"transition {each.label!r} is asked for, and no state has it"
        severity = "error" if machine.is_whole else "note"
        if each.method == "setplayersmultiactive" and machine.is_whole:
            # The framework takes it only when the list of players is empty.
            said, severity = f"{said}; it is taken only if the list of players is empty", "warning"
        elif severity == "error" and usage.is_refused(each, machine.actions):
            said, severity = f"{said}; the framework refuses the action before", "warning"
        elif severity == "error" and _belongs_to(each, machine, reach):
            said, severity = f"{said}; {reach.why}", "warning"
        elif severity == "error" and usage.is_uncalled(each.within, machine.names):
            said, severity = f"{said}; nothing calls {usage.methods[each.within][0].name}()", "warning"
        elif severity == "error" and not reach.runs(each):
            said, severity = f"{said}; no entered state, action or hook is seen to run it", "warning"
        yield Finding(
            "transition-unknown", severity, each.place, said, meant(str(each.label), "", sorted(machine.labels - {""}))
        )


def _belongs_to(asked: Asked, machine: Machine, reach: Reach) -> bool:
    """Whether a call stands in a class of states that the game does not enter."""
    classes = [each for each in machine.states if each.owner and each.place.file == asked.place.file]
    return bool(classes) and not any(reach.enters(each) for each in classes)


def _zombie_of(state: State, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """Checks that every state class with active players has a ``zombie`` method."""
    # The private state has its own method.
    if state.type in ACTING and not state.get("initialprivate") and not usage.has_method(state.owner, "zombie"):
        short = state.owner.rpartition("\\")[2]
        said = f"state class {short} has no zombie(): when a player leaves, the table is stuck"
        lacking = usage.lacking(state.owner)
        if lacking:
            said += f"; {lacking} may have it, which is not in the project"
        fix = "add function zombie(int $playerId) that acts for the player"
        severity, said = ("note", said) if lacking else reach.judged(state, said)
        yield Finding("zombie-missing", severity, state.place, said, fix)


def _unmarked(state: State, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """Methods marked with another attribute of the framework's short name: PHP accepts it, and the client cannot call them."""
    for owner in usage.line(state.owner):
        # Where the class of states is not written in full either, names cannot be told.
        if GAME_STATE not in owner.parents:
            continue
        for method in owner.methods.values():
            full = method.attributes.get("PossibleAction", POSSIBLE_ACTION)
            if full != POSSIBLE_ACTION:
                said = f"{method.name}() is marked with {full}, which is not the framework's, so it is not a possible action"
                severity, said = reach.judged(state, said)
                yield Finding("action-unmarked", severity, method.place, said, f"use {POSSIBLE_ACTION};")


def _zombie(machine: Machine, usage: Usage, reach: Reach, failing: Collection[Key]) -> Iterator[Finding]:
    states = machine.by_id.values()
    players = [each for each in states if each.type in ("activeplayer", "multipleactiveplayer") and not each.owner]
    zombies = Zombies(machine, usage)
    if players and not zombies.has_turn:
        said, severity = "no class has zombieTurn(): when a player leaves, the table is stuck", "error"
        if usage.elsewhere is not None:
            what, where = usage.elsewhere
            said, severity = f"{said}; {what} (see {where})", "note"
        elif not any(reach.enters(each) for each in players):
            said, severity = f"{said}; the game is not seen to enter a players' state", "warning"
        yield Finding(
            "zombie-missing", severity, machine.place, said, "add zombieTurn($state, $active_player) to the game class"
        )
    for state in zombies.states if machine.is_whole else ():
        # A state without actions leaves itself.
        if state.listed("possibleactions") and zombies.does_nothing(state):
            said = f"zombieTurn does nothing in state {state.name!r}: when a player leaves there, the table is stuck"
            fix = "add a case for it that makes the player inactive, or takes a transition"
            yield Finding("zombie-missing", "warning", usage.methods[TURN][0].place, said, fix)
    for each in usage.asked:
        label = each.label
        if each.within != TURN or not label:
            continue
        asking = [state for state in zombies.states if each in zombies.asks(state)]
        if machine.is_whole and not asking:
            continue  # no players' state reaches this call
        if not _is_known(machine, each):
            said = f"zombieTurn asks for transition {label!r}, and no state has it: when a player leaves, the table is stuck"
            fix = f"add '{label}' => the next state to every players' state"
            severity = "error" if machine.is_whole else "note"
            if machine.is_whole and all(state.id in failing or not reach.enters(state) for state in asking):
                said, severity = f"{said}; the game is not seen to come to a state in which it asks", "warning"
            elif machine.is_whole and not any(zombies.surely_asks(state, each) for state in asking if reach.enters(state)):
                said, severity = f"{said}; a condition on the state, which only running code can decide, guards it", "warning"
            yield Finding("zombie-transition", severity, each.place, said, fix)
        elif each.method == "nextstate" and label.lower().startswith("zombie"):
            yield from _partly(asking, each, label, zombies.text)


def _partly(asking: list[State], asked: Asked, label: str, text: str) -> Iterator[Finding]:
    """States of one active player for which ``zombieTurn`` asks for a missing transition, unless it names the state."""
    for state in asking:
        if state.type != "activeplayer" or state.keys.gaps or re.search(rf"""['"]{re.escape(state.name)}['"]""", text):
            continue
        if label not in [str(entry.key) for entry in state.listed("transitions")]:
            said = f"zombieTurn asks for transition {label!r}, and state {state.name!r} has none (see {asked.place})"
            fix = f"add '{label}' => the next state"
            yield Finding("zombie-transition-partly", "warning", state.at("transitions"), said, fix)
