"""The circle of an account: changed by name, and read back."""

from __future__ import annotations

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.features.company.circle import Circle
from rondel.server.protocol import Blocked, Company, Followed, Relation
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from tests.server.features.company.test_relations import people

pytestmark = pytest.mark.anyio

ADA = Principal("ada", "account", "Ada")


async def test_following_ends_a_block_and_a_block_the_following(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    circle = Circle(kept, lambda: 5)
    assert await circle.block(ADA, "BOB", on=True) == Relation("Bob", follows=False, mutual=False, blocks=True)
    assert await circle.company(ADA) == Company((), (Blocked("Bob", 5),))
    assert await circle.follow(ADA, "bob", on=True) == Relation("Bob", follows=True, mutual=False, blocks=False)
    assert await circle.company(ADA) == Company((Followed("Bob", 5, mutual=False, online=False, table=None),), ())
    assert await circle.block(ADA, "Bob", on=True) == await circle.relation(ADA, "Bob")


async def test_nobody_follows_themselves_nor_whom_there_is_not(kept: Store) -> None:
    await people(kept, "Ada")
    circle = Circle(kept, lambda: 5)
    for act in (circle.follow, circle.block):
        with pytest.raises(Refusal, match=r"^not_allowed: "):
            await act(ADA, "Ada", on=True)
        with pytest.raises(Refusal, match=r"^unknown_person: "):
            await act(ADA, "Nobody", on=True)
