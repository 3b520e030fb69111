"""One attempt to log in: rate-limited, logged when it fails, with the device it comes from."""

from __future__ import annotations

from rondel.server.accounts import device
from rondel.server.protocol.refused import Refusal
from rondel.server.transport.client_address import Peer
from rondel.server.transport.login.failed_logins import FailedLogins, Reason
from rondel.server.transport.shared_limits import SharedLimiter


class Attempt:
    """One login attempt of one client, with the device cookie of its browser."""

    def __init__(self, limiter: SharedLimiter, log: FailedLogins, peer: Peer, name: str, kept: str = "") -> None:
        self.device = kept
        """The device cookie for the browser; until the attempt succeeds, the one that it sent."""
        self._limiter = limiter
        self._log = log
        self._peer = peer
        self._name = name
        self._folded = ""

    async def begin(self, folded: str, password: str | None) -> None:
        """Count the attempt before the password is compared; ``password`` is the stored hash. Refused as ``too_fast``. An
        attempt that begins again because the stored hash has changed meanwhile is counted once."""
        if self._folded:
            return
        self._folded = folded
        try:
            await self._limiter.check_login(self._peer, folded, device.known(self.device, password))
        except Refusal:
            self.fail("too_fast")
            raise

    def fail(self, reason: Reason) -> None:
        """Log the failure."""
        self._log.note(self._name, self._peer, reason)

    async def succeed(self, password: str) -> None:
        """Remember the device and the network; ``password`` is the hash that is stored now."""
        await self._limiter.logged_in(self._peer, self._folded)
        if not device.known(self.device, password):
            self.device = device.made(password)
