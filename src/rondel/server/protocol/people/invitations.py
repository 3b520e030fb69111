"""Invitations over HTTP: of an account to a seat, and of those with whom it has played to another game."""

from __future__ import annotations

from typing import Literal

import msgspec

InvitationState = Literal["open", "accepted", "declined", "withdrawn", "expired"]
"""``expired``: also where somebody else has taken the seat, or the game has begun without."""


class InviteAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/invitations``: invite those with accounts with whom one has played at a table to another game: a new table
    with the same game, options and terms, and a seat for each."""

    table: str
    """The table at which they have played."""


class InvitePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/invitations``: invite an account to an open seat of a table at which one has a seat."""

    name: str
    role: str = ""
    """The role of the seat; empty for the first open one that nobody is invited to."""


class SeatInvitation(msgspec.Struct, frozen=True):
    """An invitation of an account to a seat."""

    id: str
    name: str
    """The other account: the one that has invited the client's account, or that it has invited."""
    table: str
    game: str
    title: str
    role: str
    at: int
    """In milliseconds since 1970, as all times."""
    expires_at: int
    state: InvitationState


class Invitations(msgspec.Struct, frozen=True):
    """``GET /api/me/invitations``: the open invitations to the client's account, and the last of its own, the newest first."""

    received: tuple[SeatInvitation, ...]
    sent: tuple[SeatInvitation, ...]


class InvitedAgain(msgspec.Struct, frozen=True):
    """The answer to `InviteAgain`: the new table, and who is invited."""

    table: str
    invite: str
    """The code with which others sit down, for those without an account."""
    names: tuple[str, ...]


class Opponent(msgspec.Struct, frozen=True):
    """An account with whom the client's account has played."""

    name: str
    table: str
    """Where they have played last."""
    game: str
    title: str
    at: int
    """When that game ended."""


class Opponents(msgspec.Struct, frozen=True):
    """``GET /api/me/opponents``: with whom the client's account has played last, each once."""

    people: tuple[Opponent, ...]


class Notice(msgspec.Struct, frozen=True):
    """What moderators tell an account: a warning, or that it is suspended."""

    kind: Literal["warn", "suspend", "unsuspend"]
    at: int
    until: int | None
    """For a suspension, when it ends."""
    reason: str


class News(msgspec.Struct, frozen=True):
    """``GET /api/me/news``: what waits for the client's account."""

    invitations: int
    """Open invitations."""
    messages: int
    """Conversations with unread messages."""
    notices: tuple[Notice, ...]
    """The suspension of the account, and the warnings of the last 30 days, the newest first."""
    appeal: str
    """The mail address to which to write against one; empty where the arena has none."""


class OwnInvitation(msgspec.Struct, frozen=True):
    """An invitation by the principal, or to it."""

    table: str
    role: str
    by_me: bool
    state: str
    at: int
    expires_at: int
