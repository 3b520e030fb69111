"""The command handler: steps a table by a message, stores the row, and only then broadcasts.

Of many answers to one position one is stored. Whoever was slower, at this node or at another, is told so; and whoever says
again what was carried out before is answered as it was then.
"""

from __future__ import annotations

import time
from typing import Final

from rondel.server import protocol
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.loader import Loader
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.live.services import Services
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.protocol.refused import Refusal, damaged, unavailable
from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Down, NotSaved
from rondel.server.table import views
from rondel.server.table.agreements import Overdue
from rondel.server.table.commands import (
    BotMove,
    Lost,
    Message,
    Planned,
    Roles,
    Setting,
    Step,
    Tick,
    Unchanged,
    Unreachable,
    as_sent,
)
from rondel.server.table.log.entries import Conflict, farther_back

TRIES: Final = 8
"""How often a message is carried out anew, where another node was quicker each time."""

_SETTLED: Final = frozenset(
    {"stale", "not_over", "game_over", "departed", "begun", "not_begun", "offered", "no_offer", "no_undo", "no_claim"}
)
"""Codes with which a message is refused that was carried out before: then it is answered as it was."""

_LOCAL: Final = frozenset({"not_saved", "unavailable", "rules", "frozen", "unknown_table"})
"""Codes of refusals that do not depend on how far the log has been read."""


class CommandHandler:
    """Who carries out what is said to one table. The caller holds the table's lock."""

    def __init__(
        self, loader: Loader, broadcaster: Broadcaster, seat_changes: SeatChanges, timekeeper: FlagTimer, services: Services
    ) -> None:
        self._loader = loader
        self._broadcaster = broadcaster
        self._seat_changes = seat_changes
        self._time = timekeeper
        self._services = services

    async def carry_out(self, viewer: Viewer, message: protocol.Said, at: int) -> None:
        """Carry out one message that came at that time; the viewer gets `Accepted` and everybody what came of it, or a
        `Refusal` is raised."""
        for _ in range(TRIES):
            if self._loader.entry.terms.rotate:
                await self._loader.current()  # who plays what may be another by now
            try:
                step = await self._step(message, viewer.roles, at)
            except Refusal as refusal:
                if refusal.code not in _LOCAL and await self._caught_up():
                    continue  # it was refused by a position that is no longer the table's
                # Where seats rotate, a message may come again from who had the role when it was carried out.
                moved_on = refusal.code == "not_seated" and self._loader.entry.terms.rotate and viewer.roles
                if not (refusal.code in _SETTLED or moved_on) or not await self._repeated(viewer, message):
                    raise
                return
            except Unchanged as same:
                if not await self._repeated(viewer, message):
                    viewer.put(views.encode(protocol.Accepted(message.id, same.seq)))
                return
            try:
                return await self._store(step, viewer)
            except Conflict:
                # Another node answered at this table, or the client used the id of an earlier message.
                self._loader.discard()
                await self._loader.current()
            if await self._repeated(viewer, message):
                return
        raise Refusal("stale", "others were quicker again and again; look at the newest update and answer anew")

    async def answer(self, message: BotMove | Planned) -> str | None:
        """Have the answer count that somebody gives who is not asked for it; returns it, or None where another node was
        quicker."""
        step = await self._step(message, (message.role,), self._time.now())
        try:
            await self._store(step, None)
        except Conflict:
            self._loader.discard()
            await self._loader.current()
            return None
        return step.answer.move

    async def do_what_is_due(self) -> None:
        """Carry out all that is due now."""
        if self._time.is_plain:
            return
        for _ in range(2 + len(self._loader.entry.seats)):
            if not self._time.is_due((await self._loader.current()).outlook()):
                return
            await self._tick(self._time.now())

    async def _step(self, message: Message, held: Roles, at: int) -> Step:
        """What the message comes to that came at that time; whatever was due before it is stored and shown."""
        broadcaster = self._broadcaster
        table = await self._loader.current()
        company = broadcaster.company
        # Entropy is a call of the operating system, and most messages need none.
        chance = self._services.chance(32) if isinstance(message, protocol.Again | BotMove) else b""
        while True:
            down, away = self._time.besides(table.outlook, at)
            setting = Setting(at, chance, company.audience, company.present, broadcaster.told, down, away)
            try:
                try:  # as in `Loader.minding`, which costs more, and this is what happens most
                    return await table.step(message, held, setting)
                except BaseException as error:
                    self._loader.mind(error)
                    raise
            except Unreachable:
                table = await self._loader.current(before=farther_back(table.opened_at, table.seq))
            except Refusal as refusal:
                if not isinstance(refusal.__cause__, Lost):
                    raise
                table = await self._loader.current()  # nothing was done, so it is done now
            except Overdue:
                await self._tick(at)
                table = await self._loader.current()

    async def _tick(self, at: int) -> None:
        """Carry out what is due at that time."""
        step = await self._step(Tick(), (), at)
        try:
            await self._store(step, None)
        except Conflict:
            self._loader.discard()  # another node has done it, or something else; whoever asked looks again

    async def _store(self, step: Step, sender: Viewer | None) -> None:
        """Store the step, and then tell everybody. Raises `Conflict`, or a `Refusal` when it could not be stored."""
        answer = step.answer
        try:
            began = time.perf_counter()
            await self._services.store.append(answer, step.snapshot)
            self._services.measures.stored.observe(time.perf_counter() - began)
        except NotSaved as error:
            self._loader.discard()
            self._broadcaster.look_again()  # it may be stored all the same, if only the word of it was lost
            raise Refusal("not_saved", "the answer could not be stored, so it does not count; try again") from error
        except BaseException:
            self._loader.discard()  # behind another node, cancelled, or closed: whether it was stored, the log will say
            raise
        word = b""
        if sender is not None and answer.client_id is not None:
            word = views.encode(protocol.Accepted(answer.client_id, answer.seq))
        entry = self._loader.entry
        if answer.kind == "again" and entry.terms.rotate:
            if sender is not None:
                sender.put(word)
            await self._seat_changes.rotate()
            entry = self._loader.entry
        else:
            self._broadcaster.show(step.batch, answer.round, answer.seq, sender, word)
        self._broadcaster.noticed(entry, listed=answer.kind != "play" or not answer.active or answer.seq == 1)
        self._services.bus.publish(answer.table, answer.seq)

    async def _caught_up(self) -> bool:
        """Whether the log had answers of another node that were missing here. Everybody here has then been shown them."""
        referee = self._loader.referee
        if referee is None:
            return False
        await self._loader.look_for_more()
        return (await self._loader.current()).seq != referee.seq

    async def _repeated(self, viewer: Viewer, message: protocol.Said) -> bool:
        """Whether the message was carried out before, which the viewer is then told again as it was told first; refused as
        ``duplicate_id`` when another one was."""
        sent = as_sent(self._loader.entry.id, message)
        try:
            stored = await self._services.store.answered(sent.table, sent.role, message.id)
        except Down as error:
            raise unavailable() from error
        except Damaged as error:
            row_decoder.report(error, f"table {sent.table} is damaged")
            raise damaged() from error
        if stored is None:
            return False
        if not stored.came_from(sent):
            raise Refusal("duplicate_id", f"another message with the id {message.id!r} was carried out before")
        viewer.put(views.encode(protocol.Accepted(message.id, stored.seq)))
        return True
