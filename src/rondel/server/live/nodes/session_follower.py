"""The session follower: closes sockets whose session or token has ended at another node."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

from rondel.server.accounts.authenticator import Authenticator
from rondel.server.live.bus import Bus, CredentialHint, Hint
from rondel.server.protocol.refused import Refusal

RETRY_SECONDS: Final = 1.0
"""The wait after a check that the database refused."""


class SessionFollower:
    """Tells the other nodes which credentials have ended here, and checks those that have ended there."""

    def __init__(self, people: Authenticator, bus: Bus) -> None:
        self._people = people
        self._bus = bus
        self._checking: asyncio.Task[None] | None = None
        self._wanted = False
        """Whether a credential has ended since the last check began."""
        people.attendance.on_end = self._ended
        bus.subscribe(self._heard, lambda: None)

    async def read(self, missed: bool) -> None:
        """Check every open socket where hints were missed; see `follower.Reader`."""
        if missed:
            await self._people.revalidate()

    async def close(self) -> None:
        """Stop checking."""
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.wait({self._checking})

    def _ended(self, credentials: Collection[bytes]) -> None:
        self._bus.publish(*[CredentialHint(each) for each in credentials])

    def _heard(self, node: str, hints: Sequence[Hint]) -> None:
        ended = {hint.credential for hint in hints if isinstance(hint, CredentialHint)}
        if ended and not ended.isdisjoint(self._people.attendance.credentials()):
            self._wanted = True
            if self._checking is None:
                self._checking = asyncio.create_task(self._check(), name="sessions ended elsewhere")

    async def _check(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                try:
                    await self._people.revalidate()
                except Refusal:  # while the database cannot be reached, no socket is closed
                    self._wanted = True
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._checking = None
