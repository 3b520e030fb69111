"""A refusal: the reply to a message that was not carried out, with its code.

Raised anywhere below the transport, it becomes a `Refused` on a socket or a `Problem` over HTTP. Its text goes to the sender of
the message, so it contains only what they sent and what everybody may know, never the position.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from rondel.errors import quoted

STATUS: Final = {
    "malformed": 400,
    "version": 400,
    "wrong_token": 401,
    "wrong_invitation": 403,
    "not_seated": 403,
    "hidden_information": 403,
    "wrong_password": 403,
    "not_allowed": 403,
    "not_admitted": 403,
    "reliability": 403,
    "suspended": 403,
    "not_mutual": 403,
    "unknown_table": 404,
    "no_chat": 403,
    "muted": 403,
    "not_host": 403,
    "unknown_line": 404,
    "unknown_round": 404,
    "unknown_person": 404,
    "unknown_season": 404,
    "unknown_invitation": 404,
    "unknown_format": 404,
    "unknown_game": 404,
    "unknown_tournament": 404,
    "unknown_token": 404,
    "unknown_session": 404,
    "not_found": 404,
    "no_open_seat": 409,
    "name_taken": 409,
    "invited": 409,
    "no_mail": 409,
    "no_push": 409,
    "no_webhooks": 409,
    "webhook_failed": 409,
    "too_many": 409,
    "unreplayable": 409,
    "old_link": 410,
    "too_large": 413,
    "too_slow": 408,
    "too_fast": 429,
    "rules": 500,
    "frozen": 500,
    "not_saved": 503,
    "unavailable": 503,
    "draining": 503,
}
"""The HTTP status of a code; 422 for every other one."""


class Refusal(Exception):
    """The message was refused and changed nothing; ``code`` is stable."""

    def __init__(self, code: str, message: str, *, retry_after: int = 0) -> None:
        self.code = code
        self.message = message
        self.retry_after = retry_after
        """Seconds after which the message may be sent again; 0 where unknown."""
        super().__init__(f"{code}: {message}")

    @property
    def status(self) -> int:
        """The HTTP status of this refusal.

        >>> Refusal("unknown_table", "there is no table 'x'").status
        404
        """
        return STATUS.get(self.code, 422)


class Elsewhere(Refusal):
    """Refused by this node alone: the socket is closed after it, so that the client connects to another one."""


def outdated() -> Elsewhere:
    """The refusal for a table of newer rules than this node has, as while its arena is being upgraded.

    >>> outdated().status
    503
    """
    return Elsewhere("unavailable", "this table has newer rules than this server; nothing has changed, so try again soon")


def unavailable() -> Refusal:
    """The refusal while the store cannot be reached.

    >>> unavailable().status
    503
    """
    return Refusal("unavailable", "the database cannot be reached now; nothing has changed, so try again soon")


def unknown_table() -> Refusal:
    """The refusal for a table that does not exist.

    >>> unknown_table().status
    404
    """
    return Refusal("unknown_table", "there is no such table; check the link")


def unknown_game(name: str) -> Refusal:
    """The refusal for a game that this server does not offer.

    >>> unknown_game("gone").status
    404
    """
    return Refusal("unknown_game", f"there is no game {quoted(name)} here; see /api/games")


def unwatchable() -> Refusal:
    """The refusal for a client without a role, where the terms do not allow watching.

    >>> unwatchable().status
    403
    """
    return Refusal("not_seated", "by the terms of this table only those who play may look on")


def damaged() -> Refusal:
    """The refusal for stored data that does not decode."""
    return Refusal("frozen", "what is stored of this is damaged; it cannot be used until the host has repaired it")


def too_fast(wait: float) -> Refusal:
    """The refusal for a client that came so many seconds too early.

    >>> too_fast(1.5).message, too_fast(1.5).status
    ('more than the server takes at once; try again in 2 seconds', 429)
    """
    seconds = whole(wait)
    return Refusal("too_fast", f"more than the server takes at once; try again in {seconds} seconds", retry_after=seconds)


def whole(wait: float) -> int:
    """The wait in whole seconds, at least one."""
    return max(1, ceil(wait))
