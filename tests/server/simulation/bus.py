"""The bus between the nodes of a simulated world. It loses, doubles and reorders what is said, also when there is calm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from rondel.server.live.bus import VERSION, Hint
from rondel.server.storage.store import Down

if TYPE_CHECKING:
    from tests.server.simulation.node import Node

COPIES: Final = (0, 0, 0, 1, 1, 1, 1, 1, 1, 2)
"""How many copies of a message come to a node: three of ten are lost, and one is doubled."""

DELAYS: Final = (0.0, 0.0, 0.01, 0.01, 0.3, 2.0)
"""Seconds that a copy takes at most."""


class SimulatedBus:
    """What carries messages to every node that listens. ``is_fair`` is one that loses nothing, and is quick."""

    def __init__(self, random: Random, is_fair: bool) -> None:
        self._random = random
        self._is_fair = is_fair
        self._listeners: dict[Node, Callable[[str], None]] = {}
        self.away_until = 0.0
        """Until then nobody can reach it; in seconds of the loop's clock."""

    def listen(self, node: Node, on_payload: Callable[[str], None]) -> None:
        """Have a node hear what is said from now on."""
        self._listeners[node] = on_payload

    def forget(self, node: Node) -> None:
        """A node listens no more."""
        self._listeners.pop(node, None)

    def say(self, speaker: Node, payload: str) -> None:
        """Tell everybody, perhaps."""
        now = asyncio.get_running_loop().time()
        if now < speaker.deaf_until:
            return
        for node in [node for node in self._listeners if now >= node.deaf_until]:
            for _ in range(1 if self._is_fair else self._random.choice(COPIES)):
                self._tell(node, payload)

    def forge(self, *hints: Hint) -> None:
        """Tell everybody what no node has said."""
        message = {"v": VERSION, "n": "forger", "b": "forger", "i": 1, "h": hints}
        for node in list(self._listeners):
            self._tell(node, msgspec.json.encode(message).decode())

    def check(self) -> None:
        """Raise `Down` while it is away."""
        if asyncio.get_running_loop().time() < self.away_until:
            raise Down("the bus is away")

    def _tell(self, node: Node, payload: str) -> None:
        def hear() -> None:
            if node.alive and node in self._listeners:
                self._listeners[node](payload)

        delay = 0.001 if self._is_fair else self._random.random() * self._random.choice(DELAYS)
        asyncio.get_running_loop().call_later(delay, hear, context=node.context.copy())


class Wire:
    """The channel of one node."""

    def __init__(self, bus: SimulatedBus, node: Node) -> None:
        self._bus = bus
        self._node = node

    async def open(self, on_payload: Callable[[str], None]) -> None:
        """See `Channel`."""
        await asyncio.sleep(0.001)
        self._bus.check()
        self._bus.listen(self._node, on_payload)

    async def send(self, payload: str) -> None:
        """See `Channel`. Where the node is cut off, it does not notice."""
        await asyncio.sleep(0.001)
        self._bus.check()
        self._bus.say(self._node, payload)

    async def close(self) -> None:
        """See `Channel`."""
        self._bus.forget(self._node)
