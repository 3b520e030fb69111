"""Two servers on one database that do not hear each other: every move counts once, and the one that is behind reads it again.

So it is while the bus between two nodes is lost. With the bus: test_two_nodes.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest

from tests.server.accounts.visitors import Browser
from tests.server.harness import Running, free, joined, me, opened
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


async def test_the_second_server_catches_up_when_somebody_answers_there(tmp_path: Path) -> None:
    with Running(tmp_path) as one, Running(tmp_path) as other:
        made = one.create("tic_tac_toe", {"role": "x", "kind": "me"}, {"role": "o", "kind": "open"})
        table, x = made["table"], made["tokens"]["x"]
        async with opened(other) as early:  # so that the table is in the memory of the other before the seat is taken
            await early.hello(table)
            taken = one.post(f"/api/tables/{table}/seat", {"role": "o", "invite": made["invite"]}).json()["token"]
            async with opened(one) as at_one, opened(one) as watch_one, opened(other) as at_other:
                await at_one.hello(table, [x, taken])
                await watch_one.hello(table)
                assert (await at_other.hello(table, [x, taken]))["type"] == "welcome"
                seq = 0
                for number, (role, move) in enumerate([("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]):
                    client = (at_one, at_other)[number % 2]
                    client.seq = seq  # the position both players agree on, which the server may not have read yet
                    answer = await client.ask(client.message("play", role=role, move=f"mark({move})"))
                    assert answer["type"] == "accepted", answer
                    seq = answer["seq"]
                    assert seq == number + 1
                    # Who watches at the server of the move is shown it, with all that came before.
                    assert (await (watch_one, early)[number % 2].until(seq))["seq"] == seq
                again = await at_other.ask(at_other.message("play", role="o", move="mark(c2)"))
                assert (again["type"], again["code"]) == ("refused", "stale")
                assert (await early.until(5))["seq"] == 5  # the refusal had the table read again as well
        rows = [(seq, role) for seq, _, _, role, _ in one.stored(table)]
    assert rows == [(1, "x"), (2, "o"), (3, "x"), (4, "o"), (5, "x")]


async def test_a_stale_answer_has_the_table_read_again(tmp_path: Path) -> None:
    with Running(tmp_path, seconds=0.05) as one, Running(tmp_path, seconds=0.05) as other:
        made = one.create("tic_tac_toe", {"role": "x", "kind": "me"}, {"role": "o", "kind": "bot", "bot": "random"})
        table, x = made["table"], made["tokens"]["x"]
        async with opened(one) as at_one, opened(other) as at_other:
            await at_other.hello(table, [x])
            await at_one.hello(table, [x])
            await at_one.play("x", "mark(a1)")
            await at_one.until(2)
            stale = await at_other.ask({"type": "play", "id": "late", "seq": 0, "role": "x", "move": "mark(a1)"})
            assert (stale["type"], stale["code"]) == ("refused", "stale")
            assert (await at_other.until(2))["seq"] == 2


async def test_who_was_sent_away_at_one_server_plays_no_more_at_the_other(cluster: Cluster, tmp_path: Path) -> None:
    """The seat has another holder, or nobody; the first who answers at the other server finds out, and all there are told."""
    address = await asyncio.to_thread(cluster.database)
    with (
        Running(tmp_path, address=address, bus="none") as one,
        Running(tmp_path, address=address, bus="none") as other,
        Browser(one) as ada,
        Browser(one) as bob,
        Browser(one) as cy,
    ):
        made = ada.post("/api/tables", json={"game": "tic_tac_toe", "seats": [free("x"), me("o")]}).json()
        table, at, invite = made["table"], f"/api/tables/{made['table']}", {"invite": made["invite"]}
        token = bob.post(f"{at}/seat", json=invite).json()["token"]
        async with joined(other, table, [token]) as sent_away, joined(other, table) as watching:
            assert ada.post(f"{at}/seats", json={"role": "x", "kind": "open"}).json() == {}
            refused = await sent_away.ask(sent_away.message("play", role="x", move="mark(a1)"))
            assert (refused["type"], refused["code"]) == ("refused", "not_seated")
            anew = [message for message in sent_away.heard if message["type"] == "welcome"][1]
            for told in (anew, await watching.hear("welcome")):
                assert (told["roles"], [seat["kind"] for seat in told["table"]["seats"]]) == ([], ["open", "person"])
            async with joined(one, table, [cy.post(f"{at}/seat", json=invite).json()["token"]]) as heir:
                await heir.play("x", "mark(b2)")
            assert (await sent_away.ask(sent_away.message("play", role="x", move="mark(a1)")))["code"] == "not_seated"
    database = await asyncpg.connect(address)
    assert [tuple(row) for row in await database.fetch("SELECT seq, move FROM answers")] == [(1, "mark(b2)")]
    await database.close()
