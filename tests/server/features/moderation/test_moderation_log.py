"""The moderation log: a report is one report, actions stay, and the last one says who is silenced."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec import structs
from sqlalchemy import delete, update
from sqlalchemy.exc import DBAPIError

from rondel.server.accounts import principal_repository
from rondel.server.features.chat import chat_log
from rondel.server.features.moderation import moderation_log
from rondel.server.features.moderation.moderation_log import ModerationAction, Report, UnknownReport
from rondel.server.storage import schema
from rondel.server.storage.store import Down, Store
from rondel.server.table.entries import SeatEntry, TableEntry

pytestmark = pytest.mark.anyio

REPORT = Report("r1", "t", 5, "chat", "rude", "", "gallery", 1, "ada", "bob", "Bob")
ACTION = ModerationAction(10, "Mod", "silence", "", "", 1_000, "three days of it")


async def test_reports_are_listed_settled_and_written_down_for_good(kept: Store) -> None:
    await kept.add(TableEntry("t", "reversi", {}, b"", b"", (SeatEntry("a", "open"),)), 0)
    line = chat_log.Entry("t", "gallery", "bob", "m1", 1, "", "Bob", "", "you all play badly")
    await kept.write(partial(chat_log.add, entry=line))
    assert [await kept.write(partial(moderation_log.add, report=REPORT)) for _ in range(2)] == [True, False]
    await kept.write(partial(moderation_log.add, report=structs.replace(REPORT, id="r2", at=4, channel="", number=0, role="a")))
    listed = await kept.read(partial(moderation_log.found, settled=False, most=9))
    assert [(each.report.id, each.line, each.others) for each in listed] == [("r2", "", 1), ("r1", "you all play badly", 1)]
    assert await kept.read(partial(moderation_log.author, table="t", channel="gallery", number=1)) == ("bob", "", "Bob")
    await kept.write(partial(chat_log.add, entry=structs.replace(line, author="seat a", role="a", channel="table")))
    by_seat = await kept.read(partial(moderation_log.author, table="t", channel="table", number=1))
    assert by_seat == ("", "a", "Bob"), "the same seat is at every table"

    await kept.write(partial(moderation_log.settle, report="r1", action=ACTION))
    assert [each.report.id for each in await kept.read(partial(moderation_log.found, settled=False, most=9))] == ["r2"]
    assert [each.settled_at for each in await kept.read(partial(moderation_log.found, settled=True, most=9))] == [None, 10]
    assert await kept.read(partial(moderation_log.silenced, principal="bob")) == 1_000
    with pytest.raises(chat_log.Silenced):
        await kept.write(partial(chat_log.add, entry=structs.replace(line, client_id="m2", at=999)))
    await kept.write(partial(chat_log.add, entry=structs.replace(line, client_id="m3", at=1_000)))
    await kept.write(
        partial(moderation_log.settle, report="r2", action=structs.replace(ACTION, at=11, kind="settle", until=None))
    )
    assert await kept.read(partial(moderation_log.silenced, principal="bob")) == 1_000, "a note lifts nothing"
    await kept.write(partial(moderation_log.settle, report="r2", action=structs.replace(ACTION, at=12, kind="lift", until=0)))
    assert await kept.read(partial(moderation_log.silenced, principal="bob")) == 0
    told = await kept.read(partial(moderation_log.actions, most=2))
    assert [(each.at, each.kind, each.about) for each in told] == [(12, "lift", "bob"), (11, "settle", "bob")]

    for change in (
        delete(schema.moderation),
        update(schema.moderation).values(note="nothing happened"),
        update(schema.moderation).values(until=0),
    ):
        with pytest.raises((DBAPIError, Down)):
            await kept.write(lambda connection, change=change: connection.execute(change))  # type: ignore[misc]
    await kept.write(lambda connection: principal_repository.forget(connection, "bob", "somebody"))
    forgotten = await kept.read(partial(moderation_log.found, settled=True, most=9))
    assert {(each.report.about, each.report.name) for each in forgotten} == {("", "somebody")}
    assert {each.about for each in await kept.read(partial(moderation_log.actions, most=9))} == {""}


async def test_what_is_not_there_is_not_settled(kept: Store) -> None:
    await kept.write(partial(moderation_log.add, report=structs.replace(REPORT, about="")))
    for report, words in (("r9", "no report 'r9'"), ("r1", "nobody in particular")):
        with pytest.raises(UnknownReport, match=words):
            await kept.write(partial(moderation_log.settle, report=report, action=ACTION))
    assert await kept.read(partial(moderation_log.silenced, principal="")) == 0
