"""The boards of the lobby: positions of tables, to be drawn small.

The live ones are the same for everybody and are read at most once a second, however many look at the lobby. Each is what the
table would send to an observer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import msgspec

from rondel.engine import OBSERVER
from rondel.server import protocol
from rondel.server.accounts.principal import Principal
from rondel.server.live.open_table import OpenTable
from rondel.server.lobby.queries import TableFilter
from rondel.server.lobby.service import Lobby
from rondel.server.protocol.refused import Refusal

LIVE: Final = 6
"""Live boards, at most."""

OWN: Final = 8
"""Boards of one's own tables, at most."""

RECENT: Final = 15 * 60_000
"""Milliseconds since its last move for which a table counts as live."""

FRESH: Final = 1.0
"""Seconds for which the live boards are kept."""

SCENES: Final = 64
"""Scenes that are kept."""


class _Position(msgspec.Struct):
    """Those parts of an `Update` that a board shows."""

    seq: int
    views: dict[str, dict[str, Any]]
    standing: protocol.Standing


class _Scene(msgspec.Struct):
    """The part of a `Welcome` that a board needs."""

    scene: msgspec.Raw


_position = msgspec.json.Decoder(_Position)
_scene = msgspec.json.Decoder(_Scene)


class Boards:
    """The boards of one server's tables."""

    def __init__(self, lobby: Lobby, find: Callable[[str], Awaitable[OpenTable]], clock: Callable[[], int]) -> None:
        """``find`` opens a table by its id; ``clock`` is the time in milliseconds since 1970."""
        self._lobby = lobby
        self._find = find
        self._clock = clock
        self._scenes: OrderedDict[tuple[str, int], msgspec.Raw] = OrderedDict()
        self._reading: asyncio.Task[protocol.LiveBoards] | None = None
        self._read_at = 0.0

    async def live(self) -> protocol.LiveBoards:
        """The public tables of the last moves, with their positions."""
        now = asyncio.get_running_loop().time()
        if self._reading is None or now - self._read_at > FRESH:
            self._read_at, self._reading = now, asyncio.create_task(self._live(), name="boards")
        return await asyncio.shield(self._reading)  # others wait for the same

    async def own(self, who: Principal) -> protocol.OwnBoards:
        """The positions at the first of a principal's tables."""
        mines = (await self._lobby.mine(who, "")).tables[:OWN]
        return protocol.OwnBoards(await self._boards([mine.table for mine in mines], who.id))

    async def _live(self) -> protocol.LiveBoards:
        since = self._clock() - RECENT
        listed = (await self._lobby.public(TableFilter(open=False, watchable=True), "")).tables
        live = sorted([each for each in listed if each.seq and each.active and each.at > since], key=lambda each: -each.at)
        by_id = {each.id: each for each in live[:LIVE]}
        boards = await self._boards(by_id.values(), "")
        return protocol.LiveBoards(tuple([protocol.LiveBoard(by_id[board.table], board) for board in boards]))

    async def _boards(self, tables: Iterable[protocol.Listed], holder: str) -> tuple[protocol.Board, ...]:
        """The boards of these tables; those that cannot be shown now are left out."""
        found = []
        for each in tables:
            try:
                found.append(await self._board(each, holder))
            except Refusal:
                continue
        return tuple(found)

    async def _board(self, listed: protocol.Listed, holder: str) -> protocol.Board:
        table = await self._find(listed.id)
        roles, frame = await table.position(holder)
        now = _position.decode(frame)
        viewer = next((role for role in roles if role in now.views), OBSERVER)
        view = now.views[viewer]
        scene: Any = await self._scene(table, listed.round, holder)
        return protocol.Board(listed.id, now.seq, viewer, scene, view["containers"], tuple(view["active"]), now.standing.clocks)

    async def _scene(self, table: OpenTable, number: int, holder: str) -> msgspec.Raw:
        """The scene of a round, which does not change and is the same for every viewer."""
        key = (table.entry.id, number)
        if key not in self._scenes:
            self._scenes[key] = _scene.decode(await table.welcome((), holder)).scene
            if len(self._scenes) > SCENES:
                self._scenes.popitem(last=False)
        return self._scenes[key]
