"""Reach: the states that a game surely enters, and the methods that surely run there, as far as the source shows it.

A game begins in state 1. A state is entered if an entered state has a transition to it, and a method that runs in that state
asks for the transition. The methods of a state are its action, its args, those of its possible actions, and what they call.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Final

from tree_sitter import Node

from rondel.bga.evaluation.declarations import Method
from rondel.bga.evaluation.framework import CHECKS, HOOKS, JUMPS
from rondel.bga.machine.machine import ACTING, SETUP, Machine, State, Transition
from rondel.bga.machine.usage import VARIABLE_CALL, Asked, Usage, around_of
from rondel.bga.machine.wrapper import argument
from rondel.bga.machine.zombie import Zombies
from rondel.bga.php.value import Key, Unread

UNREACHED: Final = "the game never enters the state"
UNSURE: Final = "no known transition or jump enters the state"
_CALLBACK: Final = re.compile(rb"\[\s*(?:\$this|self::class|static::class)\s*,\s*['\"](\w+)['\"]\s*\]")
_INITIALIZES: Final = re.compile(r"initializePrivateState", re.IGNORECASE)
_GAME_HOOKS: Final = ("setupnewgame", "getalldatas", "getgameprogression", "zombieturn")


class Reach:
    """The entered states of a machine, and the methods that run in each."""

    def __init__(self, machine: Machine, usage: Usage) -> None:
        self._machine = machine
        self._usage = usage
        self._zombies = Zombies(machine, usage)
        self._callees: dict[int, list[Method]] = {}
        self._running: dict[Key, dict[int, Method]] = {}
        self._asking: dict[int, list[Asked]] = {}
        for each in [*usage.asked, *usage.jumps]:
            around = around_of(each.call) if each.call is not None else None
            if around is not None:
                self._asking.setdefault(around.id, []).append(each)

    @property
    def why(self) -> str:
        """The reason why a state is not entered."""
        loose = self._usage.roams or any(each.roams for each in self._machine.states) or not self._machine.is_whole
        return UNSURE if loose else UNREACHED

    @functools.cached_property
    def entered(self) -> frozenset[Key]:
        """The ids of the states that the game enters."""
        waiting: list[Key] = [SETUP]
        seen: set[Key] = set()
        while waiting:
            state = self._machine.by_id.get(waiting.pop())
            if state is None or state.id in seen:
                continue
            seen.add(state.id)
            waiting.extend(
                way.target for way in self._machine.transitions(state) if self.takes(state, way) and way.target is not None
            )
            private = self._machine.resolve(state.get("initialprivate"))
            waiting.extend([private] if private is not None else [])
            waiting.extend(self._jumped(state))
        return frozenset(seen)

    def enters(self, state: State) -> bool:
        """Whether the game enters a state."""
        return state.id in self.entered

    def judged(self, state: State, said: str) -> tuple[str, str]:
        """The severity of a fault with which a state fails once it is entered, and what is said of it."""
        return ("error", said) if self.enters(state) else ("warning", f"{said}; {self.why}")

    def takes(self, state: State, way: Transition) -> bool:
        """Whether code that runs in a state takes a transition of it."""
        if way.place in state.dead:
            return False
        labels = self._labels(state)
        return self._machine.takes(state, way, labels)

    def runs(self, asked: Asked) -> bool:
        """Whether a call stands in a method that runs in an entered state, or in no method."""
        around = around_of(asked.call) if asked.call is not None else None
        if around is None or around.id in self._live:
            return True
        return self._is_open_anywhere and self._usage.is_mentioned(asked.within)

    def initializes(self, state: State) -> bool:
        """Whether code that runs in a state begins its private states."""
        return any(_INITIALIZES.search(each.source.text(each.node)) for each in self._methods(state).values())

    # -- methods -------------------------------------------------------------------------------------------------------

    @functools.cached_property
    def _live(self) -> frozenset[int]:
        hooks = [each for name in _GAME_HOOKS for each in self._usage.methods.get(name, [])]
        live = set(self._closure(hooks))
        for state in self._machine.states:
            if self.enters(state):
                live.update(self._methods(state))
        return frozenset(live)

    @functools.cached_property
    def _is_open_anywhere(self) -> bool:
        return any(self._is_open(state) for state in self._machine.states if self.enters(state))

    def _methods(self, state: State) -> dict[int, Method]:
        """The methods that run in a state, by their nodes."""
        if state.id not in self._running:
            self._running[state.id] = self._closure(self._roots(state))
        return self._running[state.id]

    def _roots(self, state: State) -> list[Method]:
        known = self._usage.methods
        if state.owner:
            return [each for owner in self._usage.line(state.owner) for each in owner.methods.values()]
        names = [state.text("action").lower(), state.text("args").lower()]
        roots = [each for name in names for each in known.get(name, [])]
        if state.type in ACTING:
            roots += self._unchecked
            for entry in state.listed("possibleactions"):
                roots += known.get(str(entry.value).lower(), [])
                roots += self._checking.get(str(entry.value), [])
        if state.has("initialprivate"):
            for each in self._machine.states:
                if each.type == "private" and each.id != state.id and not each.has("initialprivate"):
                    roots += self._roots(each)
        return roots

    def _closure(self, begin: Iterable[Method]) -> dict[int, Method]:
        waiting, seen = list(begin), dict[int, Method]()
        while waiting:
            at = waiting.pop()
            if at.node.id not in seen:
                seen[at.node.id] = at
                waiting.extend(self._called(at))
        return seen

    def _called(self, method: Method) -> list[Method]:
        key = method.node.id
        if key not in self._callees:
            names = [name for name, call in self._calls(method) if self._usage.runs_call(call, method.node, method.source)]
            text = method.source.code[method.node.start_byte : method.node.end_byte]
            names += [each.decode().lower() for each in _CALLBACK.findall(text)]
            called = dict.fromkeys(each for each in names if each not in HOOKS)
            self._callees[key] = [each for name in called for each in self._usage.methods.get(name, [])]
        return self._callees[key]

    def _calls(self, method: Method) -> list[tuple[str, Node]]:
        found = [(each.child_by_field_name("name"), each) for each in self._usage.wrappers.calls(method)]
        return [(method.source.text(name).lower(), call) for name, call in found if name is not None]

    # -- actions of players --------------------------------------------------------------------------------------------

    @functools.cached_property
    def _entries(self) -> list[Method] | None:
        """The methods of the class of actions that the client asks for; ``None`` if the project has no such class."""
        classes = [each for each in self._usage.classes if "app_gameaction" in _short(each.parents)]
        methods = [each for owner in classes for each in owner.methods.values() if not each.name.startswith("__")]
        asked = [each for each in methods if not self._usage.has_client or self._usage.is_asked(each.name)]
        return asked if classes else None

    @functools.cached_property
    def _checks(self) -> dict[str, list[Method]]:
        """The methods that check an action, by its name; ``""`` for names that only running code can give."""
        checks: dict[str, list[Method]] = {}
        for method in (each for known in self._usage.methods.values() for each in known):
            for name, call in self._calls(method):
                given = argument(call, 0)
                if name in CHECKS and given is not None:
                    value = self._usage.value(given, method.source, call)
                    checks.setdefault(value if isinstance(value, str) else "", []).append(method)
        return checks

    @functools.cached_property
    def _checking(self) -> dict[str, list[Method]]:
        """The methods that check an action and that an asked method of the class of actions calls, by the action's name."""
        if self._entries is None:
            return self._checks
        called = self._closure(self._entries)
        return {name: [each for each in known if each.node.id in called] for name, known in self._checks.items()}

    @functools.cached_property
    def _unchecked(self) -> list[Method]:
        """The methods that the client may call in any state: those that check no action."""
        checking = {each.node.id for known in self._checks.values() for each in known}
        entries = [each for each in self._entries or () if not checking & self._closure([each]).keys()]
        return [*entries, *[each for known in self._usage.methods.values() for each in known if each.attributes]]

    def _is_open(self, state: State) -> bool:
        """Whether more methods may run in a state than those that are known."""
        if state.owner:
            return False
        unread = state.keys.gaps or isinstance(state.keys.get("possibleactions"), Unread) or "" in self._checks
        if state.type in ACTING and unread:
            return True
        running = self._methods(state).values()
        return any(VARIABLE_CALL.search(each.source.code[each.node.start_byte : each.node.end_byte]) for each in running)

    # -- transitions ---------------------------------------------------------------------------------------------------

    def _labels(self, state: State) -> frozenset[str] | None:
        """The labels that the code asks for in a state; ``None`` if they are unknown."""
        if state.id == SETUP or not self._usage.has_game:
            return None
        asked = [each for key in self._methods(state) for each in self._asking.get(key, ()) if each.method not in JUMPS]
        if state.type in ACTING and not state.owner:
            asked += [each for each in self._zombies.fitting(state) if each.method not in JUMPS]
        labels = [each.label for each in asked]
        if self._is_open(state):
            every = self._zombies.labels
            return None if every is None else every | {each for each in labels if each is not None}
        return None if None in labels else frozenset(each for each in labels if each is not None)

    def _jumped(self, state: State) -> list[Key]:
        """The states to which code that runs in a state goes by their ids."""
        known = [each for key in self._methods(state) for each in self._asking.get(key, ())]
        listed = {str(each.key) for each in state.listed("transitions")}
        targets = [
            self._machine.resolve(each.value)
            for each in known
            if not isinstance(each.value, Unread) and (each.method in JUMPS or (each.label or "") not in listed)
        ]
        # A text is the name of a transition, not an id.
        return [each for each in targets if isinstance(each, int) and each in self._machine.by_id]


def _short(names: Iterable[str]) -> set[str]:
    return {each.rpartition("\\")[2].lower() for each in names}
