"""Props: named JSON values of a position.

A prop's value is frozen: lists become tuples and dicts read-only mappings. So every change is an assignment, and every
assignment is in the journal. By default a prop is visible to nobody.
"""

from __future__ import annotations

from math import isfinite
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from rondel.engine.components.cell import Spot
from rondel.engine.components.part import Part
from rondel.engine.text import Phrase, faults, is_sound, note_sound, placeholders
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError

T = TypeVar("T")


class Prop(Part, Generic[T]):
    """One named value: read it and assign it as ``prop.value``. A ``quiet`` one is for programs; no page draws it.

    A page shows the value, a list with commas; or the text ``says``, marked for translation. The placeholders of the text stand
    for the values of a list in their order, the entries of a dict by name, or the one value. Raises `RulesError` for an invalid
    text and for a value that is not JSON.

    >>> hits = Prop("hits", 0)
    >>> hits.value += 1
    >>> hits
    Prop('hits', 1)
    >>> Prop("bid", (3, 6), says="{quantity} × {face}").says
    '{quantity} × {face}'
    """

    __slots__ = ("_value", "quiet", "says")

    def __init__(self, name: str, value: T, *, visible_to: Visibility = NOBODY, quiet: bool = False, says: str = "") -> None:
        Part.__init__(self, name, visible_to)
        self.quiet = quiet
        self.says = says
        if says:
            _check_says(name, says)
        frozen: Any = freeze(value, name)  # `cast` is a call, and props are made with every game
        self._value: T = frozen

    @property
    def value(self) -> T:
        """The value; assigning writes it through the journal. Raises `RulesError` for a value that is not JSON."""
        if self._guarded:
            self._read()
        return self._value

    @value.setter
    def value(self, value: T) -> None:
        self._assign(cast("T", freeze(value, self.name)))

    def check(self, value: object) -> None:
        """Raise `RulesError` for a JSON value that this prop cannot have; overridden by props with restricted values."""

    def _assign(self, value: T) -> None:
        """Write a frozen value."""
        if self._journal is not None:
            self._journal.entries.append((self, 0, self._value, value))
        self._value = value

    def _write(self, key: int, value: object) -> None:
        self._value = cast("T", value)

    def __repr__(self) -> str:
        return f"Prop({self.name!r}, {self._value!r})"


def _check_says(name: str, says: object) -> None:
    if not isinstance(says, str):
        raise RulesError(f"prop {name!r} says {says!r}; what it says is a text, '{{quantity}} × {{face}}'")
    if is_sound(says):
        return
    wrong = faults(f"text of prop {name!r}", says, None)
    if wrong:
        raise RulesError(wrong[0])
    note_sound(says)


def saying(says: str, value: object) -> dict[str, Any]:
    """The text of a prop for a JSON value, in the form of the protocol: see `rondel.engine.text.read`.

    >>> saying("{quantity} × {face}", [3, 6])
    {'text': '{quantity} × {face}', 'args': {'quantity': 3, 'face': 6}}
    >>> saying("{number} tricks", 7)["args"]
    {'number': 7}
    """
    if isinstance(value, dict):
        args: dict[str, Any] = value
    else:
        args = dict(zip(placeholders(says), value if isinstance(value, list) else [value], strict=False))
    return {"text": says, "args": args}


def freeze(value: object, where: str, what: str = "prop") -> object:
    """An immutable form of a JSON value. Raises `RulesError` naming ``what`` and ``where`` for anything else.

    >>> freeze([1, {"a": [2]}], "here")
    (1, mappingproxy({'a': (2,)}))
    """
    kind = type(value)
    if kind is int or kind is str or kind is bool or value is None:
        return value
    if kind is tuple or kind is list:
        listed: Any = value
        for each in listed:
            inner = type(each)
            if not (inner is int or inner is str or inner is bool or each is None):
                return tuple([freeze(each, where, what) for each in listed])
        return tuple(listed)
    if isinstance(value, float):
        if not isfinite(value):
            raise RulesError(f"{what} {where!r} cannot hold {value!r}: JSON has no such number")
        return value
    if isinstance(value, dict) or isinstance(value, MappingProxyType):  # noqa: SIM101 - a union is made at each call
        frozen: dict[str, object] = {}
        for name, each in value.items():
            if not isinstance(name, str):
                raise RulesError(f"{what} {where!r} cannot hold a dict with the key {name!r}: keys are strings")
            inner = type(each)
            frozen[name] = each if inner is int or inner is str else freeze(each, f"{where}.{name}", what)
        return MappingProxyType(frozen)
    if isinstance(value, int | str):
        return value
    if isinstance(value, Phrase):
        return freeze(value.to_json(), where, what)
    advice = "write str(cell) for the name of a place" if isinstance(value, Spot) else "tokens live in containers"
    raise RulesError(
        f"{what} {where!r} cannot hold {value!r}: only JSON values (None, bool, int, float, str, list, dict of these); {advice}"
    )


def thaw(value: object) -> Any:
    """The JSON value of a frozen one, with lists and dicts."""
    if isinstance(value, tuple):
        return [thaw(each) for each in value]
    if isinstance(value, MappingProxyType):
        return {name: thaw(each) for name, each in value.items()}
    return value


def hashable(value: object) -> object:
    """A hashable form of a frozen value, for position keys."""
    if isinstance(value, tuple):
        return tuple([hashable(each) for each in value])
    if isinstance(value, MappingProxyType):
        # marked, so that a dict never equals a list of pairs
        return (dict, *sorted((name, hashable(each)) for name, each in value.items()))
    return value
