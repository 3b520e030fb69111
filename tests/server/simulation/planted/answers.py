"""Planted bugs of one node: how answers are stored, told and replayed."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from typing import Any

from rondel.server import protocol
from rondel.server.live import command_handler
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.open_table import OpenTable
from rondel.server.rule_host.ports import HostedTable
from rondel.server.table import views
from rondel.server.table.commands import Batch, Moment, Roles, Setting, Step
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.log.events import EventLog
from rondel.server.table.table import Table
from tests.server.simulation.planted.bugs import Patch, planted
from tests.server.simulation.store import SimulatedStore
from tests.server.simulation.world import World


@planted
def acknowledged_before_the_commit(patch: Patch) -> None:
    """The answer to the sender is made where the message is at hand, and that is before the store."""
    store = CommandHandler._store

    async def early(self: CommandHandler, step: Step, batch: Batch, sender: Viewer | None) -> None:
        if sender is not None and step.answer.client_id is not None:
            sender.put(views.encode(protocol.Accepted(step.answer.client_id, step.answer.seq)))
        await store(self, step, batch, None)

    patch.setattr(CommandHandler, "_store", early)


@planted
def told_before_it_is_stored(patch: Patch) -> None:
    """The others are told while the disk is busy, which saves a millisecond."""
    store = CommandHandler._store

    async def early(self: CommandHandler, step: Step, batch: Batch, sender: Viewer | None) -> None:
        self._broadcaster.send(batch, step.answer.round, step.answer.seq)
        await store(self, step, Batch({}, batch.told), sender)

    patch.setattr(CommandHandler, "_store", early)


@planted
def said_to_be_stored_before_it_is_synced(patch: Patch) -> None:
    """``synchronous=OFF``: the commit returns before the disk has it."""
    append = SimulatedStore.append

    async def hasty(self: SimulatedStore, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        self._disk.check(answer, seating)
        self._late = asyncio.create_task(append(self, answer, snapshot, seating))  # type: ignore[attr-defined]

    patch.setattr(SimulatedStore, "append", hasty)


@planted
def retries_that_are_not_looked_up(patch: Patch) -> None:
    """Whoever repeats an answer is told that it is stale, and answers again."""

    async def nothing(self: SimulatedStore, table: str, role: str, client_id: str) -> None:
        return None

    patch.setattr(SimulatedStore, "answered", nothing)


@planted
def retries_answered_with_the_present_number(patch: Patch) -> None:
    """A retry is accepted, with the number the table has now."""

    async def repeated(self: CommandHandler, viewer: Viewer, message: Any) -> bool:
        role = getattr(message, "role", "")
        if await self._services.store.answered(self._loader.entry.id, role, message.id) is None:
            return False
        viewer.put(views.encode(protocol.Accepted(message.id, (await self._loader.current()).seq)))
        return True

    patch.setattr(CommandHandler, "_repeated", repeated)


@planted
def a_table_kept_that_could_not_be_stored(patch: Patch) -> None:
    """What is in memory stays ahead of what is stored."""
    store = CommandHandler._store

    async def keeping(self: CommandHandler, step: Step, batch: Batch, sender: Viewer | None) -> None:
        kept = self._loader.table
        try:
            await store(self, step, batch, sender)
        finally:
            self._loader.table = kept

    patch.setattr(CommandHandler, "_store", keeping)


@planted
def news_that_nobody_is_shown(patch: Patch) -> None:
    """The store said no and had stored it; the table is opened again, and nobody hears of it."""

    async def nothing(self: Broadcaster, table: HostedTable) -> None:
        return None

    patch.setattr(Broadcaster, "send_news", nothing)


@planted
def the_wall_clock(patch: Patch) -> None:
    """``time.time()`` somewhere inside."""
    patch.setattr(World, "clock", lambda self: int(time.time() * 1000))


@planted
def a_clock_that_goes_back(patch: Patch) -> None:
    """The time of an answer is what the clock says, whatever was said before."""
    done = Table._done

    def forgetful(self: Table, *given: Any, **more: Any) -> Step:
        self._at = 0
        return done(self, *given, **more)

    patch.setattr(Table, "_done", forgetful)


@planted
def chance_of_its_own(patch: Patch) -> None:
    """``secrets`` somewhere inside: a seed is not what happens."""
    patch.setattr(command_handler, "Setting", lambda at, chance, *rest: Setting(at, secrets.token_bytes(32), *rest))


@planted
def no_lock_around_a_table(patch: Patch) -> None:
    """Two messages are carried out at once, each thinking that it is the only one."""
    init = OpenTable.__init__

    class Open:
        def locked(self) -> bool:
            return False

        async def __aenter__(self) -> None:
            await asyncio.sleep(0)

        async def __aexit__(self, *_: object) -> None:
            return None

    def unlocked(self: OpenTable, *given: Any) -> None:
        init(self, *given)
        self._lock = Open()  # type: ignore[assignment]

    patch.setattr(OpenTable, "__init__", unlocked)


@planted
def answers_to_other_positions(patch: Patch) -> None:
    """Nobody looks to which position an answer was given."""
    check = Table._check
    patch.setattr(Table, "_check", lambda self, role, held, seq: check(self, role, held, self.seq))


@planted
def one_event_twice_after_coming_back(patch: Patch) -> None:
    """Less or equal, where less was meant."""
    since = EventLog.since
    patch.setattr(EventLog, "since", lambda self, role, number: since(self, role, max(0, number - 1)))


@planted
def one_event_lost_after_coming_back(patch: Patch) -> None:
    """The other way round."""
    since = EventLog.since
    patch.setattr(EventLog, "since", lambda self, role, number: since(self, role, number + 1 if number else 0))


@planted
def snapshots_without_what_was_told(patch: Patch) -> None:
    """A table that was opened again has forgotten its log."""
    patch.setattr(EventLog, "part", lambda self: {})


@planted
def snapshots_without_what_came_after(patch: Patch) -> None:
    """The rows after the snapshot are not replayed."""
    log = SimulatedStore.log

    async def short(self: SimulatedStore, table: str, before: int | None = None) -> Log:
        found = await log(self, table, before)
        return Log(found.snapshots, () if found.snapshots else found.answers)

    patch.setattr(SimulatedStore, "log", short)


@planted
def the_view_of_another(patch: Patch) -> None:
    """Frames are kept by seat, and the seats counted from the wrong end."""
    updates = views.updates

    def mixed(table: Table, groups: Sequence[Roles], told: dict[str, int], moment: Moment | None = None) -> Batch:
        batch = updates(table, groups, told, moment)
        frames = {roles: json.loads(frame) for roles, frame in batch.frames.items()}
        if ("first",) in frames and ("second",) in frames:
            frames["first",]["views"]["first"] = frames["second",]["views"]["second"]
        return Batch({roles: json.dumps(frame).encode() for roles, frame in frames.items()}, batch.told)

    patch.setattr(views, "updates", mixed)


@planted
def bots_that_are_not_woken_when_a_table_is_opened(patch: Patch) -> None:
    """They are woken by answers only, so that a restart in their turn is the end of the game."""
    join = OpenTable.join

    async def quietly(self: OpenTable, *given: Any) -> None:
        runner = self._bot_runner
        wake, runner.wake = runner.wake, lambda: None  # type: ignore[method-assign]
        try:
            await join(self, *given)
        finally:
            runner.wake = wake  # type: ignore[method-assign]

    patch.setattr(OpenTable, "join", quietly)
