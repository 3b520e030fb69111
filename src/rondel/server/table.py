"""A table: one game being hosted, as plain synchronous steps.

It knows who sits where and how an answer changes the game, and it says what each role may see of it. It knows no sockets, no
clock and no database: whoever calls it must store the `Answer` it returns before telling anybody, and must throw the table away
and replay it from the log when the answer could not be stored or the rules broke down in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import rondel
from rondel.server import protocol
from rondel.server.catalogue import SeatEntry, TableEntry
from rondel.server.offers import bot_label
from rondel.server.refusal import Refusal
from rondel.server.store import Answer, Kind

AGREED: Final = "agreed"
"""What is stored as the move of an undo to which everybody else at the table agreed."""


class Table:
    """The game of a table's latest round, its seats, and the number of its last answer."""

    def __init__(self, entry: TableEntry, answers: Iterable[Answer] = ()) -> None:
        """The table as its log left it: the round's first position, and every answer pushed again."""
        self.id = entry.id
        self.seats: list[SeatEntry] = list(entry.seats)
        self.round = 1
        self.seq = 0
        """Answers so far, over all rounds: the number of the last one."""
        self._name = entry.game
        self._options = entry.options
        self.game = self._new(entry.seed)
        for answer in answers:
            self._repeat(answer)

    # -- answers -------------------------------------------------------------------------------------------------------

    def play(self, role: str, move: str, client_id: str | None = None) -> Answer:
        """Push one move of ``role``; raises the engine's `AnswerError`, with the position untouched, when it is not legal."""
        self.game.push(move, role)
        return self._numbered("play", role, move, client_id)

    def undo(self, role: str, agreed: bool, client_id: str | None = None) -> Answer:
        """Take back the role's last answer; ``agreed`` when everybody else consents, so that no barrier holds."""
        self.game.undo(role, agreed=agreed)
        return self._numbered("undo", role, AGREED if agreed else "", client_id)

    def again(self, seed: bytes, client_id: str | None = None) -> Answer:
        """Start the next round; refused as ``not_over`` while this one is being played."""
        if not self.game.is_over:
            raise Refusal("not_over", "the next game starts when this one is over")
        self.game = self._new(seed)
        self.round += 1
        return self._numbered("again", "", "", client_id, seed)

    def consents(self, role: str, held: Sequence[str]) -> bool:
        """Whether everybody but ``role`` agrees to an undo unasked: bots do, empty seats do, and so do the seats the same
        client holds."""
        return all(seat.kind != "person" or seat.role == role or seat.role in held for seat in self.seats)

    def undoable(self, held: Sequence[str]) -> tuple[str, ...]:
        """Those of the roles one client holds whose last answer it can take back now without asking anybody."""
        return tuple(role for role in held if self.game.may_undo(role, agreed=self.consents(role, held)))

    # -- seats ---------------------------------------------------------------------------------------------------------

    def sit(self, seat: SeatEntry) -> None:
        """Put the person who was stored as taking the seat onto it."""
        self.seats = [seat if each.role == seat.role else each for each in self.seats]

    def roles_of(self, hashes: Iterable[bytes]) -> tuple[str, ...]:
        """The roles whose tokens hash to these, in seat order; raises ``unknown_seat`` when one fits no seat."""
        by_hash = {seat.token_hash: seat.role for seat in self.seats if seat.token_hash is not None}
        held = set()
        for each in hashes:
            if each not in by_hash:
                raise Refusal(
                    "unknown_seat", "a seat token does not belong to this table; send those that do, or none to watch"
                )
            held.add(by_hash[each])
        return tuple(seat.role for seat in self.seats if seat.role in held)

    def bot_to_move(self) -> SeatEntry | None:
        """The first bot the game waits for."""
        active = self.game.active
        return next((seat for seat in self.seats if seat.kind == "bot" and seat.role in active), None)

    # -- what may be seen ----------------------------------------------------------------------------------------------

    def describe(self, present: Iterable[str]) -> protocol.Table:
        """What everybody may know, given the roles whose holders are here."""
        return protocol.Table(self.id, self._name, self.game.title, self.seats_shown(present), self.round)

    def seats_shown(self, present: Iterable[str]) -> tuple[protocol.Seat, ...]:
        """The seats as everybody may see them: bots are always here, nobody is on an open seat."""
        here = set(present)
        numbers = _bots_numbered(self.seats)
        return tuple(_shown(seat, seat.role in here, numbers.get(seat.role, 0)) for seat in self.seats)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _new(self, seed: bytes) -> rondel.Game:
        return rondel.new(self._name, seats=len(self.seats), seed=seed, options=self._options)

    def _numbered(self, kind: Kind, role: str, move: str, client_id: str | None, seed: bytes | None = None) -> Answer:
        self.seq += 1
        return Answer(self.id, self.seq, self.round, kind, role, move, client_id, seed)

    def _repeat(self, answer: Answer) -> None:
        match answer.kind:
            case "play":
                self.game.push(answer.move, answer.role)
            case "undo":
                self.game.undo(answer.role, agreed=answer.move == AGREED)
            case "again":
                self.game = self._new(answer.seed or b"")
        self.round, self.seq = answer.round, answer.seq


def _bots_numbered(seats: Iterable[SeatEntry]) -> dict[str, int]:
    """The numbers, by role, of bots without a name of their own where there are several of one kind."""
    nameless = [seat for seat in seats if seat.kind == "bot" and not seat.name]
    numbers = {}
    for seat in nameless:
        alike = [each.role for each in nameless if each.bot == seat.bot]
        numbers[seat.role] = 0 if len(alike) == 1 else alike.index(seat.role) + 1
    return numbers


def _shown(seat: SeatEntry, here: bool, number: int) -> protocol.Seat:
    if seat.kind == "bot":
        return protocol.Seat(seat.role, "bot", seat.name or bot_label(seat.bot), True, seat.bot, number)
    return protocol.Seat(seat.role, seat.kind, seat.name, here and seat.kind == "person")
