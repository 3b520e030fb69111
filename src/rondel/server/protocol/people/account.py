"""People over HTTP: who one is, accounts, and bot accounts with their tokens."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.play.replay import TriedAnswer


class Me(msgspec.Struct, frozen=True):
    """``GET /api/me``: who the one who asks is to the arena."""

    kind: Literal["nobody", "guest", "account", "bot"]
    id: str = ""
    """Nobody else's, ever; empty for nobody."""
    name: str = ""
    """An account's or a bot's."""
    scopes: tuple[str, ...] = ()
    """What the one who asks may do: ``play``, ``read``."""


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/register``: have an account from now on; a guest keeps the seats."""

    name: str
    password: str


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/login``: be who one has an account as; a guest's seats become the account's."""

    name: str
    password: str


class LogOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/logout``: end this session, or all of them."""

    everywhere: bool = False


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/password``: have another password; every other session ends."""

    old: str
    new: str


class DeleteMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/delete``: have the account and its bots forgotten; of the games, a pseudonym stays."""

    password: str


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/bots``: make an account that a program plays as."""

    name: str


class TokenInfo(msgspec.Struct, frozen=True):
    """One token of a bot, without what it is used with."""

    id: str
    label: str
    scopes: tuple[str, ...]
    expires: int
    """When it ends, in milliseconds since 1970."""


class BotAccount(msgspec.Struct, frozen=True):
    """``GET /api/me/bots``: one bot account of one's own."""

    id: str
    name: str
    tokens: tuple[TokenInfo, ...]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/bots/{id}/tokens``: make a token for a bot."""

    scopes: tuple[Literal["play", "read"], ...] = ("play", "read")
    days: int = 90
    """How long it lasts."""
    label: str = ""
    """What it is for, to its owner."""


class Token(msgspec.Struct, frozen=True):
    """The answer to `NewToken`: the token itself, which is shown this once."""

    token: str
    info: TokenInfo


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request that says all by its address."""


class Session(msgspec.Struct, frozen=True):
    """``GET /api/me/sessions``: a browser in which one is logged in."""

    id: str
    """To end it by; nobody comes in with it."""
    begun: int
    used: int
    """About when it was used last, in milliseconds since 1970."""
    here: bool
    """Whether it is the one that asks."""


class OwnSession(msgspec.Struct, frozen=True):
    """A browser one is signed in with."""

    begun: int
    used: int
    """About when it was used last, in milliseconds since 1970."""


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat of one's own."""

    table: str
    game: str
    role: str
    name: str
    """Under which one sits there."""
    plan: tuple[tuple[TriedAnswer, ...], ...]
    """The lines of the `Plan` that was kept there."""


class OwnResult(msgspec.Struct, frozen=True):
    """A round of one's own that has ended. Its moves are at ``/api/tables/{table}/rounds/{round}``."""

    table: str
    round: int
    role: str
    seq: int
    at: int
    """In milliseconds since 1970."""
    rated: bool


class OwnRating(msgspec.Struct, frozen=True):
    """One's rating at a game after a rated round."""

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
    algorithm: str


class OwnLine(msgspec.Struct, frozen=True):
    """A line of chat one has written."""

    table: str
    channel: str
    number: int
    at: int
    role: str
    name: str
    """Under which it was said."""
    text: str
    id: str
    """The id the client gave it."""


class OwnMute(msgspec.Struct, frozen=True):
    """A table whose host has muted one in the gallery, and the line for which."""

    table: str
    number: int


class OwnReport(msgspec.Struct, frozen=True):
    """Something one has reported to the moderators."""

    table: str
    at: int
    reason: str
    words: str
    role: str
    channel: str
    number: int
    settled_at: int | None


class Measure(msgspec.Struct, frozen=True):
    """What moderators did about one: ``settle``, ``silence`` or ``lift``."""

    at: int
    deed: str
    until: int | None


class Export(msgspec.Struct, frozen=True):
    """``GET /api/me/export``: all that is stored about the one who asks. It has no secrets, and nothing of what others
    reported."""

    me: Me
    since: int
    """When one came first, in milliseconds since 1970."""
    sessions: tuple[OwnSession, ...]
    bots: tuple[BotAccount, ...]
    seats: tuple[OwnSeat, ...]
    results: tuple[OwnResult, ...]
    ratings: tuple[OwnRating, ...]
    chat: tuple[OwnLine, ...]
    mutes: tuple[OwnMute, ...]
    reports: tuple[OwnReport, ...]
    measures: tuple[Measure, ...]
