"""Transposition tables: search results by position, in bounded memory.

A table holds two generations. When the young one is full, it becomes the old one, and the previous old one is dropped. A hit
in the old generation is copied into the young one. So entries in regular use stay, and replacement is deterministic.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from rondel.errors import BadOption

SIZE: Final = 1_000_000
"""Default maximum of positions: in Connect Four they take about 2 GB."""

T = TypeVar("T")


class Table(Generic[T]):
    """At most ``size`` entries, one a position.

    Raises `BadOption` for a size below 2.

    >>> table: Table[str] = Table(4)
    >>> for key, found in ((1, "a"), (2, "b"), (3, "c"), (1, "d"), (4, "e")):
    ...     table.put(key, found)
    >>> [table.get(key) for key in (1, 2, 3, 4)], len(table)
    (['d', None, 'c', 'e'], 3)
    """

    def __init__(self, size: int = SIZE) -> None:
        if size < 2:
            raise BadOption(f"a table of {size} positions is too small; give at least 2")
        self.size = size
        self._young: dict[object, T] = {}
        self._old: dict[object, T] = {}

    def get(self, key: object) -> T | None:
        """The entry of a position; None if it was never stored, or was dropped."""
        found = self._young.get(key)
        if found is None and self._old:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: object, found: T) -> None:
        """Stores the entry of a position and replaces an earlier one."""
        if len(self._young) >= self.size // 2 and key not in self._young:
            self._old = self._young
            self._young = {}
        self._young[key] = found

    def __len__(self) -> int:
        young = self._young
        return len(young) + len([key for key in self._old if key not in young])
