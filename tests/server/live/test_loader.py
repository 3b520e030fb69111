"""A table in memory: opened from its log, discarded when it may be wrong, and marked where it does not replay."""

from __future__ import annotations

import asyncio
import doctest
import sqlite3
from pathlib import Path

import asyncpg
import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed

import rondel
from rondel.server.live import loader as module
from rondel.server.ops.database import delete_table
from rondel.server.protocol import Again, NewSeat, Play, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.ports import HostedTable
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Down
from rondel.server.table.commands import Broken, Exceeded, Lost, Unreachable
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log
from tests.server.harness import Running, joined, me, opened
from tests.server.storage.postgres import Cluster
from tests.server.table_parts import shared_table

pytestmark = pytest.mark.anyio


class Away(SqliteStore):
    """A database that is away when it is said to be."""

    away = False

    async def log(self, table: str, before: int | None = None) -> Log:
        if self.away:
            raise Down("the database is away")
        return await super().log(table, before)

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        if self.away:
            raise Down("the database is away")
        return await super().since(table, seq)


async def test_it_is_opened_from_the_log_and_behind_what_another_node_has_said(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        loader = (await shared.node()).loader
        assert loader.note_newest(0), "it is not open"
        assert (await loader.open()).seq == 0
        assert not loader.note_newest(0)
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        assert loader.note_newest(1)
        assert (await loader.open()).seq == 1
        loader.discard()
        assert loader.table is None


async def test_who_listens_is_told_once_when_it_is_opened_and_when_it_cannot_be(tmp_path: Path) -> None:
    told: list[int | str] = []

    class Listener:
        async def opened(self, table: HostedTable) -> None:
            told.append(table.seq)

        def reopen_soon(self) -> None:
            told.append("reopen soon")

    async with shared_table(tmp_path, kind=Away) as shared:
        loader = (await shared.node()).loader
        loader.listener = Listener()
        assert (await loader.current()) is (await loader.current())
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        loader.note_newest(1)
        assert (await loader.current()).seq == 1
        assert isinstance(shared.store, Away)
        shared.store.away = True
        with pytest.raises(Refusal, match="unavailable"):
            await loader.current(before=1)
    assert told == [0, 1, "reopen soon"]


async def test_it_goes_on_where_the_log_does_and_not_because_somebody_says_so(tmp_path: Path) -> None:
    async with shared_table(tmp_path, kind=Away) as shared:
        loader = (await shared.node()).loader
        await loader.look_for_more()
        opened = await loader.open()
        await loader.look_for_more()
        assert loader.table is opened
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        assert isinstance(shared.store, Away)
        shared.store.away = True
        with pytest.raises(Refusal, match="unavailable"):
            await loader.look_for_more()
        shared.store.away = False
        await loader.look_for_more()
        assert (loader.table is opened, opened.seq) == (True, 1)
        loader.note_newest(10**9)
        assert await loader.current() is opened
        assert not loader.note_newest(1), "nothing was there, and it is not looked for again"


async def test_rows_that_do_not_follow_have_it_opened_anew(tmp_path: Path) -> None:
    rows = [Answer("", seq, 1, "play", role, f"mark({cell})") for seq, role, cell in ((1, "x", "a1"), (2, "o", "b2"))]
    async with shared_table(tmp_path) as shared:
        rows = [structs.replace(row, table=shared.table) for row in rows]
        loader = (await shared.node()).loader
        await loader.catch_up(rows)
        assert loader.table is None, "it is not opened for that"
        opened = await loader.open()
        await loader.catch_up(rows[1:])
        assert loader.table is None, "a row is missing"
        opened = await loader.open()
        await loader.catch_up([structs.replace(rows[0], move="mark(z9)")])
        assert loader.table is None, "the rules do not know this move"
        opened = await loader.open()
        await loader.catch_up(rows)
        await loader.catch_up(rows)
        assert (loader.table is opened, opened.seq) == (True, 2)


async def test_the_next_game_in_which_everybody_has_another_seat_has_it_opened_anew(tmp_path: Path) -> None:
    async with shared_table(tmp_path, terms=Terms(rotate=True)) as shared:
        here, there = await shared.node(), await shared.node()
        await here.loader.open()
        ada = await there.page(shared.tokens["x"], shared.tokens["o"])
        for number, (role, cell) in enumerate([("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]):
            await there.commands.carry_out(ada, Play(id=f"m{number}", role=role, move=f"mark({cell})", seq=number), 5)
        await here.loader.look_for_more()
        assert here.loader.table is not None, "an ended game is no reason"
        await there.commands.carry_out(ada, Again(id="again"), 5)
        await here.loader.look_for_more()
        assert here.loader.table is None


class Counting(SqliteStore):
    """A store that counts how often a table's seats are read."""

    finds = 0

    async def find(self, table: str) -> TableEntry | None:
        self.finds += 1
        return await super().find(table)


async def test_seats_that_rotate_are_read_again_once_they_may_have_rotated(tmp_path: Path) -> None:
    async with shared_table(tmp_path, terms=Terms(rotate=True), kind=Counting) as shared:
        assert isinstance(shared.store, Counting)
        node = await shared.node()
        before = shared.store.finds
        await node.loader.open()
        assert shared.store.finds == before, "nobody has moved on in the first round"
        for number, (role, cell) in enumerate([("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]):
            await shared.store.append(Answer(shared.table, number + 1, 1, "play", role, f"mark({cell})"))
        there = await shared.node()
        await there.commands.carry_out(await there.page(*shared.tokens.values()), Again(id="again"), 5)
        node = await shared.node()
        before = shared.store.finds
        await node.loader.open()
        assert shared.store.finds == before + 1


async def test_opened_again_it_knows_who_has_sat_down_elsewhere_and_whether_the_table_is_gone(tmp_path: Path) -> None:
    async with shared_table(tmp_path, (NewSeat("x", "me"), NewSeat("o", "open"))) as shared:
        loader = (await shared.node()).loader
        await loader.open()
        await shared.store.take_seat(shared.table, SeatEntry("o", "person", name="Bob"))
        table = await loader.open()
        assert [seat.name for seat in table.seats_shown(())] == ["", "Bob"]
        await shared.store.write(lambda connection: delete_table(connection, shared.table))
        with pytest.raises(Refusal, match="unknown_table"):
            await loader.open()
        assert loader.table is None


async def test_a_database_that_is_away_says_nothing_of_the_table(tmp_path: Path) -> None:
    async with shared_table(tmp_path, kind=Away) as shared:
        loader = (await shared.node()).loader
        Away.away = True
        try:
            with pytest.raises(Refusal, match="unavailable"):
                await loader.open()
        finally:
            Away.away = False
        assert (await loader.open()).seq == 0
        assert (await shared.node()).loader.entry.fault is None


async def test_what_does_not_replay_is_marked_until_it_does(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "nonsense"))
        with pytest.raises(Refusal, match="frozen"):
            await (await shared.node()).loader.open()
        later = (await shared.node()).loader
        assert later.entry.fault is not None
        await shared.store.write(lambda connection: connection.exec_driver_sql("UPDATE answers SET move = 'mark(b2)'"))
        assert (await later.open()).seq == 1
        assert (await shared.node()).loader.entry.fault is None


async def test_what_breaks_there_costs_the_replica_and_what_is_refused_does_not(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        loader = (await shared.node()).loader
        for error, told, is_kept in (
            (Refusal("stale", "it has gone on"), "^stale: it has gone on", True),
            (Unreachable("before the snapshot"), "^before the snapshot", True),
            (Broken("secret of the rules"), "^rules: the rules of this game broke down here", False),
            (Lost("its process"), "^unavailable: this table is being opened anew", False),
            (ZeroDivisionError("a fault of the server"), "^a fault of the server", False),
        ):
            await loader.open()
            with pytest.raises(Exception, match=told), loader.handling_failures():
                raise error
            assert (loader.table is not None) is is_kept, told


async def test_rules_that_take_more_than_they_may_have_are_marked(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        loader = (await shared.node()).loader
        with pytest.raises(Refusal, match="rules"), loader.handling_failures():
            raise Exceeded("more than ten seconds")
        await loader.marked()
        assert (await shared.node()).loader.entry.fault == "stopped: more than ten seconds"


# -- over real sockets -------------------------------------------------------------------------------------------------


BROKEN = """
from __future__ import annotations
from collections.abc import Iterable
from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, To, TokenKind, Face, _, on

Stone = TokenKind("stone", faces={"a": Face("disc"), "b": Face("ring")})

class Broken(Game):
    name = "broken_on_purpose"
    title = _("Broken")
    seats = ("a", "b")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=3, columns=3, visible_to=EVERYONE))
        return Turn

class Turn(ActivePlayer[Broken]):
    description = _("{actplayer} must put a stone")
    my_turn = _("{you} must put a stone")

    def args(self, game: Broken, role: str) -> dict[str, object]:
        if game.board["c3"] is not None:
            raise ZeroDivisionError("secret of the args")
        return {}

@on(Turn, _("{actplayer} puts {cell}"))
def put(game: Broken, cell: Cell) -> To[Turn] | To[GameEnd]:
    game.board.put(Stone(game.player), cell)
    if str(cell) == "b2":
        raise ValueError("secret of the rules")
    if str(cell) == "a3":
        raise RecursionError
    game.next_player()
    return Turn if len(game.board) < 5 else GameEnd

@put.options
def cells(game: Broken) -> Iterable[Cell]:
    return game.board.empty()
"""


async def test_rules_that_break_down_cost_one_answer_and_nothing_else(
    server: Running, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    rondel.load(file)
    created = server.create("broken_on_purpose", me("a"), me("b"))
    healthy = server.create("tic_tac_toe", me("x"), me("o"))
    async with (
        joined(server, created["table"], created["tokens"].values()) as client,
        joined(server, healthy["table"], healthy["tokens"].values()) as other,
    ):
        await client.play("a", "put(a1)")
        for cell in ("b2", "a3", "c3"):  # raise in the action, raise deep down, raise while the views are built
            answer = await client.ask(client.message("play", role="b", move=f"put({cell})"))
            assert (answer["code"], answer["seq"]) == ("rules", None if answer["seq"] is None else 1)
            assert "secret" not in answer["message"]
            await other.ask({"type": "ping"})
        update = await client.play("b", "put(b1)")
        assert [token["at"] for token in update["views"]["a"]["containers"]["board"]["tokens"]] == ["a1", "b1"]
        assert len(update["events"]["a"]) == 1
        await other.play("x", "mark(a1)")
    assert [row[4] for row in server.stored(created["table"])] == ["put(a1)", "put(b1)"]
    assert "secret of the rules" in caplog.text, "the host is told what the players are not"


async def test_an_answer_that_cannot_be_stored_does_not_count(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada, joined(server, table, [tokens["o"]]) as bob:
        breaking = sqlite3.connect(server.database)
        breaking.execute(
            "CREATE TRIGGER full BEFORE INSERT ON answers WHEN NEW.table_id = '" + table + "'"
            " BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END"
        )
        message = ada.message("play", role="x", move="mark(a1)")
        answer = await ada.ask(message)
        breaking.execute("DROP TRIGGER full")
        breaking.close()
        assert answer["code"] == "not_saved"
        assert (await ada.ask(message))["type"] == "accepted", "the same message counts once the store is back"
        update = await bob.until(1)
        assert len(update["events"]["o"]) == 1
        assert [message["type"] for message in bob.heard] == ["welcome", "update"]


async def test_a_table_that_no_longer_replays_is_marked_kept_and_played_on_when_it_does_again(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    healthy = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        await client.play("x", "mark(a1)")

    def change(move: str) -> str | None:
        """Have the log say that this was played; returns how the table is marked."""
        connection = sqlite3.connect(server.database)
        (mark,) = connection.execute("SELECT fault FROM tables WHERE id = ?", (table,)).fetchone()
        connection.execute("UPDATE answers SET move = ? WHERE table_id = ?", (move, table))
        connection.commit()
        connection.close()
        return None if mark is None else str(mark)

    assert change("mark_as_it_was_then(a1)") is None
    with Running(server.database.parent) as later:
        async with opened(later) as client:
            assert (await client.hello(table, tokens))["code"] == "frozen"
            assert (await client.hello(healthy["table"], healthy["tokens"].values()))["type"] == "welcome"
        assert later.get(f"/api/tables/{table}").json()["code"] == "frozen"
    assert len(server.stored(table)) == 1
    mark = change("mark(a1)")
    assert mark is not None
    assert f"answer 1 of table {table}, 'mark_as_it_was_then(a1)' by x, fails" in mark
    with Running(server.database.parent) as mended:
        async with joined(mended, table, tokens) as client:
            await client.play("o", "mark(b2)")
    assert change("mark(a1)") is None, "the mark is gone"


async def test_a_table_that_cannot_be_read_is_not_said_to_be_broken(server: Running) -> None:
    """Whatever a database may say: only rules that do not fit the answers mark a table."""
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        await client.play("x", "mark(a1)")
    with Running(server.database.parent) as later:
        connection = sqlite3.connect(server.database)
        connection.execute("ALTER TABLE answers RENAME TO elsewhere")
        async with opened(later) as client:
            assert (await client.hello(table, tokens))["code"] == "unavailable"
            connection.execute("ALTER TABLE elsewhere RENAME TO answers")
            assert (await client.hello(table, tokens))["type"] == "welcome"
        assert connection.execute("SELECT fault FROM tables WHERE id = ?", (table,)).fetchone() == (None,)
        connection.close()


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


async def test_a_node_with_older_rules_sends_its_clients_elsewhere_and_marks_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """As in a rolling upgrade: a node that has been upgraded made the table."""
    address = await asyncio.to_thread(cluster.database)
    with Running(tmp_path, address=address) as node:
        created = node.create("tic_tac_toe", me("x"), me("o"))
        table, tokens = created["table"], created["tokens"].values()
        database = await asyncpg.connect(address)
        await database.execute("UPDATE tables SET version = 2")
        for _ in range(2):
            async with opened(node) as client:
                refused = await client.hello(table, tokens)
                assert (refused["code"], "newer rules" in refused["message"]) == ("unavailable", True)
                with pytest.raises(ConnectionClosed) as closed:
                    await client.hear("welcome")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
        assert node.get(f"/api/tables/{table}").status_code == 503
        assert await database.fetchval("SELECT fault FROM tables") is None
        await database.execute("UPDATE tables SET version = 1")
        await database.close()
        async with joined(node, table, tokens) as client:
            await client.play("x", "mark(a1)")
