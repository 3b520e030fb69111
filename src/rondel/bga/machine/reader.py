"""The reader: a project's state machine, from its states file and its state classes."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from tree_sitter import Node

from rondel.bga.evaluation.builder import END, SETUP, end, setup
from rondel.bga.evaluation.declarations import Class, Declarations
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.evaluation.script import Script
from rondel.bga.machine import stateclass
from rondel.bga.machine.machine import Machine, State
from rondel.bga.machine.project import Project
from rondel.bga.machine.wrapper import Wrappers
from rondel.bga.php import namespace
from rondel.bga.php.source import Place, Source
from rondel.bga.php.value import Array, Unread, Value, as_key, unread_in
from rondel.errors import RondelError

VARIABLE: Final = "machinestates"
"""The name of the array in a states file."""


NOTHING: Final = f"the file gives ${VARIABLE} no value"
"""The reason for a file without a machine."""
NOT_PHP: Final = "this is not PHP"
"""Why a part of a file was not read."""


class NothingRead(RondelError):
    """A project has no state besides the framework's, so the command cannot work on it."""

    code = "nothing_read"


class Reading:
    """A project that has been read: its files, their declarations, and its machine. Raises `NotAProject`."""

    def __init__(self, path: Path) -> None:
        self.project = Project(path)
        # The states file counts with any name, and in a skipped folder too.
        sources = list(self.project.sources)
        if self.project.states is not None and self.project.load(self.project.states) not in sources:
            sources.insert(0, self.project.load(self.project.states))
        self.declared = Declarations(sources)
        self.evaluator = Evaluator(self.declared)
        self.wrappers = Wrappers(self.declared)
        self.machine = self._machine()

    def require(self, what: str) -> None:
        """Raises `NothingRead` if the machine has only the framework's states; ``what`` is the verb of the message."""
        if not any(each.id not in (SETUP, END) for each in self.machine.states):
            why = "; ".join(str(each) for each in self.machine.unread[:3])
            raise NothingRead(f"no state of the game was read, so there is nothing to {what}{': ' if why else ''}{why}")

    def scope(self, source: Source, node: Node) -> Scope:
        """The scope of any expression in the project: its file, the names of the file, and the enclosing class."""
        owners = self._owners.get(source.name, [])
        around = [each for each in owners if each.node.start_byte <= node.start_byte < each.node.end_byte]
        names = around[0].names if around else namespace.of(source)
        return Scope(source, names, {}, around[0] if around else None)

    @functools.cached_property
    def _owners(self) -> dict[str, list[Class]]:
        """The classes of each file."""
        owners: dict[str, list[Class]] = {}
        for each in self.declared.classes.values():
            owners.setdefault(each.source.name, []).append(each)
        return owners

    def _machine(self) -> Machine:
        states: list[State] = []
        unread: list[Unread] = []
        machine = Machine(states, unread)
        if self.project.states is not None:
            self._array(self.project.states, machine)
        self._classes(machine)
        if self.project.states is None:
            machine.place = self._home(states)
        for source in self.broken:
            if source.path in self.project.starting or self.project.holds_states(source.path):
                # PHP refuses the whole file, so the game cannot start.
                unread.extend(Unread(each, "", NOT_PHP) for each in source.faults())
        unread[:] = sorted(dict.fromkeys(unread), key=lambda each: each.place)
        known = {each.id for each in states}
        if SETUP not in known:
            states.insert(0, State(SETUP, setup(self._first(states), machine.place), machine.place, supplied=True))
        if END not in known:
            states.append(State(END, end(machine.place), machine.place, supplied=True))
        return machine

    def _array(self, path: Path, machine: Machine) -> None:
        source = self.project.load(path)
        machine.place = Place(source.name, 1)
        script = Script(self.evaluator, self.project.find)
        returned = script.run(source)
        machine.lost = script.lost
        value = script.variables.get(VARIABLE, returned)
        machine.unread.extend(Unread(each, "", NOT_PHP) for each in source.faults())
        if isinstance(value, Array):
            machine.repeated = value.repeated
            for entry in value:
                keys = entry.value
                if isinstance(keys, Array):
                    machine.states.append(State(entry.key, keys, entry.place))
                elif not isinstance(keys, Unread):
                    machine.unread.append(Unread(entry.place, str(entry.key), "a state is an array"))
            machine.unread.extend(unread_in(value))
        elif isinstance(value, Unread):
            machine.unread.append(value)
        elif not self._state_classes():
            machine.unread.append(Unread(machine.place, "", NOTHING))
        machine.unread.extend(each for each in script.unread if each not in machine.unread)

    @functools.cached_property
    def broken(self) -> list[Source]:
        """The files with a syntax error, besides the states file."""
        own = self.project.states
        return [
            each for each in self.project.sources if each.root.has_error and (own is None or each is not self.project.load(own))
        ]

    def _state_classes(self) -> list[Class]:
        """The state classes that the framework finds."""
        return [each for each in stateclass.state_classes(self.declared) if self.project.holds_states(each.source.path)]

    @property
    def stray(self) -> list[Class]:
        """The state classes outside the framework's folder for states."""
        return [each for each in stateclass.state_classes(self.declared) if not self.project.holds_states(each.source.path)]

    def _classes(self, machine: Machine) -> None:
        read: list[State] = []
        for owner in self._state_classes():
            identity, state = stateclass.read(owner, self.evaluator, self.wrappers)
            if isinstance(identity, Unread):
                machine.unread.append(identity)
                continue
            try:
                state.id = as_key(identity)
            except ValueError as error:
                machine.unread.append(Unread(state.place, owner.name, str(error)))
                continue
            read.append(state)
            machine.unread.extend(unread_in(state.keys))
        machine.states.extend(
            sorted(read, key=lambda each: (isinstance(each.id, str), each.id if isinstance(each.id, int) else 0))
        )

    def _home(self, states: list[State]) -> Place:
        """Where to speak of the whole of a project without a states file: its game class, or else its first state."""
        games = [each for each in self.declared.classes.values() if "setupnewgame" in each.methods]
        places = [each.source.place(each.node.child_by_field_name("name") or each.node) for each in games]
        return next(iter([*places, *[each.place for each in states]]), Place(self.project.root.as_posix(), 1))

    def _first(self, states: list[State]) -> Value:
        """Where the supplied state 1 leads: to the class that ``setupNewGame`` returns, or else to 2.

        Of state classes alone none need have this id; then it is not known.
        """
        for owner in self.declared.classes.values():
            method = owner.methods.get("setupnewgame")
            if method is None:
                continue
            for value in stateclass.first_states(method, owner, self.evaluator):
                for each in states:
                    if each.id == value or (isinstance(value, str) and each.owner.lower() == value.lower()):
                        return each.id
        if self.project.states is not None or any(each.id == 2 for each in states):
            return 2
        return Unread(self._home(states), "setupNewGame()", "in which state a game begins is known only when it runs")


def read(path: Path) -> Machine:
    """The machine of the project at a path: its folder, or its states file. Raises `NotAProject`."""
    return Reading(path).machine
