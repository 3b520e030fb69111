"""People over HTTP: the own principal, accounts, and bot accounts with their tokens."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.people.company import OwnFollow, OwnPresence
from rondel.server.protocol.people.invitations import OwnInvitation
from rondel.server.protocol.people.notifications import OwnBrowser, OwnContact, OwnLink, OwnNotification, OwnWebhook
from rondel.server.protocol.people.private_messages import OwnMessage
from rondel.server.protocol.people.rating import OwnSeason
from rondel.server.protocol.people.vacations import OwnVacation
from rondel.server.protocol.play.replay import TriedAnswer


class Me(msgspec.Struct, frozen=True):
    """``GET /api/me``: the principal of the request."""

    kind: Literal["nobody", "guest", "account", "bot"]
    id: str = ""
    """Unique forever; empty for a client without a session or token."""
    name: str = ""
    """The name of an account or a bot."""
    scopes: tuple[str, ...] = ()
    """What the credential allows: ``play``, ``read``."""


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/register``: create an account; a guest keeps the seats."""

    name: str
    password: str


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/login``: log in to an account; a guest's seats become the account's."""

    name: str
    password: str


class LogOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/logout``: end this session, or all of them."""

    everywhere: bool = False


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/password``: change the password; every other session ends."""

    old: str
    new: str


class DeleteMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/delete``: delete the account and its bots; a pseudonym stays with their games."""

    password: str


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/bots``: create a bot account for a program."""

    name: str


class TokenInfo(msgspec.Struct, frozen=True):
    """One token of a bot, without the secret itself."""

    id: str
    label: str
    scopes: tuple[str, ...]
    expires: int
    """When it expires, in milliseconds since 1970."""


class BotAccount(msgspec.Struct, frozen=True):
    """``GET /api/me/bots``: one of the account's bots."""

    id: str
    name: str
    tokens: tuple[TokenInfo, ...]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/bots/{id}/tokens``: create a token for a bot."""

    scopes: tuple[Literal["play", "read"], ...] = ("play", "read")
    days: int = 90
    """Days until it expires."""
    label: str = ""
    """A note for its owner."""


class Token(msgspec.Struct, frozen=True):
    """The answer to `NewToken` with the token itself, which is shown this once."""

    token: str
    info: TokenInfo


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body, for a request whose address says everything."""


class Session(msgspec.Struct, frozen=True):
    """``GET /api/me/sessions``: one browser that is logged in to the account."""

    id: str
    """For ending it; useless for logging in."""
    begun: int
    used: int
    """About when it was used last, in milliseconds since 1970."""
    here: bool
    """Whether it is the session of this request."""


class OwnSession(msgspec.Struct, frozen=True):
    """A session of the principal."""

    begun: int
    used: int
    """About when it was used last, in milliseconds since 1970."""


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat of the principal."""

    table: str
    game: str
    role: str
    name: str
    """The name shown at that seat."""
    conditional_moves: tuple[tuple[TriedAnswer, ...], ...]
    """The lines of the `ConditionalMoves` stored there."""


class OwnResult(msgspec.Struct, frozen=True):
    """An ended round of the principal. Its moves are at ``/api/tables/{table}/rounds/{round}``."""

    table: str
    round: int
    role: str
    seq: int
    at: int
    """In milliseconds since 1970."""
    rated: bool


class OwnRating(msgspec.Struct, frozen=True):
    """The principal's rating at a game after a rated round."""

    table: str
    round: int
    role: str
    game: str
    at: int
    rank: int
    mean: float
    deviation: float
    rounds: int
    won: int
    drawn: int
    algorithm: str


class OwnLine(msgspec.Struct, frozen=True):
    """A chat line of the principal."""

    table: str
    channel: str
    number: int
    at: int
    role: str
    name: str
    """The name shown with it."""
    text: str
    id: str
    """The client's id of the message."""


class OwnMute(msgspec.Struct, frozen=True):
    """A table whose host has muted the principal in the gallery, and the line that was the reason."""

    table: str
    number: int


class OwnReport(msgspec.Struct, frozen=True):
    """A report by the principal."""

    table: str
    at: int
    reason: str
    words: str
    role: str
    channel: str
    number: int
    settled_at: int | None


class ModerationAction(msgspec.Struct, frozen=True):
    """A moderators' action about the principal: ``settle``, ``silence``, ``lift``, ``warn``, ``suspend``, ``unsuspend`` or
    ``vacation``."""

    at: int
    kind: str
    until: int | None


class OwnTournament(msgspec.Struct, frozen=True):
    """A tournament that the principal has announced."""

    id: str
    title: str
    game: str
    state: str
    created_at: int


class OwnEntry(msgspec.Struct, frozen=True):
    """A tournament that the principal takes part in, or did."""

    tournament: str
    number: int
    name: str
    state: str
    seed: int
    rating: float
    joined_at: int


class Export(msgspec.Struct, frozen=True):
    """``GET /api/me/export``: all stored data of the principal. It has no secrets, and nothing that others reported."""

    me: Me
    since: int
    """When the principal was created, in milliseconds since 1970."""
    sessions: tuple[OwnSession, ...]
    bots: tuple[BotAccount, ...]
    seats: tuple[OwnSeat, ...]
    results: tuple[OwnResult, ...]
    ratings: tuple[OwnRating, ...]
    chat: tuple[OwnLine, ...]
    mutes: tuple[OwnMute, ...]
    reports: tuple[OwnReport, ...]
    moderation_actions: tuple[ModerationAction, ...]
    contact: tuple[OwnContact, ...]
    mail_links: tuple[OwnLink, ...]
    notifications: tuple[OwnNotification, ...]
    follows: tuple[OwnFollow, ...]
    """Whom the principal follows."""
    blocks: tuple[OwnFollow, ...]
    """Whom the principal has blocked."""
    online: tuple[OwnPresence, ...]
    hosted_tournaments: tuple[OwnTournament, ...]
    tournaments: tuple[OwnEntry, ...]
    browsers: tuple[OwnBrowser, ...]
    invitations: tuple[OwnInvitation, ...]
    """Those by the principal, and those to it."""
    webhook: tuple[OwnWebhook, ...]
    messages: tuple[OwnMessage, ...]
    vacation: tuple[OwnVacation, ...]
    seasons: tuple[OwnSeason, ...]
