"""Attempts to log in: counted once, and remembered where they succeed."""

from __future__ import annotations

import pytest

from rondel.server.protocol.refused import Refusal
from rondel.server.transport.client_address import Peer
from rondel.server.transport.login.failed_logins import FailedLogins
from rondel.server.transport.login.login_attempt import Attempt
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.shared_limits import SharedLimiter
from rondel.server.transport.token_bucket import LocalBuckets, Rate

pytestmark = pytest.mark.anyio


async def test_an_attempt_that_begins_again_is_counted_once_and_its_device_is_known_from_then_on() -> None:
    limits = Limits(name=Rate(0, 1.0), newcomer=Rate(1, 1000.0))
    limiter = SharedLimiter(limits, LocalBuckets(lambda: 0.0))
    first = Attempt(limiter, FailedLogins(), Peer("192.0.2.1", False), "Ada")
    await first.begin("ada", "hash")
    await first.begin("ada", "hash")
    await first.succeed("hash")
    with pytest.raises(Refusal, match="too_fast"):
        await Attempt(limiter, FailedLogins(), Peer("192.0.2.2", False), "Ada").begin("ada", "hash")
    again = Attempt(limiter, FailedLogins(), Peer("192.0.2.2", False), "Ada", first.device)
    await again.begin("ada", "hash")
    await again.succeed("hash")
    assert again.device == first.device
