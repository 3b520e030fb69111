"""An arena in which something of everything is stored, and garbage for any column of it.

Ada and Bob play at the table ``good``; Ada also plays against four others, each at a table of their own. What is damaged is
theirs, so whatever Ada and Bob see and do besides must be as before.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import BigInteger, Boolean, Column, Double, LargeBinary, Table, Text, insert

from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.storage import schema
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table import table as module
from tests.server.accounts.visitors import Browser
from tests.server.harness import WIN, Json, Running, free, joined, me

VICTIMS = ("Vera", "Vik", "Vol", "Von")

NOT_UTF8 = "CAST(x'66ff' AS TEXT)"
GARBAGE = ("'{garbage'", "x'ff00'", NOT_UTF8, str(2**62))
"""What a victim's row holds, each victim's another; in SQL."""

_MINE = {
    "principals": "id", "sessions": "principal", "tokens": "principal", "ratings": "principal", "tables": "id",
    "moderation": "about", "contacts": "principal", "mail_links": "principal", "outbox": "principal",
    "tournaments": "id", "entrants": "tournament_id", "tournament_games": "tournament_id",
    "push_subscriptions": "principal", "webhooks": "principal",
    "follows": "follower", "blocks": "blocker", "online": "principal", "invitations": "inviter",
    "conversations": "low", "private_messages": "low",
}  # fmt: skip
"""The column that says whose a row is; where none is named it is that of the table."""

_OF_PEOPLE = {"principal", "about", "follower", "blocker", "inviter", "low"}


@dataclass
class Population:
    """What is to be known of the arena."""

    good: str = ""
    """The table of Ada and Bob."""
    tables: list[str] = field(default_factory=list)
    """Those of the victims."""
    people: dict[str, str] = field(default_factory=dict)
    """Principals by name."""
    bots: dict[str, str] = field(default_factory=dict)
    """The principals of their bots, by the names of their owners."""
    sessions: dict[str, str] = field(default_factory=dict)
    """What is in the cookies of each."""
    tokens: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of seats, by table and role."""
    bot: str = ""
    """The token of Ada's bot."""

    def owner(self, table: Table, victim: int) -> tuple[str, str]:
        """The column that says whose a row is, and the victim's value in it."""
        column = _MINE.get(table.name, "table_id")
        if table.name == "tokens":
            return column, self.bots[VICTIMS[victim]]
        person = column in _OF_PEOPLE or table.name == "principals"
        return column, self.people[VICTIMS[victim]] if person else self.tables[victim]


def make(folder: Path) -> Population:
    """Play in a new arena, with a real server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SNAPSHOT_EVERY", 2)
        with Running(folder) as server:
            arena = Population()
            with Browser(server) as ada:
                _meet(arena, "Ada", ada)
                arena.bot = _bot(arena, ada)
                for name in ("Bob", *VICTIMS):
                    with Browser(server) as other:
                        _meet(arena, name, other)
                        _bot(arena, other)
                        table = _play(arena, server, ada, other)
                        _talk(arena, table, ada, other)
                        if name == "Bob":
                            arena.good = table
                        else:
                            arena.tables.append(table)
    store = SqliteStore(server.database)
    asyncio.run(RatingWorker(store).settle())
    asyncio.run(store.close())
    _fill(server.database, arena)
    return arena


def _meet(arena: Population, name: str, browser: Browser) -> None:
    assert browser.register(name).status_code == 201
    arena.people[name] = browser.me()["id"]
    arena.sessions[name] = browser.session


def _bot(arena: Population, owner: Browser) -> str:
    name = owner.me()["name"]
    bot: Json = owner.post("/api/me/bots", json={"name": f"Bot of {name}"}).json()
    arena.bots[name] = bot["id"]
    wanted = {"label": "home", "scopes": ["read", "play"], "days": 30}
    return str(owner.post(f"/api/me/bots/{bot['id']}/tokens", json=wanted).json()["token"])


def _play(arena: Population, server: Running, ada: Browser, other: Browser) -> str:
    """Two rounds to the end, and the beginning of a third."""
    terms = {"public": True, "rated": True, "chat": "open"}
    made = ada.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": terms}).json()
    taken = other.post(f"/api/tables/{made['table']}/seat", json={"invite": made["invite"]}).json()
    arena.tokens[made["table"]] = {**made["tokens"], "o": taken["token"]}

    async def play() -> None:
        async with joined(server, made["table"], arena.tokens[made["table"]].values()) as both:
            for _ in range(2):
                for role, cell in WIN:
                    await both.play(role, f"mark({cell})")
                await both.until((await both.ask(both.message("again")))["seq"])
            await both.play("x", "mark(b2)")

    asyncio.run(play())
    return str(made["table"])


def _talk(arena: Population, table: str, ada: Browser, other: Browser) -> None:
    for number, browser in enumerate((ada, other, ada)):
        assert browser.post(f"/api/tables/{table}/chat", json={"id": f"c{number}", "text": "good luck"}).status_code == 201
    wrong = {"id": "r1", "reason": "chat", "channel": "table", "number": 2, "text": "rude"}
    assert ada.post(f"/api/tables/{table}/reports", json=wrong).status_code == 201
    moves = {"role": "o", "seq": 13, "lines": [[{"role": "x", "move": "mark(a1)"}, {"role": "o", "move": "mark(c3)"}]]}
    other.post(f"/api/tables/{table}/conditional-moves", json=moves)


_ANSWER = '{"table":"t","seq":99,"round":1,"kind":"play","role":"x"}'
_TERMS = '{"format":"swiss","clock":{"kind":"fischer","initial":60}}'
_MODERATION = {"moderator": "Mo", "kind": "silence", "report": "r", "note": ""}


def _fill(path: Path, arena: Population) -> None:
    """Store what would take days, or somebody's mistake; and have the second round not be rated yet."""
    engine = schema.engine(path)
    with engine.begin() as connection:
        for number, (name, table) in enumerate(zip(("Bob", *VICTIMS), (arena.good, *arena.tables), strict=True)):
            person = arena.people[name]
            rows: dict[str, dict[str, Any]] = {
                "mutes": {"number": 1, "author": person},
                "set_aside": {"cut_at": 1, "seq": 99, "reason": "why", "answer": _ANSWER},
                "moderation": {"id": f"m{name}", "at": 1, "until": 2, "about": person, **_MODERATION},
                "outages": {"since": 1_000 + number, "until": 2_000},
                "deadlines": {"at": 4_102_444_800_000},
                "nodes": {"id": f"n{name}", "name": "n", "began_at": 1, "seen_at": 2, "missed": 0, "is_blind": False},
                "attendance": {"role": "x", "node": f"n{name}"},
                "contacts": {
                    "principal": person,
                    "address": f"{name}@example.org",
                    "lang": "en",
                    "settings": "{}",
                    "unsubscribe": f"u{name}",
                    "confirmed_at": 1,
                },
                "mail_links": {
                    "hash": name.encode(),
                    "principal": person,
                    "purpose": "reset",
                    "address": f"{name}@example.org",
                    "expires_at": 4_102_444_800_000,
                },
                "tournaments": {
                    "id": table,
                    "title": "Cup",
                    "game": "tic_tac_toe",
                    "host": person,
                    "state": "ended",
                    "reason": "",
                    "terms": _TERMS,
                    "created_at": 1,
                    "starts_at": 1,
                    "due_at": 1,
                    "ended_at": 2,
                    "round": 1,
                    "rounds": 1,
                    "revision": 1,
                },
                "entrants": {
                    "tournament_id": table,
                    "number": 1,
                    "principal": person,
                    "name": name,
                    "state": "in",
                    "seed": 1,
                    "rating": 1500.0,
                    "joined_at": 1,
                },
                "tournament_games": {
                    "tournament_id": table,
                    "round": 1,
                    "board": 1,
                    "game": 1,
                    "players": "[1]",
                    "points": "[1.0]",
                    "played": False,
                    "opened_at": 1,
                    "ended_at": 1,
                },
                "push_subscriptions": {
                    "id": f"b{name}",
                    "principal": person,
                    "session": name.encode(),
                    "endpoint": f"https://push.example.org/{name}",
                    "public": "",
                    "secret": "",
                    "created_at": 1,
                },
                "webhooks": {
                    "principal": person,
                    "url": f"https://example.org/{name}",
                    "secret": "s",
                    "ended": "",
                    "failures": 0,
                    "status": 0,
                    "created_at": 1,
                },
                "arena_keys": {"name": f"k{name}", "key": b"k"},
                "outbox": {
                    "principal": person,
                    "turn": 9,
                    "kind": "turn",
                    "channel": "mail",
                    "role": "o",
                    "state": "waiting",
                    "message": "",
                    "at": 1,
                    "due_at": 1,
                    "claimed_until": 0,
                    "tries": 0,
                    "sent_at": 1,
                },
                "follows": {"follower": person, "followed": arena.people["Ada"], "at": 1},
                "blocks": {"blocker": person, "blocked": f"stranger of {name}", "at": 1},
                "online": {"principal": person, "at": 1},
                "conversations": {"low": person, "high": f"~{name}", "last": 1, "read_low": 0, "read_high": 1, "at": 1},
                "private_messages": {
                    "low": person,
                    "high": f"~{name}",
                    "number": 1,
                    "by_low": False,
                    "at": 1,
                    "text": "hello",
                    "client_id": "c",
                },
                "invitations": {
                    "id": f"i{name}",
                    "role": "o",
                    "inviter": person,
                    "invited": arena.people["Ada"],
                    "state": "open",
                    "at": 1,
                    "expires_at": 4_102_444_800_000,
                },
            }
            for known, row in rows.items():
                into = schema.metadata.tables[known]
                connection.execute(insert(into).values(row | ({"table_id": table} if "table_id" in into.c else {})))
        for statement in (
            "DELETE FROM ratings WHERE round = 2",
            "UPDATE ratings SET latest = 0",
            "UPDATE ratings SET latest = 1 WHERE at = (SELECT max(at) FROM ratings AS r WHERE r.principal = ratings.principal)",
            "UPDATE results SET settled = 0 WHERE round = 2",
        ):
            connection.exec_driver_sql(statement)
    engine.dispose()
    with closing(sqlite3.connect(path)) as settled:  # the file is copied without its log
        busy, *_ = settled.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert not busy, "somebody still has the arena open"


def damage(path: Path, arena: Population, table: Table, column: Column[Any], garbage: Sequence[str]) -> None:
    """Put garbage into that column: each piece into a row of another victim's, or of the table where rows are nobody's."""
    keys = [each.name for each in table.primary_key]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER moderation_unchanged")  # it keeps others from what a broken disk may do
        for victim, piece in enumerate(garbage):
            name, mine = arena.owner(table, victim)
            where = f"{name} = '{mine}'" if name in table.c else "1"
            order = ", ".join(f"{key} {'DESC' if victim % 2 else 'ASC'}" for key in keys)
            chosen = connection.execute(
                f"SELECT {', '.join(keys)} FROM {table.name} WHERE {where} ORDER BY {order} LIMIT 1"  # noqa: S608
            ).fetchone()
            assert chosen is not None, f"nothing is stored in {table.name}"
            here = " AND ".join(f"{key} IS ?" for key in keys)
            connection.execute(f"UPDATE {table.name} SET {column.name} = {piece} WHERE {here}", chosen)  # noqa: S608


async def copy(path: Path, address: str) -> None:
    """Put all that is in the file into an empty PostgreSQL."""
    await (await PostgresStore.open(address)).close()
    target = await asyncpg.connect(address)
    with closing(sqlite3.connect(path)) as source:
        await target.execute("SET session_replication_role = replica")  # no triggers: what they write is in the file as well
        for table in schema.metadata.sorted_tables:
            flags = [isinstance(each.type, Boolean) for each in table.columns]
            names = ", ".join(each.name for each in table.columns)
            found = source.execute(f"SELECT {names} FROM {table.name}").fetchall()  # noqa: S608
            kept = [tuple(bool(value) if flag else value for flag, value in zip(flags, row, strict=True)) for row in found]
            await target.execute(f"DELETE FROM {table.name}")  # noqa: S608
            places = ", ".join(f"${number}" for number in range(1, len(flags) + 1))
            await target.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({places})", kept)  # noqa: S608
    await target.close()


async def damage_postgres(address: str, arena: Population, table: Table) -> int:
    """Put garbage into each column of a table where its type lets it, each into a row of the next victim; returns into how
    many."""
    connection = await asyncpg.connect(address)
    await connection.execute("SET session_replication_role = replica")
    done = 0
    for number, column in enumerate(table.columns):
        garbage: Any = (
            "{garbage" if isinstance(column.type, Text)
            else b"\xff\x00" if isinstance(column.type, LargeBinary)
            else float("inf") if isinstance(column.type, Double)
            else 2**62 if isinstance(column.type, BigInteger)
            else None if isinstance(column.type, Boolean)
            else 2**31 - 1
        )  # fmt: skip
        if garbage is None:
            continue
        name, mine = arena.owner(table, number % len(VICTIMS))
        where = f"{name} = '{mine}'" if name in table.c else "true"
        chosen = f"SELECT ctid FROM {table.name} WHERE {where} LIMIT 1"  # noqa: S608
        with suppress(asyncpg.UniqueViolationError):
            await connection.execute(f"UPDATE {table.name} SET {column.name} = $1 WHERE ctid = ({chosen})", garbage)  # noqa: S608
            done += 1
    await connection.close()
    return done
