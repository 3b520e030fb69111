"""Vacations by the host: days beyond those that are saved, written into the log; in either database."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import select

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.vacations import hosting
from rondel.server.features.vacations.hosting import Change
from rondel.server.features.vacations.vacation_log import DAY, FIRST, MOST, Balance
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema
from rondel.server.storage.store import Store

pytestmark = pytest.mark.anyio

NOW = 1_800_000_000_000


async def change(store: Store, at: int = NOW, give: int = 0, *, begin: bool = False, end: bool = False) -> Balance:
    wanted = Change(at, "Mod", "in hospital", give, begin=begin, end=end)
    return await store.write(partial(hosting.change, name="ADA", wanted=wanted))


async def test_a_host_gives_days_begins_and_ends_a_vacation_and_all_is_in_the_log(kept: Store) -> None:
    await kept.write(partial(principal_repository.add, entry=Entry("ada", "account", "Ada", NOW, "ada")))
    assert (await kept.read(partial(hosting.balance, name="Ada"))).left(NOW) == FIRST
    assert (await change(kept, give=100)).left(NOW) == MOST, "no more is saved than can be earned"
    away = await change(kept, give=100, begin=True)
    assert away.until == NOW + MOST + 100 * DAY, "but a vacation that begins may be longer"
    assert (await change(kept, NOW + DAY, 5)).until == away.until + 5 * DAY
    assert (await change(kept, NOW + DAY, begin=True)).until == away.until + 5 * DAY, "it has begun already"
    back = await change(kept, NOW + 2 * DAY, end=True)
    assert (back.until, back.left(NOW + 2 * DAY)) == (0, MOST)
    log = schema.moderation.c
    rows = await kept.read(lambda connection: connection.execute(select(log.moderator, log.kind, log.about, log.note)).all())
    assert sorted(tuple(row) for row in rows) == sorted(
        ("Mod", "vacation", "ada", f"{what}: in hospital")
        for what in ("100 days", "100 days, begins", "5 days", "begins", "ends")
    )


async def test_what_cannot_be_is_refused_and_changes_nothing(kept: Store) -> None:
    with pytest.raises(Refusal, match=r"^unknown_person: "):
        await change(kept, begin=True)
    await kept.write(partial(principal_repository.add, entry=Entry("ada", "account", "Ada", NOW, "ada")))
    await change(kept, begin=True)
    over = NOW + FIRST + 1000
    with pytest.raises(Refusal, match=r"^no_vacation: "):
        await change(kept, over, begin=True)
    assert (await change(kept, over, 2, begin=True)).left(over) >= 2 * DAY
