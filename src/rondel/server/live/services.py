"""Services: the database, bots, bus, clock and randomness that the tables are given, real or simulated.

On a server that is a database, worker processes, the operating system's clock and its chance. In the simulation all of it is
made of one seed, and the code above does not know the difference.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.bot_pool import Question
from rondel.server.rule_host.local import LocalRules, RuleHost
from rondel.server.storage.store import Store
from rondel.server.table.bot_turn import Knowledge
from rondel.server.telemetry.measures import Measures
from rondel.server.telemetry.steady_time import steady_clock


class Bots(Protocol):
    """Those who think for bots; see `BotPool`."""

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        """When the answer to that position leaves; ``left`` is how many seconds the clock of the table has left."""

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        """The question for this role, made from what it knows; None where any answer is as good."""

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        """A move, at the end of the slot; None when there was no question or no answer."""

    async def close(self) -> None:
        """Stop thinking."""


class Bus(Protocol):
    """How the nodes that share a store tell each other that a table has gone on. It may lose, double and reorder."""

    def publish(self, table: str, seq: int) -> None:
        """Tell the other nodes that the table is at that number now; never waits."""

    def subscribe(self, heard: Callable[[str, int], None]) -> None:
        """Have ``heard`` called with what other nodes publish."""


class Alone:
    """The bus of a node that is the only one."""

    def publish(self, table: str, seq: int) -> None:
        """Nobody is there to be told."""

    def subscribe(self, heard: Callable[[str, int], None]) -> None:
        """Nobody will ever tell."""


@dataclass(frozen=True)
class Services:
    """What an arena is given."""

    store: Store
    bots: Bots
    bus: Bus = field(default_factory=Alone)
    clock: Callable[[], int] = steady_clock
    """The time, in milliseconds since 1970."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """So many bytes nobody can guess."""
    luck: Callable[[int], bytes] | None = None
    """What games are dealt by, where it is to be the same each time: then secrets are made of ``entropy`` all the same."""
    measures: Measures = field(default_factory=Measures)
    """What is counted."""
    referees: RuleHost = field(default_factory=LocalRules)
    wall: Callable[[], int] | None = None
    """The machine's clock, to which the time at the tables converges; None for ``clock`` itself."""

    def chance(self, size: int) -> bytes:
        """So many bytes that a game is dealt by."""
        return (self.luck or self.entropy)(size)
