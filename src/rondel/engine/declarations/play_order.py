"""Play order: the queue of the roles that have turns, with the current player at its head."""

from __future__ import annotations

from typing import Any

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.part import Part
from rondel.engine.components.prop import Prop
from rondel.engine.declarations.result import Result
from rondel.engine.visibility import EVERYONE
from rondel.errors import RulesError


@mypyc_attr(free_list_len=1)
class PlayOrder(Prop[tuple[str, ...]]):
    """A prop that lists roles of the game, each at most once, and none that has been eliminated.

    >>> order = PlayOrder(("north", "south"), Result(2))
    >>> order.value = ("south", "north")
    >>> order.value = ("south", "east")
    Traceback (most recent call last):
    rondel.errors.RulesError: play_order is ('south', 'east'); it lists roles of 'north', 'south', each once
    """

    __slots__ = ("_result", "_roles")

    def __init__(self, roles: tuple[str, ...], result: Result) -> None:
        Part.__init__(self, "play_order", EVERYONE)
        self.quiet = False
        self._value = roles  # a tuple of texts is frozen
        self._roles = roles
        self._result = result

    def check(self, value: object) -> None:
        """Raise `RulesError` unless the value lists roles that have not been eliminated, each once."""
        given: Any = value
        known = isinstance(given, list | tuple) and not [role for role in given if role not in self._roles]
        if not known or len(set(given)) != len(given):
            raise RulesError(f"play_order is {given!r}; it lists roles of {', '.join(map(repr, self._roles))}, each once")
        for together in self._result.out:
            for role in together:
                if role in given:
                    raise RulesError(
                        f"play_order is {given!r}, but {role} has been eliminated, and has no more turns; leave {role} out"
                    )

    def _assign(self, value: tuple[str, ...]) -> None:
        self.check(value)
        super()._assign(value)

    def turn(self, order: tuple[str, ...]) -> None:
        """Write a new order of the same roles, without the checks of `_assign`, in a third of its time."""
        if self._journal is not None:
            self._journal.entries.append((self, 0, self._value, order))
        self._value = order
