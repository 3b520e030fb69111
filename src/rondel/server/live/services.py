"""Services: the database, bots, bus, clock and randomness that the tables are given, real or simulated.

A server has a database, worker processes, and the operating system's clock and randomness. The simulation makes all of it from
one seed; the code of the tables is the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.question import Question
from rondel.server.live.bus import Alone, Bus
from rondel.server.rule_host.local import LocalRules
from rondel.server.rule_host.ports import RuleHost
from rondel.server.storage.store import Store
from rondel.server.table.bot_turn import Knowledge
from rondel.server.telemetry.measures import Measures
from rondel.server.telemetry.steady_time import steady_clock

if TYPE_CHECKING:  # tables in a browser have no SQL
    from sqlalchemy import Connection


class Bots(Protocol):
    """Searches for bots; see `BotPool`."""

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        """The slot of the answer to that position; ``left`` is how many seconds the clock of the table has left."""

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        """The question for a role with that knowledge; None where no search is needed."""

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        """A move, at the end of the slot; None where there is no question or no answer."""

    async def close(self) -> None:
        """End every search."""


def _nothing() -> None:
    pass


def _untold(error: Exception) -> None:
    pass


@dataclass(frozen=True)
class Services:
    """The services of one server's tables."""

    store: Store
    bots: Bots
    bus: Bus = field(default_factory=Alone)
    clock: Callable[[], int] = steady_clock
    """The time, in milliseconds since 1970."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """Returns so many unpredictable bytes."""
    luck: Callable[[int], bytes] | None = None
    """The source of seeds where games are to be dealt alike each time; secrets still come from ``entropy``."""
    measures: Measures = field(default_factory=Measures)
    rule_host: RuleHost = field(default_factory=LocalRules)
    on_rated_end: Callable[[], None] = _nothing
    """Called when a round at a rated table has ended and is stored."""
    on_broken_rules: Callable[[Exception], None] = _untold
    """Called with the error where the rules of a table broke down, after it was logged."""
    wall: Callable[[], int] | None = None
    """The machine's clock, to which time at the tables converges; None for ``clock`` itself."""
    database_time: Callable[[Connection], int] | None = None
    """Reads the database's clock, which several nodes share; None for a node alone."""

    def chance(self, size: int) -> bytes:
        """So many random bytes for a game's seed."""
        return (self.luck or self.entropy)(size)
