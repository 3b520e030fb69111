"""Usage: what the code of a project asks of its machine: transitions by name, jumps, actions, who is made active."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.declarations import Class, Method
from rondel.bga.framework import DEBUG, JUMPS, MOVES
from rondel.bga.reader import Reading
from rondel.bga.source import LANGUAGE, Place, Source, found, parts
from rondel.bga.value import Unread, Value

_CALLS: Final = Query(
    LANGUAGE,
    """
    (member_call_expression name: (name) @name) @call
    (nullsafe_member_call_expression name: (name) @name) @call
    (scoped_call_expression name: (name) @name) @call
    """,
)
_WORDS: Final = re.compile(r"[A-Za-z_]\w*")
_DEEPEST: Final = 6


@dataclass(frozen=True)
class Asked:
    """A call that names a transition or a state: which method, what it is given, and where."""

    method: str
    value: Value
    place: Place
    within: str
    """The method around it, in small letters, or ``""``."""

    @property
    def label(self) -> str | None:
        """The label that is asked for; a number is one too, where transitions are called by the states they lead to."""
        return str(self.value) if isinstance(self.value, str | int) and not isinstance(self.value, bool) else None


class Usage:
    """What the PHP and the client of a project say, besides the array of states itself."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        states = reading.project.states
        own = reading.project.load(states) if states is not None else None
        self.sources: list[Source] = [each for each in reading.project.sources if each is not own]
        self.asked: list[Asked] = []
        self.jumps: list[Asked] = []
        for source in self.sources:
            self._take(source)

    @functools.cached_property
    def methods(self) -> dict[str, list[Method]]:
        """All methods of all classes, by their names in small letters."""
        methods: dict[str, list[Method]] = {}
        for owner in self._reading.declared.classes.values():
            for name, method in owner.methods.items():
                methods.setdefault(name, []).append(method)
        return methods

    @functools.cached_property
    def has_game(self) -> bool:
        """Whether the project's game class is there: else nothing can be said about what it lacks."""
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

    def line(self, owner: str) -> list[Class]:
        """A class of the project by its name, then what it extends and uses."""
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

    def _take(self, source: Source) -> None:
        for kind, node in found(_CALLS, source.root):
            if kind != "call":
                continue
            named = node.child_by_field_name("name")
            method = source.text(named).lower() if named is not None else ""
            at = MOVES.get(method, JUMPS.get(method))
            if at is None:
                continue
            scope = self._reading.scope(source, node)
            given = parts(node.child_by_field_name("arguments"))
            value: Value = ""
            if len(given) > at and parts(given[at]):
                value = self._reading.evaluator.value(parts(given[at])[-1], scope)
            elif method not in ("nextstate", "nextprivatestate"):
                continue
            asked = Asked(method, value, source.place(node), _around(node, source))
            if method not in JUMPS:
                self.asked.append(asked)
            elif not asked.within.startswith(DEBUG):
                # Studio's menu for debugging jumps anywhere, and so does the example that every project begins from.
                self.jumps.append(asked)


def _around(node: Node, source: Source) -> str:
    at: Node | None = node
    while at is not None and at.type != "method_declaration":
        at = at.parent
    named = at.child_by_field_name("name") if at is not None else None
    return source.text(named).lower() if named is not None else ""
