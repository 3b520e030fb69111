"""Statistics: values that are counted during a game, for each player or for the table.

    TURNS = Stat("turns", _("Turns"))
    LONGEST = Stat("longest", _("Longest row"), per="table", visible_to=EVERYONE)

A game lists them, ``stats = (TURNS, LONGEST)``, and its rules call ``game.count(TURNS)``. They are written through the
journal, so undo reverts them; but no rule depends on them, so they are not in a position's key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

from rondel.engine.components.journal import Journaled
from rondel.engine.visibility import NOBODY, Visibility

N = TypeVar("N", int, float)


class Stat(Generic[N]):
    """One statistic: ``per`` is ``"player"`` or ``"table"``; ``start`` is the initial value, and its type the type of the
    values.

    It is visible to everybody after the end of the game, and before it to the roles in ``visible_to``.

    >>> Stat("pace", "Seconds a turn", per="table", start=0.0)
    Stat('pace', per='table', start=0.0)
    """

    def __init__(
        self, name: str, text: str = "", *, per: str = "player", start: N = 0, visible_to: Visibility = NOBODY
    ) -> None:
        self.name = name
        self.text = text or name
        self.per = per
        self.start: Any = start
        self.visible_to = visible_to

    def to_json(self) -> dict[str, Any]:
        """The data for the heading of a column in a page."""
        return {"name": self.name, "text": self.text, "per": self.per}

    def __repr__(self) -> str:
        return f"Stat({self.name!r}, per={self.per!r}, start={self.start!r})"


class Tally(Journaled):
    """The values of all statistics of one game: a tuple for each, by seat, or with one value for the table."""

    def __init__(self, stats: Sequence[Stat[Any]], count: int) -> None:
        self.stats = tuple(stats)
        self.values: list[tuple[Any, ...]] = [(stat.start,) * (count if stat.per == "player" else 1) for stat in stats]

    def _write(self, key: int, value: object) -> None:
        self.values[key] = cast("tuple[Any, ...]", value)
