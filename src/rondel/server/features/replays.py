"""Replays: finds the rounds of a table in the store and shows them to requesters who may see them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal, unavailable, unwatchable
from rondel.server.storage import round_index, row_decoder, table_repository
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.row_decoder import Damaged
from rondel.server.table.commands import Broken, Faulted, Lost, explained
from rondel.server.table.entries import SeatEntry, TableEntry, rotated
from rondel.server.table.log.round_log import RoundLog

_logger = logging.getLogger(__name__)

T = TypeVar("T")

LARGEST: Final = 2**31 - 1
"""The largest number of a round."""

MOST_ROUNDS: Final = 50
"""On one page."""

MOST_STEPS: Final = 100
"""On one page."""


class Replays:
    """The rounds played at all tables of a server."""

    def __init__(self, tables: TableRegistry, services: Services) -> None:
        self._tables = tables
        self._services = services

    async def rounds(self, table: str, who: Requester, before: int | None) -> protocol.Rounds:
        """The ended rounds of a table, newest first; with ``before`` those before the round of that number."""
        await self._watched(table, who)
        before = None if before is None else max(0, min(before, LARGEST))
        found = await self._asked(lambda connection: round_index.ended(connection, table, before, MOST_ROUNDS + 1))
        page = tuple(found[:MOST_ROUNDS])
        return protocol.Rounds(page, page[-1].round if len(found) > MOST_ROUNDS else None)

    async def replay(self, table: str, number: int, who: Requester, query: ReplayQuery) -> protocol.Replay:
        """Some steps of a round, as the requester may see them."""
        entry, round_log = await self._round(table, number, who)
        query = msgspec.structs.replace(query, held=who.roles(entry), most=min(max(query.most, 1), MOST_STEPS))
        with _refusing_failures():
            return await self._services.rule_host.replay(entry, number, round_log, query)

    async def table_actions(self, table: str, number: int, who: Requester, viewer: str) -> protocol.TableActionLog:
        """The table actions of a round, as the requester may see them."""
        entry, round_log = await self._round(table, number, who, begun=number != 1)
        with _refusing_failures():
            return await self._services.rule_host.table_actions(entry, round_log, ReplayQuery(who.roles(entry), viewer))

    async def export(self, table: str, number: int, who: Requester, query: ExportQuery) -> RoundExport:
        """A round as a file, with what the requester may know."""
        entry, round_log = await self._round(table, number, who)
        query = msgspec.structs.replace(query, held=who.roles(entry))
        with _refusing_failures():
            return await self._services.rule_host.export(entry, number, round_log, query)

    async def branch(self, table: str, number: int, who: Requester, tried: protocol.Try) -> protocol.Branch:
        """A round played on from one of its positions by the requester."""
        # The first round can be branched before its first answer.
        entry, round_log = await self._round(table, number, who, begun=number != 1)
        with _refusing_failures():
            return await self._services.rule_host.branch(entry, number, round_log, tried)

    async def position(self, table: str, number: int, who: Requester, seq: int) -> AnalysisPosition:
        """A position of an ended round, to be evaluated."""
        entry, round_log = await self._round(table, number, who)
        with _refusing_failures():
            return await self._services.rule_host.position(entry, number, round_log, seq)

    async def _round(self, table: str, number: int, who: Requester, *, begun: bool = True) -> tuple[TableEntry, RoundLog]:
        """A round that the requester may see; with ``begun``, it is refused where it has no row."""
        entry = await self._watched(table, who)
        there = 0 < number <= LARGEST  # larger numbers are beyond the column's type
        round_log = (
            await self._asked(lambda connection: round_index.round_log(connection, table, number)) if there else RoundLog()
        )
        if begun and not round_log.answers:
            raise Refusal("unknown_round", f"there is no round {number} at this table with anything to look at")
        if entry.terms.rotate:
            seats, latest = await self._asked(lambda connection: _seated(connection, entry))
            entry = msgspec.structs.replace(entry, seats=rotated(seats, number - latest))  # as they were in that round
        return entry, round_log

    async def _watched(self, table: str, who: Requester) -> TableEntry:
        """A table that the requester may watch. Refused as ``not_seated``."""
        entry = (await self._tables.table(table)).entry
        if not entry.terms.watchable and not who.roles(entry):
            raise unwatchable()
        return entry

    async def _asked(self, query: Callable[[Connection], T]) -> T:
        try:
            return await or_unavailable(self._services.store.read(query))
        except Damaged as error:
            row_decoder.report(error, "its round cannot be looked at")
            raise _unreplayable() from error


def _seated(connection: Connection, entry: TableEntry) -> tuple[tuple[SeatEntry, ...], int]:
    """The seats of a table and the number of its latest round, read until both belong to one moment: otherwise a requester
    could look as the role of another player."""
    found = table_repository.find(connection, entry.id) or entry
    while True:
        latest = round_index.latest(connection, entry.id)
        again = table_repository.find(connection, entry.id) or found
        if again.seats == found.seats:
            return found.seats, latest
        found = again


@contextlib.contextmanager
def _refusing_failures() -> Iterator[None]:
    """Refuse what breaks inside, where rules read a round."""
    try:
        yield
    except Faulted as error:
        _logger.warning("a round cannot be looked at: %s", error)
        raise _unreplayable() from error
    except Lost as error:
        raise unavailable() from error
    except Broken as error:
        _logger.warning("a round cannot be looked at: %s", error, exc_info=error)
        raise Refusal("rules", "the rules of this game broke down there; nothing has changed") from error
    except Refusal:
        raise
    except Exception as error:  # damaged rows, or options that the installed rules refuse
        _logger.warning("a round cannot be looked at: %s", error, exc_info=None if explained(error) else error)
        raise _unreplayable() from error


def _unreplayable() -> Refusal:
    """The refusal for a round that no longer replays."""
    return Refusal(
        "unreplayable",
        "this round does not replay with the rules installed now; its answers are kept, and the host can look with "
        "`rondel admin verify`",
    )
