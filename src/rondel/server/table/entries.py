"""A table and its seats as values: a repository keeps them, a table is opened from them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from rondel.server.protocol import PerMove, Terms

DAYS: Final = 6 * 3_600
"""Seconds for one answer from which on nobody sits and waits for it."""


SeatKind = Literal["person", "bot", "open"]


Pace = Literal["none", "live", "days"]
"""By what clock people play: none, one for a sitting, or one for days."""


def hashed(secret: str) -> bytes:
    """What is stored of a token or invitation. They are long and random, so one SHA-256 is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat as it is stored."""

    role: str
    kind: SeatKind
    bot: str = ""
    name: str = ""
    token_hash: bytes | None = None
    holder: str = ""
    """The id of the principal whose seat it is; empty where only the token says whose."""
    badge: str = ""
    """What everybody is shown of the holder: see `Principal.badge`."""
    plan: str = ""
    """The conditional moves of the holder, as the text of a `Plan`; empty for none. It is gone with the holder."""


class TableEntry(msgspec.Struct, frozen=True):
    """One table as it is stored, without its answers."""

    id: str
    game: str
    options: dict[str, Any]
    seed: bytes
    invite_hash: bytes
    seats: tuple[SeatEntry, ...]
    version: int = 1
    """Of the rules it was made with, and is played by."""
    fault: str | None = None
    """Why nobody can play at it, for the host; None for a table that is sound."""
    active: str | None = None
    """Whom it waits for before its first answer, as in `Answer.active`."""
    terms: Terms = Terms()
    host: str = ""
    """The role of who has made it, when they play."""

    def opens(self, invite: str) -> bool:
        """Whether this is the invitation to the table."""
        return hmac.compare_digest(hashed(invite), self.invite_hash)


def pace(terms: Terms) -> Pace:
    """By what kind of clock a table plays, as the lobby looks for it.

    >>> from rondel.server.protocol import Fischer
    >>> pace(Terms()), pace(Terms(clock=Fischer(300))), pace(Terms(clock=PerMove(60))), pace(Terms(clock=PerMove(86_400)))
    ('none', 'live', 'live', 'days')
    """
    if terms.clock is None:
        return "none"
    return "days" if isinstance(terms.clock, PerMove) and terms.clock.seconds >= DAYS else "live"


def rotated(seats: Sequence[SeatEntry], by: int = 1) -> tuple[SeatEntry, ...]:
    """The seats when everybody has moved on by so many; the roles stay where they are, in seat order.

    >>> [(seat.role, seat.name) for seat in rotated((SeatEntry("x", "person", "", "Ada"), SeatEntry("o", "bot", "", "Bo")))]
    [('x', 'Bo'), ('o', 'Ada')]
    """
    count = len(seats)
    return tuple([msgspec.structs.replace(seats[(place - by) % count], role=seat.role) for place, seat in enumerate(seats)])


def host_after(host: str, persons: Sequence[str]) -> str:
    """The role of the host when those persons are left: the one there was, or the first of them; where there was none, nobody.

    >>> host_after("b", ["a", "b"]), host_after("b", ["a", "c"]), host_after("b", []), host_after("", ["a"])
    ('b', 'a', '', '')
    """
    return host if not host or host in persons else next(iter(persons), "")
