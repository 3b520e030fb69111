"""The command handler: a message is stored before it is broadcast, counts once, and a retry gets the first reply."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rondel.server.protocol import Play, Undo
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import NotSaved
from rondel.server.table import table as module
from rondel.server.table.commands import BotMove, ConditionalMove
from rondel.server.table.log.entries import Answer, Conflict, Log, Snapshot
from tests.server.harness import Json, Running, joined, me
from tests.server.table_parts import Page, shared_table

pytestmark = pytest.mark.anyio

B2 = Play("1", "x", "mark(b2)", 0)


class Watched(SqliteStore):
    """A store that may refuse, be too late, or look at who has heard what by then."""

    page: Page | None = None
    heard: list[str]
    refuses: Exception | None = None

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        if self.refuses is not None:
            raise self.refuses
        await super().append(answer, snapshot, seating)
        self.heard = [] if self.page is None else self.page.kinds


async def test_nobody_is_told_before_it_is_stored(tmp_path: Path) -> None:
    async with shared_table(tmp_path, kind=Watched) as shared:
        store = shared.store
        assert isinstance(store, Watched)
        node = await shared.node()
        ada, bob = [await node.page(shared.tokens[role]) for role in "xo"]
        store.page = ada
        await node.commands.carry_out(ada, B2, 0)
        assert store.heard == ["welcome", "seats"]
        assert (ada.kinds[2:], bob.kinds[1:]) == (["accepted", "update"], ["update"])
        await node.commands.carry_out(ada, B2, 0)
        assert (ada.heard[-1], len(bob.heard)) == ({"type": "accepted", "id": "1", "seq": 1}, 2), "once, and told once"
        with pytest.raises(Refusal, match="duplicate_id"):
            await node.commands.carry_out(ada, Play("1", "x", "mark(c3)", 0), 0)


async def test_what_is_not_stored_leaves_nothing_and_is_looked_at_again(tmp_path: Path) -> None:
    async with shared_table(tmp_path, kind=Watched) as shared:
        store = shared.store
        assert isinstance(store, Watched)
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        store.refuses = NotSaved("the disk is full")
        with pytest.raises(Refusal, match="not_saved"):
            await node.commands.carry_out(ada, B2, 0)
        assert (node.loader.table, node.looks, ada.kinds) == (None, 1, ["welcome"])
        store.refuses = None
        await node.commands.carry_out(ada, B2, 0)
        assert ada.kinds == ["welcome", "accepted", "update"]


async def test_where_another_node_was_quicker_it_is_seen_what_it_comes_to_now(tmp_path: Path) -> None:
    async with shared_table(tmp_path, kind=Watched) as shared:
        here, there = await shared.node(), await shared.node()
        ada = await here.page(shared.tokens["x"])
        await here.commands.carry_out(ada, B2, 0)
        bob = await there.page(shared.tokens["o"])
        await there.commands.carry_out(bob, Play("1", "o", "mark(a1)", 1), 0)
        with pytest.raises(Refusal, match="stale"):
            await here.commands.carry_out(await here.page(shared.tokens["o"]), Play("2", "o", "mark(c3)", 1), 0)
        assert ada.heard[-1]["seq"] == 2, "and shown to who is here"
        store = shared.store
        assert isinstance(store, Watched)
        store.refuses = Conflict("another was quicker")
        with pytest.raises(Refusal, match="others were quicker again and again"):
            await here.commands.carry_out(ada, Play("3", "x", "mark(c3)", 2), 0)


async def test_whoever_is_not_asked_answers_once(tmp_path: Path) -> None:
    async with shared_table(tmp_path, kind=Watched) as shared:
        store = shared.store
        assert isinstance(store, Watched)
        node = await shared.node()
        watcher = await node.page()
        assert await node.commands.answer(ConditionalMove("x", "mark(b2)", 0)) == "mark(b2)"
        given = await node.commands.answer(BotMove("o", 1, "nonsense"))
        assert given != "nonsense", "the zombie answers"
        assert [message["seq"] for message in watcher.heard if "seq" in message] == [0, 1, 2]
        store.refuses = Conflict("another was quicker")
        free = "mark(c3)" if given != "mark(c3)" else "mark(a1)"
        assert await node.commands.answer(ConditionalMove("x", free, 2)) is None
        with pytest.raises(Refusal, match="illegal_move"):
            await node.commands.answer(ConditionalMove("x", "mark(b2)", 2))


class Counting(SqliteStore):
    """Counts how often a log is read."""

    logs = 0

    async def log(self, table: str, before: int | None = None) -> Log:
        self.logs += 1
        return await super().log(table, before)


async def test_what_was_never_answered_is_looked_for_twice_as_far_back_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 4)
    async with shared_table(tmp_path, kind=Counting) as shared:
        node = await shared.node()
        page = await node.page(*shared.tokens.values())
        for seq in range(0, 80, 2):
            await node.commands.carry_out(page, Play(f"p{seq}", "x", "mark(b2)", seq), seq)
            await node.commands.carry_out(page, Undo(f"u{seq}", "x", seq + 1), seq)
        another = await shared.node()
        await another.loader.current()
        assert isinstance(shared.store, Counting)
        shared.store.logs = 0
        page = await another.page(*shared.tokens.values())
        with pytest.raises(Refusal, match="nothing_to_undo"):
            await another.commands.carry_out(page, Undo("never", "o", 80), 80)
        assert shared.store.logs <= 3, "and not once for each of the 16 snapshots there are"


# -- over real sockets -------------------------------------------------------------------------------------------------


async def test_a_message_sent_twice_has_one_effect_and_one_answer(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        message = client.message("play", role="x", move="mark(a1)")
        first = await client.ask(message)
        await client.until(1)
        assert await client.ask(message) == first
        await client.play("o", "mark(b2)")
        assert await client.ask(message) == first
        async with joined(server, created["table"], [created["tokens"]["x"]]) as another:
            assert await another.ask(message) == first
        changed = await client.ask({**message, "move": "mark(c3)"})
        assert changed["code"] == "duplicate_id"
    assert [row[4] for row in server.stored(created["table"])] == ["mark(a1)", "mark(b2)"]


async def test_one_message_over_many_connections_at_once_has_one_effect(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    message = {"type": "play", "id": "once", "role": "x", "move": "mark(a1)", "seq": 0}

    async def send() -> Json:
        async with joined(server, created["table"], created["tokens"].values()) as client:
            return await client.ask(message)

    answers = await asyncio.gather(*(send() for _ in range(20)))
    assert answers == [{"type": "accepted", "id": "once", "seq": 1}] * 20
    assert len(server.stored(created["table"])) == 1


async def test_an_id_used_before_is_refused_for_a_new_answer_and_changes_nothing(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        message = client.message("play", role="x", move="mark(a1)")
        await client.ask(message)
        await client.until(1)
        await client.play("o", "mark(b2)")
        answer = await client.ask({**message, "move": "mark(c3)", "seq": 2})
        assert answer["code"] == "duplicate_id"
        await client.play("x", "mark(c3)")
    assert [row[4] for row in server.stored(created["table"])] == ["mark(a1)", "mark(b2)", "mark(c3)"]


async def test_fifty_answers_at_once_to_one_position_have_one_winner(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, token = created["table"], created["tokens"]["x"]

    async def try_it(number: int) -> Json:
        async with joined(server, table, [token]) as client:
            cell = f"{'abc'[number % 3]}{number // 3 % 3 + 1}"
            return await client.ask({"type": "play", "id": f"race-{number}", "role": "x", "move": f"mark({cell})", "seq": 0})

    answers = await asyncio.gather(*(try_it(number) for number in range(50)))
    assert sum(answer["type"] == "accepted" for answer in answers) == 1
    assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"stale"}
    assert len(server.stored(table)) == 1
