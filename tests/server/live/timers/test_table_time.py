"""What every table may rely on, whether one node tells the time or several do."""

from __future__ import annotations

import pytest

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import Alone
from rondel.server.live.services import Services
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.live.timers.shared_heartbeat import SharedHeartbeat
from rondel.server.live.timers.table_time import ArenaTime
from rondel.server.storage.postgres.store import PostgresStore, database_time
from rondel.server.storage.store import Store

pytestmark = pytest.mark.anyio


async def test_a_table_is_ready_with_no_outage_and_nobody_elsewhere_and_time_goes_on(kept: Store) -> None:
    services = Services(kept, BotPool(), Alone("one"))
    shared = isinstance(kept, PostgresStore)
    time: ArenaTime = SharedHeartbeat(services, database_time) if shared else Heartbeat(services)
    time.start()
    await time.ready("t")
    began = time.now()
    time.attend("t", frozenset({"x"}))
    time.keep("t", began + 60_000, 1)
    assert await time.elsewhere("t") == frozenset()
    assert await time.is_settled("t", ("x",), began)
    assert time.down(began, time.now(), "t", ("x",)) == 0
    assert time.now() >= began
    time.forget("t")
    await time.stop()
