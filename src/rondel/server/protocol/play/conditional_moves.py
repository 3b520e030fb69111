"""Conditional moves over HTTP: a player's answers to possible answers of the others."""

from __future__ import annotations

import msgspec

from rondel.server.protocol.play.replay import TriedAnswer


class ConditionalMoves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/conditional-moves``: the conditional moves of one role, instead of its earlier ones. Without
    lines they are deleted."""

    role: str
    seq: int
    """The `Update.seq` it was made at; at another position it is refused as ``stale``."""
    lines: tuple[tuple[TriedAnswer, ...], ...]
    """Each begins with a possible answer of another role there and ends with an answer of this one. As long as all answers
    follow a line, the answers of this role in it are given automatically."""


class OwnConditionalMoves(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/conditional-moves``: the remaining conditional moves of the client's own roles, and of no
    others."""

    conditional_moves: tuple[ConditionalMoves, ...]
