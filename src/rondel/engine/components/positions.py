"""Positions: those that a game has been in, for rules about repetition."""

from __future__ import annotations

from rondel.engine.components.prop import Prop
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, quoted


class Positions(Prop[tuple[str, ...]]):
    """The positions that a game has been in, each as a text that is equal for equal positions. No page draws them.

    >>> seen = Positions("seen")
    >>> seen.note("red a1"), seen.note("blue a1"), seen.note("red a1")
    (1, 1, 2)
    >>> seen.times, "blue a1" in seen
    (2, True)
    >>> seen.forget()
    >>> seen.times
    0
    """

    __slots__ = ("_counted", "_counts", "_earlier")

    def __init__(self, name: str, *, visible_to: Visibility = NOBODY) -> None:
        super().__init__(name, (), visible_to=visible_to, quiet=True)
        self._counted: tuple[str, ...] = ()
        self._counts: dict[str, int] = {}
        """A cache: how often each of the positions ``_counted`` is among them; see `_count`."""
        self._earlier: list[tuple[str, ...]] = []
        """The values before those that were noted since the positions were last counted one by one."""

    def __contains__(self, position: object) -> bool:
        """Whether the position has been noted."""
        noted = self.value
        if noted is not self._counted:
            self._count(noted)
        return position in self._counts

    def note(self, position: str) -> int:
        """Add the present position; returns how often it has been noted, this time included. Raises `RulesError` for anything
        but a text."""
        given: object = position  # what an author wrote may be of any type, also where this is compiled
        if type(given) is not str:
            raise RulesError(f"{self._name!r} cannot note {quoted(given)}: a position is noted as a text")
        earlier = self.value
        if earlier is not self._counted:
            self._count(earlier)
        self._earlier.append(earlier)
        self._counted = earlier + (position,)  # noqa: RUF005 - compiled, half the time of a tuple with a star
        times = self._counts[position] = self._counts.get(position, 0) + 1
        super()._assign(self._counted)
        return times

    def _count(self, noted: tuple[str, ...]) -> None:
        """Make ``_counts`` those of the value.

        A search takes back the last note again and again; then the value is the object that it was before.
        """
        counts = self._counts
        counted = self._counted
        while self._earlier and counted is not noted and len(counted) > len(noted):
            last = counted[-1]
            times = counts[last] - 1
            if times:
                counts[last] = times
            else:
                del counts[last]
            counted = self._earlier.pop()
        if counted is not noted:
            self._earlier.clear()
            self._counts = _tallied(noted)
        self._counted = noted

    @property
    def times(self) -> int:
        """How often the last position has been noted; 0 if there is none."""
        noted = self.value
        return noted.count(noted[-1]) if noted else 0

    def forget(self) -> None:
        """Remove all positions, when none of them can come back."""
        if self.value:
            super()._assign(())

    def check(self, value: object) -> None:
        """Raise `RulesError` unless the value is a list of strings."""
        if not isinstance(value, list | tuple) or [each for each in value if not isinstance(each, str)]:
            raise RulesError(f"positions {self.name!r} cannot be {quoted(value)}: they are a list of texts")

    def _assign(self, value: tuple[str, ...]) -> None:
        self.check(value)
        super()._assign(value)


def _tallied(positions: tuple[str, ...]) -> dict[str, int]:
    """How often each of the positions is among them."""
    counts: dict[str, int] = {}
    for position in positions:
        counts[position] = counts.get(position, 0) + 1
    return counts
