"""A room: one live table, the sockets around it, and the order in which things happen there.

One lock per table: a message is stepped through the table, stored, and told to everybody before the next one is looked at.
Nothing is sent before it is stored. When the rules break down or the store refuses, the table is thrown away and opened again
from its log the next time somebody needs it, so that what is in memory is never ahead of what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

import msgspec

from rondel.server import catalogue, protocol, views
from rondel.server.alarm import Alarm
from rondel.server.catalogue import Begun, SeatEntry, TableEntry, rotated
from rondel.server.company import Came, Company, Viewer
from rondel.server.driver import Asked, Driver
from rondel.server.pact import Overdue
from rondel.server.past import rounds
from rondel.server.plans.plan import Plan
from rondel.server.pulse import Pulse
from rondel.server.referee import Referee
from rondel.server.refusal import Refusal, unavailable, unknown_table, unwatchable
from rondel.server.seating import roles_held
from rondel.server.step import (
    BotMove,
    Broken,
    Exceeded,
    Faulted,
    Lost,
    Message,
    Planned,
    Said,
    Setting,
    Step,
    Tick,
    Unreachable,
    as_sent,
)
from rondel.server.store import Conflict, Down, NotSaved
from rondel.server.surroundings import Surroundings
from rondel.server.timekeeper import Timekeeper

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""How long a bot waits before it answers again when its answer could not be stored."""

TRIES: Final = 8
"""How often a message is carried out anew, where another node was quicker each time."""

_RULES_FAILED: Final = "the rules of this game broke down here, so this was not carried out; the table is as it was"

_SETTLED: Final = frozenset(
    {"stale", "not_over", "game_over", "departed", "begun", "not_begun", "offered", "no_offer", "no_undo", "no_claim"}
)
"""Codes with which a message is refused that was carried out before: then it is answered as it was."""


class Noticed(Protocol):
    """Is told that something has happened at a table."""

    def __call__(self, entry: TableEntry, *, listed: bool) -> None:
        """``listed`` says that the lobby may show it otherwise now."""


class Room:
    """One table with everybody who is there."""

    def __init__(self, entry: TableEntry, around: Surroundings, noticed: Noticed, pulse: Pulse) -> None:
        """``noticed`` is told of whatever happens at the table, once it is stored; ``pulse`` knows the time."""
        self.entry = entry
        self._around = around
        self._time = Timekeeper(entry, pulse, around.clock)
        self._alarm = Alarm(entry.id, self._do_what_is_due_now)
        self._driver = Driver(entry.id, self, around.bots)
        self._noticed = noticed
        self._table: Referee | None = None
        self._lock = asyncio.Lock()
        self._company = Company()
        self._told: dict[str, int] = {}
        """How many events of each role everybody who follows that role has been told."""
        self.used = 0.0
        """When somebody last asked for the room, or left it, by the loop's clock."""
        self._marking: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._round = 0
        """The round the viewers were last shown."""
        self._heard = 0
        """The number other nodes have said that the table is at."""
        self._shown = 0
        """The number the viewers were last shown."""
        self.use()

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on, so that the room may be forgotten until it is asked for again."""
        busy = self._driver.busy or self._alarm.busy or self._reader is not None
        return not self._company and not self._lock.locked() and not busy

    def use(self) -> None:
        """Note that somebody asks for the room."""
        self.used = asyncio.get_running_loop().time()

    @property
    def seq(self) -> int | None:
        """The number of the table's last answer, when it is loaded."""
        return None if self._table is None else self._table.seq

    # -- coming and going ----------------------------------------------------------------------------------------------

    async def join(
        self, viewer: Viewer, token_hashes: Sequence[bytes], since: protocol.Since | None = None, holder: str = ""
    ) -> None:
        """Send the viewer a `Welcome` for the seats whose tokens it has and those of the principal ``holder``, or what it has
        missed, and everything that happens from then on. Refused as ``not_seated`` where it has no seat, and the terms let
        nobody look on."""
        async with self._lock:
            table = await self._loaded()
            roles = table.roles_of(token_hashes, holder)
            if not roles and not self.entry.terms.watchable:
                raise unwatchable()
            if since is not None and since.seq > table.seq:
                self._table = None
                table = await self._loaded()  # it comes from another node, which was further
            before = self._company.present
            present = before.union(roles)
            self._note_absences(present)
            with contextlib.suppress(Refusal):  # what is due and cannot be stored now is tried again
                await self._do_what_is_due()
            table = await self._loaded()
            roles = table.roles_of(token_hashes, holder)  # all may have moved on meanwhile, as the next game has begun
            present = before.union(roles)
            with self._minding():
                batch = await table.joined(roles, present, since, self._time.moment(table.outlook))
            self._company.admit(viewer, roles, Came(tuple(token_hashes), holder))
            self._told.update(batch.told)
            self._round, self._shown = table.round, table.seq
            viewer.put(batch.frames[roles])
            if self._company.present != before:
                self._send_seats(table, but=viewer)
        self._go_on()

    async def welcome(self, token_hashes: Sequence[bytes], holder: str) -> bytes:
        """The `Welcome` that `join` would send whoever comes with these now, and has not come yet; refused as that is."""
        async with self._lock:
            table = await self._loaded()
            roles = table.roles_of(token_hashes, holder)
            if not roles and not self.entry.terms.watchable:
                raise unwatchable()
            present = self._company.present.union(roles)
            with self._minding():
                batch = await table.welcomes([roles], present, self._time.moment(table.outlook))
        return batch.frames[roles]

    def leave(self, viewer: Viewer) -> None:
        """The viewer gets nothing more; the others learn that the seat's holder is away."""
        before = self._company.present
        self._company.dismiss(viewer)
        self.use()
        self._note_absences(self._company.present)
        if self._table is not None and self._company.present != before:
            self._send_seats(self._table)
        self._set_alarm()

    async def sit(self, sitter: SeatEntry) -> SeatEntry:
        """Put ``sitter`` on the seat of its role, or on the first open one when that is empty; store it, and tell everybody.
        Raises `NoOpenSeat`."""
        async with self._lock:
            try:
                seat = await self._around.store.take_seat(self.entry.id, sitter)
            except Down as error:
                raise unavailable() from error
            await self._put(seat)
            if not self.entry.host:
                await self._find_host()
            with contextlib.suppress(Refusal):
                await self._do_what_is_due()
        self._go_on()
        return seat

    async def change_seats(self, changed: Sequence[SeatEntry]) -> None:
        """Have seats be as these are, open or a bot's; store it, and show everybody the table as they may see it now. Refused
        as ``begun`` when anything has happened at the table."""
        async with self._lock:
            begun = Refusal("begun", "the game has begun: who sits where stays as it is; resign to leave it")
            if (await self._loaded()).seq:
                raise begun
            try:
                await self._around.store.change_seats(self.entry.id, changed, self._around.clock())
            except Begun:
                raise begun from None
            except Down as error:
                raise unavailable() from error
            by_role = {seat.role: seat for seat in changed}
            seats = tuple([by_role.get(seat.role, seat) for seat in self.entry.seats])
            self.entry = msgspec.structs.replace(self.entry, seats=seats)
            await self._seen_by_all_anew()
            with contextlib.suppress(Refusal):
                await self._do_what_is_due()
        self._go_on()

    async def hand_over(self, holder: str, heir: str, pseudonym: str) -> None:
        """Have the seats of a principal be another's, as it is stored already; without an heir they are nobody's, under a
        pseudonym, and their tokens are void."""
        async with self._lock:
            lost = [seat.role for seat in self.entry.seats if seat.holder == holder and not heir]
            for seat in self.entry.seats:
                if seat.holder != holder:
                    continue
                now = msgspec.structs.replace(seat, holder=heir)
                if not heir:
                    now = msgspec.structs.replace(now, name=pseudonym, badge="", token_hash=None, plan="")
                await self._put(now)
            if lost:
                await self._seen_anew([viewer for viewer in self._company if not set(lost).isdisjoint(viewer.roles)])

    async def plan(self, role: str) -> Plan | None:
        """What is left of what the holder of a seat has said they will answer; None for nothing."""
        async with self._lock:
            return (await self._plans_left()).get(role)

    async def keep_plan(self, seat: SeatEntry, seq: int, plan: Plan | None) -> None:
        """Have the holder of a seat answer by a plan that was made at the answer of that number, or by none any more. Refused
        as ``stale`` when the table is not there any more."""
        async with self._lock:
            if plan is not None and (await self._loaded()).seq != seq:
                raise Refusal("stale", "the game has gone on meanwhile; look at it and plan anew")
            await self._put_plan(seat, plan)
        self._go_on()

    def tell(self, frame: bytes, may_hear: Callable[[bool], bool]) -> None:
        """Send a frame to everybody here who may hear it, which is asked for those who play and those who look on."""
        self._company.tell(frame, may_hear)

    async def describe(self) -> protocol.Table:
        """What everybody may know of the table."""
        async with self._lock:
            table = await self._loaded()
            with self._minding():
                return await table.describe(self._company.present)

    async def record(self) -> protocol.Json:
        """The record of the game as it stands, chance's answers included: for the developer's view, and for nobody else."""
        async with self._lock:
            table = await self._loaded()
            with self._minding():
                return await table.record()

    # -- what is said --------------------------------------------------------------------------------------------------

    async def carry_out(self, viewer: Viewer, message: Said) -> None:
        """Carry out one message; the viewer gets `Accepted` and everybody what came of it, or a `Refusal` is raised."""
        at = self._time.now()  # it is not charged for the wait until it is its turn
        async with self._lock:
            for _ in range(TRIES):
                if await self._carried_out(viewer, message, at):
                    break
            else:
                raise Refusal("stale", "others were quicker again and again; look at the newest update and answer anew")
        self._go_on()

    def heard(self, seq: int) -> None:
        """Another node says that the table is at that number."""
        self._heard = max(self._heard, seq)
        if self._table is None or self._table.seq < seq:
            self._look_again()

    async def settle(self) -> None:
        """Wait until what is being carried out is done, and stop the bots of this table between two answers."""
        async with self._lock:
            await self.close()

    async def close(self) -> None:
        """Stop the bots of this table, and its alarm."""
        self.forget()
        await self._driver.stop()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.wait({self._reader})
        await self._alarm.stop()
        if self._marking is not None:
            await asyncio.wait({self._marking})  # short, and what is wrong with the table must not be forgotten

    def forget(self) -> None:
        """The room leaves memory: its alarm goes off no more, and what is due is found by the pulse."""
        self._alarm.clear()
        self._time.forget()

    def look(self) -> None:
        """See what is due here; never waits."""
        self._alarm.look()

    async def reopen(self, change: Callable[[], Awaitable[None]]) -> None:
        """Have something done while nothing happens here, then open the table anew and show all of it to everybody: for who
        changes its log or its rules. What ``change`` raises is raised, and then all is as it was."""
        async with self._lock:
            await change()
            self._table, self._shown = None, 0
            table = await self._loaded()
            with self._minding():
                batch = await table.welcomes(self._company.audience, self._company.present, self._time.moment(table.outlook))
            self._told.clear()
            self._show(batch, table.round, table.seq)
        self._go_on()

    # -- inside: the lock is held --------------------------------------------------------------------------------------

    async def _carried_out(self, viewer: Viewer, message: Said, at: int) -> bool:
        """Carry out a message, now or earlier; False where another node was quicker, and it is to be seen what it comes to
        now."""
        if self.entry.terms.rotate:
            await self._loaded()  # who plays what may be another by now
        try:
            step = await self._step(message, viewer.roles, at)
        except Refusal as refusal:
            # Where seats rotate, a message may come again from who had the role when it was carried out.
            moved_on = refusal.code == "not_seated" and self.entry.terms.rotate and viewer.roles
            if not (refusal.code in _SETTLED or moved_on) or not await self._repeated(viewer, message):
                raise
            return True
        try:
            await self._store(step, viewer)
        except Conflict:
            # Another node answered at this table, or the client used the id of an earlier message.
            self._table = None
            if step.answer.seq == 1:
                await self._check_there()
            await self._loaded()
            return await self._repeated(viewer, message)
        return True

    async def _check_there(self) -> None:
        """Refuse as ``unknown_table`` what is said at a table that its host has deleted before anything happened there."""
        try:
            if await self._around.store.find(self.entry.id) is None:
                raise unknown_table()
        except Down as error:
            raise unavailable() from error

    async def _loaded(self, before: int | None = None) -> Referee:
        """The table; with ``before`` opened anew from further back than the answer of that number."""
        if self._table is None or self._table.seq < self._heard or before is not None:
            self._table = None
            self._table = table = await self._opened(before)
            if self._company and table.seq > self._shown:
                await self._show_news(table)
        return self._table

    async def _opened(self, before: int | None) -> Referee:
        try:
            if self._marking is not None:
                await self._marking
            if self.entry.fault is not None or self._shown:  # it may have been repaired since, or deleted by its host
                found = await self._around.store.find(self.entry.id)
                if found is None and self._shown:
                    raise unknown_table()
                self.entry = found or self.entry
            entry = self.entry
            await self._time.ready()
            table = await self._replayed(before)
            while entry.terms.rotate:
                # At another node the next game may have begun between looking who sits where and reading the log, and all who
                # sit here have moved on: nobody may be shown another's hand.
                now = await self._around.store.find(entry.id)
                if now is None or now.seats == entry.seats:
                    break
                entry = self.entry = now
                table = await self._replayed(before)
        except Down as error:
            self._look_again()  # those who are here may have been shown less than there is
            raise unavailable() from error
        except Lost as error:
            raise unavailable() from error
        except Refusal:
            raise
        except Exception as error:  # whatever a database may say: nothing is known of the table, so nothing is said of it
            _logger.exception("table %s could not be read", self.entry.id)
            self._look_again()
            raise unavailable() from error
        if entry.fault is not None:
            await self._mark(None)
        return table

    async def _replayed(self, before: int | None) -> Referee:
        """The table from its log. Refused as ``frozen``, and marked, when it replays from nowhere."""
        while True:
            log = await self._around.store.log(self.entry.id, before)
            try:
                return await self._around.referees.open(self.entry, log)
            except (Refusal, Lost):
                raise
            except Exception as error:
                if not isinstance(error, Faulted) or not log.snapshots:
                    _logger.exception("table %s does not replay", self.entry.id)
                    await self._mark(str(error))
                    raise Refusal(
                        "frozen",
                        "this table does not replay with the rules installed now; its answers are kept, and nobody can play",
                    ) from error
                # What was taken back lay before this snapshot, or the snapshot is damaged: the log is the truth.
                _logger.info("table %s is opened from further back: %s", self.entry.id, error)
                before = log.snapshots[-1].seq

    async def _mark(self, reason: str | None) -> None:
        """Have the store keep what is wrong with the table, or that nothing is any more."""
        if reason != self.entry.fault:
            self.entry = msgspec.structs.replace(self.entry, fault=reason)
            with contextlib.suppress(Down):  # the mark is for the host to find it; the log has said it already
                await self._around.store.fault(self.entry.id, reason)

    @contextlib.contextmanager
    def _minding(self) -> Iterator[None]:
        """Around whatever has the rules do something: a table on which they break down is thrown away."""
        try:
            yield
        except BaseException as error:
            self._mind(error)
            raise

    def _mind(self, error: BaseException) -> None:
        """What has the rules do something has raised this: throw the table away if they broke down, and raise the refusal that
        comes of it, if one does."""
        if isinstance(error, Refusal | Unreachable | Overdue):
            return
        self._table = None
        if isinstance(error, Lost):
            raise Refusal("unavailable", "this table is being opened anew; nothing has changed, so try again") from error
        if isinstance(error, Broken):
            _logger.error("table %s: %s", self.entry.id, error, exc_info=error)
            if isinstance(error, Exceeded):
                self._marking = asyncio.create_task(self._mark(str(error)))
            raise Refusal("rules", _RULES_FAILED) from error

    async def _step(self, message: Message, held: Sequence[str], at: int) -> Step:
        """What the message comes to that came at that time; whatever was due before it is stored and shown."""
        table = await self._loaded()
        company = self._company
        # Entropy is a call of the operating system, and most messages need none.
        chance = self._around.chance(32) if isinstance(message, protocol.Again | BotMove) else b""
        while True:
            down, away = self._time.besides(table.outlook, at)
            setting = Setting(at, chance, company.audience, company.present, self._told, down, away)
            try:
                try:  # as in `_minding`, which costs more, and this is what happens most
                    return await table.step(message, held, setting)
                except BaseException as error:
                    self._mind(error)
                    raise
            except Unreachable:
                table = await self._loaded(before=table.opened_at)
            except Refusal as refusal:
                if not isinstance(refusal.__cause__, Lost):
                    raise
                table = await self._loaded()  # nothing was done, so it is done now
            except Overdue:
                await self._tick(at)
                table = await self._loaded()

    async def _tick(self, at: int) -> None:
        """Carry out what is due at that time."""
        step = await self._step(Tick(), (), at)
        try:
            await self._store(step, None)
        except Conflict:
            self._table = None  # another node has done it, or something else; whoever asked looks again

    async def _do_what_is_due(self) -> None:
        """Carry out all that is due now."""
        if self._time.is_plain:
            return
        for _ in range(2 + len(self.entry.seats)):
            if not self._time.is_due((await self._loaded()).outlook()):
                return
            await self._tick(self._time.now())

    async def _store(self, step: Step, sender: Viewer | None) -> None:
        """Store the step, and then tell everybody. Raises `Conflict`, or a `Refusal` when it could not be stored."""
        answer = step.answer
        try:
            began = time.perf_counter()
            await self._around.store.append(answer, step.snapshot)
            self._around.measures.stored.observe(time.perf_counter() - began)
        except NotSaved as error:
            self._table = None
            self._look_again()  # it may be stored all the same, if only the word of it was lost
            raise Refusal("not_saved", "the answer could not be stored, so it does not count; try again") from error
        except BaseException:
            self._table = None  # behind another node, cancelled, or closed: whether it was stored, the log will say
            raise
        word = b""
        if sender is not None and answer.client_id is not None:
            word = views.encode(protocol.Accepted(answer.client_id, answer.seq))
        if answer.kind == "again" and self.entry.terms.rotate:
            if sender is not None:
                sender.put(word)
            self.entry = msgspec.structs.replace(self.entry, seats=rotated(self.entry.seats))
            await self._seen_by_all_anew()  # everybody sits elsewhere now, as it has been stored with the answer
        else:
            self._show(step.batch, answer.round, answer.seq, sender, word)
        self._noticed(self.entry, listed=answer.kind != "play" or not answer.active or answer.seq == 1)
        self._around.bus.publish(answer.table, answer.seq)

    async def _repeated(self, viewer: Viewer, message: Said) -> bool:
        """Whether the message was carried out before, which the viewer is then told again as it was told first; refused as
        ``duplicate_id`` when another one was."""
        sent = as_sent(self.entry.id, message)
        try:
            stored = await self._around.store.answered(sent.table, sent.role, message.id)
        except Down as error:
            raise unavailable() from error
        if stored is None:
            return False
        if not stored.came_from(sent):
            raise Refusal("duplicate_id", f"another message with the id {message.id!r} was carried out before")
        viewer.put(views.encode(protocol.Accepted(message.id, stored.seq)))
        return True

    async def _show_news(self, table: Referee) -> None:
        """Show everybody what has happened while this room did not see it."""
        if table.round != self._round and self.entry.terms.rotate:
            await self._seen_anew(self._company)
            return
        with self._minding():
            if table.round == self._round:
                batch = await table.news(self._company.audience, self._told, self._time.moment(table.outlook))
            else:
                batch = await table.welcomes(self._company.audience, self._company.present, self._time.moment(table.outlook))
        self._show(batch, table.round, table.seq)

    def _look_again(self) -> None:
        """Open the table again soon, though nobody asks for it: somebody may be waiting to be shown what has happened."""
        if self._company and self._reader is None:
            self._reader = asyncio.create_task(self._catch_up(), name=f"news of table {self.entry.id}")

    async def _catch_up(self) -> None:
        try:
            while self._company:
                try:
                    async with self._lock:
                        await self._loaded()
                    break
                except Refusal as refusal:
                    _logger.warning("table %s cannot be opened now: %s", self.entry.id, refusal.message)
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._reader = None
        self._go_on()

    def _show(self, batch: views.Batch, number: int, seq: int, sender: Viewer | None = None, word: bytes = b"") -> None:
        """Send a batch, of the round of that number and after that answer, to everybody; see `Company.show`."""
        if number != self._round:
            self._told.clear()
            self._round = number
        self._shown = seq
        self._told.update(batch.told)
        self._company.show(batch.frames, sender, word)

    def _send_seats(self, table: Referee, but: Viewer | None = None) -> None:
        self._company.send(views.encode(protocol.Seats(table.seats_shown(self._company.present))), but)

    async def _put(self, seat: SeatEntry) -> None:
        """Have a seat be as it is stored now."""
        seats = tuple([seat if each.role == seat.role else each for each in self.entry.seats])
        self.entry = msgspec.structs.replace(self.entry, seats=seats)
        self._noticed(self.entry, listed=True)
        if self._table is not None:
            # Rules that break down here must not cost anybody the seat: it is stored.
            with contextlib.suppress(Refusal), self._minding():
                await self._seat(self._table, seat)

    async def _seat(self, table: Referee, seat: SeatEntry) -> None:
        """Put somebody on a seat and tell everybody; who may take back less now gets an `Update` of the same position."""
        batch = await table.sit(seat, self._company.audience, self._told, self._time.moment(table.outlook))
        self._send_seats(table)
        self._show(batch, table.round, table.seq)

    async def _find_host(self) -> None:
        """Who takes over a table that all have left is its host, and everybody is shown that."""
        with contextlib.suppress(Down):
            found = await self._around.store.find(self.entry.id)
            if found is not None and found.host:
                await self._seen_by_all_anew()

    async def _seen_by_all_anew(self) -> None:
        """Read the seats again, and show everybody the table with them."""
        with contextlib.suppress(Down):
            self.entry = await self._around.store.find(self.entry.id) or self.entry
        self._table = None
        self._noticed(self.entry, listed=True)
        number = self._round
        with contextlib.suppress(Refusal):  # it is tried again there
            await self._loaded()  # where seats rotate and the next game has begun, that shows it to everybody
        if self._round == number:
            await self._seen_anew(self._company)

    async def _seen_anew(self, viewers: Iterable[Viewer]) -> None:
        """Have these viewers play what they may play now, and see it all. Who has no seat looks on, if the terms let them."""
        before = self._company.present
        staying = []
        for viewer in viewers:
            came = self._company.came(viewer)
            roles = roles_held(self.entry.seats, came.hashes, came.holder)
            if roles or self.entry.terms.watchable:
                self._company.admit(viewer, roles, came)
                staying.append(viewer)
            else:
                self._company.dismiss(viewer)
                viewer.roles = ()
                viewer.sent_away(unwatchable())
        self._note_absences(self._company.present)
        with contextlib.suppress(Refusal):  # the seats are as they are stored; what cannot be shown now is shown later
            table = await self._loaded()
            # Who goes while this waits may be somebody else at another table by now: nothing here is for them.
            kinds = {viewer.roles for viewer in staying if viewer in self._company}
            with self._minding():
                batch = await table.welcomes(kinds, self._company.present, self._time.moment(table.outlook))
            if table.round != self._round:
                self._told.clear()
            self._told.update(batch.told)
            self._round, self._shown = table.round, table.seq
            for viewer in staying:
                if viewer in self._company:
                    viewer.put(batch.frames[viewer.roles])
            if self._company.present != before:
                self._send_seats(table)

    # -- time ----------------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Have what happens of itself go on, after anything has happened."""
        self._set_alarm()
        self._wake_bots()

    def _note_absences(self, present: frozenset[str]) -> None:
        self._time.note([seat.role for seat in self.entry.seats if seat.kind == "person"], present)

    def _set_alarm(self) -> None:
        """Have the room look when the next flag falls, or somebody has been away for long enough."""
        if not self._time.is_plain and self._table is not None:
            self._alarm.set(self._time.next(self._table.outlook()))

    async def _do_what_is_due_now(self) -> float | None:
        """Do what is due, and show who is away; returns after how many seconds to try again, if that cannot be done now."""
        try:
            async with self._lock:
                await self._do_what_is_due()
                table = await self._loaded()
                if self._time.away() and self._company:
                    await self._show_news(table)
        except Refusal as refusal:
            _logger.warning("what is due at table %s cannot be done now: %s", self.entry.id, refusal.message)
            if refusal.code != "frozen":
                return RETRY_SECONDS
            self._time.give_up()
        self._go_on()
        return None

    # -- bots ----------------------------------------------------------------------------------------------------------

    async def asks_bot(self) -> Asked | None:
        """See `Driven`."""
        async with self._lock:
            table = await self._loaded()
            if (planned := await self._planned(table)) is not None:
                return planned
            seat = table.bot_to_move(self._time.covered())
            if seat is None:
                return None
            question = None
            if seat.bot:  # else the rules' absent player answers
                with self._minding():
                    known = await table.known(seat.role, seat.bot)
                question = self._around.bots.question(seat.role, seat.bot, known)
            return Asked(seat, table.seq, question)

    async def take_bots(self, asked: Asked, move: str | None) -> None:
        """See `Driven`."""
        async with self._lock:
            table = await self._loaded()
            if asked.planned is not None:
                # Whoever has said what they will answer may have thought better of it meanwhile.
                if asked == await self._planned(table):
                    await self._answer_as_planned(asked.seat, Planned(asked.seat.role, asked.planned, asked.seq))
                    self._set_alarm()
                return
            # Else somebody undid or came back meanwhile, and it is seen anew who is to answer.
            if table.seq == asked.seq and asked.seat == table.bot_to_move(self._time.covered()):
                await self._answer_for_bot(BotMove(asked.seat.role, asked.seq, move))
                self._set_alarm()

    def _wake_bots(self) -> None:
        if self._driver.busy or self._table is None:
            return
        if self._table.bot_to_move(self._time.covered()) is not None or [1 for seat in self.entry.seats if seat.plan]:
            self._driver.wake()

    async def _answer_for_bot(self, message: BotMove) -> None:
        step = await self._step(message, (message.role,), self._time.now())
        if message.move not in (None, step.answer.move):
            _logger.warning("the bot of %s at table %s gave %r, which is not legal", message.role, self.entry.id, message.move)
        try:
            await self._store(step, sender=None)
        except Conflict:
            self._table = None
            await self._loaded()
        except Refusal as refusal:
            # The store refuses, for instance because the disk is full: the position is loaded again and the bot asked again.
            _logger.warning("the bot's answer at table %s: %s", self.entry.id, refusal.message)
            await asyncio.sleep(RETRY_SECONDS)

    # -- plans ---------------------------------------------------------------------------------------------------------

    async def _planned(self, table: Referee) -> Asked | None:
        """Whose turn it is to answer as they have said before, and what; None for nobody's."""
        for role, plan in (await self._plans_left()).items():
            move = plan.answer(role)
            if move is not None and role in table.outlook().active:
                seat = next(each for each in self.entry.seats if each.role == role)
                return Asked(seat, table.seq, None, move)
        return None

    async def _plans_left(self) -> dict[str, Plan]:
        """What is left of each role's plan, by the log; what is not is stored no longer."""
        kept = {seat.role: Plan.of_text(seat.plan) for seat in self.entry.seats if seat.plan}
        if not kept:
            return {}
        since = min([plan.seq for plan in kept.values()])
        try:
            answers = await self._around.store.read(lambda connection: rounds.since(connection, self.entry.id, since))
        except Down as error:
            raise unavailable() from error
        left = {role: plan.after(answers) for role, plan in kept.items()}
        for seat in self.entry.seats:
            if seat.role in kept and left[seat.role] is None:
                await self._put_plan(seat, None)
        return {role: plan for role, plan in left.items() if plan is not None}

    async def _put_plan(self, seat: SeatEntry, plan: Plan | None) -> None:
        text = "" if plan is None else plan.to_text()
        try:
            await self._around.store.write(lambda connection: catalogue.plan(connection, self.entry.id, seat, text))
        except Down as error:
            raise unavailable() from error
        same = [each.role == seat.role and each.token_hash == seat.token_hash for each in self.entry.seats]
        now = [
            msgspec.structs.replace(each, plan=text) if its else each for each, its in zip(self.entry.seats, same, strict=True)
        ]
        self.entry = msgspec.structs.replace(self.entry, seats=tuple(now))

    async def _answer_as_planned(self, seat: SeatEntry, message: Planned) -> None:
        """Give an answer that was planned; a plan that cannot be followed is dropped."""
        try:
            step = await self._step(message, (message.role,), self._time.now())
            await self._store(step, sender=None)
        except Conflict:
            self._table = None
            await self._loaded()
        except Refusal as refusal:
            _logger.info("the plan of %s at table %s: %s", message.role, self.entry.id, refusal.message)
            if refusal.code in ("not_saved", "unavailable"):
                await asyncio.sleep(RETRY_SECONDS)
            else:
                await self._put_plan(seat, None)
