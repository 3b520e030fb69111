"""The actions of players: possible actions without a method, and actions that the code checks and no state lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rondel.bga.finding import Finding
from rondel.bga.machine.machine import Machine, State
from rondel.bga.machine.reach import Reach
from rondel.bga.machine.usage import Usage
from rondel.bga.php.source import Place
from rondel.errors import meant


def findings(machine: Machine, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """All findings about actions; none if the project's code is missing."""
    if not usage.has_game:
        return
    for state in machine.states:
        if not state.supplied and not state.owner:
            yield from _possible(state, usage, reach)
    if machine.is_whole and usage.elsewhere is None:
        yield from _checked(machine, usage, reach)


def missing(place: Place, said: str, fix: str, usage: Usage, severity: str = "error") -> Finding:
    """A missing method, or a note if `__call` or an unread class may provide it."""
    if usage.elsewhere is None:
        return Finding("method-missing", severity, place, said, fix)
    what, where = usage.elsewhere
    return Finding("method-missing", "note", place, f"{said}; {what} (see {where})", fix)


def _possible(state: State, usage: Usage, reach: Reach) -> Iterator[Finding]:
    for entry in state.listed("possibleactions"):
        if not isinstance(entry.value, str) or not entry.value or entry.value.lower() in usage.methods:
            continue
        name = str(entry.value)
        if name not in usage.words:
            said = f"no code mentions {name!r}, a possible action of state {state.name!r}"
            yield Finding("action-unmentioned", "warning", entry.place, said, "take it out, or mend the name")
        elif name not in usage.spoken and re.match(r"act[A-Z_]", name):
            # The client calls methods with such a name; others may be called by an action.php.
            said = f"the client asks for {name!r}, a possible action of state {state.name!r}, and no class has that method"
            known = [each[0].name for each in usage.methods.values() if each[0].name.lower().startswith("act")]
            close = meant(name, "", known)
            fix = close if close.startswith("did you mean") else "write it, or take the action out"
            severity, said = reach.judged(state, said)
            if severity == "error" and not usage.is_sent(name):
                said, severity = f"{said}; it is not seen to send it", "warning"
            yield missing(entry.place, said, fix, usage, severity)


def _checked(machine: Machine, usage: Usage, reach: Reach) -> Iterator[Finding]:
    """Actions that the code checks and no state lists: the framework refuses them in each state."""
    for each in usage.checked:
        if not isinstance(each.value, str) or each.value in machine.actions:
            continue
        said = f"the code checks the action {each.value!r}, and no state lists it, so the framework always refuses it"
        severity = "error"
        if not usage.is_sent(each.value, each.within):
            said, severity = f"{said}; no code of the client sends it", "warning"
        elif not usage.is_plain(each):
            said, severity = f"{said}; the check is under a condition", "warning"
        elif usage.is_uncalled(each.within, machine.names):
            said, severity = f"{said}; nothing calls {usage.methods[each.within][0].name}()", "warning"
        fix = meant(each.value, "", sorted(machine.actions))
        if not fix.startswith("did you mean"):
            fix = "add it to the possible actions of its state"
        yield Finding("action-unlisted", severity, each.place, said, fix)
