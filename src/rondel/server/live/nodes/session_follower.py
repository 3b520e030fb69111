"""The session follower: closes sockets whose session or token has ended at another node."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress

from rondel.server.accounts.authenticator import Authenticator
from rondel.server.live.bus import Bus, CredentialHint, Hint
from rondel.server.protocol.refused import Refusal


class SessionFollower:
    """Tells the other nodes which credentials have ended here, and checks those that have ended there."""

    def __init__(self, people: Authenticator, bus: Bus) -> None:
        self._people = people
        self._bus = bus
        self._checking: asyncio.Task[None] | None = None
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
        here = None
        for hint in hints:
            if isinstance(hint, CredentialHint):
                here = here or set(self._people.attendance.credentials())
                if hint.credential in here and (self._checking is None or self._checking.done()):
                    self._checking = asyncio.create_task(self._check(), name="sessions ended elsewhere")

    async def _check(self) -> None:
        with suppress(Refusal):  # while the database cannot be reached, no socket is closed
            await self._people.revalidate()
