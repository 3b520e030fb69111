"""Plans over HTTP: what somebody at a table will answer to what the others may answer."""

from __future__ import annotations

import msgspec

from rondel.server.protocol.play.replay import TriedAnswer


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/plans``: what one role will answer, instead of what it has said before. No lines: nothing."""

    role: str
    seq: int
    """The `Update.seq` it was made at; at another position it is refused as ``stale``."""
    lines: tuple[tuple[TriedAnswer, ...], ...]
    """Each begins with what another role may answer there and ends with an answer of this one. As long as all is answered as
    in a line, this role's answers in it are given for it."""


class Plans(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/plans``: what is left of the plans of the asker's own roles, and of nobody else's."""

    plans: tuple[Plan, ...]
