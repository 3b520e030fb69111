"""The chat log: lines are numbered without gaps, a message is one line, and muted authors are refused."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from rondel.server.accounts import principal_repository
from rondel.server.features.chat import chat_log
from rondel.server.features.chat.chat_log import Entry, Muted
from rondel.server.protocol import Channel
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer

pytestmark = pytest.mark.anyio


async def table(store: Store) -> None:
    await store.add(TableEntry("t", "reversi", {}, b"", b"", (SeatEntry("a", "open"),)), 0)


def entry(text: str, author: str = "ada", channel: Channel = "table") -> Entry:
    return Entry("t", channel, author, f"id-{text}", 7, "", author.title(), "account", text)


async def say(store: Store, text: str, author: str = "ada", channel: Channel = "table") -> int:
    line, _new, _over = await store.write(partial(chat_log.add, entry=entry(text, author, channel)))
    assert (line.text, line.name, line.at) == (text, author.title(), 7)
    return line.number


async def texts(store: Store, channel: Channel = "table", since: int = 0, before: int | None = None, most: int = 99) -> str:
    asked = partial(chat_log.page, table="t", channel=channel, since=since, before=before, most=most)
    return " ".join([line.text for line in await store.read(asked)])


async def test_lines_are_numbered_by_channel_and_read_by_pages(kept: Store) -> None:
    await table(kept)
    assert [await say(kept, text) for text in "abcde"] == [1, 2, 3, 4, 5]
    assert await say(kept, "g", "bob", "gallery") == 1
    assert (await texts(kept), await texts(kept, since=3), await texts(kept, since=5)) == ("a b c d e", "d e", "")
    assert (await texts(kept, most=2), await texts(kept, before=4, most=2), await texts(kept, "gallery")) == ("d e", "b c", "g")


async def test_many_who_talk_at_once_get_a_number_each(kept: Store) -> None:
    await table(kept)
    numbers = await asyncio.gather(*(say(kept, f"line {each}", f"p{each % 3}") for each in range(12)))
    assert sorted(numbers) == list(range(1, 13))


async def test_a_message_that_comes_again_is_the_same_line(kept: Store) -> None:
    await table(kept)
    outcomes = [await kept.write(partial(chat_log.add, entry=entry("a"))) for _ in range(3)]
    assert [(line.number, new) for line, new, _over in outcomes] == [(1, True), (1, False), (1, False)]
    assert await say(kept, "a", "bob") == 2, "another's ids are another's"


async def test_it_is_said_whether_the_round_is_over(kept: Store) -> None:
    await table(kept)
    assert not await kept.read(partial(chat_log.over, table="t"))
    await kept.append(Answer("t", 1, 1, "play", "a", at=1, active=""))
    assert await kept.read(partial(chat_log.over, table="t"))
    assert (await kept.write(partial(chat_log.add, entry=entry("a"))))[2]


async def test_who_is_muted_says_no_more_until_they_are_heard_again(kept: Store) -> None:
    await table(kept)
    await say(kept, "spam", "bob", "gallery")
    await say(kept, "hello", "cid", "gallery")
    for _ in range(2):
        assert await kept.write(partial(chat_log.mute, table="t", number=1, muted=True))
    with pytest.raises(Muted):
        await say(kept, "more", "bob", "gallery")
    await say(kept, "me too", "cid", "gallery")
    assert not await kept.write(partial(chat_log.mute, table="t", number=9, muted=True))
    assert await kept.write(partial(chat_log.mute, table="t", number=1, muted=False))
    assert await say(kept, "sorry", "bob", "gallery") == 4


async def test_what_somebody_who_is_forgotten_has_said_stays_under_another_name(kept: Store) -> None:
    await table(kept)
    for number, author in enumerate(("ada", "bob"), 1):
        await kept.write(partial(chat_log.add, entry=Entry("t", "gallery", author, "m1", 7, "", author, "account", "hello")))
        await kept.write(partial(chat_log.mute, table="t", number=number, muted=True))
    for author in ("ada", "bob"):
        await kept.write(partial(principal_repository.forget, principal=author, pseudonym="Somebody"))
    asked = partial(chat_log.page, table="t", channel="gallery", since=0, before=None, most=9)
    assert [(line.name, line.badge) for line in await kept.read(asked)] == [("Somebody", "")] * 2
