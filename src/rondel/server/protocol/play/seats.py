"""Tables and seats over HTTP: making a table, and sitting down at one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rondel.server.protocol.play.terms import Terms


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit where: ``me`` (the client that creates the table), ``open`` (whoever has the invitation), or ``bot``."""

    role: str
    kind: Literal["me", "open", "bot"]
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""
    name: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables``: create a table."""

    game: str
    seats: tuple[NewSeat, ...]
    options: dict[str, Any] = {}
    name: str = ""
    """The creator's name."""
    terms: Terms = Terms()


class Created(msgspec.Struct, frozen=True):
    """The answer to `NewTable`: the creator's seat tokens by role, and the code for others to sit down with."""

    table: str
    tokens: dict[str, str]
    invite: str


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/seat``: sit down on an open seat (the first one when no role is named)."""

    invite: str = ""
    """Not needed at a public table."""
    name: str = ""
    role: str = ""


class LeaveSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/leave``: give back a seat before the game begins (every one the client has, when no role is
    named). It is open then, for whoever may sit down."""

    role: str = ""


class ChangeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/seats``: the host says, before the game begins, that a seat is open, whoever sits there, or
    that a bot has it."""

    role: str
    kind: Literal["open", "bot"]
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""


class Taken(msgspec.Struct, frozen=True):
    """The answer to `TakeSeat`: the token is the seat; whoever has it plays it."""

    role: str
    token: str
