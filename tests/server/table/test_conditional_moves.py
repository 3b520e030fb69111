"""Conditional moves: stored for their author, played when the others answer as foreseen, and dropped after other answers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rondel.server.live.bots import bot_runner
from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bots.question import Question
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import VERSION, NewSeat, NewTable, Play, TriedAnswer
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Down
from rondel.server.table.conditional_moves import LONGEST, MOST_LINES, ConditionalMoves, Line, check
from rondel.server.table.entries import hashed
from rondel.server.table.log.entries import Answer
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.token_bucket import Rate
from rondel.server.transport.ws_session import Connection
from tests.server.accounts.visitors import PASSWORD, Browser, code
from tests.server.harness import Json, Running, empty_store, free, joined, me
from tests.server.table_parts import Page, shared_table

pytestmark = pytest.mark.anyio


def line(*moves: str, first: str = "o", then: str = "x") -> Line:
    """Marks in turn."""
    return tuple([TriedAnswer((first, then)[number % 2], f"mark({move})") for number, move in enumerate(moves)])


def answer(seq: int, role: str, move: str, kind: Any = "play", data: str | None = None, table: str = "t") -> Answer:
    return Answer(table, seq, 1, kind, role, move, data=data)


def test_what_is_left_of_a_plan_are_the_lines_that_were_followed() -> None:
    moves = ConditionalMoves(1, (line("b2", "c3", "a2", "c1"), line("b2", "c3", "b1", "a1"), line("a3", "b2")))
    assert moves.after([answer(1, "x", "mark(c2)")]) is moves, "what was before it is nothing to it"
    left = moves.after([answer(2, "o", "mark(b2)"), answer(3, "x", "draw", "offer")])
    assert left == ConditionalMoves(
        3, (line("c3", "a2", "c1", first="x", then="o"), line("c3", "b1", "a1", first="x", then="o"))
    )
    assert left is not None
    assert (left.answer("x"), left.answer("o")) == ("mark(c3)", None)
    later = left.after([answer(4, "x", "mark(c3)"), answer(5, "o", "mark(b1)")])
    assert later is not None
    assert later.answer("x") == "mark(a1)"
    assert later.after([answer(6, "x", "mark(a1)")]) is None, "at its end it is gone"
    for other in (
        answer(2, "o", "mark(c1)"),
        answer(2, "x", "", "undo"),
        answer(2, "", "", "again"),
        answer(2, "o", "", "resign"),
        answer(2, "o", "7", "agree", data='{"undone": "o"}'),
    ):
        assert moves.after([other]) is None, other


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((line("b2", "c3", first="x", then="o"),), "bad_conditional_moves"),
        ((line("b2"),), "bad_conditional_moves"),
        (((),), "bad_conditional_moves"),
        ((line("b2", "c3"), line("b2", "a1")), "bad_conditional_moves"),
        ((line("b2", "c3"),) * (MOST_LINES + 1), "too_large"),
        ((line(*["b2"] * (LONGEST + 2)),), "too_large"),
    ],
)
def test_what_is_no_plan_is_refused(lines: tuple[Line, ...], told: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(lines, "x")
    assert refused.value.code == told


def wanted(seq: int, *lines: str, role: str = "x") -> Json:
    """Conditional moves as they are sent: each line lists cells, the other role's first."""
    other = {"x": "o", "o": "x"}[role]
    told = [[{"role": (other, role)[n % 2], "move": f"mark({cell})"} for n, cell in enumerate(each.split())] for each in lines]
    return {"role": role, "seq": seq, "lines": told}


def remaining(who: Browser, table: str) -> list[Json]:
    found: list[Json] = who.get(f"/api/tables/{table}/conditional-moves").json()["conditional_moves"]
    return found


def seated(server: Running, ada: Browser, bob: Browser, **terms: Any) -> str:
    """A table at which Ada plays x and Bob o."""
    body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": terms}
    made = ada.post("/api/tables", json=body).json()
    assert bob.post(f"/api/tables/{made['table']}/seat", json={"invite": made["invite"]}).status_code == 201
    return str(made["table"])


async def test_an_answer_that_was_planned_is_given_once_the_other_answers_as_foreseen(server: Running) -> None:
    """The author has no page open; and the other player is told nothing of the conditional moves."""
    with Browser(server) as ada, Browser(server) as bob:
        table = seated(server, ada, bob)
        at = f"/api/tables/{table}/conditional-moves"
        async with joined(server, table, more=ada.socket) as x:
            await x.play("x", "mark(b2)")
        async with joined(server, table, more=bob.socket) as o:
            moves = wanted(1, "a1 c3 a3 c1", "a2 c2")
            assert ada.post(at, json=moves).json() == {}
            assert remaining(ada, table) == [moves]
            assert remaining(bob, table) == server.get(at).json()["conditional_moves"] == []
            assert code(bob.post(at, json=moves)) == (403, "not_seated")
            for wrong, why in (
                (wanted(0, "a1 c3"), "not_your_turn"),
                (wanted(1, "a1 b2"), "illegal_move"),
                (wanted(7, "a1 c3"), "unknown_round"),
                (wanted(1, "a1"), "bad_conditional_moves"),
            ):
                assert ada.post(at, json=wrong).json()["code"] == why
            assert remaining(ada, table) == [moves], "what is refused changes nothing"
            await o.play("o", "mark(a1)")
            told = await o.until(3)
            assert [event["args"]["cell"] for event in told["events"]["o"] if event["name"] == "mark"] == ["c3"]
            assert code(ada.post(at, json=moves)) == (422, "stale")
            assert remaining(ada, table) == [wanted(3, "a3 c1")], "the other line is gone"
            assert not [message for message in o.heard if "conditional" in str(message)]
            await o.play("o", "mark(b1)")
            assert remaining(ada, table) == [], "and this one, as something else was answered"
        async with joined(server, table, more=ada.socket) as back:
            assert back.seq == 4, "so that Ada is asked"
            assert back.welcome["answered"] == {"x": 1}, "she has seen nothing of it"


async def test_a_plan_outlives_the_server(tmp_path: Path) -> None:
    moves = wanted(0, "a1 b2", role="o")
    with Running(tmp_path) as server, Browser(server) as ada, Browser(server) as bob:
        table = seated(server, ada, bob)
        assert bob.post(f"/api/tables/{table}/conditional-moves", json=moves).json() == {}
        sessions = (ada.session, bob.session)
    with Running(tmp_path) as server, Browser(server, sessions[0]) as ada, Browser(server, sessions[1]) as bob:
        assert remaining(bob, table) == [moves]
        async with joined(server, table, more=ada.socket) as x:
            await x.play("x", "mark(a1)")
            assert (await x.until(2))["views"]["x"]["active"] == ["x"]


async def test_a_plan_is_of_who_has_made_it_and_of_nobody_who_comes_after(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        bob.register("Bob Planner")
        table = seated(server, ada, bob, public=True)
        at = f"/api/tables/{table}"
        assert bob.post(f"{at}/conditional-moves", json=wanted(0, "a1 b2", role="o")).json() == {}
        assert bob.post(f"{at}/leave", json={}).json() == {}
        assert bob.post(f"{at}/seat", json={}).json()["role"] == "o"
        assert remaining(bob, table) == []
        assert bob.post(f"{at}/conditional-moves", json=wanted(0, "a1 b2", role="o")).json() == {}
        assert bob.post(f"{at}/conditional-moves", json=wanted(0, role="o")).json() == {}
        assert remaining(bob, table) == [], "and dropped by who has made it"
        moves = wanted(0, "a1 b2", role="o")
        assert bob.post(f"{at}/conditional-moves", json=moves).json() == {}
        [kept] = [seat["conditional_moves"] for seat in bob.get("/api/me/export").json()["seats"] if seat["table"] == table]
        assert kept == moves["lines"], "it is among all that is stored about him"
        assert bob.post("/api/me/delete", json={"password": PASSWORD}).status_code == 200
        async with joined(server, table, more=ada.socket) as x:
            await x.play("x", "mark(a1)")
            assert ada.post(f"{at}/conditional-moves", json=wanted(1, "b2 c3")).json() == {}, "nothing has answered"


async def test_nothing_is_planned_where_chance_has_a_say_or_something_is_hidden_or_a_rating_at_stake(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        dice = ada.table(me("ruby"), free("azure"), game="cant_stop")
        at = f"/api/tables/{dice['table']}"
        assert bob.post(f"{at}/seat", json={"invite": dice["invite"]}).status_code == 201
        async with joined(server, dice["table"], more=ada.socket) as ruby:
            said = [{"role": "ruby", "move": ruby.welcome["views"]["ruby"]["moves"][0]["text"]}]
        for move in ("stop", ""):
            tried = bob.post(f"{at}/rounds/1/branch", json={"seq": 0, "answers": said}).json()
            assert tried["certain"] is bool(move), "whose turn begins throws the dice"
            azure = tried["views"]["azure"]["moves"]
            said.append({"role": "ruby", "move": move} if move else {"role": "azure", "move": azure[0]["text"]})
        body = {"role": "azure", "seq": 0, "lines": [said]}
        assert code(bob.post(f"{at}/conditional-moves", json=body)) == (422, "uncertain")

        ships = ada.table(me("red"), free("blue"), game="battleship")
        at = f"/api/tables/{ships['table']}"
        assert bob.post(f"{at}/seat", json={"invite": ships["invite"]}).status_code == 201
        body = {"role": "blue", "seq": 0, "lines": [[{"role": each, "move": "place(a1,e1)"} for each in ("red", "blue")]]}
        assert code(bob.post(f"{at}/conditional-moves", json=body)) == (403, "hidden_information")

        ada.register("Ada Planner")
        bob.register("Bob Rated")
        table = seated(server, ada, bob, rated=True)
        assert code(bob.post(f"/api/tables/{table}/conditional-moves", json=wanted(0, "a1 b2", role="o"))) == (422, "not_over")


def test_each_line_that_is_tried_out_counts(tmp_path: Path) -> None:
    limits = Limits(tries=Rate(3, 1_000.0), here=True)
    with Running(tmp_path, limits=limits) as server, Browser(server) as ada, Browser(server) as bob:
        table = seated(server, ada, bob)
        at = f"/api/tables/{table}/conditional-moves"
        assert code(bob.post(at, json=wanted(0, "a1 b2", "a2 b2", "a3 b2", role="o"))) == (429, "too_fast")
        assert remaining(bob, table) == []


class Pensive(BotPool):
    """Bots that answer when they may."""

    def __init__(self) -> None:
        super().__init__()
        self.may, self.asked = asyncio.Event(), asyncio.Event()

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        self.asked.set()
        await self.may.wait()
        return None


class Leaving(SqliteStore):
    """A database that is away while there are so many questions to it."""

    unanswered = 0

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        if self.unanswered:
            self.unanswered -= 1
            raise Down("the database is away")
        return await super().since(table, seq)


async def test_a_planned_answer_is_given_when_the_database_is_back_though_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "RETRY_SECONDS", 0.01)
    async with shared_table(tmp_path, kind=Leaving) as shared:
        store = shared.store
        assert isinstance(store, Leaving)
        arena = TableRegistry(Services(store, BotPool(pace=0.0)))
        room = await arena.table(shared.table)
        await room.store_conditional_moves(
            room.entry.seats[1], 0, ConditionalMoves(0, (line("a1", "b2", first="x", then="o"),))
        )
        ada = Page()
        await room.join(ada, [hashed(shared.tokens["x"])])
        async with asyncio.timeout(60):
            while room._bot_runner.busy:
                await asyncio.sleep(0)
            store.unanswered = 2
            await room.carry_out(ada, Play("1", "x", "mark(a1)", 0))
            while ada.heard[-1]["seq"] != 2:
                await asyncio.sleep(0.005)
        assert store.unanswered == 0
        await room.close()


async def test_what_is_left_of_plans_is_read_off_the_log_and_the_rest_is_forgotten(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        node = await shared.node()
        agenda = ConditionalMoveQueue(node.loader, shared.store)
        assert (bool(agenda), await agenda.left(), await agenda.due(("x", "o"))) == (False, {}, None)
        seats = node.loader.entry.seats
        await agenda.keep(seats[1], ConditionalMoves(0, (line("a1", "b2", "c3", "a3", first="x", then="o"),)))
        assert (bool(agenda), await agenda.due(("x",))) == (True, None), "x has not answered yet"
        await shared.store.append(answer(1, "x", "mark(a1)", table=shared.table))
        assert await agenda.due(("o",)) == (node.loader.entry.seats[1], "mark(b2)")
        assert await agenda.due(("x",)) is None
        await agenda.keep(msgspec.structs.replace(seats[0], token_hash=b"another"), ConditionalMoves(1, (line("b2", "c3"),)))
        assert list(await agenda.left()) == ["o"], "whoever sat there does so no more"
        await shared.store.append(answer(2, "o", "mark(c1)", table=shared.table))
        assert (await agenda.left(), bool(agenda)) == ({}, False)
        assert [seat.conditional_moves for seat in (await shared.node()).loader.entry.seats] == ["", ""]


async def test_a_plan_that_is_dropped_before_it_has_answered_answers_no_more(tmp_path: Path) -> None:
    """An answer is given after a moment, as a bot's is, for the people who watch."""
    bots = Pensive()
    arena = TableRegistry(Services(empty_store(tmp_path), bots))
    created = await arena.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me"))))
    room = await arena.table(created.table)
    await room.store_conditional_moves(room.entry.seats[1], 0, ConditionalMoves(0, (line("a1", "b2", first="x", then="o"),)))
    ada = Connection(arena, lambda *frames: None)
    tokens = [created.tokens["x"]]
    await ada.receive(json.dumps({"type": "hello", "version": VERSION, "table": created.table, "tokens": tokens}))
    await ada.receive(json.dumps({"type": "play", "id": "1", "role": "x", "move": "mark(a1)", "seq": 0}))
    await bots.asked.wait()
    await room.store_conditional_moves(room.entry.seats[1], 1, None)
    bots.may.set()
    ada.gone()
    async with asyncio.timeout(60):
        while not room.idle:
            await asyncio.sleep(0)
    assert room.seq == 1
    await arena.close()
