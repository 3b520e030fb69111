"""The command handler: steps a table by a message, stores the row, and only then broadcasts.

Of several answers to one position, one is stored (optimistic concurrency). The others are refused, at this node or at another.
A message that comes again with the same id (idempotency key) is answered as it was the first time.
"""

from __future__ import annotations

import time
from typing import Final

from rondel.server import protocol
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.bus import LogHint
from rondel.server.live.loader import Loader
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.live.services import Services
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.protocol.refused import Refusal, damaged, unavailable
from rondel.server.storage import row_decoder
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import NotSaved
from rondel.server.table import views
from rondel.server.table.agreements import Overdue
from rondel.server.table.commands import (
    Batch,
    BotMove,
    ConditionalMove,
    Lost,
    Message,
    Roles,
    Setting,
    Step,
    Tick,
    Unchanged,
    Unreachable,
    Vacation,
    as_sent,
)
from rondel.server.table.log.entries import Conflict, farther_back

TRIES: Final = 8
"""How often a message is carried out, where another node is first each time."""

_SETTLED: Final = frozenset(
    {
        "stale",
        "not_over",
        "game_over",
        "departed",
        "begun",
        "not_begun",
        "offered",
        "no_offer",
        "no_undo",
        "no_claim",
        "no_pause",
    }
)
"""Codes of refusals that a retry of a stored message can get: the retry is then answered as the message was."""

_LOCAL: Final = frozenset({"not_saved", "unavailable", "rules", "frozen", "unknown_table"})
"""Codes of refusals that do not depend on how far the log has been read."""


class CommandHandler:
    """Carries out the messages to one table. The caller holds the table's lock."""

    def __init__(
        self, loader: Loader, broadcaster: Broadcaster, seat_changes: SeatChanges, time: FlagTimer, services: Services
    ) -> None:
        self._loader = loader
        self._broadcaster = broadcaster
        self._seat_changes = seat_changes
        self._time = time
        self._services = services

    async def carry_out(self, viewer: Viewer, message: protocol.Said, at: int) -> None:
        """Carry out one message that came at that time. The viewer gets `Accepted` and all viewers the update, or a `Refusal`
        is raised."""
        for _ in range(TRIES):
            if self._loader.entry.terms.rotate:
                await self._loader.current()  # the viewer's roles may have changed
            try:
                step, batch = await self._step(message, viewer.roles, at)
            except Refusal as refusal:
                if refusal.code not in _LOCAL and await self._caught_up():
                    continue  # it was refused by a position that is no longer the table's
                # Where seats rotate, a retry may come from a player who had the role when the message was carried out.
                moved_on = refusal.code == "not_seated" and self._loader.entry.terms.rotate and viewer.roles
                if not (refusal.code in _SETTLED or moved_on) or not await self._repeated(viewer, message):
                    raise
                return
            except Unchanged as same:
                if not await self._repeated(viewer, message):
                    viewer.put(views.encode(protocol.Accepted(message.id, same.seq)))
                return
            try:
                return await self._store(step, batch, viewer)
            except Conflict:
                # Another node has stored an answer or changed the seats of this table, or the client has used the id before.
                self._loader.discard()
                await self._loader.current()
            if await self._repeated(viewer, message):
                return
        raise Refusal("stale", "others were quicker again and again; look at the newest update and answer anew")

    async def answer(self, message: BotMove | ConditionalMove | Vacation) -> str | None:
        """Carry out a bot's move, a conditional move or a vacation; returns the stored move, or None if another node was
        first."""
        step, batch = await self._step(message, (message.role,), self._time.now())
        try:
            await self._store(step, batch, None)
        except Conflict:
            self._loader.discard()
            await self._loader.current()
            return None
        return step.answer.move

    async def do_what_is_due(self) -> None:
        """Carry out everything that is due now because time has passed."""
        if self._time.is_plain:
            return
        await self._time.confirm_absences()
        for _ in range(2 + len(self._loader.entry.seats)):
            outlook = (await self._loader.current()).outlook()
            if not self._time.is_due(outlook) or not await self._time.is_settled(outlook):
                return
            await self._tick(self._time.now())

    async def _step(self, message: Message, held: Roles, at: int) -> tuple[Step, Batch]:
        """The step of a message that came at that time, and its frames. Steps that were due before are stored and sent."""
        table = await self._loader.current()
        # Entropy costs a system call, and most messages need none.
        chance = self._services.chance(32) if isinstance(message, protocol.Again | BotMove) else b""
        while True:
            if not self._time.is_plain:  # most tables are, and this runs at every answer
                await self._time.confirm_absences()
            present = self._broadcaster.audience.present
            setting = Setting(at, chance, *self._time.down_and_away(table.outlook, at), present)
            try:
                try:  # as in `Loader.handling_failures`, which takes longer, and this runs at every answer
                    return await table.step(message, held, setting, self._broadcaster.recipients)
                except BaseException as error:
                    self._loader.handle_failure(error)
                    raise
            except Unreachable:
                table = await self._loader.current(before=farther_back(table.opened_at, table.seq))
            except Refusal as refusal:
                if not isinstance(refusal.__cause__, Lost):
                    raise
                table = await self._loader.current()  # the message has not been carried out yet
            except Overdue:
                if not await self._time.is_settled(table.outlook()):
                    raise unavailable() from None
                await self._tick(at)
                table = await self._loader.current()

    async def _tick(self, at: int) -> None:
        """Carry out what was due at that time."""
        step, batch = await self._step(Tick(), (), at)
        try:
            await self._store(step, batch, None)
        except Conflict:
            self._loader.discard()  # another node was first; the caller looks again what is due

    async def _store(self, step: Step, batch: Batch, sender: Viewer | None) -> None:
        """Store the row, and then send the frames. Raises `Conflict`, or a `Refusal` when it could not be stored."""
        answer = step.answer
        try:
            began = time.perf_counter()
            await self._services.store.append(answer, step.snapshot, self._loader.entry.seating)
            self._services.measures.stored.observe(time.perf_counter() - began)
        except NotSaved as error:
            self._loader.discard()
            self._broadcaster.reopen_soon()  # the row may be stored all the same, if the commit went unconfirmed
            raise Refusal("not_saved", "the answer could not be stored, so it does not count; try again") from error
        except BaseException:
            self._loader.discard()  # another node was first, or this was cancelled: the log says whether it is stored
            raise
        self._loader.note_stored()
        reply = b""
        if sender is not None and answer.client_id is not None:
            reply = views.encode(protocol.Accepted(answer.client_id, answer.seq))
        entry = self._loader.entry
        if answer.kind == "again" and entry.terms.rotate:
            if sender is not None:
                sender.put(reply)
            await self._seat_changes.rotate()
            entry = self._loader.entry
        else:
            self._broadcaster.send(batch, answer.round, answer.seq, sender, reply)
        self._broadcaster.on_change(entry, listed=answer.kind != "play" or not answer.active or answer.seq == 1)
        if not answer.active and entry.terms.rated:
            self._services.on_rated_end()
        if self._services.bus.is_shared:
            self._services.bus.publish(LogHint(answer.table, answer.seq))

    async def _caught_up(self) -> bool:
        """Read the rows that other nodes have stored; returns whether there were any. The viewers have then been sent them."""
        table = self._loader.table
        if table is None:
            return False
        seq = table.seq
        await self._loader.look_for_more()
        return (await self._loader.current()).seq != seq

    async def _repeated(self, viewer: Viewer, message: protocol.Said) -> bool:
        """Whether the message was carried out before; the viewer is then sent the `Accepted` of that time. Refused as
        ``duplicate_id`` when another message with the same id was carried out."""
        sent = as_sent(self._loader.entry.id, message)
        try:
            stored = await or_unavailable(self._services.store.answered(sent.table, sent.role, message.id))
        except Damaged as error:
            row_decoder.report(error, f"table {sent.table} is damaged")
            raise damaged() from error
        if stored is None:
            return False
        if not stored.came_from(sent):
            raise Refusal("duplicate_id", f"another message with the id {message.id!r} was carried out before")
        viewer.put(views.encode(protocol.Accepted(message.id, stored.seq)))
        # The node that stored it may never have known, and so has told nobody.
        self._services.bus.publish(LogHint(sent.table, stored.seq))
        return True
