"""A room: one live table, the sockets around it, and the order in which things happen there.

One lock per table: an answer is checked, applied, stored and told to everybody before the next one is looked at. Nothing is
sent before it is stored. When the rules break down or the store refuses, the table is thrown away and replayed from the log
the next time somebody needs it, so that what is in memory is never ahead of what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

import msgspec

from rondel.errors import AnswerError, RondelError, RulesError, quoted
from rondel.server import protocol, views
from rondel.server.bots import BotPool, zombie
from rondel.server.catalogue import SeatEntry, TableEntry
from rondel.server.refusal import Refusal
from rondel.server.store import Answer, Conflict, MoveLog, NotSaved
from rondel.server.table import Table

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""How long a bot waits before it answers again when its answer could not be stored."""

_RULES_FAILED: Final = "the rules of this game broke down here, so this was not carried out; the table is as it was"


class Viewer(Protocol):
    """Somebody at the table: a socket that plays some roles, or none."""

    roles: views.Roles

    def put(self, frame: str) -> None:
        """Queue one text frame; never waits."""


class Room:
    """One table with everybody who is there."""

    def __init__(self, entry: TableEntry, log: MoveLog, bots: BotPool) -> None:
        self.entry = entry
        self._log = log
        self._bots = bots
        self._table: Table | None = None
        self._lock = asyncio.Lock()
        self._viewers: set[Viewer] = set()
        self._cursors = views.Cursors()
        self._driver: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on, so that the room may be forgotten until it is asked for again."""
        return not self._viewers and not self._lock.locked() and self._driver is None

    @property
    def seq(self) -> int | None:
        """The number of the table's last answer, when it is loaded."""
        return None if self._table is None else self._table.seq

    # -- coming and going ----------------------------------------------------------------------------------------------

    async def join(self, viewer: Viewer, token_hashes: Sequence[bytes]) -> None:
        """Send the viewer a `Welcome` for the seats whose tokens it holds, and everything that happens from then on."""
        async with self._lock:
            table = await self._loaded()
            roles = table.roles_of(token_hashes)
            before = self._present()
            with self._rules("show"):
                batch = views.welcomes(table, [roles], {*before, *roles})
            viewer.roles = roles
            self._viewers.add(viewer)
            self._cursors.sent(batch)
            viewer.put(batch.frames[roles])
            if self._present() != before:
                self._send_seats(table, but=viewer)
        self._wake_bots()

    def leave(self, viewer: Viewer) -> None:
        """The viewer gets nothing more; the others learn that the seat's holder is away."""
        before = self._present()
        self._viewers.discard(viewer)
        if self._table is not None and self._present() != before:
            self._send_seats(self._table)

    async def sit(self, take: Callable[[TableEntry], SeatEntry]) -> SeatEntry:
        """Let ``take`` put somebody on a seat (it blocks, and stores it), and tell everybody."""
        async with self._lock:
            seat = await asyncio.to_thread(take, self.entry)
            seats = tuple(seat if each.role == seat.role else each for each in self.entry.seats)
            self.entry = msgspec.structs.replace(self.entry, seats=seats)
            if self._table is not None:
                # Rules that break down here must not cost the newcomer the seat: it is stored.
                with contextlib.suppress(Refusal), self._rules("show"):
                    self._seat(self._table, seat)
            return seat

    async def describe(self) -> protocol.Table:
        """What everybody may know of the table."""
        async with self._lock:
            return (await self._loaded()).describe(self._present())

    async def record(self) -> protocol.Json:
        """The record of the game as it stands, chance's answers included: for the developer's view, and for nobody else."""
        async with self._lock:
            table = await self._loaded()
            with self._rules("record"):
                return table.game.record()

    # -- answers -------------------------------------------------------------------------------------------------------

    async def play(self, viewer: Viewer, message: protocol.Play) -> None:
        """Carry out one answer; the viewer gets `Accepted` and everybody an `Update`, or a `Refusal` is raised."""
        async with self._lock:
            table = await self._loaded()
            _check_seated(table, viewer, message.role)
            if message.seq != table.seq:
                sent = Answer(table.id, message.seq + 1, 0, "play", message.role, message.move, message.id)
                return await self._repeated(table, viewer, sent)
            with self._rules("play"):
                answer = table.play(message.role, message.move, message.id)
                batch = views.updates(table, self._audience(), self._cursors)
            await self._store(answer, batch, viewer)
        self._wake_bots()

    async def undo(self, viewer: Viewer, message: protocol.Undo) -> None:
        """Take back the role's last answer, in the same way."""
        async with self._lock:
            table = await self._loaded()
            _check_seated(table, viewer, message.role)
            if message.seq != table.seq:
                sent = Answer(table.id, message.seq + 1, 0, "undo", message.role, "", message.id)
                return await self._repeated(table, viewer, sent)
            with self._rules("undo"):
                answer = table.undo(message.role, table.consents(message.role, viewer.roles), message.id)
                batch = views.updates(table, self._audience(), self._cursors)
            await self._store(answer, batch, viewer)
        self._wake_bots()

    async def again(self, viewer: Viewer, message: protocol.Again) -> None:
        """Start the next round: the viewer gets `Accepted` and everybody a `Welcome`."""
        async with self._lock:
            table = await self._loaded()
            if not viewer.roles:
                raise Refusal("not_seated", "only somebody who plays at this table can start its next game")
            if not table.game.is_over:
                return await self._repeated(table, viewer, Answer(table.id, 0, 0, "again", "", "", message.id))
            with self._rules("start"):
                answer = table.again(secrets.token_bytes(32), message.id)
                batch = views.welcomes(table, self._audience(), self._present())
            await self._store(answer, batch, viewer)
        self._wake_bots()

    async def close(self) -> None:
        """Stop the bots of this table."""
        if self._driver is not None:
            self._driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._driver

    # -- inside: the lock is held --------------------------------------------------------------------------------------

    async def _loaded(self) -> Table:
        if self._table is None:
            entry = self.entry
            answers = await asyncio.to_thread(self._log.round, entry.id)
            try:
                self._table = Table(entry, answers)
            except Exception as error:
                _logger.exception("table %s does not replay", entry.id)
                raise Refusal(
                    "frozen",
                    "this table does not replay with the rules installed now; its answers are kept, and nobody can play",
                ) from error
        return self._table

    @contextlib.contextmanager
    def _rules(self, doing: str) -> Iterator[None]:
        """Turn whatever the rules raise into a refusal; the table is kept only when the engine says it is as it was."""
        try:
            yield
        except Refusal:
            raise
        except RondelError as error:
            if not isinstance(error, RulesError):
                raise Refusal(error.code, str(error)) from error
            self._broken(doing)
            raise Refusal("rules", _RULES_FAILED) from error
        except Exception as error:
            self._broken(doing)
            raise Refusal("rules", _RULES_FAILED) from error
        except BaseException:
            self._broken(doing)
            raise

    def _broken(self, doing: str) -> None:
        _logger.exception("the rules of %s failed to %s at table %s", self.entry.game, doing, self.entry.id)
        self._table = None

    async def _store(self, answer: Answer, batch: views.Batch, sender: Viewer | None) -> None:
        try:
            await self._log.append(answer)
        except Conflict as error:
            # Another process answered at this table, or the client used the id of an earlier message.
            self._table = None
            table = await self._loaded()
            self._welcome_all(table)
            if sender is None:
                return
            await self._repeated(table, sender, answer, because=error)
            return
        except NotSaved as error:
            self._table = None
            raise Refusal("not_saved", "the answer could not be stored, so it does not count; try again") from error
        except BaseException:
            self._table = None  # cancelled, or closed: whether it was stored, the log will say
            raise
        if sender is not None and answer.client_id is not None:
            sender.put(views.encode(protocol.Accepted(answer.client_id, answer.seq)))
        self._cursors.sent(batch)
        self._send(batch)

    async def _repeated(self, table: Table, viewer: Viewer, sent: Answer, because: BaseException | None = None) -> None:
        """A message that does not fit the position: the same answer again if it was carried out before, or a refusal."""
        stored = await asyncio.to_thread(self._log.find, sent.table, sent.role, sent.client_id or "")
        if stored is None:
            if sent.kind == "again":
                raise Refusal("not_over", "the next game starts when this one is over") from because
            raise Refusal("stale", f"the answer was given to another position; the table is at {table.seq}") from because
        if not stored.came_from(sent):
            raise Refusal(
                "duplicate_id", f"another message with the id {stored.client_id!r} was carried out before"
            ) from because
        viewer.put(views.encode(protocol.Accepted(stored.client_id or "", stored.seq)))

    def _audience(self) -> set[views.Roles]:
        return {viewer.roles for viewer in self._viewers}

    def _present(self) -> set[str]:
        return {role for viewer in self._viewers for role in viewer.roles}

    def _send(self, batch: views.Batch) -> None:
        for viewer in self._viewers:
            if viewer.roles in batch.frames:
                viewer.put(batch.frames[viewer.roles])

    def _send_seats(self, table: Table, but: Viewer | None = None) -> None:
        frame = views.encode(protocol.Seats(table.seats_shown(self._present())))
        for viewer in self._viewers:
            if viewer is not but:
                viewer.put(frame)

    def _seat(self, table: Table, seat: SeatEntry) -> None:
        """Put somebody on a seat and tell everybody; those who may take back less now, for somebody is to be asked, get an
        `Update` of the same position too."""
        before = {roles: table.undoable(roles) for roles in self._audience()}
        table.sit(seat)
        self._send_seats(table)
        changed = [roles for roles, could in before.items() if table.undoable(roles) != could]
        self._send(views.updates(table, changed, self._cursors))

    def _welcome_all(self, table: Table) -> None:
        with self._rules("show"):
            batch = views.welcomes(table, self._audience(), self._present())
        self._cursors.sent(batch)
        self._send(batch)

    # -- bots ----------------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        if self._driver is None and self._table is not None and self._table.bot_to_move() is not None:
            self._driver = asyncio.create_task(self._drive(), name=f"bots of table {self.entry.id}")
            self._driver.add_done_callback(self._driven)

    def _driven(self, task: asyncio.Task[None]) -> None:
        self._driver = None
        if not task.cancelled() and (error := task.exception()) is not None:
            # The table stays as it is stored; the next message of a person wakes its bots again.
            _logger.error("the bots of table %s stopped", self.entry.id, exc_info=error)

    async def _drive(self) -> None:
        """Answer for the bots until a person is to move."""
        while True:
            async with self._lock:
                table = await self._loaded()
                seat = table.bot_to_move()
                if seat is None:
                    return
                seq = table.seq
                with self._rules("ask a bot"):
                    question = self._bots.question(table.game, seat.role, seat.bot)
            move = await self._bots.think(question)
            async with self._lock:
                table = await self._loaded()
                if table.seq == seq:  # else somebody undid meanwhile, and the bot is asked anew
                    await self._answer_for_bot(table, seat, move)

    async def _answer_for_bot(self, table: Table, seat: SeatEntry, move: str | None) -> None:
        """Play the bot's move, or the zombie's when it has none or not a legal one."""
        role = seat.role
        with self._rules("play"):
            try:
                answer = table.play(role, move if move is not None else zombie(table.game, role, seat.bot))
            except AnswerError as error:
                _logger.warning("the bot of %s at table %s gave %r: %s", role, self.entry.id, move, error)
                answer = table.play(role, zombie(table.game, role, seat.bot))
            batch = views.updates(table, self._audience(), self._cursors)
        try:
            await self._store(answer, batch, sender=None)
        except Refusal as refusal:
            # The store refuses, for instance because the disk is full: the position is loaded again and the bot asked again.
            _logger.warning("the bot's answer at table %s: %s", self.entry.id, refusal.message)
            await asyncio.sleep(RETRY_SECONDS)


def _check_seated(table: Table, viewer: Viewer, role: str) -> None:
    if role in viewer.roles:
        return
    if role not in table.game.roles:
        raise Refusal("unknown_role", f"there is no role {quoted(role)} at this table; there is {', '.join(table.game.roles)}")
    raise Refusal("not_seated", f"this connection does not hold the seat of {role!r}; say hello with its token")
