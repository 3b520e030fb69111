"""The services that the tables are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import Alone
from rondel.server.live.services import Services
from tests.server.harness import empty_store, prepare


@pytest.mark.anyio
async def test_seeds_come_from_luck_where_there_is_any_and_secrets_never_do(tmp_path: Path) -> None:
    prepare(tmp_path / "arena.sqlite3")
    store = empty_store(tmp_path)
    lucky = Services(store, BotPool(), luck=lambda size: b"7" * size)
    assert lucky.chance(3) == b"777" != lucky.entropy(3)
    assert len(Services(store, BotPool()).chance(32)) == 32
    assert isinstance(lucky.bus, Alone), "a node has no others unless a bus is given"
    await store.close()
