"""A report to the moderators about another person."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.bounds import MessageId
from rondel.server.protocol.people.chat import Channel

Grievance = Literal["chat", "name", "play", "other"]
"""The subject: chat, a name, the way of playing (help, stalling, losing on purpose), or something else."""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/reports``: report the player of a role, or the author of a chat line; one of the two."""

    id: MessageId
    """The client's own idempotency key: sent again after a lost connection it is the same report."""
    reason: Grievance
    role: str = ""
    """The role whose player is reported."""
    channel: Channel = "table"
    number: int = 0
    """The number of the chat line in its channel; 0 where a role is reported."""
    text: str = ""
    """An explanation, up to 500 characters."""
