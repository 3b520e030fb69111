"""Tokens in Turnbase's format: sets of prototypes, and numbered names of their tokens (``disc#1``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.errors import meant, quoted
from rondel.turnbase.props import props_of, refuse


class TokenSet:
    """A reusable set of token prototypes by name, each with its props and a count.

    With ``cards`` its tokens have a back: only those may lie where backs are visible to all.

    Raises `BadPosition` for props that are not JSON and for an invalid count.

    >>> marks = TokenSet("marks", {"x": {"icon": "times"}, "o": {}}, counts={"x": 5, "o": 4})
    >>> marks.counts
    {'x': 5, 'o': 4}
    """

    def __init__(
        self,
        name: str,
        tokens: Mapping[Any, Any],
        *,
        counts: Mapping[Any, Any] | None = None,
        cards: bool = False,
    ) -> None:
        problems: list[str] = []
        self.name = name
        self.cards = cards
        self.tokens: dict[str, dict[str, object]] = {}
        for each, props in tokens.items():
            if not isinstance(each, str) or not each or "#" in each:
                problems.append(f"token set {name!r}: {quoted(each)} cannot name a token; use a text without '#'")
            elif not isinstance(props, Mapping):
                problems.append(f"token set {name!r}: {each} is {quoted(props)}; give an object with its props")
            else:
                self.tokens[each] = props_of(props, f"{name}.{each}", problems)
        given = counts or {}
        unknown = [each for each in given if each not in self.tokens]
        if unknown:
            problems.append(f"token set {name!r} counts {unknown[0]!r}, {meant(unknown[0], 'which it has not', self.tokens)}")
        for each, count in given.items():
            if type(count) is not int or count < 0:
                problems.append(f"token set {name!r}: the count of {each} is {count!r}; it is a whole number, 0 or more")
        self.counts: dict[str, int] = {each: given.get(each, 1) for each in self.tokens}
        refuse(problems, "the token set")


def base_of(name: str) -> str:
    """A token's name without its number.

    >>> [(base_of(name), ordinal_of(name)) for name in ("disc#12", "disc", "disc#red")]
    [('disc', 12), ('disc', 1), ('disc#red', 1)]
    """
    base, mark, number = name.rpartition("#")
    return base if mark and number.isdecimal() else name


def ordinal_of(name: str) -> int:
    """A token's number; 1 if it has none."""
    number = name[len(base_of(name)) + 1 :]
    return int(number) if number else 1
