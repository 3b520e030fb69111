"""Sanctions: the last one counts, until its end, for an account and its bots."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec import structs

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.moderation import moderation_log, sanctions
from rondel.server.features.moderation.moderation_log import ModerationAction
from rondel.server.features.moderation.sanctions import SHOWN, Sanctions
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from tests.server.features.company.test_relations import people

pytestmark = pytest.mark.anyio

ACTION = ModerationAction(10, "Mo", "suspend", "", "", 1_000, "insults")


async def test_a_suspension_counts_until_its_end_or_until_it_is_lifted(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await kept.write(partial(principal_repository.add, entry=Entry("bot", "bot", "Engine", 1, "engine", owner="ada")))
    now = 11
    guard = Sanctions(kept, lambda: now)
    ada, bot = Principal("ada", "account", "Ada"), Principal("bot", "bot", "Engine")
    await guard.check(ada)
    await kept.write(partial(sanctions.impose, name="ada", action=ACTION))
    for who in (ada, bot):
        with pytest.raises(Refusal, match=r"^suspended: .* until 1970-01-01 00:00 UTC: insults; "):
            await guard.check(who)
    await guard.check(Principal("bob", "account", "Bob"))
    await guard.check(Principal("guest", "guest"))
    assert await kept.read(partial(moderation_log.silenced, principal="ada")) == 1_000
    await kept.write(partial(sanctions.impose, name="ada", action=structs.replace(ACTION, at=12, kind="warn", until=None)))
    with pytest.raises(Refusal):
        await guard.check(ada)
    shown = await kept.read(partial(sanctions.notices, principal="ada", at=13))
    assert [(each.kind, each.until) for each in shown] == [("warn", None), ("suspend", 1_000)]
    now = 1_000
    await guard.check(ada)
    now = 14
    await kept.write(partial(sanctions.impose, name="ada", action=structs.replace(ACTION, at=14, kind="unsuspend", until=0)))
    await guard.check(ada)
    assert await kept.read(partial(moderation_log.silenced, principal="ada")) == 0
    assert await kept.read(partial(sanctions.notices, principal="ada", at=12 + SHOWN)) == []
    with pytest.raises(Refusal, match=r"^unknown_person: "):
        await kept.write(partial(sanctions.impose, name="Zed", action=ACTION))
