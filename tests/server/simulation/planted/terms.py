"""Planted bugs about clocks, offers, absences, seats that rotate, and conditional moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.server import protocol
from rondel.server.live.audience import Viewer
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.open_table import OpenTable
from rondel.server.live.timers.absence import Absences
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.table.agreements import Clocks, Offers, TableState
from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.entries import SeatEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.table import Table
from tests.server.simulation.planted.bugs import Patch, planted


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
    patch.setattr(FlagTimer, "set", lambda self, *given: None)
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
