"""The interface of the time at the tables: `Heartbeat` for a node alone, `SharedHeartbeat` for the nodes of a database."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol


class TableTime(Protocol):
    """What a table needs: time, outages, its deadline, and who is connected to it at other nodes. Times are milliseconds since
    1970."""

    def now(self) -> int:
        """The time at the tables; it never goes back."""

    async def ready(self, table: str) -> None:
        """Return once the outages are known that concern a table. Raises `Down`."""

    def down(self, since: int, until: int, table: str, awaited: Collection[str]) -> int:
        """How many milliseconds of that time are not charged at a table that waits for these roles."""

    def keep(self, table: str, deadline: int | None, seq: int | None) -> None:
        """Set the deadline of a table, as it is known at the answer of that number; None for no deadline, as no clock runs
        there. Without a number it is the one that the deadline had when it was found to have passed."""

    def forget(self, table: str) -> None:
        """The table leaves memory; its deadline stays in the store."""

    def attend(self, table: str, roles: frozenset[str]) -> None:
        """Note the roles whose holders are connected to a table at this node."""

    async def elsewhere(self, table: str) -> frozenset[str]:
        """The roles whose holders are connected to a table at other nodes, by the database. Raises `Down`."""

    async def is_settled(self, table: str, awaited: Collection[str], at: int) -> bool:
        """Whether all outages before a time are known that concern a table which waits for these roles. Raises `Down`."""


class ArenaTime(TableTime, Protocol):
    """The time at all tables of a node, which beats."""

    on_due: Callable[[str], None]
    """Called with each table whose deadline has passed."""

    def start(self) -> None:
        """Begin to beat, in the running loop."""

    async def stop(self) -> None:
        """Store what has changed, and stop."""
