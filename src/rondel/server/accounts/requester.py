"""The requester of a table: a principal with the seat tokens they brought.

The token of a seat entitles to play it, over HTTP as over a socket. It comes in the header ``Rondel-Seat``, never in an
address: a page of another origin cannot be made to send the header.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import SeatEntry, TableEntry

HEADER: Final = "rondel-seat"

MOST_SEATS: Final = 16
"""Tokens in one header."""


class Requester(msgspec.Struct, frozen=True):
    """A principal, with the hashes of the seat tokens of the request.

    >>> from rondel.server.table.entries import hashed
    >>> seats = (SeatEntry("x", "person", token_hash=hashed("key")), SeatEntry("o", "person", holder="p1"))
    >>> table = TableEntry("t", "tic_tac_toe", {}, b"", b"", seats)
    >>> askers = Requester(keys=(hashed("key"),)), Requester(Principal("p1", "guest")), Requester()
    >>> tuple(each.roles(table) for each in askers)
    (('x',), ('o',), ())
    """

    principal: Principal = NOBODY
    keys: tuple[bytes, ...] = ()

    def roles(self, table: TableEntry) -> tuple[str, ...]:
        """The roles the requester plays at the table, in seat order. Refused as ``unknown_seat`` where a token belongs to none
        of its seats."""
        return tuple([seat.role for seat in self.seats(table)])

    def seats(self, table: TableEntry) -> tuple[SeatEntry, ...]:
        """As `roles`, the seats."""
        known = [seat.token_hash for seat in table.seats]
        if any(key not in known for key in self.keys):
            raise Refusal("unknown_seat", "a seat token does not belong to this table; send those that do, or none to watch")
        mine = self.principal.id
        return tuple([seat for seat in table.seats if seat.token_hash in self.keys or (mine and seat.holder == mine)])
