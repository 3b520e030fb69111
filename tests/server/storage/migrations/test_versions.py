"""Every migration on a database in which people play: what was stored before it is there after it, and they play on.

A database is brought from version to version, and at each a table in mid-game, one that is over and all that goes with people
is stored as far as that version knows it. The rest of the way it goes as on a host's machine: a server is started on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from argon2 import PasswordHasher
from sqlalchemy import Connection, insert, inspect
from sqlalchemy.ext.asyncio import create_async_engine

from rondel.server import protocol
from rondel.server.accounts.names import skeleton
from rondel.server.catalog.opening import open_table
from rondel.server.protocol import PerMove, Terms
from rondel.server.storage import schema
from rondel.server.storage.migrations.run import config
from rondel.server.table.commands import Setting
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import Answer
from tests.server.accounts.visitors import PASSWORD, Browser
from tests.server.harness import Running, joined

pytestmark = pytest.mark.anyio

VERSIONS: Final = [each.revision for each in reversed(list(ScriptDirectory.from_config(config()).walk_revisions()))]
NOW: Final = int(time.time() * 1000)
TERMS: Final = Terms(clock=PerMove(7 * 86_400), public=True, rated=True, rotate=True)
HASH: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


class Era:
    """A database at some version."""

    def __init__(self, connection: Connection, version: str) -> None:
        self._connection = connection
        self.version = version
        columns = inspect(connection).get_multi_columns()
        self._known = {table: {column["name"] for column in each} for (_, table), each in columns.items()}

    def put(self, table: str, /, **values: Any) -> None:
        """Store a row as far as the database knows it: without the columns that came later, or not at all."""
        if table in self._known:
            kept = {name: value for name, value in values.items() if name in self._known[table]}
            self._connection.execute(insert(schema.metadata.tables[table]).values(kept))


def played(entry: TableEntry, cells: Sequence[str]) -> list[Answer]:
    """The rows of a table at which the two have marked these cells in turn."""
    table = open_table(entry)
    roles = ("x", "o")
    rows = [table.step(protocol.Start("s", "x"), roles, Setting(NOW, b"")).answer] if entry.terms.clock else []
    for number, cell in enumerate(cells):
        message = protocol.Play(f"m{number}", roles[number % 2], f"mark({cell})", table.seq)
        rows.append(table.step(message, roles, Setting(NOW, b"")).answer)
    return rows


def put_table(era: Era, name: str, cells: Sequence[str]) -> None:
    """A table of Ada's and Bob's, whose seats have tokens, and who have accounts from the version on that knows any."""
    version = era.version
    id_, terms = f"{name}{version}", TERMS if version >= "0006" else Terms()
    holders = [f"{who}{version}" if version >= "0003" else "" for who in ("ada", "bob")]
    seats = tuple(
        SeatEntry(role, "person", "", f"{who} {version}", hashed(f"{id_}{role}"), holder, "account")
        for role, who, holder in zip("xo", ("Ada", "Bob"), holders, strict=True)
    )
    entry = TableEntry(id_, "tic_tac_toe", {}, b"s" * 32, hashed(id_), seats, terms=terms, host="x")
    about = {"options": "{}", "created_at": NOW, "active": "x", "public": True, "rated": True, "pace": "days"}
    named = {"id": id_, "game": entry.game, "seed": entry.seed, "invite_hash": entry.invite_hash, "version": 1, "host": "x"}
    era.put("tables", **named, **about, terms=msgspec.json.encode(terms).decode())
    for place, seat in enumerate(seats):
        era.put("seats", table_id=id_, place=place, **msgspec.structs.asdict(seat))
    for row in played(entry, cells):
        era.put("answers", table_id=id_, **msgspec.structs.asdict(row))


def put_all(era: Era) -> None:
    """People, two tables of theirs, and what goes with both."""
    version = era.version
    for who in ("Ada", "Bob"):
        id_, name = f"{who.lower()}{version}", f"{who} {version}"
        known = {"kind": "account", "folded": skeleton(name), "password": HASH, "created_at": NOW}
        era.put("principals", id=id_, name=name, **known)
        era.put("sessions", hash=hashed(f"session of {id_}"), principal=id_, created_at=NOW, used_at=NOW)
        belief = {"rank": 1, "mean": 30.0, "deviation": 5.0, "shown": 15.0, "rounds": 1, "won": 1, "latest": True}
        rating = {"game": "reversi", "principal": id_, "at": NOW, "algorithm": "old", **belief}
        era.put("ratings", table_id=f"gone{version}", round=1, role=who, **rating)
    put_table(era, "going", ("a1", "b2"))
    put_table(era, "over", ("a1", "a2", "b1", "b2", "c1"))
    said = {"at": NOW, "role": "x", "author": f"ada{version}", "name": f"Ada {version}", "badge": "account", "client_id": "m"}
    era.put("chat", table_id=f"going{version}", channel="table", number=1, text=f"said at {version}", **said)
    era.put("mutes", table_id=f"going{version}", number=1, author=f"bob{version}")
    era.put("set_aside", table_id="gone", cut_at=int(version), seq=1, reason="it does not replay", answer="{}")
    era.put("deadlines", table_id=f"going{version}", at=NOW + 10**9)
    era.put("outages", since=int(version), until=int(version) + 1)
    about = {"reason": "chat", "words": "", "role": "", "reporter": "", "about": f"bob{version}", "name": "Bob"}
    era.put("reports", id=version, table_id=f"going{version}", at=NOW, channel="table", number=1, **about)
    deed = {"moderator": "Mod", "deed": "settle", "report": version, "about": "", "note": ""}
    era.put("moderation", id=version, at=NOW, **deed)


async def within(kept_at: Path | str, change: Callable[[Connection], Any]) -> Any:
    """Do something in one transaction of a database, in a file or at an address."""
    if isinstance(kept_at, Path):
        file = schema.engine(kept_at)
        with file.begin() as connection:
            done = change(connection)
        file.dispose()
        return done
    engine = create_async_engine("postgresql+asyncpg://" + kept_at.partition("://")[2])
    async with engine.begin() as opened:
        done = await opened.run_sync(change)
    await engine.dispose()
    return done


def up_to(version: str) -> Callable[[Connection], None]:
    """What brings a database to a version, and stores there what that version knows."""

    def change(connection: Connection) -> None:
        made = config()
        made.attributes["connection"] = connection
        command.upgrade(made, version)
        put_all(Era(connection, version))

    return change


@pytest.mark.parametrize("versions", [VERSIONS[:-1], VERSIONS[:1]], ids=["step by step", "from the first at once"])
async def test_people_play_on_after_every_migration(versions: list[str], kept_at: Path | str, tmp_path: Path) -> None:
    for version in versions:
        await within(kept_at, up_to(version))
    with Running(tmp_path, address=None if isinstance(kept_at, Path) else kept_at) as server:
        for version in versions:
            await _play_on(server, version)
        with Browser(server) as ada:
            known = [version for version in versions if version >= "0003"]
            if known:
                assert ada.log_in(f"Ada {known[0]}").status_code == 200, "an old password is good enough"
                assert len(ada.get("/api/me/tables").json()["tables"]) == 2
    assert await within(kept_at, lambda each: compare_metadata(MigrationContext.configure(each), schema.metadata)) == []


async def _play_on(server: Running, version: str) -> None:
    """At the tables that were stored at that version."""
    clocked = version >= "0006"
    async with joined(server, f"going{version}", [f"going{version}x"]) as x:
        assert (x.seq, x.welcome["roles"], x.welcome["views"]["x"]["active"]) == (2 + clocked, ["x"], ["x"])
        assert [event["args"]["cell"] for event in x.welcome["events"]["x"] if event["name"] == "mark"] == ["a1", "b2"]
        assert bool(x.welcome["standing"]["clocks"]) is clocked
        await x.play("x", "mark(c3)")
        assert (await x.until(3 + clocked))["views"]["x"]["active"] == ["o"]
    async with joined(server, f"over{version}", [f"over{version}x"]) as x:
        assert x.welcome["views"]["x"]["winners"] == ["x"]
        await x.ask({"type": "again", "id": "next"})
        told = await x.hear("welcome") if clocked else await x.until(6)
        role = "o" if clocked else "x"
        assert (told.get("roles", ["x"]), list(told["views"])) == ([role], [role]), "seats rotate by the terms alone"
    with Browser(server, f"session of bob{version}") as bob:
        if version >= "0003":
            mine = {each["table"]["id"]: each for each in bob.get("/api/me/tables").json()["tables"]}
            assert (mine[f"going{version}"]["roles"], mine[f"going{version}"]["turn"]) == (["o"], True)
            assert mine[f"over{version}"]["roles"] == (["x"] if clocked else ["o"])
        if version >= "0010":
            (line,) = bob.get(f"/api/tables/going{version}/chat").json()["lines"]
            assert line["text"] == f"said at {version}"
        if version >= "0009":
            (rated,) = [each for each in bob.get(f"/api/people/Bob {version}").json()["ratings"] if each["game"] == "reversi"]
            assert (rated["rounds"], rated["won"]) == (1, 1)
