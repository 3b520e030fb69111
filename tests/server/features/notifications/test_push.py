"""Notifications in browsers, over both databases and a real push service: what each browser reads, and when it is told none."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest

from rondel.server.accounts import principal_repository, sessions
from rondel.server.features.notifications import browsers, outbox, turns
from rondel.server.features.notifications.browsers import MOST, browser_id
from rondel.server.features.notifications.schedule import MINUTE
from rondel.server.storage.store import Store
from rondel.server.table.time_controls import Clocks
from tests.server.features.notifications.arena import DAY, Arena
from tests.server.features.notifications.https_server import Said
from tests.server.features.notifications.push_service import PushService
from tests.server.harness import Json

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def pushes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """A push service for all tests: their browsers have paths of their own."""
    with PushService(tmp_path_factory.mktemp("push")) as made:
        yield made


@pytest.fixture
def arena(kept: Store, pushes: PushService) -> Iterator[Arena]:
    """An arena in either database."""
    pushes.requests.clear()
    yield Arena(kept, pushes=pushes)
    pushes.answer = lambda request: Said()


async def test_each_browser_of_a_player_who_is_away_is_told_once(arena: Arena, pushes: PushService) -> None:
    phone, laptop = await arena.subscribed("ada", "/phone", delay=1), await arena.subscribed("ada", "/laptop")
    await arena.table("t1")
    nodes = [arena.node() for _ in range(3)]
    for node in nodes:
        await node.look()
    arena.at += MINUTE
    await asyncio.gather(*[node.look() for node in nodes])
    shown: Json = {
        "title": "It is your turn: Tic-tac-toe",
        "body": "It is your turn at Tic-tac-toe against a guest.",
        "path": "/table/t1",
        "tag": "/table/t1",
        "waiting": 1,
        "lang": "en",
    }
    on_phone, on_laptop = pushes.read(phone), pushes.read(laptop)
    ids = {told.pop("id") for told in (*on_phone, *on_laptop)}
    assert on_phone == on_laptop == [shown]
    assert len(ids) == 2, "each browser is told in a message of its own"
    (request,) = pushes.at("/phone")
    assert (request.headers["urgency"], int(request.headers["ttl"])) == ("normal", 4 * 24 * 3600)
    assert len(request.headers["topic"]) == 32, "the longest that RFC 8030 allows"


async def test_several_turns_are_one_notification_and_a_turn_replaces_that_of_its_table(
    arena: Arena, pushes: PushService
) -> None:
    phone = await arena.subscribed("ada", "/phone", delay=1)
    for number in range(3):
        await arena.table(f"t{number}")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    await node.look()
    (one,) = pushes.read(phone)
    assert (one["title"], one["path"], one["waiting"]) == ("It is your turn at 3 tables", "/", 3)
    assert one["body"].count("Tic-tac-toe") == 3
    for seq in (1, 3):
        await arena.play("t1", seq, "x", "o")
        await arena.play("t1", seq + 1, "o", "x")
        node.note("t1")
        await node.look()
        arena.at += 10 * MINUTE
        await node.look()
    _, first, second = pushes.read(phone)
    assert first["tag"] == second["tag"] == "/table/t1"
    topics = [each.headers["topic"] for each in pushes.at("/phone")]
    assert topics[1] == topics[2] != topics[0]


async def test_nothing_is_pushed_to_who_is_there_has_logged_out_has_unsubscribed_or_wants_none(
    arena: Arena, pushes: PushService
) -> None:
    names = ("there", "out", "ended", "none", "told")
    read = {name: await arena.subscribed(name, f"/{name}", delay=1, turn=() if name == "none" else ("push",)) for name in names}
    for name in names:
        await arena.table(f"t-{name}", x=name)
    arena.present["t-there"] = {"there"}
    node = arena.node()
    await node.look()
    await arena.store.write(partial(sessions.end, hash_=b"/out"))
    await arena.store.write(partial(browsers.end, principal="ended", endpoint=pushes.url("/ended")))
    arena.at += MINUTE
    await node.look()
    assert [name for name in names if pushes.read(read[name])] == ["told"]
    assert set((await arena.states()).values()) == {"sent", "dropped"}
    arena.at += MINUTE
    await node.look()
    arena.at += MINUTE
    await arena.node().look()
    assert await arena.store.read(partial(browsers.find, id_=browser_id(pushes.url("/out")))) is None, "it is swept away"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_removed_and_the_others_are_told(
    arena: Arena, pushes: PushService, status: int
) -> None:
    await arena.subscribed("ada", "/gone", delay=1)
    phone = await arena.subscribed("ada", "/phone")
    pushes.answer = lambda request: Said(status if request.path == "/gone" else 201)
    await arena.table("t1")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    await node.look()
    assert len(pushes.read(phone)) == 1
    assert await arena.store.read(partial(browsers.find, id_=browser_id(pushes.url("/gone")))) is None
    arena.at += DAY
    await node.look()
    assert len(pushes.at("/gone")) == 1


@pytest.mark.parametrize(("said", "waits"), [(Said(429, {"Retry-After": "7200"}), 120), (Said(503), 1), (Said(403), 1)])
async def test_a_push_service_that_is_busy_is_tried_later_and_the_notification_says_that_it_is_late(
    arena: Arena, pushes: PushService, said: Said, waits: int
) -> None:
    phone = await arena.subscribed("ada", "/phone", delay=1)
    await arena.table("t1")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    pushes.answer = lambda request: said
    await node.look()
    pushes.answer = lambda request: Said()
    arena.at += waits * MINUTE - 1
    await node.look()
    assert len(pushes.at("/phone")) == 1, "it waits as long as it was told to"
    arena.at += 1
    await node.look()
    assert pushes.read(phone)[-1]["body"].startswith("This comes late")
    assert await arena.states() == {("t1", 0, "turn"): "late"}


async def test_a_reminder_is_urgent(arena: Arena, pushes: PushService) -> None:
    phone = await arena.subscribed("ada", "/phone", turn=())
    await arena.table("t1")
    await arena.play("t1", 1, "", "x", Clocks({"x": 4 * DAY, "o": 4 * DAY}, ("x",)), "start")
    node = arena.node()
    await node.look()
    arena.at += 3 * DAY
    await node.look()
    (shown,) = pushes.read(phone)
    assert shown["title"] == "Your time runs out: Tic-tac-toe"
    assert pushes.at("/phone")[0].headers["urgency"] == "high"


async def test_a_node_that_dies_while_it_sends_leaves_the_notification_to_another(arena: Arena, pushes: PushService) -> None:
    phone = await arena.subscribed("ada", "/phone", delay=1)
    await arena.table("t1")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    (parcel,) = await arena.store.write(partial(outbox.claim, at=arena.at))
    arena.at += outbox.LEASE
    await node.look()
    (shown,) = pushes.read(phone)
    assert shown["id"] == parcel.id


async def test_an_account_has_few_browsers_and_nothing_of_them_stays(arena: Arena, pushes: PushService) -> None:
    for number in range(MOST + 2):
        arena.at += 1
        await arena.subscribed("ada", f"/b{number}")
    left = [await arena.store.read(partial(browsers.find, id_=browser_id(pushes.url(f"/b{n}")))) for n in range(MOST + 2)]
    assert [each is None for each in left] == [True] * 2 + [False] * MOST, "the oldest make room"
    await arena.store.write(partial(principal_repository.forget, principal="ada", pseudonym="Gone 1"))
    assert await arena.store.read(partial(browsers.find, id_=browser_id(pushes.url("/b5")))) is None


async def test_the_games_that_wait_are_counted(arena: Arena) -> None:
    for name in ("one", "two", "three"):
        await arena.table(name)
    await arena.play("two", 1, "x", "o")
    await arena.table("other", x="bob", o="ada")
    assert await arena.store.read(partial(turns.count, principal="ada")) == 2
    assert await arena.store.read(partial(turns.count, principal="bob")) == 2
    assert await arena.store.read(partial(turns.count, principal="eve")) == 0
