"""Draining of a node beside others: its sockets are closed a few at a time, while it still serves the rest.

Each client connects to another node at once, which opens the table from its log; all of them at the same moment would be more
than the others can take.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from rondel.server.transport.uvicorn_protocols.websocket import WebSocketProtocol

SOCKETS_A_SECOND: Final = 400
"""Sockets that are closed in a second, at most."""

STEP_SECONDS: Final = 0.05
"""The time between two groups of them."""

NOTICE_SECONDS: Final = 2.0
"""How long a balancer has to see in ``/health`` that the node drains, before the first socket is closed: whoever comes back
is to be sent elsewhere."""

LONGEST_SECONDS: Final = 30.0
"""How long all of it may take; what is open then is closed with the node."""


async def close_sockets(connections: Collection[object], hurried: Callable[[], bool] = lambda: False) -> None:
    """Close the open sockets of these connections with 1012, and those that come meanwhile. ``hurried`` ends it early."""
    loop = asyncio.get_running_loop()
    until, step = loop.time() + LONGEST_SECONDS, max(1, round(SOCKETS_A_SECOND * STEP_SECONDS))
    while not hurried() and loop.time() < until:
        sockets = [each for each in connections if isinstance(each, WebSocketProtocol) and each.is_open]
        if not sockets:
            return
        for each in sockets[:step]:
            each.shutdown()
        await asyncio.sleep(STEP_SECONDS)
