"""Refusals: what of a game the compiler does not take, where it is, and what to write instead.

The type checker's and the compiler's own messages are sorted here, and get the fix that they leave out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from rondel.errors import RondelError

SYNTAX: Final = "syntax error"
TYPE: Final = "type error"
UNSUPPORTED: Final = "unsupported construct"
DIFFERENT: Final = "different behaviour"


@dataclass(frozen=True)
class Refusal:
    """One place that is refused. Lines and columns count from 1."""

    kind: str
    file: Path
    line: int
    column: int
    message: str
    fix: str = ""

    def __str__(self) -> str:
        fix = f"\n    instead: {self.fix}" if self.fix else ""
        return f"{self.file}:{self.line}:{self.column}: {self.kind}: {self.message}{fix}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {**asdict(self), "file": str(self.file)}


class Refused(RondelError):
    """A game was not compiled; ``refusals`` has each place, and is empty where the reason has none."""

    code: ClassVar[str] = "not_compiled"

    def __init__(self, refusals: Sequence[Refusal], reason: str = "") -> None:
        self.refusals = list(refusals)
        super().__init__("\n".join([*([reason] if reason else []), *map(str, refusals)]))


_MESSAGE: Final = re.compile(
    r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>-?\d+))?: (?P<severity>error|note|warning): (?P<text>.*?)"
    r"(?:  \[(?P<code>[\w-]+)\])?"
)

_TYPE_FIXES: Final = {
    "annotation-unchecked": "annotate the function",
    "arg-type": "pass what the parameter's annotation says, or widen the annotation",
    "assignment": "annotate the name with every type that it gets, at its first assignment: count: int | None = None",
    "attr-defined": "spell the attribute as it is declared; one that is set nowhere in the class is set in setup or __init__",
    "call-arg": "pass exactly the declared parameters",
    "has-type": "annotate the attribute where it is first set",
    "index": "annotate what is indexed, or test its type first",
    "name-defined": "import the name, or define it above",
    "no-redef": "give each definition a name of its own",
    "operator": "test for None or for the type before the operator is used",
    "override": "give the method the parameters and the result of the one that it replaces",
    "return": "return a value on every way through the function",
    "return-value": "return what the annotation says, or widen the annotation",
    "union-attr": "test first: if it is not None: ...",
    "unreachable": "remove the line, or read what it tests through a method: the compiler leaves out what the types rule out",
    "var-annotated": "annotate the name: found: list[int] = []",
}
_ANY_TYPE: Final = "make the value and its annotation agree; typing.cast(KIND, value) where only you can know the type"

_CONSTRUCTS: Final[Sequence[tuple[str, str, str]]] = (
    (r"Nested class definitions", "a class inside a function", "move the class to the top of the module"),
    (
        r"Unsupported statement in class body",
        "a statement in the body of a class that is neither a method nor an assignment",
        "compute the value above the class, and assign it there; a class inside a class moves to the top of the module",
    ),
    (
        r"Multiple assignment in class bodies|Only assignment to variables is supported in class bodies",
        "an assignment to several names in the body of a class",
        "write one assignment for each name",
    ),
    (
        r"Multiple inheritance|Non-trait base must appear first",
        "a class with two bases",
        "keep one base; make the other a function, or an attribute that has its methods",
    ),
    (
        r"Inheriting from most builtin types",
        "a class that extends a built-in type",
        "keep the list or dict in an attribute of a plain class",
    ),
    (
        r"Non-extension classes may not inherit|can't be a native class|native_class",
        "a class that the compiler cannot make native, below one that is",
        "leave out its metaclass and its class decorators",
    ),
    (
        r"Only class variables defined as ClassVar can be assigned to",
        "an assignment to an attribute of the class itself",
        "declare it as ClassVar in the class: count: ClassVar[int] = 0",
    ),
    (
        r"Closed class",
        "a class that extends a class of the engine which is not made for it",
        "keep an object of that class in an attribute",
    ),
    (r"Exception groups", "except*", "catch the exceptions one by one with except"),
    (r"async generators", "an asynchronous generator", "return a list: rules do not wait"),
    (
        r"(break|continue) inside try/finally",
        "break or continue inside try with finally",
        "move the loop's body into a function that returns",
    ),
    (r"Overloads without implementation", "overloads without an implementation", "write the function below its overloads"),
    (r"singledispatch|register", "functools.singledispatch here", "test the type with isinstance in one function"),
    (
        r"property|Property",
        "a property of this form",
        "write a plain method, or a property with @property and @NAME.setter alone",
    ),
    (r"Two starred expressions", "an assignment with two stars", "assign in two steps"),
    (r"Unpacking in comprehensions", "a star in a comprehension", "write a loop, or two comprehensions"),
    (r"Surrogate codepoints", "a lone surrogate in a text", "write chr(0x...)"),
    (r"Template strings", "a template string", "write an f-string"),
    (r"range\(\) step", "a range whose step is 0", "give another step"),
    (r"first argument of classmethod", "an assignment to the first parameter of a class method", "use another name"),
)
_ANY_CONSTRUCT: Final = "write it with plain functions, loops and assignments"


def sorted_out(messages: Iterable[str], kind: str) -> list[Refusal]:
    """The refusals of the messages of the type checker (`TYPE`) or the compiler (`UNSUPPORTED`).

    >>> [found] = sorted_out(["nim.py:9: error: Nested class definitions not supported"], UNSUPPORTED)
    >>> found.message, found.fix
    ('a class inside a function', 'move the class to the top of the module')
    """
    found: list[Refusal] = []
    for each in messages:
        match = _MESSAGE.fullmatch(each)
        if match is None or match["severity"] == "warning":
            continue
        text, file, line = match["text"], Path(match["file"]), int(match["line"])
        if match["severity"] == "note":
            last = found[-1] if found else None
            if last is not None and last.line == line and not text.startswith(("See ", "Use ", "This ", "Error code")):
                found[-1] = Refusal(last.kind, last.file, last.line, last.column, f"{last.message} ({text})", last.fix)
            continue
        column = max(1, int(match["column"] or 1))
        if match["code"] == "syntax":
            found.append(Refusal(SYNTAX, file, line, column, text))
        elif kind == TYPE:
            found.append(Refusal(TYPE, file, line, column, text, _TYPE_FIXES.get(match["code"] or "", _ANY_TYPE)))
        else:
            found.append(_construct(file, line, column, text))
    return found


def _construct(file: Path, line: int, column: int, text: str) -> Refusal:
    for pattern, words, fix in _CONSTRUCTS:
        if re.search(pattern, text):
            return Refusal(UNSUPPORTED, file, line, column, words, fix)
    return Refusal(UNSUPPORTED, file, line, column, text, _ANY_CONSTRUCT)
