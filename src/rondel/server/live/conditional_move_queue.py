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
from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.entries import SeatEntry


class ConditionalMoveQueue:
    """The conditional moves at one table, which are stored in its seats. The caller of a coroutine holds the table's lock."""

    def __init__(self, loader: Loader, store: Store) -> None:
        self._loader = loader
        self._store = store

    def __bool__(self) -> bool:
        """Whether any seat has conditional moves."""
        return bool([1 for seat in self._loader.entry.seats if seat.conditional_moves])

    async def left(self) -> dict[str, ConditionalMoves]:
        """The rest of each role's conditional moves after the log's answers; those with nothing left are deleted. Refused as
        ``unavailable``."""
        kept = dict(row_decoder.sound([seat for seat in self._loader.entry.seats if seat.conditional_moves], self._decoded))
        if not kept:
            return {}
        since = min([moves.seq for moves in kept.values()])
        try:
            answers = await or_unavailable(self._store.since(self._loader.entry.id, since))
        except Damaged as error:
            row_decoder.report(error)
            raise damaged() from error
        left = {role: moves.after(answers) for role, moves in kept.items()}
        for seat in self._loader.entry.seats:
            if seat.role in kept and left[seat.role] is None:
                await self.keep(seat, None)
        return {role: moves for role, moves in left.items() if moves is not None}

    async def read_again(self) -> None:
        """Read what another node has stored. The viewers are sent nothing: nobody may notice that somebody has conditional
        moves. Refused as ``unavailable``."""
        entry = self._loader.entry
        try:
            found = await or_unavailable(self._store.find(entry.id))
        except Damaged:  # opening the table refuses it
            return
        if found is not None and found.seating == entry.seating:
            self._loader.reseat(found.seats)

    def _decoded(self, seat: SeatEntry) -> tuple[str, ConditionalMoves]:
        with row_decoder.decoding(self._loader.entry.id):
            return seat.role, ConditionalMoves.of_text(seat.conditional_moves)

    async def due(self, active: Collection[str]) -> tuple[SeatEntry, str] | None:
        """A seat whose conditional move is due, of the roles the table waits for, and the move; None where there is none.
        Refused as `left`."""
        for role, moves in (await self.left()).items():
            move = moves.answer(role)
            if move is not None and role in active:
                return next(seat for seat in self._loader.entry.seats if seat.role == role), move
        return None

    async def keep(self, seat: SeatEntry, moves: ConditionalMoves | None) -> None:
        """Store the conditional moves of a seat's holder, or delete them; nothing is stored where another holder has the seat
        by now. Refused as ``unavailable``."""
        text = "" if moves is None else moves.to_text()
        await or_unavailable(self._store.store_conditional_moves(self._loader.entry.id, seat, text))
        self._loader.reseat(
            [
                msgspec.structs.replace(each, conditional_moves=text) if _is_same(each, seat) else each
                for each in self._loader.entry.seats
            ]
        )


def _is_same(one: SeatEntry, other: SeatEntry) -> bool:
    """Whether it is the same seat with the same holder."""
    return one.role == other.role and one.token_hash == other.token_hash
