"""Presence: who is connected to the tables here through other nodes.

Each node says who is connected to a table there when that changes, and every few seconds: a lost hint is soon made good.
A node that is not heard of for a while has nobody connected any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, NamedTuple

from rondel.server.live.bus import PresenceHint
from rondel.server.live.open_table import OpenTable
from rondel.server.live.services import Services

EVERY: Final = 5.0
"""Seconds from one hint about a table to the next, while nobody comes or goes."""

FORGOTTEN_AFTER: Final = 12.0
"""Seconds after which a node that says nothing of a table has nobody there."""

_NOBODY: frozenset[str] = frozenset()


class _Said(NamedTuple):
    """What a node has said of a table."""

    roles: frozenset[str]
    watching: int
    at: float


class Presence:
    """Who is connected through other nodes to the tables in memory."""

    def __init__(self, services: Services, tables: Mapping[str, OpenTable]) -> None:
        self._bus = services.bus
        self._tables = tables
        self._elsewhere: dict[str, dict[str, _Said]] = {}
        """What each node has said of each table."""

    def heard(self, node: str, hint: PresenceHint) -> None:
        """Note what another node says of a table."""
        table = self._tables.get(hint.table)
        if table is None or not (table.is_watched or hint.table in self._elsewhere):
            return
        nodes = self._elsewhere.setdefault(hint.table, {})
        is_new = node not in nodes
        nodes[node] = _Said(frozenset(hint.roles), hint.watching, asyncio.get_running_loop().time())
        self._show(hint.table, table)
        if is_new and table.is_watched:  # it has opened the table just now
            table.publish_presence()

    async def beat(self) -> None:
        """Tell who is here again and again, and forget nodes that say nothing any more."""
        blind_at = float("-inf")  # until then nobody could be heard
        while True:
            await asyncio.sleep(EVERY)
            for table in list(self._tables.values()):
                if table.is_watched:
                    table.publish_presence()
            now = asyncio.get_running_loop().time()
            if not self._bus.sighted:  # it hears nobody now, or was frozen
                blind_at = now
            for table_id, nodes in list(self._elsewhere.items()):
                kept = {node: said for node, said in nodes.items() if max(said.at, blind_at) > now - FORGOTTEN_AFTER}
                found = self._tables.get(table_id)
                if found is None or not kept:
                    del self._elsewhere[table_id]
                else:
                    self._elsewhere[table_id] = kept
                if found is not None and len(kept) < len(nodes):
                    self._show(table_id, found)

    def _show(self, table_id: str, table: OpenTable) -> None:
        said = self._elsewhere.get(table_id, {}).values()
        table.show_elsewhere(_NOBODY.union(*[each.roles for each in said]), sum([each.watching for each in said]))
