"""The broadcaster: what each viewer of a table is sent, by the roles it plays then."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import update

from rondel.server.live import broadcaster as module
from rondel.server.live.audience import Credentials
from rondel.server.protocol import Absence, NewSeat, Since, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema
from rondel.server.table.entries import SeatEntry, hashed
from rondel.server.table.log.entries import Answer
from tests.server.harness import WIN, Json, Running, free, joined, me, opened
from tests.server.table_parts import Page, shared_table

pytestmark = pytest.mark.anyio


async def test_who_comes_is_shown_the_table_and_the_others_that_they_are_there(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        assert (ada.kinds, ada.roles) == (["welcome"], ("x",))
        bob = await node.page(shared.tokens["o"])
        assert (ada.kinds, bob.kinds) == (["welcome", "seats"], ["welcome"])
        watcher = await node.page()
        assert (watcher.roles, ada.kinds) == ((), ["welcome", "seats"]), "who looks on is nobody's concern"
        node.broadcaster.leave(bob)
        assert [seat["present"] for seat in ada.heard[-1]["seats"]] == [True, False]
        assert bob.kinds == ["welcome"]
        again = Page()
        await node.broadcaster.enter(
            await node.loader.current(), again, Credentials((hashed(shared.tokens["o"]),), ""), Since(0, {"o": 0})
        )
        assert again.kinds == ["resumed", "seats"]
        assert again.heard[-1]["watching"] == 1


async def test_who_has_gone_while_somebody_comes_is_not_said_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the rules run in a process of their own, making a `Welcome` takes a while."""
    async with shared_table(tmp_path) as shared:
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        table = await node.loader.current()
        joined = table.joined

        async def slowly(*given: object, **more: object) -> object:
            made = await joined(*given, **more)  # type: ignore[arg-type]
            node.broadcaster.leave(ada)
            return made

        monkeypatch.setattr(table, "joined", slowly)
        bob = await node.page(shared.tokens["o"])
        assert bob.kinds == ["welcome", "seats"]
        assert [seat["present"] for seat in bob.heard[-1]["seats"]] == [False, True]


async def test_who_could_not_come_in_is_absent_as_before(tmp_path: Path) -> None:
    async with shared_table(tmp_path, terms=Terms(absence=Absence("claim", 10))) as shared:
        node = await shared.node()
        outlook = (await node.loader.current()).outlook()

        async def fail() -> None:
            with node.broadcaster.expecting(("x",)):
                assert node.time.next(outlook) is None
                raise TimeoutError

        with node.broadcaster.expecting(("o",)):
            await node.page(shared.tokens["o"])
        assert node.time.next(outlook) is not None, "the absence of x, who is to move"
        with pytest.raises(TimeoutError):
            await fail()
        assert node.time.next(outlook) is not None


async def test_what_another_node_has_done_is_shown_as_soon_as_it_is_known_and_once(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        node.loader.note_newest(1)
        for _ in range(2):
            assert (await node.loader.current()).seq == 1
        assert ada.kinds == ["welcome", "update"]
        assert [event["name"] for event in ada.heard[-1]["events"]["x"]] == ["mark"]
        await node.broadcaster.send_all(await node.loader.current())
        assert ada.heard[-1]["type"] == "welcome"


@pytest.mark.parametrize("watchable", [True, False])
async def test_who_has_lost_a_seat_looks_on_or_is_sent_away(tmp_path: Path, watchable: bool) -> None:
    async with shared_table(tmp_path, terms=Terms(watchable=watchable)) as shared:
        node = await shared.node()
        ada, bob = [await node.page(shared.tokens[role]) for role in "xo"]
        node.loader.reseat([SeatEntry("x", "open"), node.loader.entry.seats[1]])
        staying = node.broadcaster.regroup(node.broadcaster.audience)
        await node.broadcaster.send_anew(await node.loader.current(), staying, frozenset({"x", "o"}))
        assert (ada.roles, bob.roles) == ((), ("o",))
        assert (ada.gone is None, ada.kinds[-1], ada in node.broadcaster.audience) == (
            (True, "seats", True) if watchable else (False, "seats", False)
        )
        assert bob.kinds[-2:] == ["welcome", "seats"]
        if watchable:
            assert ada.heard[-2]["roles"] == []


async def test_where_nobody_may_look_on_a_seat_counts_that_one_has_when_one_is_let_in(tmp_path: Path) -> None:
    """It may be gone since one knocked: as what was due was done, another node was quicker, and the table opened again."""
    async with shared_table(tmp_path, terms=Terms(watchable=False, rotate=True)) as shared:
        came = Credentials((), "bob")
        seats = schema.seats.c

        async def held_by(holder: str) -> None:
            change = update(schema.seats).where(seats.table_id == shared.table, seats.role == "o").values(holder=holder)
            await shared.store.write(lambda connection: connection.execute(change))

        await held_by("bob")
        node = await shared.node()
        assert node.broadcaster.roles_of(await node.loader.current(), came) == ("o",)
        await held_by("")
        node.loader.discard()
        late = Page()
        with pytest.raises(Refusal, match="only those who play may look on"):
            await node.broadcaster.enter(await node.loader.current(), late, came, None)
        assert late.heard == []
        with pytest.raises(Refusal, match="only those who play may look on"):
            await node.broadcaster.welcome(await node.loader.current(), came)
        assert await node.broadcaster.welcome(await node.loader.current(), Credentials((hashed(shared.tokens["x"]),), ""))


async def test_a_table_that_cannot_be_opened_is_looked_at_again_where_somebody_waits(tmp_path: Path) -> None:
    async with shared_table(tmp_path, (NewSeat("x", "me"), NewSeat("o", "open"))) as shared:
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        node.loader.discard()
        await shared.store.write(lambda connection: connection.exec_driver_sql("ALTER TABLE answers RENAME TO elsewhere"))
        for present, looks in ((True, 1), (False, 1)):
            if not present:
                node.broadcaster.leave(ada)
            with pytest.raises(Refusal, match="unavailable"):
                await node.loader.current()
            assert node.looks == looks


# -- over real sockets -------------------------------------------------------------------------------------------------


async def test_a_page_that_is_reloaded_goes_on_where_it_was(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        await client.play("x", "mark(a1)")
        left = client.heard[-1]
    async with joined(server, table, tokens) as client:
        assert client.welcome["seq"] == 1
        assert client.welcome["views"] == left["views"]
        assert [event["number"] for event in client.welcome["events"]["x"]] == [0]
        await client.play("o", "mark(b2)")


async def test_who_was_away_is_told_what_it_missed_once_and_in_order(server: Running) -> None:
    """A client that is cut off again and again hears each event once; so it does where it has been away for a whole game."""
    created = server.create("tic_tac_toe", me("x"), me("o"), terms={"rotate": False})
    table, tokens = created["table"], list(created["tokens"].values())
    async with joined(server, table, tokens) as stays:
        told: list[Json] = []
        since = {"seq": 0, "events": {"x": 0, "o": 0}}
        for number, (role, cell) in enumerate(WIN):
            if number % 2 == 0:
                async with opened(server) as comes:
                    answer = await comes.hello(table, tokens, since)
                    assert (answer["type"], answer["seq"], answer["roles"]) == ("resumed", number, ["x", "o"])
                    assert answer["views"] == stays.heard[-1]["views"]
                    told += answer["events"]["x"]
                    since = {"seq": number, "events": {role: len(told) for role in ("x", "o")}}
            await stays.play(role, f"mark({cell})")
        async with opened(server) as comes:
            told += (await comes.hello(table, tokens, since))["events"]["x"]
        assert [event["number"] for event in told] == list(range(len(told)))
        heard = [event for message in stays.heard for event in message.get("events", {}).get("x", [])]
        assert told == [{**event, "changes": []} for event in heard]
        await stays.ask(stays.message("again"))
        await stays.until(6)
        async with opened(server) as comes:
            assert (await comes.hello(table, tokens, since))["type"] == "welcome", "it was at another game"
            assert (await comes.hello(table, tokens[:1], {"seq": 6, "events": {"x": 0, "o": 0}}))["type"] == "welcome"
            assert (await comes.hello(table, tokens[:1], {"seq": 6, "events": {"x": 0}}))["type"] == "resumed"


async def test_a_long_game_is_opened_from_a_snapshot_and_nobody_notices(server: Running, tmp_path: Path) -> None:
    """What was stored before the snapshot is never looked at: here it could not even be replayed."""
    created = server.create("chess", me("white"), me("black"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
        while client.seq < 85:
            view = client.heard[-1]["views"]
            role = view["white"]["active"][0]
            wanted = [move for move in view[role]["moves"] if shuffle[client.seq % 4] in move["text"]]
            last = await client.play(role, (wanted or view[role]["moves"])[0]["text"])
    connection = sqlite3.connect(server.database)
    connection.execute("UPDATE answers SET move = 'gone' WHERE table_id = ? AND seq < 60", (table,))
    connection.commit()
    connection.close()
    with Running(server.database.parent) as later:
        async with joined(later, table, tokens) as client:
            assert client.welcome["views"] == last["views"]
            assert [event["number"] for event in client.welcome["events"]["white"]] == list(range(85))
            assert (await client.play("black", last["views"]["black"]["moves"][0]["text"]))["seq"] == 86


async def test_everybody_hears_who_comes_and_goes(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x", "Ada"), free("o"))
    table = created["table"]
    async with joined(server, table, created["tokens"].values()) as ada:
        taken = server.post(f"/api/tables/{table}/seat", {"invite": created["invite"], "name": "Bob"}).json()
        assert (await ada.hear("seats"))["seats"][1] == {
            "role": "o",
            "kind": "person",
            "name": "Bob",
            "present": False,
            "bot": "",
            "number": 0,
            "badge": "",
        }
        async with joined(server, table, [taken["token"]]):
            assert (await ada.hear("seats"))["seats"][1]["present"] is True
            async with joined(server, table, [taken["token"]]):
                pass  # a second tab of the same person changes nothing for the others
        assert (await ada.hear("seats"))["seats"][1]["present"] is False
        assert [message["type"] for message in ada.heard] == ["welcome", "seats", "seats", "seats"]


async def test_whoever_may_undo_no_longer_once_somebody_sits_down_hears_so(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    table = created["table"]
    async with joined(server, table, created["tokens"].values()) as ada, joined(server, table) as watcher:
        played = await ada.play("x", "mark(a1)")
        assert played["undoable"] == ["x"], "nobody is there to be asked"
        await watcher.until(1)
        server.post(f"/api/tables/{table}/seat", {"invite": created["invite"]})
        told = await ada.hear("update")
        assert told == {**played, "undoable": [], "events": {"x": []}}
        assert ada.heard[-1]["type"] == "update"
        await watcher.ask({"type": "ping"})
        heard = [message["type"] for message in watcher.heard if message["type"] != "seats"]
        assert heard == ["welcome", "update", "pong"], "nothing new for them"
        refused = await ada.ask(ada.message("undo", role="x"))
        assert refused["code"] == "undo_barrier"


async def test_somebody_who_watches_may_sit_down_on_the_same_connection(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    table = created["table"]
    async with joined(server, table) as client, joined(server, table, created["tokens"].values()) as ada:
        await ada.play("x", "mark(a1)")
        taken = server.post(f"/api/tables/{table}/seat", {"invite": created["invite"]}).json()
        answer = await client.hello(table, [taken["token"]])
        assert answer["roles"] == ["o"]
        await client.play("o", "mark(b2)")


async def test_one_connection_moves_from_table_to_table(server: Running) -> None:
    one = server.create("tic_tac_toe", me("x"), me("o"))
    two = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, one["table"], one["tokens"].values()) as client:
        await client.play("x", "mark(a1)")
        assert (await client.hello(two["table"], two["tokens"].values()))["seq"] == 0
        await client.play("x", "mark(b2)")
        async with joined(server, one["table"], one["tokens"].values()) as other:
            assert other.welcome["seq"] == 1
            await other.play("o", "mark(c3)")
        assert (await client.ask({"type": "ping"}))["type"] == "pong"
        assert "seats" not in [message["type"] for message in client.heard]


async def test_how_many_look_on_is_said_to_everybody_and_not_at_each_coming_and_going(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNTED_EVERY", 0.01)
    async with shared_table(tmp_path) as shared:
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        watchers = [await node.page() for _ in range(5)]
        for each in watchers[2:]:
            node.broadcaster.leave(each)
        async with asyncio.timeout(60):
            while not [each for each in ada.heard if each.get("watching")]:
                await asyncio.sleep(0.01)
        assert [each["watching"] for each in ada.heard if each["type"] == "seats"] == [2]
        assert watchers[0].heard[-1]["watching"] == 2
        node.broadcaster.leave(watchers[0])
        node.broadcaster.leave(watchers[1])
        async with asyncio.timeout(60):
            while ada.heard[-1].get("watching") != 0:
                await asyncio.sleep(0.01)
