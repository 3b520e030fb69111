"""Logs failed logins, one line each, for the host and for programs such as fail2ban.

A line names the account as it was typed, escaped and cut, the address, and the kind of failure. It never holds a password. Each
address has a budget of lines, and all addresses together have another one. The next line of an address tells how many of its
lines were omitted.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from typing import Final, Literal

from rondel.server.transport.client_address import Peer
from rondel.server.transport.token_bucket import MOST_KEPT, Rate, TokenBuckets

_logger = logging.getLogger(__name__)

Reason = Literal["unknown_name", "wrong_password", "too_fast"]

LONGEST_NAME: Final = 40
"""Characters of a name in the log."""

ONE: Final = Rate(20, 5.0)
"""Lines of one address."""

ALL: Final = Rate(1000, 0.1)
"""Lines of all addresses together."""


class FailedLogins:
    """Writes failed logins to the log."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._one = TokenBuckets(ONE, clock)
        self._all = TokenBuckets(ALL, clock)
        self._omitted: dict[str, int] = {}

    def note(self, name: str, peer: Peer, reason: Reason) -> None:
        """Write a line, or count it where the budget is used up."""
        if self._one.take(peer.address) or self._all.take(""):
            if peer.address in self._omitted or len(self._omitted) < MOST_KEPT:
                self._omitted[peer.address] = self._omitted.get(peer.address, 0) + 1
            return
        omitted = self._omitted.pop(peer.address, 0)
        cut = name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "…"
        _logger.warning(
            "login failed: address=%s reason=%s omitted=%d account=%s",
            peer.exact or "-",
            reason,
            omitted,
            json.dumps(cut),
        )
