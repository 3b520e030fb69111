"""The nodes of an arena, as they are heard on their bus."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from rondel.server.live.nodes.channel_bus import BEAT, Channel, Message

LISTENED: Final = 2.5 * BEAT
"""Seconds to listen: each node sends a message in every `BEAT`."""


class NodeReport(msgspec.Struct, frozen=True):
    """What a node says of itself."""

    name: str
    boot: str
    up: int
    """Seconds since its start."""
    missed: int
    """How often it has missed messages of others."""
    is_blind: bool
    """Whether it does not hear the others now."""


async def heard(channel: Channel, seconds: float = LISTENED) -> list[NodeReport]:
    """The nodes that speak on the channel, the longest running first. Raises `Down`."""
    found: dict[str, NodeReport] = {}

    def hear(payload: str) -> None:
        try:
            said = msgspec.json.decode(payload, type=Message)
        except msgspec.MsgspecError:
            return
        found[said.b] = NodeReport(said.n, said.b, said.u, said.m, said.d)

    try:
        await channel.open(hear)
        await asyncio.sleep(seconds)
    finally:
        await channel.close()
    return sorted(found.values(), key=lambda each: (-each.up, each.name, each.boot))
