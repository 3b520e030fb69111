"""Notifications of tournaments, with a real mail server: its participants are told once that it begins, and of later rounds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest
from sqlalchemy import select

from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.accounts.mail.smtp_mailer import SmtpMailer
from rondel.server.accounts.principal import Principal
from rondel.server.features.notifications.channels.mail import MailChannel
from rondel.server.features.notifications.notification_worker import NotificationWorker
from rondel.server.features.notifications.schedule import MINUTE, SETTLING
from rondel.server.protocol import NotificationSettings
from rondel.server.storage import schema
from tests.server.accounts.mail.post_office import URL, PostOffice, links, text
from tests.server.features.club import Club, running
from tests.server.features.test_tournaments import club, shared_club

pytestmark = pytest.mark.anyio

__all__ = ["club", "shared_club"]


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    """A mail server for all tests."""
    with PostOffice() as made:
        yield made


async def told(club: Club, who: Principal, place: str, **settings: tuple[()]) -> str:
    """Let an account be told by mail of tournaments, and of no turn; returns its address, which no other test has."""
    address = f"{who.id}.{place}@example.org"
    wanted = NotificationSettings(**{"turn": (), "reminder": (), **settings})  # type: ignore[arg-type]
    reached = Contact(who.id, address, "en", wanted, f"unsubscribe-{who.id}", 1)
    await club.store.write(partial(contacts.store, changed=reached))
    return address


def post(club: Club, office: PostOffice) -> NotificationWorker:
    """A node that sends mails."""
    channel = MailChannel(club.store, SmtpMailer(office.server), office.server)
    return NotificationWorker(club.store, {"mail": channel}, lambda: club.now, lambda table: ())


async def kinds(club: Club) -> list[tuple[str, str, str]]:
    """The principal, kind and state of all notifications."""
    columns = schema.outbox.c
    wanted = select(columns.principal, columns.kind, columns.state).order_by(columns.at, columns.principal)
    return [(row[0], row[1], row[2]) for row in await club.store.read(lambda to: to.execute(wanted).all())]


async def test_participants_are_told_once_that_it_begins_and_of_each_later_round(
    shared_club: Club, office: PostOffice, request: pytest.FixtureRequest
) -> None:
    place = str(request.node.callspec.id)
    joined = await shared_club.announce("swiss", 4, rounds=2)
    ada, bob, cleo, dan = [await told(shared_club, each, place) for each in joined[:3]] + [""]
    assert dan == ""
    outsider = await told(shared_club, await shared_club.person("Zoe"), place)
    await shared_club.act("withdraw", joined[2])
    await shared_club.later()
    nodes = [post(shared_club, office) for _ in range(2)]
    await asyncio.gather(*[node.look() for node in nodes])
    assert office.to(ada) == [], "whoever is there sees it"
    shared_club.now += SETTLING
    await asyncio.gather(*[node.look() for node in nodes])
    (mail,) = office.to(ada)
    assert mail["subject"] == "The tournament begins: Cup"
    assert "at Tic-tac-toe. You take part." in text(mail)
    assert links(mail)[0] == f"{URL}/tournaments/{shared_club.id}"
    assert len(office.to(bob)) == 1
    assert office.to(outsider) == office.to(cleo) == [], "who does not take part is told nothing"
    shared_club.now += 10 * MINUTE
    second = await shared_club.play_round()
    assert second.listed.round == 2
    shared_club.now += SETTLING
    for node in nodes:
        await node.look()
    for seed, address in ((1, ada), (2, bob)):
        mine = [game for game in running(second) if seed in game.players]
        (_, *later) = office.to(address)
        assert [each["subject"] for each in later] == ["Your game in round 2: Cup"] * len(mine)
        assert [links(each)[0] for each in later] == [f"{URL}/table/{game.table}" for game in mine]
    assert sorted({state for _, _, state in await kinds(shared_club)}) == ["sent"]


async def test_whom_a_game_does_not_wait_for_any_more_and_who_wants_none_is_told_nothing(
    club: Club, office: PostOffice
) -> None:
    joined = await club.announce("swiss", 4, rounds=2)
    ada = await told(club, joined[0], "late")
    bob = await told(club, joined[1], "quiet", tournament=(), round=())
    node = post(club, office)
    await club.later()
    second = await club.play_round()
    for game in running(second):
        await club.finish(game.table, (1, 2))
    await club.later(1)
    await club.later(21)
    assert (await club.shown()).listed.state == "ended"
    await node.look()
    assert office.to(ada) == office.to(bob) == []
    assert {(who, state) for who, _, state in await kinds(club)} == {("ada", "dropped")}
