"""The lobby's feed: broadcasts to subscribers what has changed in the lobby and at their own tables.

What happens is only noted; once a second, and only while somebody follows, the tables that were noted are looked up, all in one
query, and everybody is sent the same. So a busy arena costs no more than a quiet one.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from rondel.server import protocol
from rondel.server.lobby.service import Lobby
from rondel.server.protocol.refused import Refusal
from rondel.server.table import views
from rondel.server.table.entries import TableEntry
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds from one message to the next."""

MOST: Final = 500
"""Tables in one message; the others are in the next."""


class Follower(Protocol):
    """Somebody who follows the lobby."""

    @property
    def holder(self) -> str:
        """The id of who it is; empty for nobody in particular."""

    def put(self, frame: bytes) -> object:
        """Send one text frame; never waits."""


class Feed:
    """What is told to those who follow the lobby of one arena."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._followers: dict[Follower, None] = {}
        self._holders: dict[str, int] = {}
        """How often each holder follows."""
        self._changed: dict[str, None] = {}
        self._moved: set[str] = set()
        """Holders at whose tables something has happened."""
        self._teller: asyncio.Task[None] | None = None

    def follow(self, follower: Follower) -> None:
        """Tell the follower from now on; once, however often it asks."""
        if follower not in self._followers:
            self._followers[follower] = None
            self._holders[follower.holder] = self._holders.get(follower.holder, 0) + 1

    def leave(self, follower: Follower) -> None:
        """Tell the follower nothing more."""
        if follower in self._followers:
            del self._followers[follower]
            left = self._holders[follower.holder] = self._holders[follower.holder] - 1
            if not left:
                del self._holders[follower.holder]

    def noticed(self, entry: TableEntry, *, listed: bool) -> None:
        """Something has happened at a table; ``listed`` says that the lobby may show it otherwise now. Costs next to nothing
        while nobody follows."""
        if not self._followers:
            return
        if listed and entry.terms.public:
            self._changed[entry.id] = None
        self._moved.update([seat.holder for seat in entry.seats if seat.holder and seat.holder in self._holders])
        if (self._changed or self._moved) and self._teller is None:
            self._teller = asyncio.create_task(self._tell(), name="lobby")

    async def close(self) -> None:
        """Tell nothing more."""
        if self._teller is not None:
            self._teller.cancel()
            await asyncio.wait({self._teller})

    async def _tell(self) -> None:
        trouble = FailureLog(_logger, "the lobby cannot be looked up now")
        try:
            while self._changed or self._moved:
                await asyncio.sleep(EVERY)
                ids = list(self._changed)[:MOST]
                try:
                    tables = await self._lobby.of_ids(ids) if ids else ()
                except Refusal as refusal:
                    trouble.met(refusal)
                    continue
                trouble.passed()
                for each in ids:
                    del self._changed[each]
                moved, self._moved = self._moved, set()
                self._send(tables, ids, moved)
        finally:
            self._teller = None

    def _send(self, tables: tuple[protocol.Listed, ...], ids: list[str], moved: set[str]) -> None:
        there = {table.id for table in tables}
        gone = tuple([each for each in ids if each not in there])
        frames = {mine: views.encode(protocol.Lobby(tables, gone, mine)) for mine in (False, True)}
        for follower in list(self._followers):
            mine = follower.holder in moved
            if ids or mine:
                follower.put(frames[mine])
