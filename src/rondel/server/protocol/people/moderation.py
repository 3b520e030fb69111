"""A report: somebody tells those who look after the arena of what somebody else does."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.people.chat import Channel

Grievance = Literal["chat", "name", "play", "other"]
"""What it is about: words, what somebody calls themselves, how they play (help, stalling, losing on purpose), or else."""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/reports``: report who plays a role, or who said a line of chat; one of the two."""

    id: str
    """The client's own: sent again after a lost connection it is the same report."""
    reason: Grievance
    role: str = ""
    """Who plays it is reported."""
    channel: Channel = "table"
    number: int = 0
    """Of the line of chat, in its channel; 0 where it is about a role."""
    text: str = ""
    """What there is to say about it, up to 500 characters."""
