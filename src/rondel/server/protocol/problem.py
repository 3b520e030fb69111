"""The body of an HTTP response to a request that was refused or failed."""

from __future__ import annotations

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP answer that is not a success."""

    code: str
    """Stable, as in `Refused`; over HTTP also wrong_invitation, no_open_seat, seats, unknown_bot, foreign_origin, not_json,
    not_found."""
    message: str
