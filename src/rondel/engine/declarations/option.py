"""Options: values that are chosen before a game starts.

An option is a module-level object with a default and the possible values. A game reads the typed value with
``self.option(SIZE)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from rondel.errors import BadOption, quoted

T = TypeVar("T", int, str, bool)


class Option(Generic[T]):
    """One option: ``values`` lists the possible values, or ``low`` and ``high`` bound a whole number (both included).

    >>> SIZE = Option("size", 8, values=(6, 8))
    >>> SIZE.check(7)
    Traceback (most recent call last):
    rondel.errors.BadOption: option 'size' cannot be 7: it is one of 6, 8
    """

    def __init__(
        self,
        name: str,
        default: T,
        *,
        text: str = "",
        values: Sequence[T] = (),
        low: int | None = None,
        high: int | None = None,
    ) -> None:
        self.name = name
        self.default: Any = default
        self.text = text or name
        self.values: tuple[Any, ...] = tuple(values) or ((False, True) if type(self.default) is bool else ())
        self.low = low
        self.high = high

    def check(self, value: Any) -> Any:
        """The value, checked. Raises `BadOption` with the possible values."""
        if type(value) is not type(self.default):
            raise BadOption(f"option {self.name!r} cannot be {quoted(value)}: it is of type {type(self.default).__name__}")
        if self.values and value not in self.values:
            raise BadOption(f"option {self.name!r} cannot be {quoted(value)}: it is one of {', '.join(map(repr, self.values))}")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise BadOption(f"option {self.name!r} cannot be {quoted(value)}: it goes from {self.low} to {self.high}")
        return value

    def to_json(self) -> dict[str, Any]:
        """The data for a page that offers it."""
        data: dict[str, Any] = {"name": self.name, "text": self.text, "default": self.default}
        if self.values:
            data["values"] = list(self.values)
        if self.low is not None or self.high is not None:
            data["low"], data["high"] = self.low, self.high
        return data


def settle(options: Sequence[Option[Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option: the given one, checked, or the default. Raises `BadOption` for an unknown name."""
    if not given:
        return {option.name: option.default for option in options}
    if type(given) is not dict and not isinstance(given, Mapping):
        raise BadOption(f"options are {quoted(given)}; give a value for each name, as in {{'size': 8}}")
    left = dict(given)
    found: dict[str, Any] = {}
    for option in options:
        name = option.name
        found[name] = option.check(left.pop(name)) if name in left else option.default
    for name in left:
        raise BadOption(f"unknown option {quoted(name)}: this game has {', '.join(map(repr, found)) or 'no options'}")
    return found
