"""Zombies: what a project does for a player who has left, as far as its text tells.

For states of an array the framework calls ``zombieTurn`` of the game class, for a state class its ``zombie``. Without the code
at hand, what the framework's own example of a project does counts: it takes ``zombiePass`` where one player is active, and
makes the leaver inactive where several are.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from rondel.bga.framework import EXAMPLE, JUMPS, MOVES, SEVERAL
from rondel.bga.machine import Machine, State, Transition
from rondel.bga.usage import Usage

TURN: Final = "zombieturn"
_OWN: Final = re.compile(r"(?:\$this->|self::|static::)(\w+)\s*\(")
_CALLS: Final = re.compile(rf"->({'|'.join([*MOVES, *JUMPS])})\s*\(", re.IGNORECASE)


class Zombies:
    """What is done in each state of a machine for who has left."""

    def __init__(self, machine: Machine, usage: Usage) -> None:
        self._machine = machine
        self._usage = usage
        self._asked = [each for each in usage.asked if each.within == TURN]

    @property
    def has_turn(self) -> bool:
        """Whether a class of the project has ``zombieTurn``."""
        return TURN in self._usage.methods

    @functools.cached_property
    def is_known(self) -> bool:
        """Whether there is anything to go by: the code, or a transition as in the framework's example."""
        return self.has_turn or self._usage.has_game or EXAMPLE in self._machine.labels

    @functools.cached_property
    def text(self) -> str:
        """The text of ``zombieTurn`` itself."""
        return "\n".join([each.source.text(each.node) for each in self._usage.methods.get(TURN, [])])

    @functools.cached_property
    def goes_anywhere(self) -> bool:
        """Whether ``zombieTurn`` jumps, asks for what is known only when it runs, or leaves it to other methods to move on."""
        if any(each.within == TURN for each in self._usage.jumps):
            return True
        labels = self._machine.labels
        if any(each.label is None or (each.label not in labels and each.label.isdigit()) for each in self._asked):
            return True
        own = [name for name in _OWN.findall(self.text) if name.lower() != TURN and name.lower() in self._usage.methods]
        return any(_CALLS.search(self._usage.text(name)) for name in own)

    def asked(self, state: State) -> tuple[str, ...]:
        """The transitions that are asked for in a state, each once."""
        several = state.type == "multipleactiveplayer"
        if not self.has_turn:
            return () if self._usage.has_game else ("" if several else EXAMPLE,)
        # Who is the only one active cannot be made inactive.
        fitting = [each for each in self._asked if several or each.method not in SEVERAL]
        return tuple(dict.fromkeys(each.label for each in fitting if each.label is not None))

    def ways(self, state: State) -> list[Transition] | None:
        """The ways that are taken for a leaver, none if the table waits for ever; ``None`` where that is not known."""
        if state.owner:
            found = [each for each in self._machine.transitions(state) if each.returned and each.label.lower() == "zombie"]
            return None if not found and (state.roams or state.get("initialprivate")) else found
        if not self.is_known or (self.has_turn and self.goes_anywhere):
            return None
        taken = [self._machine.taken(state, label) for label in self.asked(state)]
        return [each for each in taken if each is not None]

    def why(self, state: State) -> str:
        """Why the table waits in a state for who has left."""
        if state.owner:
            return "its zombie() leads nowhere" if self._usage.has_method(state.owner, "zombie") else "it has no zombie()"
        asked = self.asked(state)
        if not asked:
            return "zombieTurn() does nothing for it" if self.has_turn else "no class has zombieTurn()"
        if asked == ("",):
            return "it has no transitions"
        return f"it has no transition {' or '.join([repr(each) for each in asked])}"
