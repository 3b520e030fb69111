"""Kinds of notifications: when each is due, and what it says.

A kind is one module here with a `Kind`, a line in `KINDS`, its name in `protocol.NotificationKind`, a field of
`protocol.NotificationSettings`, and its switch on the account's page. Turns come from the log; every other kind is added by
``outbox.post``. A kind reads tables of the database alone, and imports no feature.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rondel.server.features.notifications.kinds import invitation, tournament, turn
from rondel.server.features.notifications.kinds.kind import Kind, Note
from rondel.server.protocol import NotificationKind

__all__ = ["KINDS", "Kind", "Note"]

KINDS: Final[Mapping[NotificationKind, Kind]] = MappingProxyType(
    {
        "turn": turn.TURN,
        "reminder": turn.REMINDER,
        "invitation": invitation.INVITATION,
        "tournament": tournament.TOURNAMENT,
        "round": tournament.ROUND,
    }
)
"""All kinds, by name."""
