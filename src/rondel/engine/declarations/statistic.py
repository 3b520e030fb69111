"""Statistics: values that are counted during a game, for each player or for the table.

    TURNS = Stat("turns", _("Turns"))
    LONGEST = Stat("longest", _("Longest row"), per="table", visible_to=EVERYONE)

A game lists them, ``stats = (TURNS, LONGEST)``, and its rules call ``game.count(TURNS)``. They are written through the
journal, so a turn that is taken back is not counted; but they decide nothing, so they are not in a position's key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

from rondel.engine.components.journal import Journaled
from rondel.engine.visibility import NOBODY, Visibility

N = TypeVar("N", int, float)


class Stat(Generic[N]):
    """One statistic: ``per`` is ``"player"`` or ``"table"``; ``start`` is where it begins, and whether it is whole.

    It is shown to everybody when the game is over, and before that to those in ``visible_to``.

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
        """What a page needs to head a column with it."""
        return {"name": self.name, "text": self.text, "per": self.per}

    def __repr__(self) -> str:
        return f"Stat({self.name!r}, per={self.per!r}, start={self.start!r})"


class Tally(Journaled):
    """The values of all statistics of one game: for each a tuple, by seat, or of one value for the table."""

    def __init__(self, stats: Sequence[Stat[Any]], count: int) -> None:
        self.stats = tuple(stats)
        self.values: list[tuple[Any, ...]] = [(stat.start,) * (count if stat.per == "player" else 1) for stat in stats]

    def _write(self, key: int, value: object) -> None:
        self.values[key] = cast("tuple[Any, ...]", value)
