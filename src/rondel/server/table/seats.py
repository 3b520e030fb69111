"""Seats: the roles of a client's tokens, the seat that is to answer, and the public data of seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Outlook
from rondel.server.table.entries import SeatEntry


def seat_to_move(seats: Iterable[SeatEntry], outlook: Outlook, covered: Collection[str], stand_in: str) -> SeatEntry | None:
    """See `Table.bot_to_move`; ``stand_in`` is the bot that answers for absent players."""
    if outlook.active:
        for seat in seats:
            if seat.role in outlook.active:
                if seat.kind == "bot":
                    return seat
                if seat.role in outlook.departed:
                    return msgspec.structs.replace(seat, bot="")
                if seat.role in covered:
                    return msgspec.structs.replace(seat, bot=stand_in)
    return None


def not_held(role: str, roles: Collection[str]) -> Refusal:
    """The refusal of a message for a role whose seat the client does not hold, at a table with those roles.

    >>> not_held("z", ("x", "o")).code, not_held("x", ("x", "o")).code
    ('unknown_role', 'not_seated')
    """
    if role not in roles:
        return Refusal("unknown_role", f"there is no role {quoted(role)} at this table; there is {', '.join(roles)}")
    return Refusal("not_seated", f"this connection does not hold the seat of {role!r}; say hello with its token")


def roles_held(seats: Sequence[SeatEntry], hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
    """As `roles_of`, but tokens that fit no seat any more are ignored.

    >>> roles_held((SeatEntry("x", "person", token_hash=b"1"), SeatEntry("o", "person", holder="p")), [b"1", b"2"], "p")
    ('x', 'o')
    """
    known = {seat.token_hash for seat in seats}
    return roles_of(seats, [each for each in hashes if each in known], holder)


def roles_of(seats: Sequence[SeatEntry], hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
    """See `Table.roles_of`."""
    by_hash = {seat.token_hash: seat.role for seat in seats if seat.token_hash is not None}
    held = {seat.role for seat in seats if holder and seat.holder == holder}
    for each in hashes:
        if each not in by_hash:
            raise Refusal("unknown_seat", "a seat token does not belong to this table; send those that do, or none to watch")
        held.add(by_hash[each])
    return tuple(seat.role for seat in seats if seat.role in held)


def seats_shown(
    seats: Sequence[SeatEntry], present: Iterable[str], bot_label: Callable[[str], str]
) -> tuple[protocol.Seat, ...]:
    """The public data of the seats, given the roles whose holders are connected: bots are always present, open seats never.
    ``bot_label`` returns the display name of a kind of bot.

    >>> [(seat.role, seat.present) for seat in seats_shown((SeatEntry("x", "person"), SeatEntry("o", "bot")), (), str)]
    [('x', False), ('o', True)]
    """
    here = set(present)
    numbers = _bots_numbered(seats)
    return tuple([_shown(seat, seat.role in here, numbers.get(seat.role, 0), bot_label) for seat in seats])


def _bots_numbered(seats: Iterable[SeatEntry]) -> dict[str, int]:
    """Numbers, by role, for bots without a name where there are several of one kind."""
    nameless = [seat for seat in seats if seat.kind == "bot" and not seat.name]
    numbers = {}
    for seat in nameless:
        alike = [each.role for each in nameless if each.bot == seat.bot]
        numbers[seat.role] = 0 if len(alike) == 1 else alike.index(seat.role) + 1
    return numbers


def _shown(seat: SeatEntry, here: bool, number: int, bot_label: Callable[[str], str]) -> protocol.Seat:
    if seat.kind == "bot":
        return protocol.Seat(seat.role, "bot", seat.name or bot_label(seat.bot), True, seat.bot, number)
    return protocol.Seat(seat.role, seat.kind, seat.name, here and seat.kind == "person", badge=seat.badge)
