"""Planted bugs of several nodes on one store."""

from __future__ import annotations

import asyncio
import contextvars
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
from sqlalchemy import Connection, delete

from rondel.server import protocol
from rondel.server.features.chat import chat_log
from rondel.server.features.chat.chat_follower import ChatFollower
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.bus import Alone, CredentialHint, Hint, LogHint
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.loader import Loader
from rondel.server.live.nodes import channel_bus, follower
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.nodes.follower import Follower
from rondel.server.live.nodes.presence import Presence
from rondel.server.live.nodes.session_follower import SessionFollower
from rondel.server.live.open_table import OpenTable
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.shared_clock import SharedClock
from rondel.server.live.timers.shared_heartbeat import SharedHeartbeat
from rondel.server.rule_host.ports import HostedTable
from rondel.server.storage import deadline_repository, schema
from rondel.server.storage.store import Waiting
from rondel.server.table.commands import Batch, Step
from tests.server.simulation import failures
from tests.server.simulation.disk import Disk, SharedDisk
from tests.server.simulation.failures import Failures
from tests.server.simulation.node import current
from tests.server.simulation.planted.bugs import Patch, planted
from tests.server.simulation.store import SimulatedStore


@planted
def numbers_without_a_unique_key(patch: Patch) -> None:
    """The migration forgot the key: two processes answer at one table."""
    patch.setattr(Disk, "check", lambda self, answer, seating: None)


@planted
def nodes_that_do_not_listen(patch: Patch) -> None:
    """Who plays at another node is not seen here."""
    patch.setattr(OpenTable, "published", lambda self, seq: None)
    patch.setattr(Follower, "_note_log", lambda self, table, seq: None)


@planted
def nodes_that_count_on_every_hint(patch: Patch) -> None:
    """A lost hint is never made good: gaps are not noticed, and nothing is read without a hint."""
    patch.setattr(ChannelBus, "_miss", lambda self: None)
    patch.setattr(follower, "SIGHTED_EVERY", float("inf"))
    patch.setattr(channel_bus, "BLIND_AFTER", float("inf"))


@planted
def nodes_that_believe_they_know(patch: Patch) -> None:
    """A node that lost against another keeps its own idea of the table."""
    opened = Loader.open
    kept: dict[Loader, HostedTable] = {}

    async def stubborn(self: Loader, before: int | None = None) -> HostedTable:
        if before is not None or self not in kept:
            kept[self] = await opened(self, before)
        self.table = kept[self]
        return kept[self]

    patch.setattr(Loader, "open", stubborn)


@planted
def nobody_looks_again(patch: Patch) -> None:
    """When the database was away for a moment, those who wait for what it held are not shown it afterwards."""
    patch.setattr(Broadcaster, "reopen_soon", lambda self: None)
    patch.setattr(Follower, "_note_log", lambda self, table, seq: None)


@planted
def hints_before_the_commit(patch: Patch) -> None:
    """The others are told where to look while there is nothing yet."""
    store = CommandHandler._store

    async def early(self: CommandHandler, step: Step, batch: Batch, sender: Viewer | None) -> None:
        services = self._services
        services.bus.publish(LogHint(step.answer.table, step.answer.seq))
        self._services = replace(services, bus=Alone())
        try:
            await store(self, step, batch, sender)
        finally:
            self._services = services

    patch.setattr(CommandHandler, "_store", early)


@planted
def gaps_that_nobody_looks_for(patch: Patch) -> None:
    """Messages have numbers, and nobody compares them."""
    follows = ChannelBus._follows
    patch.setattr(ChannelBus, "_follows", lambda self, message: follows(self, message) or True)


@planted
def groups_in_no_order(patch: Patch) -> None:
    """Each node locks the tables in the order in which the answers came."""
    patch.setattr(SimulatedStore, "in_order", lambda self, group: group)


@planted
def a_wait_that_is_cancelled(patch: Patch) -> None:
    """A statement that takes too long is cancelled, and so ends its wait for the standby: its rows are seen by everybody."""

    def cancel(self: SimulatedStore, done: asyncio.Future[list[Exception | None]]) -> None:
        assert isinstance(self._disk, SharedDisk)
        self._disk.show(done)

    patch.setattr(SimulatedStore, "give_up", cancel)
    patch.setattr(Failures, "things", Failures.of_the_database)  # few seeds lose the standby and then the primary


@planted
def a_commit_that_waits_for_no_standby(patch: Patch) -> None:
    """``synchronous_commit=local``."""
    transact = SharedDisk.transact

    def hasty(self: SharedDisk, group: Sequence[Waiting]) -> asyncio.Future[list[Exception | None]]:
        done = transact(self, group)

        async def show() -> None:
            while not done.done():
                await asyncio.sleep(0.001)
                self.show(done)

        self._showing = contextvars.Context().run(asyncio.ensure_future, show())  # type: ignore[attr-defined]
        return done

    patch.setattr(SharedDisk, "transact", hasty)


@planted
def hints_that_are_obeyed(patch: Patch) -> None:
    """A session is ended because the bus says so."""

    def obey(self: SessionFollower, node: str, hints: Sequence[Hint]) -> None:
        self._people.attendance.close([hint.credential for hint in hints if isinstance(hint, CredentialHint)])

    patch.setattr(SessionFollower, "_heard", obey)


@planted
def sessions_that_nobody_follows(patch: Patch) -> None:
    """Who logs out at one node stays at the others."""

    async def nothing(self: SessionFollower, missed: bool) -> None:
        return None

    patch.setattr(SessionFollower, "_heard", lambda self, node, hints: None)
    patch.setattr(SessionFollower, "read", nothing)


@planted
def chat_that_is_numbered_by_each_node(patch: Patch) -> None:
    """The number of a line is one more than that of the last one here."""
    add = chat_log.add
    numbers: Counter[int] = Counter()

    def numbered(connection: Connection, entry: chat_log.Entry) -> tuple[protocol.ChatLine, bool, bool]:
        line, new, over = add(connection, entry)
        numbers[id(current.get())] += new
        return msgspec.structs.replace(line, number=numbers[id(current.get())]), new, over

    patch.setattr(chat_log, "add", numbered)


@planted
def chat_that_is_not_followed(patch: Patch) -> None:
    """What is said at one node is heard there."""

    async def nothing(self: ChatFollower, missed: bool) -> None:
        return None

    patch.setattr(ChatFollower, "_heard", lambda self, node, hints: None)
    patch.setattr(ChatFollower, "read", nothing)


@planted
def every_node_asks_the_bot_at_once(patch: Patch) -> None:
    """Nobody waits for the node that has stored the last row."""
    patch.setattr(Loader, "carries_on", property(lambda self: True))


@planted
def absences_that_are_not_confirmed(patch: Patch) -> None:
    """Who is away is decided by what a node has heard."""

    async def nothing(self: FlagTimer) -> None:
        return None

    patch.setattr(FlagTimer, "confirm_absences", nothing)
    patch.setattr(Presence, "heard", lambda self, node, hint: None)


@planted
def a_clock_of_each_machine(patch: Patch) -> None:
    """Nobody reads the database's clock: each node has the time of its machine."""
    patch.setattr(SharedClock, "note", lambda self, before, found, after: None)


@planted
def tables_that_are_taken_for_known(patch: Patch) -> None:
    """A node that was blind or frozen shows what it has in memory."""
    patch.setattr(OpenTable, "_is_known", property(lambda self: True))
    patch.setattr(Failures, "things", Failures.of_a_process)


@planted
def deadlines_of_older_answers(patch: Patch) -> None:
    """A node that has not heard how a table goes on deletes its deadline, and nobody is there."""

    def drop(connection: Connection, known: Mapping[str, int]) -> None:
        connection.execute(delete(schema.deadlines).where(schema.deadlines.c.table_id.in_(list(known))))

    patch.setattr(deadline_repository, "drop", drop)
    patch.setattr(failures, "LEFT_ALONE", 1.0)


@planted
def outages_that_are_charged(patch: Patch) -> None:
    """The time of a clock is what has passed, also while no node was up."""
    patch.setattr(SharedHeartbeat, "down", lambda self, *since: 0)
    patch.setattr(Failures, "things", Failures.of_a_process)
