"""Zombies: the project's handling of absent players, as far as its source shows it.

For states of an array the framework calls ``zombieTurn`` of the game class, for a state class its ``zombie``. If the code is
missing, the framework's example project counts: it takes ``zombiePass`` if one player is active, and
makes the absent player inactive if several are.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from rondel.bga.evaluation.declarations import Method
from rondel.bga.evaluation.framework import EXAMPLE, JUMPS, MOVES, SEVERAL
from rondel.bga.machine.flow import Flow
from rondel.bga.machine.machine import Machine, State, Transition
from rondel.bga.machine.usage import Asked, Usage
from rondel.bga.php.source import parts
from rondel.bga.php.value import Key, Unread, Value

TURN: Final = "zombieturn"
PLAYED: Final = ("activeplayer", "multipleactiveplayer")
_OWN: Final = re.compile(r"(?:\$this->|self::|static::)(\w+)\s*\(")
_CALLS: Final = re.compile(rf"->({'|'.join([*MOVES, *JUMPS])})\s*\(", re.IGNORECASE)


class Zombies:
    """The handling of absent players in each state of a machine."""

    def __init__(self, machine: Machine, usage: Usage) -> None:
        self._machine = machine
        self._usage = usage
        self._runs: dict[Key, list[Asked]] = {}
        self._ways: dict[Key, list[Transition] | None] = {}

    @property
    def has_turn(self) -> bool:
        """Whether a class of the project has ``zombieTurn``."""
        return TURN in self._usage.methods

    @functools.cached_property
    def is_known(self) -> bool:
        """Whether the handling is known: from the code, or from a transition as in the framework's example."""
        return self.has_turn or self._usage.has_game or EXAMPLE in self._machine.labels

    @functools.cached_property
    def text(self) -> str:
        """The text of ``zombieTurn`` itself."""
        return "\n".join([each.source.text(each.node) for each in self._usage.methods.get(TURN, [])])

    def asks(self, state: State) -> list[Asked]:
        """The calls of ``zombieTurn`` that may run in a state and move the machine."""
        if state.id not in self._runs:
            asked = [each for each in [*self._usage.asked, *self._usage.jumps] if each.within == TURN]
            flows = [self._flow(method, state) for method in self._usage.methods.get(TURN, [])]
            self._runs[state.id] = [each for each in asked if any(each.call and flow.runs(each.call) for flow in flows)]
        return self._runs[state.id]

    def surely_asks(self, state: State, asked: Asked) -> bool:
        """Whether no unknown condition on the state decides if ``zombieTurn`` comes to a call."""
        flows = [self._flow(method, state) for method in self._usage.methods.get(TURN, [])]
        call = asked.call
        return call is None or any(flow.runs(call) and (call.start_byte, call.end_byte) not in flow.guarded for flow in flows)

    def does_nothing(self, state: State) -> bool:
        """Whether ``zombieTurn`` runs no call at all in a state: it returns or throws."""
        methods = self._usage.methods.get(TURN, [])
        return bool(methods) and not any(self._flow(method, state).acts for method in methods)

    def _flow(self, method: Method, state: State) -> Flow:
        """How ``zombieTurn`` runs for a state: its first parameter is the state as an array."""
        keys = state.keys.copy()
        keys.remove("args")
        keys.put("id", state.id, state.place)
        keys.gaps.append(Unread(state.place, state.name, "the rest of it is known only while the game runs"))
        given = parts(method.node.child_by_field_name("parameters"))
        named = given[0].child_by_field_name("name") if given else None
        variables: dict[str, Value] = {method.source.text(named).lstrip("$"): keys} if named is not None else {}
        return self._usage.flow(method, variables)

    @property
    def states(self) -> list[State]:
        """The states for which the framework calls ``zombieTurn``: those of an array in which players act."""
        return [each for each in self._machine.by_id.values() if each.type in PLAYED and not each.owner]

    def may_go_anywhere(self, state: State) -> bool:
        """Whether ``zombieTurn`` jumps, asks for an unknown transition, or moves the machine by other methods in a state."""
        labels = self._machine.labels
        for each in self.asks(state):
            if each.method in JUMPS or each.label is None or (each.label not in labels and each.label.isdigit()):
                return True
        return self._leaves_it

    @functools.cached_property
    def _leaves_it(self) -> bool:
        """Whether ``zombieTurn`` calls methods of the project that move the machine, besides wrappers."""
        own = [name for name in _OWN.findall(self.text) if name.lower() != TURN and name.lower() in self._usage.methods]
        return any(_CALLS.search(self._usage.text(name)) for name in own if not self._usage.forwards(name))

    def asked(self, state: State) -> tuple[str, ...]:
        """The transitions that are asked for in a state, each once."""
        if not self.has_turn:
            return () if self._usage.has_game else ("" if state.type == "multipleactiveplayer" else EXAMPLE,)
        return tuple(dict.fromkeys(each.label for each in self.fitting(state) if each.label is not None))

    def fitting(self, state: State) -> list[Asked]:
        """The calls of ``zombieTurn`` that may run in a state, as far as they fit its type."""
        # The only active player cannot be made inactive.
        several = state.type == "multipleactiveplayer"
        return [each for each in self.asks(state) if several or each.method not in SEVERAL]

    @functools.cached_property
    def labels(self) -> frozenset[str] | None:
        """All labels that the code asks for; ``None`` if it asks for none, or for some that only running code can give.

        The labels of ``zombieTurn`` count only if they fit a state: Studio's template asks for one in a type of state that many
        games do not have.
        """
        fitting = [each for state in self.states for each in self.fitting(state)]
        labels = [each.label for each in self._usage.asked if each.within != TURN or each in fitting]
        return frozenset(each for each in labels if each is not None) if labels and None not in labels else None

    def ways(self, state: State) -> list[Transition] | None:
        """The transitions for an absent player, none if the table waits for ever; ``None`` if unknown."""
        if state.id not in self._ways:
            self._ways[state.id] = self._found(state)
        return self._ways[state.id]

    def _found(self, state: State) -> list[Transition] | None:
        if state.owner:
            found = [each for each in self._machine.transitions(state) if each.returned and each.label.lower() == "zombie"]
            return None if not found and (state.roams or state.get("initialprivate")) else found
        if not self.is_known or (self.has_turn and self.may_go_anywhere(state)):
            return None
        taken = [self._machine.taken(state, label) for label in self.asked(state)]
        return [each for each in taken if each is not None]

    def why(self, state: State) -> str:
        """The reason for which the table waits in a state for an absent player."""
        if state.owner:
            return "its zombie() leads nowhere" if self._usage.has_method(state.owner, "zombie") else "it has no zombie()"
        asked = self.asked(state)
        if not asked:
            return "zombieTurn() does nothing for it" if self.has_turn else "no class has zombieTurn()"
        if asked == ("",):
            return "it has no transitions"
        return f"it has no transition {' or '.join([repr(each) for each in asked])}"
