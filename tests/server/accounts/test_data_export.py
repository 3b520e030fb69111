"""The export: every column that names a principal is in it, or is withheld for a reason."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Text, cast, select

from rondel.server.accounts.data_export import EXPORTED, WITHHELD
from rondel.server.protocol import Export
from rondel.server.storage import schema
from tests.server.accounts.visitors import PASSWORD, Browser
from tests.server.harness import WIN, Json, Running, free, joined, me

pytestmark = pytest.mark.anyio


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server of its own, of whose database every cell is looked at."""
    with Running(tmp_path) as running:
        yield running


def naming(server: Running, principal: str) -> set[str]:
    """Every column of the database that names a principal in some row, as ``table.column``; found by looking at all cells."""
    engine = schema.engine(server.database)
    with engine.connect().execution_options(reading=True) as connection:
        found = {
            f"{table.name}.{column.name}"
            for table in schema.metadata.sorted_tables
            for column in table.columns
            if connection.execute(select(column).where(cast(column, Text).contains(principal)).limit(1)).first()
        }
    engine.dispose()
    return found


async def everything(server: Running, ada: Browser, bob: Browser) -> Json:
    """Ada does everything that leaves something behind; returns the table."""
    ada.register("Ada")
    bob.register("Bob")
    made = ada.post("/api/me/bots", json={"name": "Engine"}).json()
    ada.post(f"/api/me/bots/{made['id']}/tokens", json={})
    rated = {"rated": True, "public": True}
    body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": rated}
    created: Json = ada.post("/api/tables", json=body).json()
    at = f"/api/tables/{created['table']}"
    assert bob.post(f"{at}/seat", json={}).status_code == 201
    assert ada.post(f"{at}/chat", json={"id": "c1", "text": "hello from Ada"}).status_code == 201
    async with joined(server, created["table"], more=ada.socket) as x, joined(server, created["table"], more=bob.socket) as o:
        for seq, (role, cell) in enumerate(WIN, 1):
            mover, other = (x, o) if role == "x" else (o, x)
            await mover.play(role, f"mark({cell})")
            await other.until(seq)
    assert ada.post(f"{at}/reports", json={"id": "r1", "reason": "play", "role": "o", "text": "Bob stalls"}).status_code == 201
    assert bob.post(f"{at}/reports", json={"id": "r2", "reason": "chat", "number": 1, "text": "Ada shouts"}).status_code == 201
    cup = {
        "title": "Cup",
        "game": "chess",
        "terms": {"format": "swiss", "clock": {"kind": "fischer", "initial": 60}},
        "starts_in": 60,
    }
    assert ada.post("/api/tournaments", json=cup).status_code == 201
    gallery = bob.table(me("x"), me("o"))["table"]
    ada.post(f"/api/tables/{gallery}/chat", json={"id": "c2", "text": "in the gallery"})
    assert bob.post(f"/api/tables/{gallery}/mutes", json={"number": 1}).status_code == 200
    for _ in range(400):
        if ada.get("/api/people/Ada").json()["ratings"]:
            break
        time.sleep(0.05)
    for follower, followed in ((ada, "Bob"), (bob, "Ada")):
        assert follower.post(f"/api/me/people/{followed}/follow", json={}).status_code == 200
    assert ada.post("/api/me/conversations/Bob", json={"id": "w1", "text": "a secret of Ada"}).status_code == 201
    assert ada.post("/api/me/vacation", json={"on": True}).status_code == 200
    with closing(sqlite3.connect(server.database)) as connection:
        id_, bobs = ada.me()["id"], bob.me()["id"]
        connection.execute(
            "INSERT INTO moderation (id, at, moderator, kind, report, about, until, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ("m1", 1, "host", "silence", "", id_, 5, "a note"),
        )
        for statement in (
            "INSERT INTO contacts VALUES (?, 'ada@example.org', 'en', '{}', 'unsubscribe', 1)",
            "INSERT INTO mail_links VALUES (x'00', ?, 'reset', 'ada@example.org', 9)",
            "INSERT INTO push_subscriptions VALUES ('b', ?, x'00', 'https://push.example.org/b', 'key', 'secret', 1)",
            "INSERT INTO webhooks VALUES (?, 'https://example.org/hook', 'secret', '', 0, 0, 1)",
            "INSERT INTO outbox VALUES (?, 't', 1, 'turn', 'mail', 'x', 'sent', '', 1, 1, 0, 1, 1)",
        ):
            connection.execute(statement, (id_,))
        connection.execute("INSERT OR REPLACE INTO online VALUES (?, 1)", (id_,))
        connection.executemany(
            "INSERT INTO invitations VALUES (?, 't', 'o', ?, ?, 'open', 1, 9)", (("i1", id_, bobs), ("i2", bobs, id_))
        )
        for low, high in ((id_, "~"), ("!", id_)):  # whichever id comes first
            connection.execute("INSERT INTO conversations VALUES (?, ?, 1, 0, 0, 1)", (low, high))
            connection.execute("INSERT INTO private_messages VALUES (?, ?, 1, 0, 1, 'hi', 'c')", (low, high))
        connection.executemany("INSERT INTO blocks VALUES (?, ?, 1)", ((id_, bobs), (bobs, id_)))
        connection.execute("INSERT INTO entrants VALUES ('cup', 1, ?, 'Ada', 'in', 0, 1500.0, 1)", (id_,))
        connection.commit()
    return created


async def test_each_column_that_names_somebody_is_exported_or_withheld_for_a_reason(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        created = await everything(server, ada, bob)
        names = {f"{table.name}.{column.name}" for table in schema.metadata.sorted_tables for column in table.columns}
        held = {
            f"{table.name}.{column.name}"
            for table in schema.metadata.sorted_tables
            for column in table.columns
            if "forgotten" in column.info
        }
        found = naming(server, ada.me()["id"])
        assert found == (set(EXPORTED) | set(WITHHELD)) - {"tokens.principal"}, "tokens are the bots'"
        assert held <= found
        assert set(EXPORTED) | set(WITHHELD) <= names
        assert not set(EXPORTED) & set(WITHHELD)
        assert set(EXPORTED.values()) | {"since"} == set(Export.__struct_fields__)
        told = ada.get("/api/me/export").json()
        for field in EXPORTED.values():
            assert told[field], field
        assert told["bots"][0]["tokens"]
        assert [line["text"] for line in told["chat"]] == ["hello from Ada", "in the gallery"]
        assert told["results"][0]["table"] == created["table"]
        assert told["ratings"][0]["game"] == "tic_tac_toe"
        assert told["reports"][0]["words"] == "Bob stalls"
        assert "Ada shouts" not in str(told)
        assert "a note" not in str(told)
        assert told["contact"][0]["address"] == "ada@example.org"
        assert "unsubscribe" not in str(told), "a secret"
        assert [(each["name"], each["text"], each["by_me"]) for each in told["messages"]] == [("Bob", "a secret of Ada", True)]
        assert [each["by_me"] for each in told["invitations"]] == [True, False]
        assert [told[field][0]["name"] for field in ("follows", "blocks")] == ["Bob", "Bob"]


async def test_of_a_deleted_account_no_word_of_chat_stays_anywhere(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        created = await everything(server, ada, bob)
        id_, table = ada.me()["id"], created["table"]
        async with joined(server, table, more=bob.socket) as watching:
            assert ada.post("/api/me/delete", json={"password": PASSWORD}).status_code == 200
            line = await watching.hear("chat")
            assert (line["number"], line["text"], line["badge"]) == (1, "", "")
            assert line["name"].startswith("Gone ")
        shown = bob.get(f"/api/tables/{table}/chat").json()["lines"]
        assert [(each["number"], each["text"]) for each in shown] == [(1, "")], "the line stays, so that numbers have no gaps"
        assert not naming(server, id_)
        with closing(sqlite3.connect(server.database)) as connection:
            kept = "\n".join(connection.iterdump())
        assert "hello from Ada" not in kept
        assert "a secret of Ada" not in kept
        assert "ada@example.org" not in kept
        assert "in the gallery" not in kept
        for path in (f"/api/tables/{table}/rounds/1", f"/api/tables/{table}/rounds/1/log", f"/api/tables/{table}"):
            assert "Ada" not in bob.get(path).text, path
