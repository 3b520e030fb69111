"""What is said to a table is stored before anybody is told, counts once, and is answered again as it was at first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server.protocol import Play
from rondel.server.refusal import Refusal
from rondel.server.sqlite_store import SqliteStore
from rondel.server.step import BotMove, Planned
from rondel.server.store import Answer, Conflict, NotSaved, Snapshot
from tests.server.backstage import Page, staged

pytestmark = pytest.mark.anyio

B2 = Play("1", "x", "mark(b2)", 0)


class Watched(SqliteStore):
    """A store that may refuse, be too late, or look at who has heard what by then."""

    page: Page | None = None
    heard: list[str]
    refuses: Exception | None = None

    async def append(self, answer: Answer, snapshot: Snapshot | None = None) -> None:
        if self.refuses is not None:
            raise self.refuses
        await super().append(answer, snapshot)
        self.heard = [] if self.page is None else self.page.kinds


async def test_nobody_is_told_before_it_is_stored(tmp_path: Path) -> None:
    async with staged(tmp_path, kind=Watched) as house:
        store = house.store
        assert isinstance(store, Watched)
        node = await house.node()
        ada, bob = [await node.page(house.tokens[role]) for role in "xo"]
        store.page = ada
        await node.clerk.carry_out(ada, B2, 0)
        assert store.heard == ["welcome", "seats"]
        assert (ada.kinds[2:], bob.kinds[1:]) == (["accepted", "update"], ["update"])
        await node.clerk.carry_out(ada, B2, 0)
        assert (ada.heard[-1], len(bob.heard)) == ({"type": "accepted", "id": "1", "seq": 1}, 2), "once, and told once"
        with pytest.raises(Refusal, match="duplicate_id"):
            await node.clerk.carry_out(ada, Play("1", "x", "mark(c3)", 0), 0)


async def test_what_is_not_stored_leaves_nothing_and_is_looked_at_again(tmp_path: Path) -> None:
    async with staged(tmp_path, kind=Watched) as house:
        store = house.store
        assert isinstance(store, Watched)
        node = await house.node()
        ada = await node.page(house.tokens["x"])
        store.refuses = NotSaved("the disk is full")
        with pytest.raises(Refusal, match="not_saved"):
            await node.clerk.carry_out(ada, B2, 0)
        assert (node.replica.referee, node.looks, ada.kinds) == (None, 1, ["welcome"])
        store.refuses = None
        await node.clerk.carry_out(ada, B2, 0)
        assert ada.kinds == ["welcome", "accepted", "update"]


async def test_where_another_node_was_quicker_it_is_seen_what_it_comes_to_now(tmp_path: Path) -> None:
    async with staged(tmp_path, kind=Watched) as house:
        here, there = await house.node(), await house.node()
        ada = await here.page(house.tokens["x"])
        await here.clerk.carry_out(ada, B2, 0)
        bob = await there.page(house.tokens["o"])
        await there.clerk.carry_out(bob, Play("1", "o", "mark(a1)", 1), 0)
        with pytest.raises(Refusal, match="stale"):
            await here.clerk.carry_out(await here.page(house.tokens["o"]), Play("2", "o", "mark(c3)", 1), 0)
        assert ada.heard[-1]["seq"] == 2, "and shown to who is here"
        store = house.store
        assert isinstance(store, Watched)
        store.refuses = Conflict("another was quicker")
        with pytest.raises(Refusal, match="others were quicker again and again"):
            await here.clerk.carry_out(ada, Play("3", "x", "mark(c3)", 2), 0)


async def test_whoever_is_not_asked_answers_once(tmp_path: Path) -> None:
    async with staged(tmp_path, kind=Watched) as house:
        store = house.store
        assert isinstance(store, Watched)
        node = await house.node()
        watcher = await node.page()
        assert await node.clerk.answer(Planned("x", "mark(b2)", 0)) == "mark(b2)"
        assert await node.clerk.answer(BotMove("o", 1, "nonsense")) != "nonsense", "the zombie answers"
        assert [message["seq"] for message in watcher.heard] == [0, 1, 2]
        store.refuses = Conflict("another was quicker")
        assert await node.clerk.answer(Planned("x", "mark(c3)", 2)) is None
        with pytest.raises(Refusal, match="illegal_move"):
            await node.clerk.answer(Planned("x", "mark(b2)", 2))
