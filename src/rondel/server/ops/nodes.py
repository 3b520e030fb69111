"""The nodes of an arena, by their rows in its database."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from rondel.server.storage import node_repository
from rondel.server.storage.node_repository import PATIENCE
from rondel.server.storage.postgres.store import database_time


class NodeReport(msgspec.Struct, frozen=True):
    """A node, as it was when it wrote its row."""

    name: str
    id: str
    up: int
    """Seconds from its start until it was seen last."""
    unseen: int
    """Seconds since then, where they are too many for a node that is up; else 0."""
    missed: int
    """How often it has missed messages of others."""
    is_blind: bool
    """Whether it does not hear the others now."""


def reports(connection: Connection) -> list[NodeReport]:
    """The nodes of a PostgreSQL database, the longest running first. One that died is among them until another deletes it."""
    at = database_time(connection)
    return [
        NodeReport(
            *(each.name, each.id, (each.seen_at - each.began_at) // 1_000),
            unseen=(at - each.seen_at) // 1_000 if at - each.seen_at > PATIENCE else 0,
            missed=each.missed,
            is_blind=each.is_blind,
        )
        for each in node_repository.listed(connection)
    ]
