"""Planted bugs: what would be wrong if one line of the server were. The simulation must find each of them.

Each is a function that breaks the server for a test; its docstring says how such a bug gets in.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec import structs

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.live import command_handler
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.loader import Loader
from rondel.server.live.nodes import channel_bus, follower
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.nodes.follower import Follower
from rondel.server.live.open_table import OpenTable
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.live.timers.absence import Absences
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.rule_host.ports import HostedTable
from rondel.server.table import views
from rondel.server.table.agreements import Clocks, Offers, TableState
from rondel.server.table.commands import Moment, Roles, Setting, Step
from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.log.events import EventLog
from rondel.server.table.table import Table
from rondel.server.table.views import Batch
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.world import World

Patch = pytest.MonkeyPatch
PLANTED: dict[str, Callable[[Patch], None]] = {}


def planted(bug: Callable[[Patch], None]) -> Callable[[Patch], None]:
    PLANTED[bug.__name__] = bug
    return bug


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
def numbers_without_a_unique_key(patch: Patch) -> None:
    """The migration forgot the key: two processes answer at one table."""
    patch.setattr(Disk, "check", lambda self, answer, seating: None)


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
def downtime_that_is_charged(patch: Patch) -> None:
    """The time of a clock is what has passed, whoever was there to hear an answer."""
    patch.setattr(Heartbeat, "down", lambda self, *since: 0)


@planted
def flags_that_fall_early(patch: Patch) -> None:
    """Half of the time, as the timer was set for both sides together."""

    def early(self: Clocks) -> tuple[int, str] | None:
        ends = [(self.left[role] // 2, role) for role in self.running]
        return min(ends) if ends else None

    patch.setattr(Clocks, "due", early)


@planted
def flags_that_nobody_sees_fall(patch: Patch) -> None:
    """The time is looked at when somebody answers, and whoever is to answer does not."""
    patch.setattr(FlagTimer, "set", lambda self, timer, outlook: None)
    patch.setattr(OpenTable, "look", lambda self: None)


@planted
def answers_after_the_flag(patch: Patch) -> None:
    """The answer is looked at first, and the clock not at all."""
    patch.setattr(TableState, "overdue", lambda self, elapsed: "")


@planted
def offers_that_stay_open(patch: Patch) -> None:
    """What was agreed to can be agreed to again, as nothing but the position is another."""
    agreed = Offers.agreed
    patch.setattr(Offers, "taken_back", lambda self: self)
    patch.setattr(Offers, "agreed", lambda self, number, roles: (self, agreed(self, number, roles)[1]))


@planted
def offers_that_outlive_the_position(patch: Patch) -> None:
    """The offer to take back the last answer is agreed to when that is another one."""
    patch.setattr(Offers, "answered", lambda self, role: self)


@planted
def consent_of_the_first(patch: Patch) -> None:
    """One yes is enough, and one's own is one."""
    made = Offers.made
    patch.setattr(Offers, "made", lambda self, number, what, role, asked: made(self, number, what, role, (role, *asked)))
    patch.setattr(Offers, "agreed", lambda self, number, roles: _agreed_by_one(self, number))


def _agreed_by_one(offers: Offers, number: int) -> tuple[Offers, protocol.OpenOffer]:
    offer = offers.find(number)
    left = tuple(each for each in offers.open if each.number != number)
    return Offers(left, offers.declined), msgspec.structs.replace(offer, asked=())


@planted
def somebody_else_answers_whatever_the_terms(patch: Patch) -> None:
    """Who is away is answered for, though the terms say that the win may be claimed."""
    patch.setattr(Absences, "covered", lambda self, now: self.away(now))


@planted
def roles_that_are_remembered(patch: Patch) -> None:
    """What a token opens is looked up once, and not again when everybody has moved on by a seat."""
    known: dict[tuple[str, tuple[bytes, ...]], tuple[str, ...]] = {}
    roles_of = Table.roles_of

    def remembered(self: Table, hashes: Sequence[bytes], holder: str = "") -> tuple[str, ...]:
        return known.setdefault((self.id, tuple(hashes)), roles_of(self, hashes, holder))

    patch.setattr(Table, "roles_of", remembered)


@planted
def retries_of_who_has_moved_on(patch: Patch) -> None:
    """Somebody else has the role now, so that is refused which was carried out before."""
    repeated = CommandHandler._repeated

    async def only_in_place(self: CommandHandler, viewer: Viewer, message: Any) -> bool:
        role = getattr(message, "role", "")
        return role in ("", *viewer.roles) and await repeated(self, viewer, message)

    patch.setattr(CommandHandler, "_repeated", only_in_place)


@planted
def plans_that_are_followed_whatever_was_answered(patch: Patch) -> None:
    """The lines are shortened by what was answered, and nobody looks whether that was foreseen."""

    def followed(self: ConditionalMoves, answers: Sequence[Answer]) -> ConditionalMoves | None:
        since = [answer for answer in answers if answer.seq > self.seq]
        lines = tuple([line[len(since) :] for line in self.lines if len(line) > len(since)])
        return ConditionalMoves(since[-1].seq if since else self.seq, lines) if lines else None

    patch.setattr(ConditionalMoves, "after", followed)


@planted
def conditional_moves_that_answer_after_they_are_deleted(patch: Patch) -> None:
    """They are deleted from the database and not from memory."""
    keep = ConditionalMoveQueue.keep

    async def half(self: ConditionalMoveQueue, seat: SeatEntry, moves: ConditionalMoves | None) -> None:
        seats = self._loader.entry.seats
        await keep(self, seat, moves)
        if moves is None:
            self._loader.reseat(seats)

    patch.setattr(ConditionalMoveQueue, "keep", half)


@planted
def plans_that_nobody_wakes_up_for(patch: Patch) -> None:
    """The bot runner is woken only for bots, not for roles with conditional moves."""
    patch.setattr(ConditionalMoveQueue, "__bool__", lambda self: False)


GATHERED: dict[str, Callable[[Patch], None]] = {}
"""Those about who sits where before a game begins."""


def gathered(bug: Callable[[Patch], None]) -> Callable[[Patch], None]:
    GATHERED[bug.__name__] = bug
    return bug


@gathered
def seats_that_anybody_gives_back(patch: Patch) -> None:
    """It is looked whether the seat is somebody's, and not whose."""
    patch.setattr(Requester, "roles", lambda self, table: tuple(seat.role for seat in table.seats if seat.kind == "person"))


@gathered
def seats_that_are_taken_twice(patch: Patch) -> None:
    """The statement has lost its condition that the seat is open."""

    async def taken(self: SimulatedStore, table: str, sitter: SeatEntry) -> SeatEntry:
        await self._wait()
        entry = self._disk.tables[table]
        seat = structs.replace(sitter, role=sitter.role or entry.seats[-1].role)
        seats = tuple(seat if each.role == seat.role else each for each in entry.seats)
        self._disk.tables[table] = structs.replace(entry, seats=seats)
        return seat

    patch.setattr(SimulatedStore, "take_seat", taken)


@gathered
def seats_that_are_opened_while_they_play(patch: Patch) -> None:
    """Whether the game has begun is looked at when somebody asks, and not when it is stored."""

    async def change(self: SimulatedStore, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        await self._wait()
        entry, by_role = self._disk.tables[table], {seat.role: seat for seat in changed}
        self._disk.tables[table] = structs.replace(entry, seats=tuple(by_role.get(seat.role, seat) for seat in entry.seats))

    async def changing(self: SeatChanges, changed: Callable[[TableEntry], Sequence[SeatEntry]]) -> None:
        await self._services.store.change_seats(self._loader.entry.id, changed(self._loader.entry), 0)
        await self._all_anew()

    patch.setattr(SimulatedStore, "change_seats", change)
    patch.setattr(SeatChanges, "change", changing)


@gathered
def seats_that_have_changed_and_nobody_is_told(patch: Patch) -> None:
    """It is stored, and who is there sees the table as it was."""

    async def quietly(self: Broadcaster, table: HostedTable, viewers: Iterable[Viewer], before: frozenset[str]) -> None:
        return None

    patch.setattr(Broadcaster, "send_anew", quietly)
