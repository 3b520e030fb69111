"""What the page of a table brings along: what its socket would say to the same visitor, to the byte, and never more."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack

import httpx
import msgspec
import pytest

from rondel.server import protocol
from rondel.server.transport import preload
from tests.server.accounts.visitors import Browser
from tests.server.harness import FAKE_CLIENT, Client, Json, Running, free, joined, me, opened

pytestmark = pytest.mark.anyio


KINDS = (
    b'<link rel="modulepreload" crossorigin href="/assets/kinds-1.js">',
    b'<link rel="preload" as="style" crossorigin href="/assets/kinds-1.css">',
)
BLOCK = re.compile(rb'<script type="application/json" id="preload">(.*)</script>')


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a busy server comes without the table."""
    monkeypatch.setattr(preload, "PATIENCE", 30.0)


def brought(answer: httpx.Response) -> bytes | None:
    """The block in a page; None for the page without one."""
    assert answer.status_code == 200
    found = BLOCK.search(answer.content)
    kept = "no-store" if answer.request.url.path.startswith("/table/") else "no-cache"
    assert answer.headers["cache-control"] == kept
    head, end, body = FAKE_CLIENT["index.html"].partition(b"</head>")
    content = answer.content
    for link in KINDS:
        content = content.replace(link, b"")
    assert content == head + end + (found.group(0) if found else b"") + body, "and nothing else"
    return found.group(1) if found else None


def welcome(answer: httpx.Response) -> bytes:
    """The welcome in a page, as the socket would have sent it."""
    block = brought(answer)
    assert block is not None
    assert b"<" not in block, "nothing in it ends it"
    msgspec.json.decode(block, type=protocol.Preload)
    return block.partition(b'"welcome":')[2].removesuffix(b"}").replace(b"\\u003c", b"<")


async def said(server: Running, browser: Browser, table: str) -> bytes:
    """What the socket says first to that browser, without any seat's token."""
    async with opened(server, **browser.socket) as client:
        await client.say({"type": "hello", "version": protocol.VERSION, "table": table, "tokens": []})
        frame = await client.socket.recv()
        return frame.encode() if isinstance(frame, str) else frame


async def test_a_page_brings_what_the_socket_would_say_to_the_same_visitor(server: Running) -> None:
    with ExitStack() as stack:
        ada, bob, watcher = [stack.enter_context(Browser(server)) for _ in range(3)]
        hands: dict[str, list[str]] = {}
        for game, first, second in (("reversi", "black", "white"), ("kuhn_poker", "first", "second")):
            created = ada.table(me(first, "Ada </script><!--"), free(second), game=game)
            table = created["table"]
            bob.post(f"/api/tables/{table}/seat", json={"invite": created["invite"], "name": "Bob"})
            for browser, roles in ((ada, [first]), (bob, [second]), (watcher, [])):
                page = welcome(browser.get(f"/table/{table}"))
                assert page == await said(server, browser, table)
                seen: Json = json.loads(page)
                assert (seen["roles"], list(seen["views"])) == (roles, roles or ["observer"])
                hands.setdefault(game, []).append(json.dumps(next(iter(seen["views"].values()))["containers"]))
    assert hands["reversi"][0] == hands["reversi"][1] == hands["reversi"][2]
    assert len(set(hands["kuhn_poker"])) == 3, "each sees their own card and nobody else's"


async def test_who_only_fetches_the_page_is_not_there(server: Running) -> None:
    with Browser(server) as ada:
        created = ada.table(me("x", "Ada"), free("o"))
        async with joined(server, created["table"]) as watcher:
            assert not any(seat["present"] for seat in watcher.welcome["table"]["seats"])
            ada.get(f"/table/{created['table']}")
            await watcher.ask({"type": "ping"})
            assert [each["type"] for each in watcher.heard] == ["welcome", "pong"]
            seat = {"rondel-seat": created["tokens"]["x"]}  # as a program says that it is its own
            assert json.loads(welcome(server.get(f"/table/{created['table']}", headers=seat)))["roles"] == ["x"]
            assert brought(server.get(f"/table/{created['table']}", headers={"rondel-seat": "a wrong one"})) is None
        assert not any(seat["present"] for seat in server.get(f"/api/tables/{created['table']}").json()["seats"])


async def test_the_socket_goes_on_where_the_page_left_off(server: Running) -> None:
    with Browser(server) as ada:
        created = ada.table(me("x", "Ada"), me("o", "Ada"))
        page = json.loads(welcome(ada.get(f"/table/{created['table']}")))
        async with joined(server, created["table"], created["tokens"].values()) as other:
            await other.play("x", "mark(b2)")
        since = {"seq": page["seq"], "events": {role: len(events) for role, events in page["events"].items()}}
        async with opened(server, **ada.socket) as client:
            resumed = await Client.hello(client, created["table"], (), since)
        assert (resumed["type"], resumed["seq"]) == ("resumed", 1)
        assert [len(events) for events in resumed["events"].values()] == [1, 1]


def test_a_page_brings_nothing_to_who_may_see_nothing(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as other, Browser(server, "no such session") as former:
        created = ada.post(
            "/api/tables", json={"game": "reversi", "seats": [me("black"), me("white")], "terms": {"watchable": False}}
        )
        path = f"/table/{created.json()['table']}"
        assert brought(ada.get(path)) is not None
        assert [brought(each.get(path)) for each in (other, former)] == [None, None]
        assert [brought(ada.get(each)) for each in ("/table/no-such-table", "/table/%00", "/table/" + "x" * 100)] == [None] * 3
        for elsewhere in ("/", "/replay/abc", "/rules/chess"):
            assert brought(ada.get(elsewhere)) is None
        policy = ada.get(f"{path}?x=1").headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; img-src 'self' data:; object-src 'none'")


def test_a_page_waits_for_no_table_that_is_slow_to_read(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with Browser(server) as ada:
        created = ada.table(me("x"), free("o"))
        monkeypatch.setattr(preload, "PATIENCE", 0.0)
        assert brought(ada.get(f"/table/{created['table']}")) is None


def test_a_game_with_a_look_of_its_own_has_it_fetched_at_once(server: Running) -> None:
    with Browser(server) as ada:
        created = ada.table(me("ash"), me("birch"), game="harvest_wheel")
        page = ada.get(f"/table/{created['table']}").text
    (address,) = re.findall('<link rel="preload" as="style" href="([^"]+)">', page)
    assert server.get(address).headers["content-type"].startswith("text/css")
    assert all(link.decode() in page for link in KINDS), "and what draws more than grids"
    with Browser(server) as ada:
        page = ada.get(f"/table/{ada.table(me('x'), me('o'))['table']}").text
        assert not any(link.decode() in page for link in KINDS)


def test_a_page_is_whole_also_where_what_it_would_bring_cannot_be_made(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise OSError("the disk is gone")

    with Browser(server) as ada:
        created = ada.table(me("x"), free("o"))
        monkeypatch.setattr(preload, "placed", broken)
        assert brought(ada.get(f"/table/{created['table']}")) is None
