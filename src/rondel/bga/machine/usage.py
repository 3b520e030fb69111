"""Usage: the calls in a project's code that use its machine: transitions by name, jumps, actions, activations."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.evaluation.declarations import Class, Method
from rondel.bga.evaluation.framework import CHECKS, DEBUG, HOOKS, JUMPS, is_framework
from rondel.bga.evaluation.scope import Scope
from rondel.bga.machine.flow import Flow
from rondel.bga.machine.playerlist import is_filled
from rondel.bga.machine.reader import Reading
from rondel.bga.machine.wrapper import CALLS, Called, argument
from rondel.bga.php.source import LANGUAGE, Place, Source, found
from rondel.bga.php.value import Unread, Value

_WORDS: Final = re.compile(r"[A-Za-z_]\w*")
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:'\"\w])//[^\n]*", re.DOTALL)
"""A comment of JavaScript."""
_SENDS: Final = re.compile(r"(\w*(?:action|ajax)\w*)\s*\(([^;{}]*)", re.IGNORECASE)
"""A call of JavaScript that may send an action, and its arguments up to a body."""
_ASKS: Final = re.compile(r"(?:check|is|has|can|add|on|setup|update)(?=[A-Z_])")
_SILENT: Final = Query(LANGUAGE, "(comment) @comment (method_declaration name: (_) @name)")
VARIABLE_CALL: Final = re.compile(rb"(?:->|::)\s*(?:\$\w+|\{[^}]*\})\s*\(|call_user_func|\[\s*\$this\s*,\s*[^'\"]")
"""A call of a method whose name a variable holds."""
_DEEPEST: Final = 6


@dataclass(frozen=True)
class Asked:
    """A call that names a transition or a state: its method, its argument and its place."""

    method: str
    value: Value
    place: Place
    within: str
    """The method around it, in small letters, or ``""``."""
    call: Node | None = field(default=None, compare=False, repr=False)

    @property
    def label(self) -> str | None:
        """The label that is asked for; a number is one too, where transitions are called by the states they lead to."""
        return str(self.value) if isinstance(self.value, str | int) and not isinstance(self.value, bool) else None


class Usage:
    """The contents of a project's PHP and client code, besides the array of states."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        states = reading.project.states
        own = reading.project.load(states) if states is not None else None
        self.sources: list[Source] = [each for each in reading.project.sources if each is not own]
        self.asked: list[Asked] = []
        self.jumps: list[Asked] = []
        self.wrappers = reading.wrappers
        self._flows: dict[int, Flow] = {}
        self._unwrapped: set[int] = set()
        """Wrappers with callers: the callers give the values that they pass on."""
        found_ = [each for source in self.sources for each in self._calls(source)]
        for each, around in found_:
            handed = around is not None and around.method.node.id in self._unwrapped and self._hands_on(each, around)
            if handed:
                continue
            if each.method not in JUMPS:
                self.asked.append(each)
            elif not each.within.startswith(DEBUG):
                # Studio's menu for debugging jumps anywhere, and so does the example that every project begins from.
                self.jumps.append(each)

    @property
    def classes(self) -> list[Class]:
        """All classes."""
        return list(self._reading.declared.classes.values())

    @property
    def has_client(self) -> bool:
        """Whether the project has its client's code."""
        return bool(self._reading.project.scripts.strip())

    def value(self, node: Node, source: Source, call: Node) -> Value:
        """The value of an argument of a call."""
        return self._reading.evaluator.value(node, self._reading.scope(source, call))

    @functools.cached_property
    def methods(self) -> dict[str, list[Method]]:
        """All methods of all classes, by their names in small letters."""
        methods: dict[str, list[Method]] = {}
        for owner in self._reading.declared.classes.values():
            for name, method in owner.methods.items():
                methods.setdefault(name, []).append(method)
        return methods

    @functools.cached_property
    def checked(self) -> list[Asked]:
        """The calls that refuse an action by its name, with an exception, if the current state does not list it."""
        if CHECKS & self.methods.keys():
            return []  # the project has its own
        found_: list[Asked] = []
        for source in self.sources:
            for _kind, node in found(CALLS, source.root):
                named = node.child_by_field_name("name")
                name = source.text(named).lower() if named is not None else ""
                given, around = argument(node, 0), around_of(node)
                # The second argument is whether to throw.
                if name not in CHECKS or given is None or argument(node, 1) is not None or around is None:
                    continue
                if self.runs_call(node, around, source):
                    value = self._reading.evaluator.value(given, self._reading.scope(source, node))
                    within = source.text(around.child_by_field_name("name") or around).lower()
                    found_.append(Asked(name, value, source.place(node), within, node))
        return found_

    def is_refused(self, asked: Asked, listed: Collection[str]) -> bool:
        """Whether a call comes after one that always refuses an action: the states list other actions only (``listed``)."""
        around = around_of(asked.call) if asked.call is not None else None
        for each in self.checked:
            if asked.call is None or each.call is None or around is None or around_of(each.call) != around:
                continue
            # A check under a condition may not run.
            if self.is_plain(each) and isinstance(each.value, str) and each.value not in listed:
                return each.call.start_byte < asked.call.start_byte
        return False

    def is_plain(self, asked: Asked) -> bool:
        """Whether a call is a statement of its method's body, under no condition."""
        around = around_of(asked.call) if asked.call is not None else None
        statement = asked.call.parent if asked.call is not None else None
        body = statement.parent if statement is not None else None
        return around is not None and body is not None and body == around.child_by_field_name("body")

    def is_sent(self, *names: str) -> bool:
        """Whether the client's code passes one of some names, or an address with it, to a call other than a check.

        Such calls are ``ajaxcall``, ``bgaPerformAction`` and the client's own methods with ``action`` or ``ajax`` in their
        names.
        """
        return any(each.lower() in self._sent for each in names)

    @functools.cached_property
    def _sent(self) -> frozenset[str]:
        code = _COMMENT.sub(" ", self._reading.project.scripts)
        sent = [match for match in _SENDS.finditer(code) if not _ASKS.match(match[1])]
        return frozenset(each.lower() for match in sent for each in _WORDS.findall(match[2]))

    def is_asked(self, *names: str) -> bool:
        """Whether the client's code has one of some names, outside comments and in any case of letters."""
        return any(each.lower() in self._client for each in names)

    @functools.cached_property
    def _client(self) -> frozenset[str]:
        code = _COMMENT.sub(" ", self._reading.project.scripts)
        return frozenset(each.lower() for each in _WORDS.findall(code))

    @functools.cached_property
    def has_game(self) -> bool:
        """Whether the project has its game class; without it nothing can be reported as missing."""
        classes = self._reading.declared.classes.values()
        return any(name in self.methods for name in ("setupnewgame", "getalldatas", "getgameprogression", "zombieturn")) or any(
            each.methods
            and (
                "table" in [parent.rpartition("\\")[2].lower() for parent in each.parents]
                or each.source.path.name.lower().endswith(("game.php", "game.inc.php"))
            )
            for each in classes
        )

    @functools.cached_property
    def elsewhere(self) -> tuple[str, Place] | None:
        """The possible provider of a method that no class declares, and its place; else ``None``.

        It is a file with a syntax error, ``__call`` of the game class or the class of actions, or a missing class that they
        extend or use.
        """
        declared = self._reading.declared
        for source in self._reading.broken:
            return "a file with a syntax error may have it", source.faults()[0]
        for owner in declared.classes.values():
            line = list(declared.line(owner))
            parents = {name.rpartition("\\")[2].lower() for each in line for name in each.parents}
            if not parents & {"table", "app_gameaction"} and "setupnewgame" not in owner.methods:
                continue
            caught = [each.methods["__call"] for each in line if "__call" in each.methods]
            if caught:
                return "__call() may answer for it", caught[0].place
            lacking = self.lacking(owner.name)
            if lacking:
                return f"{lacking} may have it, which is not in the project", owner.place
        return None

    def lacking(self, owner: str) -> str:
        """A class that another one extends or uses, and that neither the project nor the framework has; else ``""``."""
        names = [name for each in self.line(owner) for name in each.parents]
        missing = [name for name in names if self._reading.declared.named(name) is None and not is_framework(name)]
        return next(iter(missing), "")

    @functools.cached_property
    def spoken(self) -> frozenset[str]:
        """Every word of the PHP."""
        said: set[str] = set()
        for source in self.sources:
            said.update(_WORDS.findall(source.code.decode("utf-8", "replace")))
        return frozenset(said)

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """Every word of the PHP and of the client."""
        return self.spoken | frozenset(_WORDS.findall(self._reading.project.scripts))

    @functools.cached_property
    def _mentions(self) -> Counter[str]:
        """How often each word stands in the PHP outside comments and declarations of methods, in small letters."""
        said: Counter[str] = Counter()
        for source in self.sources:
            code = bytearray(source.code)
            for _kind, node in found(_SILENT, source.root):
                code[node.start_byte : node.end_byte] = b" " * (node.end_byte - node.start_byte)
            said.update(each.lower() for each in _WORDS.findall(code.decode("utf-8", "replace")))
        return said

    @functools.cached_property
    def _calls_by_variables(self) -> bool:
        return any(VARIABLE_CALL.search(source.code) for source in self.sources)

    def is_mentioned(self, name: str) -> bool:
        """Whether some code names a method."""
        return bool(self._mentions[name.lower()])

    def is_uncalled(self, name: str, named: Collection[str]) -> bool:
        """Whether no code and no state (``named``, in small letters) names a method, and the framework does not call it.

        A method with an attribute may be called by the framework. If the code calls methods by variables, none is uncalled.
        """
        known = self.methods.get(name.lower(), [])
        if not known or self._calls_by_variables or any(each.attributes for each in known):
            return False
        if name.lower() in HOOKS or name.lower() in named or name.lower().startswith((DEBUG, "__")):
            return False
        return not self._mentions[name.lower()]

    def line(self, owner: str) -> list[Class]:
        """A class of the project by its name, then the classes it extends and uses."""
        declared = self._reading.declared
        known = declared.named(owner)
        return list(declared.line(known)) if known is not None else []

    def has_method(self, owner: str, name: str) -> bool:
        """Whether a class has a method, its own or one it inherits."""
        return any(name in each.methods for each in self.line(owner))

    @property
    def roams(self) -> bool:
        """Whether the game goes where its text does not tell."""
        return any(isinstance(each.value, Unread) for each in self.jumps)

    def text(self, name: str) -> str:
        """The source of the methods of a name, and of those they call on ``$this``, as far as the project has them."""
        said: list[str] = []
        waiting, seen = [(name.lower(), 0)], set[str]()
        while waiting:
            at, depth = waiting.pop()
            if at in seen or depth > _DEEPEST:
                continue
            seen.add(at)
            for method in self.methods.get(at, []):
                text = method.source.text(method.node)
                said.append(text)
                waiting.extend((each.lower(), depth + 1) for each in re.findall(r"(?:->|::)(\w+)\s*\(", text))
        return "\n".join(said)

    def flow(self, method: Method, variables: dict[str, Value]) -> Flow:
        """The calls of a method that can run when some variables are known."""
        body = method.node.child_by_field_name("body")
        scope = self._reading.scope(method.source, method.node)
        return Flow(body if body is not None else method.node, scope, self._reading.evaluator, variables)

    def forwards(self, name: str) -> bool:
        """Whether the methods of a name move the machine only by parameters, which are read at their callers."""
        within = [each for each in [*self.asked, *self.jumps] if each.within == name.lower()]
        known = [each for each in self.methods.get(name.lower(), []) if each.node.id in self._unwrapped]
        return bool(known) and not within

    def _calls(self, source: Source) -> Iterator[tuple[Asked, Called | None]]:
        """Calls in a file that move the machine, directly or by a wrapper, with the methods around them; no dead code."""
        for _kind, node in found(CALLS, source.root):
            named = node.child_by_field_name("name")
            name = source.text(named).lower() if named is not None else ""
            move = self.wrappers.moves(node, source)
            if move is None and not self._may_wrap(name):
                continue
            scope = self._reading.scope(source, node)
            around = around_of(node)
            if move is not None:
                handed: list[tuple[str, int, Node | None]] = [(*move, None)]
            else:
                called = self.wrappers.called(node, source, scope.owner)
                given = self.wrappers.handed(called) if called is not None else []
                handed = [(each.method, each.position, each.default) for each in given]
                if called is not None and handed:
                    self._unwrapped.add(called.method.node.id)
            if not handed or (around is not None and not self.runs_call(node, around, source)):
                continue
            within = source.text(around.child_by_field_name("name") or around).lower() if around is not None else ""
            method = scope.owner.methods.get(within) if scope.owner is not None else None
            for moved, position, default in handed:
                value = self._argument(node, moved, position, default, scope)
                if value is None or (moved == "setplayersmultiactive" and self._is_filled(node, source, around)):
                    continue
                asked = Asked(moved, value, source.place(node), within, node)
                yield asked, Called(method, scope.owner) if method is not None and scope.owner is not None else None

    @functools.cached_property
    def _wrapping(self) -> frozenset[str]:
        owners = self._reading.declared.classes.values()
        called = [Called(method, owner) for owner in owners for method in owner.methods.values()]
        return frozenset(each.method.name.lower() for each in called if self.wrappers.handed(each))

    def _may_wrap(self, name: str) -> bool:
        return name in self._wrapping

    def _argument(self, call: Node, moved: str, position: int, default: Node | None, scope: Scope) -> Value:
        """The label or state that a call names; ``None`` where it names none and needs one."""
        node = argument(call, position) or default
        if node is not None:
            value = self._reading.evaluator.value(node, scope)
            return "" if value is None else value
        return "" if moved in ("nextstate", "nextprivatestate") else None

    def _is_filled(self, call: Node, source: Source, around: Node | None) -> bool:
        """Whether the players that a call makes active are known to be some, so that its transition is never taken."""
        named = call.child_by_field_name("name")
        players = argument(call, 0)
        if around is None or players is None or named is None or source.text(named).lower() != "setplayersmultiactive":
            return False
        return is_filled(players, source, around)

    def runs_call(self, call: Node, around: Node, source: Source) -> bool:
        """Whether a call can run with any parameters of its method."""
        if around.id not in self._flows:
            self._flows[around.id] = Flow(
                around.child_by_field_name("body") or around, self._reading.scope(source, around), self._reading.evaluator
            )
        return self._flows[around.id].runs(call)

    def _hands_on(self, asked: Asked, around: Called) -> bool:
        """Whether a call passes a parameter of the method around it."""
        if asked.call is None or not isinstance(asked.value, Unread):
            return False
        nodes = [argument(asked.call, position) for position in range(3)]
        places = [self.wrappers.hands_on(around, each) for each in nodes]
        return any(each.position in places and each.method == asked.method for each in self.wrappers.handed(around))


def around_of(node: Node) -> Node | None:
    at: Node | None = node
    while at is not None and at.type != "method_declaration":
        at = at.parent
    return at
