"""Analyses at a server: a position is searched once, few requests wait, and refusals free their place."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rondel.server.accounts.requester import Requester
from rondel.server.features.analysis import MOST_WAITING, Analysis
from rondel.server.features.replays import Replays
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from tests.server.harness import empty_store
from tests.server.history.test_replay import entry, played

pytestmark = pytest.mark.anyio

BROKEN = (sys.executable, "-c", "print('{}', flush=True)")
"""A worker that greets and ends."""


@pytest.fixture
async def replays(tmp_path: Path) -> AsyncIterator[Replays]:
    """The replays of an arena with one ended round, ``table-1``."""
    services = Services(empty_store(tmp_path), BotPool())
    await services.store.add(entry("tic_tac_toe"), 0)
    for answer in played("tic_tac_toe")[1]:
        await services.store.append(answer)
    yield Replays(TableRegistry(services), services)
    await services.store.close()


async def test_a_position_is_searched_once_and_few_may_wait(replays: Replays) -> None:
    analysis = Analysis(replays, BotPool().apart(0.1))
    try:
        waiting = [asyncio.create_task(analysis.evaluation("table-1", 1, Requester(), 1)) for _each in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="many games are being analysed") as refused:
            await analysis.evaluation("table-1", 1, Requester(), 2)
        assert (refused.value.code, refused.value.retry_after) == ("too_fast", 2)
        found = await asyncio.gather(*waiting)
        assert {(each.seq, each.role) for each in found} == {(1, "o")}
        assert found[0].describe is not None
        assert found[0].values["x"] == -found[0].values["o"]
        assert await analysis.evaluation("table-1", 1, Requester(), 1) is found[-1]
    finally:
        await analysis.close()


async def test_a_refusal_or_a_failed_search_frees_its_place(replays: Replays) -> None:
    analysis = Analysis(replays, BotPool(command=BROKEN))
    for _each in range(MOST_WAITING + 1):
        with pytest.raises(Refusal, match="has no position"):
            await analysis.evaluation("table-1", 1, Requester(), 99)
    with pytest.raises(Refusal, match="no opinion") as refused:
        await analysis.evaluation("table-1", 1, Requester(), 1)
    assert refused.value.code == "unavailable"
    await analysis.close()
