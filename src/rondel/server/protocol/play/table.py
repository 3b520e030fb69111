"""The public data of a table, which most messages contain."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.play.terms import Terms

SeatKind = Literal["person", "bot", "open"]


class Seat(msgspec.Struct, frozen=True):
    """One role at a table and its occupant."""

    role: str
    kind: SeatKind
    name: str = ""
    """A person's own name; for a bot the label of its kind (`BotInfo.label`), unless it was given another."""
    present: bool = False
    """Whether a socket of this seat's holder is open now; bots are always present."""
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""
    number: int = 0
    """For a bot without a name of its own, its number among those of its kind, from 1, where several sit at the table;
    else 0."""
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
    """The role of the table's creator; empty where the creator does not play."""
    over: bool = False
    """Whether the round is over."""
