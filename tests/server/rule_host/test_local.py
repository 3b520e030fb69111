"""Rules in this process: asked in plain data, and their failures translated."""

from __future__ import annotations

import pytest
from msgspec import structs

import rondel
from rondel.errors import UnknownGame
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules, LocalTable
from rondel.server.table.bot_turn import knowledge
from rondel.server.table.commands import Recipients, Setting
from rondel.server.table.entries import SeatEntry
from rondel.server.table.log.entries import Log
from tests.server.table.test_table import entry

pytestmark = pytest.mark.anyio


async def test_a_table_is_played_through_its_referee() -> None:
    hosted = await LocalRules().open(entry(), Log())
    setting, recipients = Setting(5, b""), Recipients(frozenset([("x",), ()]))
    step, batch = await hosted.step(protocol.Play("m1", "x", "mark(b2)", 0), ("x",), setting, recipients)
    assert (step.answer.seq, step.answer.move, hosted.seq, hosted.round) == (1, "mark(b2)", 1, 1)
    assert set(batch.frames) == {("x",), ()}
    with pytest.raises(Refusal, match=r"^stale"):
        await hosted.step(protocol.Play("m2", "o", "mark(a1)", 0), ("o",), setting, recipients)
    assert (await hosted.record())["answers"] == [["x", "mark(b2)"]]
    shadow = rondel.new("tic_tac_toe")
    shadow.push("mark(b2)")
    assert await hosted.bot_knowledge("o", "greedy") == knowledge(shadow, "o", "greedy")


async def test_who_comes_back_is_sent_what_was_missed_and_who_is_new_everything() -> None:
    hosted = await LocalRules().open(entry(), Log())
    setting = Setting(5, b"")
    for seq, (role, cell) in enumerate([("x", "a1"), ("o", "b2"), ("x", "c3")]):
        await hosted.step(protocol.Play(str(seq), role, f"mark({cell})", seq), (role,), setting, Recipients())
    back = await hosted.joined((), (), protocol.Since(1, {"observer": 1}))
    assert b'"type":"resumed"' in back.frames[()]
    assert b'"type":"welcome"' in (await hosted.joined((), (), None)).frames[()]
    assert b'"type":"welcome"' in (await hosted.joined((), (), protocol.Since(9, {"observer": 1}))).frames[()]


async def test_who_may_take_back_less_once_somebody_sits_down_is_sent_the_position_again() -> None:
    hosted = LocalTable(open_table(entry("person", "open")))
    await hosted.step(protocol.Play("m", "x", "mark(a1)", 0), ("x",), Setting(5, b""), Recipients())
    batch = await hosted.sit(SeatEntry("o", "person", "", "Bob", b"hash"), Recipients(frozenset([("x",), ()])))
    assert list(batch.frames) == [("x",)]
    assert hosted.roles_of([b"hash"]) == ("o",)


async def test_the_rules_say_what_a_table_begins_with() -> None:
    begun = await LocalRules().beginning(entry())
    assert (begun.version, begun.roles) == (rondel.find("tic_tac_toe").version, ("x", "o"))
    with pytest.raises(UnknownGame):
        await LocalRules().beginning(structs.replace(entry(), game="no_such"))
