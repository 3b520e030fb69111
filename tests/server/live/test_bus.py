"""The port of the bus, and the bus of the only node."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from rondel.server.live.bus import (
    Alone,
    ChatHint,
    ConditionalMovesHint,
    CredentialHint,
    Hint,
    HolderHint,
    LobbyHint,
    LogHint,
    PresenceHint,
    SeatsHint,
)

EACH: list[tuple[Hint, str]] = [
    (LogHint("T", 7), '["t","T",7]'),
    (SeatsHint("T", 2), '["s","T",2]'),
    (HolderHint("P"), '["h","P"]'),
    (ChatHint("T", "table", 3), '["c","T","table",3]'),
    (LobbyHint("T"), '["l","T"]'),
    (CredentialHint(b"\xff\x00"), '["e","/wA="]'),
    (ConditionalMovesHint("T"), '["m","T"]'),
    (PresenceHint("T", ("x",), 3), '["p","T",["x"],3]'),
]


@pytest.mark.parametrize(("hint", "written"), EACH)
def test_a_hint_is_a_short_array(hint: Hint, written: str) -> None:
    assert msgspec.json.encode(hint).decode() == written
    assert msgspec.json.decode(written, type=Hint) == hint


async def nobody_hears() -> list[Hint]:
    heard: list[Hint] = []

    def hear(node: str, hints: Sequence[Hint]) -> None:
        heard.extend(hints)

    bus = Alone()
    bus.subscribe(hear, heard.clear)
    bus.publish(LogHint("t", 1))
    await bus.close()
    return heard


@pytest.mark.anyio
async def test_nobody_hears_a_node_that_is_alone() -> None:
    assert Alone().sighted
    assert await nobody_hears() == []
