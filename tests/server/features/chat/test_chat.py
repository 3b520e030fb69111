"""Chat: who may not write, and requests for what does not exist."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from rondel.server.accounts.principal import Principal
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat import chat
from rondel.server.features.chat.chat import Chat
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import Mute, Say, Terms
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

ADA, BOB, CID = (
    Requester(Principal("ada", "account", "Ada")),
    Requester(Principal("bob", "guest")),
    Requester(Principal("cid", "guest")),
)
SEATS = (SeatEntry("x", "person", name="Ada", holder="ada", badge="account"), SeatEntry("o", "person"))
TABLE = TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", SEATS, host="x")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = empty_store(tmp_path)
    yield made
    await made.close()


async def opened(store: SqliteStore, terms: Terms) -> Chat:
    await store.add(structs.replace(TABLE, terms=terms), 0)
    return Chat(TableRegistry(Services(store, BotPool())), store, lambda: 5)


async def test_a_line_says_who_said_it_as_everybody_may_know_them(store: SqliteStore) -> None:
    talk = await opened(store, Terms())
    played = await talk.say("t", ADA, Say("m1", "hi", "Somebody Else"))
    watched = await talk.say("t", BOB, Say("m1", "hi", " Bob\u202e "))
    assert (played.channel, played.role, played.name, played.badge) == ("table", "x", "Ada", "account")
    assert (watched.channel, watched.role, watched.name, watched.badge) == ("gallery", "", "Bob", "")
    assert await talk.say("t", BOB, Say("m1", " hi ")) == watched
    with pytest.raises(Refusal, match=r"^duplicate_id: "):
        await talk.say("t", BOB, Say("m1", "something else"))


@pytest.mark.parametrize(
    ("terms", "who", "say", "code"),
    [
        (Terms(), ADA, Say("m", " "), "malformed"),
        (Terms(chat="off"), ADA, Say("m", "hi"), "no_chat"),
        (Terms(watchable=False), BOB, Say("m", "hi"), "not_seated"),
    ],
)
async def test_what_cannot_be_said(store: SqliteStore, terms: Terms, who: Requester, say: Say, code: str) -> None:
    talk = await opened(store, terms)
    with pytest.raises(Refusal, match=f"^{code}: "):
        await talk.say("t", who, say)


@pytest.mark.parametrize("identity", ["", "x" * 65, "a\\u0000b"])
def test_ids_of_lines_have_bounds(identity: str) -> None:
    with pytest.raises(Refusal, match=r"^malformed: "):
        read(msgspec.json.Decoder(Say), f'{{"id":"{identity}","text":"hi"}}', "the message")
    assert read(msgspec.json.Decoder(Say), '{"id":"m","text":"hi"}', "the message") == Say("m", "hi")


async def test_who_reads_what_they_may_not_is_told_no_more_than_of_what_is_not_there(store: SqliteStore) -> None:
    talk = await opened(store, Terms())
    said = []
    for who, channel in ((BOB, "table"), (Requester(), "table"), (ADA, "gallery"), (ADA, "nowhere")):
        with pytest.raises(Refusal) as refused:
            await talk.page("t", who, channel, 0, None)
        said.append(str(refused.value))
    assert len(set(said)) == 1
    assert (await talk.page("t", ADA, "", 0, None)).channels == ("table",)


async def test_pages_go_back_to_the_first_line(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST", 2)
    talk = await opened(store, Terms())
    for each in range(5):
        await talk.say("t", ADA, Say(f"m{each}", f"{each}"))
    seen: list[Any] = []
    before: int | None = 10**30
    while before is not None:
        page = await talk.page("t", ADA, "", -(10**30), before)
        seen = [*[line.text for line in page.lines], *seen]
        before = page.before
    assert seen == ["0", "1", "2", "3", "4"]


async def test_the_host_alone_mutes(store: SqliteStore) -> None:
    talk = await opened(store, Terms())
    line = await talk.say("t", BOB, Say("m1", "spam"))
    for who in (BOB, Requester()):
        with pytest.raises(Refusal, match=r"^not_host: "):
            await talk.mute("t", who, Mute(line.number))
    with pytest.raises(Refusal, match=r"^unknown_line: "):
        await talk.mute("t", ADA, Mute(10**30))
    await talk.mute("t", ADA, Mute(line.number))
    with pytest.raises(Refusal, match=r"^muted: "):
        await talk.say("t", BOB, Say("m2", "more spam"))
    await talk.mute("t", ADA, Mute(line.number, muted=False))
    await talk.say("t", BOB, Say("m3", "sorry"))


async def test_the_host_alone_is_told_whose_lines_are_of_the_muted(store: SqliteStore) -> None:
    talk = await opened(store, Terms())
    await store.append(Answer("t", 1, 1, "play", "x", at=1, active=""))  # when the round is over, the host reads the gallery
    for number, (who, text) in enumerate(((BOB, "spam"), (CID, "hello"), (BOB, "more spam")), 1):
        await talk.say("t", who, Say(f"m{number}", text))
    await talk.mute("t", ADA, Mute(1))
    told = [(await talk.page("t", who, channel, 0, None)).muted for who in (ADA, CID) for channel in ("gallery", "table")]
    assert told == [(1, 3), (), (), ()]
    await talk.mute("t", ADA, Mute(3, muted=False))
    assert (await talk.page("t", ADA, "gallery", 0, None)).muted == ()
