"""What everybody may know of a table: the shapes that most messages are made of."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.play.terms import Terms

SeatKind = Literal["person", "bot", "open"]


class Seat(msgspec.Struct, frozen=True):
    """One role at a table and who sits there."""

    role: str
    kind: SeatKind
    name: str = ""
    """A person's own; a bot's is what its kind is called (`BotInfo.label`), unless it was given another."""
    present: bool = False
    """Whether a socket of this seat's holder is open now; bots are always present."""
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""
    number: int = 0
    """For a bot without a name of its own, which one of its kind it is, from 1, where several sit at the table; else 0."""
    badge: str = ""
    """``account`` for a person under the name of their account; ``bot`` for a bot account, played by a program elsewhere."""


class Table(msgspec.Struct, frozen=True):
    """What everybody may know about a table."""

    id: str
    game: str
    title: str
    seats: tuple[Seat, ...]
    round: int = 1
    """Games played at this table, this one included: `Again` starts the next."""
    terms: Terms = Terms()
    host: str = ""
    """The role whose holder has made the table; empty where nobody who plays has."""
