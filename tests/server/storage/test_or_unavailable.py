"""A store that is down is refused in one way, and nothing else is hidden by it."""

from __future__ import annotations

import pytest

from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Down

pytestmark = pytest.mark.anyio


async def call(error: Exception | None = None) -> int:
    if error is not None:
        raise error
    return 7


async def test_a_store_that_is_down_is_refused_and_other_errors_are_raised() -> None:
    assert await or_unavailable(call()) == 7
    with pytest.raises(Refusal, match=r"^unavailable") as refused:
        await or_unavailable(call(Down("the database is away")))
    assert isinstance(refused.value.__cause__, Down)
    with pytest.raises(KeyError):
        await or_unavailable(call(KeyError("no such row")))
