"""A table and its seats as values: a repository keeps them, a table is opened from them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Sequence
from typing import Any, Final, Literal

import msgspec

from rondel.server.protocol import PerMove, Terms

DAYS: Final = 6 * 3_600
"""A clock with at least so many seconds for one answer counts as a clock for days."""


SeatKind = Literal["person", "bot", "open"]


Pace = Literal["none", "live", "days"]
"""The kind of clock: none, one for a sitting, or one for days."""


def hashed(secret: str) -> bytes:
    """The stored hash of a token or invitation. Both are long and random, so one SHA-256 is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class SeatEntry(msgspec.Struct, frozen=True):
    """One stored seat."""

    role: str
    kind: SeatKind
    bot: str = ""
    name: str = ""
    token_hash: bytes | None = None
    holder: str = ""
    """The id of the principal that holds the seat; empty where only a token does."""
    badge: str = ""
    """The public kind of the holder: see `Principal.badge`."""
    conditional_moves: str = ""
    """The conditional moves of the holder, as the text of `ConditionalMoves`; empty for none. A new holder has none."""


class TableEntry(msgspec.Struct, frozen=True):
    """One stored table, without its answers."""

    id: str
    game: str
    options: dict[str, Any]
    seed: bytes
    invite_hash: bytes
    seats: tuple[SeatEntry, ...]
    version: int = 1
    """The version of its rules."""
    fault: str | None = None
    """Why nobody can play at it, for the host; None for a sound table."""
    active: str | None = None
    """The roles it waits for before its first answer, as in `Answer.active`."""
    terms: Terms = Terms()
    host: str = ""
    """The role of the host; empty where the host has no seat."""
    seating: int = 1
    """Counts the changes of the seats: the fence of an answer, which is stored only while the count is the same."""

    def opens(self, invite: str) -> bool:
        """Whether this is the invitation to the table."""
        return hmac.compare_digest(hashed(invite), self.invite_hash)


def pace(terms: Terms) -> Pace:
    """The kind of a table's clock, for the lobby's filter.

    >>> from rondel.server.protocol import Fischer
    >>> pace(Terms()), pace(Terms(clock=Fischer(300))), pace(Terms(clock=PerMove(60))), pace(Terms(clock=PerMove(86_400)))
    ('none', 'live', 'live', 'days')
    """
    if terms.clock is None:
        return "none"
    return "days" if isinstance(terms.clock, PerMove) and terms.clock.seconds >= DAYS else "live"


def rotated(seats: Sequence[SeatEntry], by: int = 1) -> tuple[SeatEntry, ...]:
    """The seats after everybody has moved on by so many; the roles stay in seat order.

    >>> [(seat.role, seat.name) for seat in rotated((SeatEntry("x", "person", "", "Ada"), SeatEntry("o", "bot", "", "Bo")))]
    [('x', 'Bo'), ('o', 'Ada')]
    """
    count = len(seats)
    return tuple([msgspec.structs.replace(seats[(place - by) % count], role=seat.role) for place, seat in enumerate(seats)])


def moved_on(roles: Collection[str], seats: Sequence[SeatEntry], by: int) -> frozenset[str]:
    """The roles that the holders of these have after everybody has moved on by so many; see `rotated`.

    >>> seats = (SeatEntry("a", "person"), SeatEntry("b", "person"), SeatEntry("c", "person"))
    >>> sorted(moved_on({"a", "c"}, seats, 1)), sorted(moved_on({"a", "b"}, seats, -1))
    (['a', 'b'], ['a', 'c'])
    """
    count = len(seats)
    return frozenset([seats[(place + by) % count].role for place, seat in enumerate(seats) if seat.role in roles])


def host_after(host: str, persons: Sequence[str]) -> str:
    """The role of the host when these persons are left: the same host, or the first of them; none where there was none.

    >>> host_after("b", ["a", "b"]), host_after("b", ["a", "c"]), host_after("b", []), host_after("", ["a"])
    ('b', 'a', '', '')
    """
    return host if not host or host in persons else next(iter(persons), "")
