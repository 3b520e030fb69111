"""Vacations as their owner switches them, in either database: what is left, and who has to be told."""

from __future__ import annotations

from functools import partial

import pytest

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.vacations import vacation_log
from rondel.server.features.vacations.vacation_log import DAY, FIRST, MOST
from rondel.server.features.vacations.vacations import Vacations
from rondel.server.protocol import Vacation
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store

pytestmark = pytest.mark.anyio


async def test_a_vacation_is_switched_once_until_no_day_is_left(kept: Store) -> None:
    now, told = 50 * DAY, 0

    def tell() -> None:
        nonlocal told
        told += 1

    vacations = Vacations(kept, lambda: now, tell)
    await kept.write(partial(principal_repository.add, entry=Entry("ada", "account", "Ada", now, "ada")))
    assert await vacations.of("ada") == Vacation(FIRST, MOST, None)
    away = await vacations.switch("ada", on=True)
    assert away == Vacation(FIRST, MOST, now + FIRST)
    changed = partial(vacation_log.changed, now=now, everybody=False)
    assert await kept.read(changed) == [("ada", now + FIRST)]
    await kept.write(partial(vacation_log.settled, principal="ada", until=now + FIRST, now=now))
    assert await kept.read(changed) == []
    now += DAY
    assert (await vacations.switch("ada", on=True)).until == away.until, "it is not begun anew"
    assert await kept.read(partial(vacation_log.changed, now=now, everybody=False)) == []
    now += 13 * DAY
    assert await vacations.of("ada") == Vacation(0, MOST, None)
    with pytest.raises(Refusal, match=r"^no_vacation: "):
        await vacations.switch("ada", on=True)
    assert (await kept.read(partial(vacation_log.ends_at, principal="ada", now=now)), told) == (None, 2)
