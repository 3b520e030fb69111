"""Stored conversations: numbered, read from both sides, and each message once."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from rondel.server.accounts.principal_repository import forget
from rondel.server.features.company import conversations
from rondel.server.features.company.conversations import Pair
from rondel.server.protocol import Conversation, PrivateMessage
from rondel.server.storage.store import Store
from tests.server.features.company.test_relations import people

pytestmark = pytest.mark.anyio

ADA, BOB = Pair("ada", "bob"), Pair("bob", "ada")


async def write(store: Store, pair: Pair, id_: str, at: int = 5) -> tuple[PrivateMessage, bool]:
    return await store.write(partial(conversations.add, pair=pair, client_id=id_, at=at, text=f"text {id_}"))


async def unread(store: Store) -> list[int]:
    """Of Ada, and of Bob."""
    return [await store.read(partial(conversations.unread, who=who)) for who in ("ada", "bob")]


async def test_both_read_the_same_messages_each_from_their_side(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    assert await write(kept, ADA, "1") == (PrivateMessage(1, 5, True, "text 1"), True)
    assert await write(kept, ADA, "1") == (PrivateMessage(1, 5, True, "text 1"), False)
    assert await unread(kept) == [0, 1]
    assert await write(kept, BOB, "1", at=6) == (PrivateMessage(2, 6, True, "text 1"), True)
    assert await unread(kept) == [1, 0]
    seen = await kept.read(partial(conversations.page, pair=ADA, before=None, most=9))
    assert seen == [PrivateMessage(1, 5, True, "text 1"), PrivateMessage(2, 6, False, "text 1")]
    assert await kept.read(partial(conversations.page, pair=BOB, before=2, most=9)) == [PrivateMessage(1, 5, False, "text 1")]
    assert await kept.read(partial(conversations.of, who="ada")) == [Conversation("Bob", 6, "text 1", False, 1)]
    for number in (9, 2, 1):
        await kept.write(partial(conversations.mark_read, pair=ADA, number=number))
    assert await kept.read(partial(conversations.of, who="ada")) == [Conversation("Bob", 6, "text 1", False, 0)]
    assert await unread(kept) == [0, 0]


async def test_an_excerpt_has_the_words_of_the_reported_alone(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    for number in range(9):
        await write(kept, ADA if number % 3 else BOB, str(number))
    excerpt = partial(conversations.excerpt, pair=BOB)
    assert await kept.read(partial(excerpt, number=9)) == "text 2\ntext 4\ntext 5\ntext 7\ntext 8"
    assert await kept.read(partial(excerpt, number=3)) == "text 1\ntext 2"
    assert [await kept.read(partial(excerpt, number=number)) for number in (1, 10, 0)] == [None] * 3


async def test_messages_that_come_at_once_are_numbered_without_gaps(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    done = await asyncio.gather(*[write(kept, (ADA, BOB)[number % 2], str(number)) for number in range(8)])
    assert sorted(message.number for message, _ in done) == list(range(1, 9))


async def test_with_an_account_its_conversations_are_gone(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await write(kept, BOB, "1")
    await kept.write(partial(forget, principal="ada", pseudonym="Gone"))
    assert await kept.read(partial(conversations.page, pair=BOB, before=None, most=9)) == []
    assert await kept.read(partial(conversations.of, who="bob")) == []
