"""Tables and seats over HTTP: create a table, sit down, leave."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rondel.server.protocol.play.terms import Terms


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The occupant of a seat: ``me`` (the client that creates the table), ``open`` (anybody with the invitation),
    or ``bot``."""

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


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/invitation``: check an invitation, before anybody is asked for a name."""

    invite: str = ""
    """Not needed at a public table."""


class LeaveSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/leave``: give back a seat before the game begins (every seat of the client, when no role is
    named). It is open then."""

    role: str = ""


class ChangeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/seats``: before the game begins, the host makes a seat open, whoever holds it, or gives it to a
    bot."""

    role: str
    kind: Literal["open", "bot"]
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""


class Taken(msgspec.Struct, frozen=True):
    """The answer to `TakeSeat`: the token is the seat; a client with the token plays it."""

    role: str
    token: str
