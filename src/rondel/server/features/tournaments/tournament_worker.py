"""The tournament worker of a node: takes the results of ended tables, and makes the next rounds.

It is woken by changes at tables of this node, and polls, so that a round goes on that ended at another node or just before a
crash. All of it may be done by several nodes at once: a step is stored once, see `tournament_log`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from rondel.server import protocol
from rondel.server.features.tournaments import tournament_log
from rondel.server.features.tournaments.competition import Competition, Lineup, Step
from rondel.server.live.table_registry import TableRegistry
from rondel.server.live.timers.polling import Polling
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Database
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 2.0
"""Seconds from one poll to the next."""

MOST_STEPS: Final = 5
"""Steps of one tournament at one look: a start and its first round are two."""


class TournamentWorker:
    """Lets the tournaments of a database go on, from `start` to `close`."""

    def __init__(self, arena: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self._arena = arena
        self._database = database
        self._clock = clock
        failures = FailureLog(_logger, "no tournament goes on now", over="tournaments go on again")
        self._polling = Polling(self.look, EVERY, "tournaments", failures)

    def start(self) -> None:
        """Begin to poll."""
        self._polling.start()

    async def close(self) -> None:
        """Stop. What is under way is stored whole or not at all."""
        await self._polling.close()

    def wake(self) -> None:
        """Look soon."""
        self._polling.wake()

    async def look(self) -> None:
        """Let each tournament go on at which something happens now. Raises `Down`."""
        for id_ in await self._database.read(partial(tournament_log.due, at=self._clock())):
            try:
                await self._advance(id_)
            except Damaged as error:
                row_decoder.report(error, f"tournament {id_} cannot go on")
        for table in await self._database.read(tournament_log.unbegun):
            with suppress(Refusal, Damaged):
                (await self._arena.table(table)).look()  # its clocks begin to run, whoever is there

    async def _advance(self, id_: str) -> None:
        for _ in range(MOST_STEPS):
            event = await self._database.read(partial(tournament_log.find, id_=id_))
            if event is None:
                return
            at = self._clock()
            if not event.is_round_over and await self._database.write(partial(tournament_log.settle, event=event, at=at)):
                continue
            step = await asyncio.to_thread(event.next_step, at)
            if step is None:
                return
            try:
                tables = [await self._table(event, game) for game in step.games]
            except Refusal as refusal:
                _logger.error("tournament %s is cancelled, since no tables can be made: %s", id_, refusal.message)
                step, tables = Step("cancelled", "rules", event.round, event.rounds), []
            stored = partial(tournament_log.store, event=event, step=step, tables=tables, at=at)
            if await self._database.write(stored):
                for table in tables:
                    if table is not None:
                        self._arena.announce(table)

    async def _table(self, event: Competition, game: Lineup) -> TableEntry | None:
        """The table of a game; None where it is decided without one."""
        if game.points is not None:
            return None
        return await self._arena.seated(event.game, terms(event.terms), _seats(event, game.players))


def terms(chosen: protocol.TournamentTerms) -> protocol.Terms:
    """The terms of the tables of a tournament."""
    days = isinstance(chosen.clock, protocol.PerMove)
    absence = protocol.Absence("wait" if days else "claim")
    return protocol.Terms(
        chosen.clock, absence, public=True, rated=chosen.rated, start="full", rotate=True, undo="never", pauses=False
    )


def _seats(event: Competition, players: Sequence[int]) -> list[SeatEntry]:
    """The seats of these entrants, before their roles are known."""
    members = [event.by_seed[seed] for seed in players]
    return [SeatEntry("", "person", "", each.name, None, each.principal, "account") for each in members]
