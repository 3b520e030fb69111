"""The notification worker, over both databases and a real mail server: who is told, once, and who is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest

from rondel.server.accounts import principal_repository
from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications import outbox
from rondel.server.features.notifications.schedule import MINUTE
from rondel.server.protocol import PerMove, Terms
from rondel.server.storage.store import Store
from rondel.server.table.time_controls import Clocks
from tests.server.accounts.mail.post_office import URL, PostOffice, links, text
from tests.server.features.notifications.arena import DAY, HOUR, Arena
from tests.server.features.ratings.test_rating_log import person

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    """A mail server for all tests: the arenas' accounts have addresses of their own."""
    with PostOffice() as made:
        yield made


@pytest.fixture
def arena(kept: Store, office: PostOffice) -> Arena:
    """An arena in either database."""
    return Arena(kept, office)


async def test_a_player_who_is_away_is_told_once_by_however_many_nodes(arena: Arena, office: PostOffice) -> None:
    ada = await arena.account("ada", delay=10)
    await person(arena.store, "bob")
    await arena.table("t1")
    nodes = [arena.node() for _ in range(3)]
    for node in nodes:
        await node.look()
    await arena.play("t1", 1, "x", "o")
    await arena.play("t1", 2, "o", "x")
    for node in nodes:
        node.note("t1")
        await node.look()
    arena.at += 9 * MINUTE
    await nodes[0].look()
    assert office.to(ada) == [], "the delay is not over"
    arena.at += MINUTE
    await asyncio.gather(*[node.look() for node in nodes])
    (mail,) = office.to(ada)
    assert mail["subject"] == "It is your turn: Tic-tac-toe"
    assert "against a guest." in text(mail), "a guest's name may be any text"
    assert links(mail)[0] == f"{URL}/table/t1"
    assert mail["list-unsubscribe"].strip() == f"<{URL}/api/mail/unsubscribe/unsubscribe-ada>"
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert await arena.states() == {("t1", 0, "turn"): "dropped", ("t1", 2, "turn"): "sent"}


async def test_nobody_is_told_who_is_at_the_table_or_has_moved_or_wants_none(arena: Arena, office: PostOffice) -> None:
    told = {name: await arena.account(name, delay=1) for name in ("ada", "bob", "cat", "dan")}
    for name in ("there", "moved", "left", "gone"):
        await arena.table(name, x={"there": "ada", "moved": "bob", "left": "cat", "gone": "dan"}[name], o="eve")
    node = arena.node()
    arena.present["there"] = {"ada"}
    await node.look()
    arena.present["left"] = {"cat"}  # for a moment: who has seen it need not be told
    arena.present["there"] = set()
    await node.look()
    arena.present["left"] = set()
    await arena.play("moved", 1, "x", "o")
    assert await arena.store.write(lambda to: contacts.unsubscribe(to, "unsubscribe-dan"))
    arena.at += 5 * MINUTE
    await node.look()
    assert [office.to(address) for address in told.values()] == [[], [], [], []]
    assert set((await arena.states()).values()) == {"dropped"}


async def test_a_turn_is_the_same_while_others_answer_and_another_after_the_own_answer(
    arena: Arena, office: PostOffice
) -> None:
    """Both choose at once: what the other one does makes no second mail."""
    ada = await arena.account("ada", delay=1)
    await arena.table("t1")
    await arena.play("t1", 1, "x", "x,o")
    node = arena.node()
    await node.look()
    arena.at += 2 * MINUTE
    await arena.play("t1", 2, "o", "x")
    await node.look()
    assert len(office.to(ada)) == 1
    await arena.play("t1", 3, "o", "x,o")
    arena.at += HOUR
    await node.look()
    assert len(office.to(ada)) == 1
    await arena.play("t1", 4, "x", "x,o")
    node.note("t1")
    await node.look()
    arena.at += HOUR
    await node.look()
    assert len(office.to(ada)) == 2
    assert sorted(await arena.states()) == [("t1", 1, "turn"), ("t1", 4, "turn")]


async def test_what_is_due_at_one_time_is_one_mail_and_the_next_one_waits(arena: Arena, office: PostOffice) -> None:
    ada = await arena.account("ada", delay=1, digest=60)
    for number in range(3):
        await arena.table(f"t{number}")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    await node.look()
    (mail,) = office.to(ada)
    assert mail["subject"] == "It is your turn at 3 tables"
    assert [each for each in links(mail) if "/table/" in each] == [f"{URL}/table/t{number}" for number in range(3)]
    await arena.table("t9")
    for minutes in (58, 1):
        arena.at += minutes * MINUTE
        await node.look()
        assert len(office.to(ada)) == 1
    arena.at += MINUTE
    await node.look()
    assert len(office.to(ada)) == 2


async def test_one_reminder_comes_at_a_quarter_of_the_time(arena: Arena, office: PostOffice) -> None:
    ada = await arena.account("ada", delay=1, turn=())
    days = Terms(clock=PerMove(4 * 86_400))
    await arena.table("t1", terms=days)
    await arena.play("t1", 1, "", "x", Clocks({"x": 4 * DAY, "o": 4 * DAY}, ("x",)), "start")
    node = arena.node()
    await node.look()
    arena.at += 3 * DAY - 1
    await node.look()
    assert office.to(ada) == []
    arena.at += 1
    arena.present["t1"] = {"ada"}
    await node.look()
    assert await arena.states() == {("t1", 1, "reminder"): "dropped"}, "who is there sees the clock"
    arena.present.clear()
    await arena.play("t1", 2, "x", "o")
    await arena.play("t1", 3, "o", "x", Clocks({"x": 4 * DAY, "o": 4 * DAY}, ("x",)))
    node.note("t1")
    await node.look()
    arena.at += 3 * DAY
    await node.look()
    arena.at += DAY // 2
    await node.look()
    (mail,) = office.to(ada)
    assert mail["subject"] == "Your time runs out: Tic-tac-toe"
    assert "A quarter of your time for this turn is left." in text(mail)


async def test_a_reminder_waits_as_long_as_the_clock_stands(arena: Arena, office: PostOffice) -> None:
    ada = await arena.account("ada", delay=1, turn=())
    await arena.table("t1", terms=Terms(clock=PerMove(4 * 86_400)))
    clocks = Clocks({"x": 4 * DAY, "o": 4 * DAY}, ("x",))
    await arena.play("t1", 1, "", "x", clocks, "start")
    node = arena.node()
    await node.look()
    arena.at += DAY
    pause = Clocks({"x": 3 * DAY, "o": 4 * DAY}, ("x",), paused=2 * DAY)
    await arena.play("t1", 2, "o", "x", pause, "agree")
    arena.at += 3 * DAY
    await node.look()
    assert await arena.states() == {("t1", 1, "reminder"): "waiting"}, "the clock has stood for two days"
    arena.at += DAY
    await node.look()
    (mail,) = office.to(ada)
    assert mail["subject"] == "Your time runs out: Tic-tac-toe"


async def test_a_mail_that_cannot_be_sent_comes_late_and_says_so(arena: Arena, office: PostOffice) -> None:
    ada = await arena.account("ada", delay=1)
    await arena.table("t1")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    office.answer = lambda address: "451 come again"
    await node.look()
    await node.look()
    office.answer = lambda address: "250 OK"
    await node.look()
    assert office.to(ada) == [], "it waits before it tries again"
    arena.at += HOUR
    await node.look()
    (mail,) = office.to(ada)
    assert "This mail comes late" in text(mail)
    assert await arena.states() == {("t1", 0, "turn"): "late"}


async def test_a_node_that_dies_while_it_sends_leaves_the_mail_to_another_under_the_same_id(
    arena: Arena, office: PostOffice
) -> None:
    ada = await arena.account("ada", delay=1)
    await arena.table("t1")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    (parcel,) = await arena.store.write(partial(outbox.claim, at=arena.at))
    await node.look()
    assert office.to(ada) == [], "it is another node's"
    arena.at += outbox.LEASE
    await node.look()
    (mail,) = office.to(ada)
    assert mail["message-id"] == f"<{parcel.id}@example.org>"
    assert await arena.states() == {("t1", 0, "turn"): "late"}


async def test_an_address_that_is_refused_is_unconfirmed_from_then_on(arena: Arena, office: PostOffice) -> None:
    await arena.account("ada", delay=1)
    await arena.table("t1")
    node = arena.node()
    await node.look()
    arena.at += MINUTE
    office.answer = lambda address: "550 nobody here"
    try:
        await node.look()
    finally:
        office.answer = lambda address: "250 OK"
    assert (await arena.store.read(partial(contacts.find, principal="ada"))).confirmed_at is None
    arena.at += DAY
    await node.look()
    assert await arena.states() == {("t1", 0, "turn"): "dropped"}


async def test_a_deleted_account_leaves_nothing_in_the_outbox(arena: Arena) -> None:
    await arena.account("ada")
    await arena.table("t1")
    await arena.node().look()
    assert await arena.states()
    await arena.store.write(partial(principal_repository.forget, principal="ada", pseudonym="Gone 1"))
    assert await arena.states() == {}
    assert (await arena.store.read(partial(contacts.find, principal="ada"))) == Contact("ada")
