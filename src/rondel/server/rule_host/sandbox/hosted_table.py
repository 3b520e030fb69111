"""A table whose rules run in a sandboxed process. The replies of that process are checked."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from rondel.server import protocol
from rondel.server.catalog.games import bot_label
from rondel.server.rule_host.sandbox.codec import Frames, Status
from rondel.server.rule_host.sandbox.process import Process
from rondel.server.table.bot_turn import Knowledge
from rondel.server.table.commands import Batch, Message, Moment, Outlook, Recipients, Roles, Setting, Step
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.seats import roles_of, seat_to_move, seats_shown

T = TypeVar("T")


class SandboxedTable:
    """A `HostedTable` whose rules run in another process."""

    def __init__(self, entry: TableEntry, process: Process, status: Status, opening: int) -> None:
        """``opening`` is the number of the opening in the process."""
        self._id = entry.id
        self._seats: list[SeatEntry] = list(entry.seats)
        self._terms = entry.terms
        self._process = process
        self._status = status
        weakref.finalize(self, process.forget, entry.id, opening)

    @property
    def seq(self) -> int:
        """See `HostedTable`."""
        return self._status.seq

    @property
    def round(self) -> int:
        """See `HostedTable`."""
        return self._status.round

    @property
    def opened_at(self) -> int:
        """See `HostedTable`."""
        return self._status.opened_at

    def roles_of(self, hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
        """See `HostedTable`."""
        return roles_of(self._seats, hashes, holder)

    def seats_shown(self, present: Collection[str]) -> tuple[protocol.Seat, ...]:
        """See `HostedTable`."""
        return seats_shown(self._seats, present, bot_label)

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """See `HostedTable`."""
        return seat_to_move(self._seats, self._status.outlook, covered, self._terms.absence.bot)

    def outlook(self) -> Outlook:
        """See `HostedTable`."""
        return self._status.outlook

    async def step(self, message: Message, held: Sequence[str], setting: Setting, recipients: Recipients) -> tuple[Step, Batch]:
        """See `HostedTable`."""
        before = self._status
        step, frames = await self._ask("step", tuple[Step, Frames], message, held, setting, recipients)
        answer, snapshot = step.answer, step.snapshot
        claimed = (answer.table, answer.seq, answer.client_id)
        if claimed != (self._id, before.seq + 1, getattr(message, "id", None)) or self._status.seq != answer.seq:
            raise await self._process.distrusted("stores what nobody has asked for")
        if snapshot is not None and (snapshot.table, snapshot.seq) != (self._id, answer.seq):
            raise await self._process.distrusted("takes a snapshot of something else")
        if not {roles for roles, _ in frames.frames} <= recipients.groups:
            raise await self._process.distrusted("speaks to somebody who is not there")
        return step, frames.batch()

    async def catch_up(self, answers: Sequence[Answer]) -> None:
        """See `HostedTable`."""
        await self._ask("catch_up", type(None), answers)
        if self._status.seq != answers[-1].seq:
            raise await self._process.distrusted("does not follow the log")

    async def joined(
        self, roles: Roles, present: Collection[str], since: protocol.Since | None, moment: Moment | None = None
    ) -> Batch:
        """See `HostedTable`."""
        return (await self._ask("joined", Frames, roles, present, since, moment)).batch()

    async def news(self, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        return (await self._ask("news", Frames, recipients, moment)).batch()

    async def welcomes(self, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        return (await self._ask("welcomes", Frames, recipients, moment)).batch()

    async def sit(self, seat: SeatEntry, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        self._seats = [seat if each.role == seat.role else each for each in self._seats]
        return (await self._ask("sit", Frames, seat, recipients, moment)).batch()

    async def describe(self, present: Collection[str]) -> protocol.Table:
        """See `HostedTable`."""
        return await self._ask("describe", protocol.Table, present)

    async def bot_knowledge(self, role: str, bot: str) -> Knowledge | None:
        """See `HostedTable`."""
        found: Knowledge | None = await self._ask("bot_knowledge", Knowledge | None, role, bot)  # type: ignore[arg-type]
        return found

    async def view_digest(self, role: str) -> str:
        """See `HostedTable`."""
        return await self._ask("view_digest", str, role)

    async def record(self) -> protocol.Json:
        """See `HostedTable`."""
        found: protocol.Json = await self._ask("record", dict[str, Any])
        return found

    async def _ask(self, call: str, kind: type[T], *args: object) -> T:
        reply = await self._process.ask(call, args, self._id)
        result = await self._process.decoded(reply, call, kind)
        self._status = reply.table_status()
        return result
