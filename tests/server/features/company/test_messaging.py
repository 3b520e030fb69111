"""Private messages at a real server: between those who follow each other, and what moderators see and decide."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from rondel.server.features.moderation import moderation_log
from rondel.server.features.moderation.moderation_log import ModerationAction
from rondel.server.storage.sqlite import SqliteStore
from tests.server.accounts.visitors import Browser, code
from tests.server.harness import Json, Running, opened

pytestmark = pytest.mark.anyio


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path) as running:
        yield running


@pytest.fixture
def both(server: Running) -> Iterator[tuple[Browser, Browser]]:
    """Ada and Bob, who follow each other."""
    with Browser(server) as ada, Browser(server) as bob:
        for browser, name in ((ada, "Ada"), (bob, "Bob")):
            assert browser.register(name).status_code == 201
        for browser, other in ((ada, "Bob"), (bob, "Ada")):
            browser.post(f"/api/me/people/{other}/follow", json={})
        yield ada, bob


def write(browser: Browser, to: str, text: str, id_: str = "") -> tuple[int, str]:
    """The status of a message that is sent, and why it was refused."""
    answer = browser.post(f"/api/me/conversations/{to}", json={"id": id_ or text, "text": text})
    return (201, "") if answer.status_code == 201 else code(answer)


def test_messages_go_between_those_who_follow_each_other_and_to_nobody_else(
    server: Running, both: tuple[Browser, Browser]
) -> None:
    ada, bob = both

    async def told() -> None:
        async with opened(server, **bob.socket) as lobby:
            await lobby.ask_follow()
            assert await asyncio.to_thread(write, ada, "Bob", "shall we\n play?") == (201, "")
            while not (await lobby.hear("lobby"))["mine"]:
                pass

    asyncio.run(told())
    assert bob.get("/api/me/news").json() == {
        "invitations": 0,
        "messages": 1,
        "notices": [],
        "appeal": "",
    }
    (shown,) = bob.get("/api/me/conversations").json()["people"]
    assert (shown["name"], shown["text"], shown["by_me"], shown["unread"]) == ("Ada", "shall we play?", False, 1)
    page: Json = bob.get("/api/me/conversations/ada").json()
    assert (page["name"], page["open"], [each["text"] for each in page["messages"]]) == ("Ada", True, ["shall we play?"])
    assert bob.get("/api/me/news").json()["messages"] == 1, "to look changes nothing"
    assert bob.post("/api/me/conversations/Ada/read", json={"number": 1}).status_code == 200
    assert bob.get("/api/me/news").json()["messages"] == 0
    assert write(bob, "Ada", "yes", "y") == (201, "")
    assert write(bob, "Ada", "no", "y") == (422, "duplicate_id")
    assert write(bob, "Ada", "x" * 501) == (400, "malformed")
    assert write(bob, "Ada", " \n") == (400, "malformed")
    ada.post("/api/me/people/Bob/block", json={})
    assert write(bob, "Ada", "are you there?") == (403, "not_mutual")
    assert write(ada, "Bob", "no") == (403, "not_mutual")
    assert not bob.get("/api/me/conversations/Ada").json()["open"]
    with Browser(server) as cid:
        cid.register("Cid")
        cid.post("/api/me/people/Ada/follow", json={})
        assert write(cid, "Ada", "hello") == (403, "not_mutual")
        assert cid.get("/api/me/conversations/Ada").json()["messages"] == []


def test_moderators_read_what_is_reported_and_nothing_else_and_silence(
    server: Running, both: tuple[Browser, Browser], tmp_path: Path
) -> None:
    ada, bob = both
    for text in ("hello", "you fool"):
        assert write(ada, "Bob", text) == (201, "")
    assert write(bob, "Ada", "stop it") == (201, "")
    assert write(ada, "Bob", "never") == (201, "")
    at = "/api/me/people/Ada/reports"
    assert code(bob.post(at, json={"id": "1", "reason": "chat", "number": 3})) == (404, "unknown_line"), "it is his own"
    assert code(ada.post(at, json={"id": "1", "reason": "chat"})) == (404, "unknown_line"), "it is herself"
    for _ in range(2):
        assert bob.post(at, json={"id": "2", "reason": "chat", "number": 2, "text": "rude"}).status_code == 201
    assert bob.post(at, json={"id": "3", "reason": "name"}).status_code == 201

    async def moderate() -> None:
        store = SqliteStore(tmp_path / "arena.sqlite3")
        found = await store.read(partial(moderation_log.found, settled=False, most=9))
        shown = {(each.report.channel, each.line, each.report.words, each.report.name) for each in found}
        assert shown == {("private", "hello\nyou fool", "rude", "Ada"), ("profile", "", "", "Ada")}
        action = ModerationAction(1, "host", "silence", "", "", 2**42, "")
        await store.write(partial(moderation_log.settle, report=found[0].report.id, action=action))
        await store.close()

    asyncio.run(moderate())
    assert write(ada, "Bob", "and now?") == (403, "muted")
    assert write(bob, "Ada", "silence") == (201, "")
