"""The conditional moves of one table that are still to be played."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rondel.server.live.loader import Loader
from rondel.server.protocol.refused import damaged
from rondel.server.storage import row_decoder
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Store
from rondel.server.table.conditional_moves import Plan
from rondel.server.table.entries import SeatEntry


class ConditionalMoveQueue:
    """The plans at one table, which are stored in its seats. The caller of a coroutine holds the table's lock."""

    def __init__(self, loader: Loader, store: Store) -> None:
        self._loader = loader
        self._store = store

    def __bool__(self) -> bool:
        """Whether any seat has a plan."""
        return bool([1 for seat in self._loader.entry.seats if seat.plan])

    async def left(self) -> dict[str, Plan]:
        """What the log has left of each role's plan; a plan with nothing left is deleted. Refused as ``unavailable``."""
        kept = dict(row_decoder.sound([seat for seat in self._loader.entry.seats if seat.plan], self._planned))
        if not kept:
            return {}
        since = min([plan.seq for plan in kept.values()])
        try:
            answers = await or_unavailable(self._store.since(self._loader.entry.id, since))
        except Damaged as error:
            row_decoder.report(error)
            raise damaged() from error
        left = {role: plan.after(answers) for role, plan in kept.items()}
        for seat in self._loader.entry.seats:
            if seat.role in kept and left[seat.role] is None:
                await self.keep(seat, None)
        return {role: plan for role, plan in left.items() if plan is not None}

    def _planned(self, seat: SeatEntry) -> tuple[str, Plan]:
        with row_decoder.decoding(self._loader.entry.id):
            return seat.role, Plan.of_text(seat.plan)

    async def due(self, active: Collection[str]) -> tuple[SeatEntry, str] | None:
        """A seat with a planned answer, of the roles the table waits for, and the answer; None where there is none. Refused as
        `left`."""
        for role, plan in (await self.left()).items():
            move = plan.answer(role)
            if move is not None and role in active:
                return next(seat for seat in self._loader.entry.seats if seat.role == role), move
        return None

    async def keep(self, seat: SeatEntry, plan: Plan | None) -> None:
        """Store the plan of a seat's holder, or delete it; nothing is stored where another holder has the seat by now. Refused
        as ``unavailable``."""
        text = "" if plan is None else plan.to_text()
        await or_unavailable(self._store.plan(self._loader.entry.id, seat, text))
        self._loader.reseat(
            [msgspec.structs.replace(each, plan=text) if _is_same(each, seat) else each for each in self._loader.entry.seats]
        )


def _is_same(one: SeatEntry, other: SeatEntry) -> bool:
    """Whether it is the same seat with the same holder."""
    return one.role == other.role and one.token_hash == other.token_hash
