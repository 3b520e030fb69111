"""Damaged rows: garbage in any column of a row harms what is that row's alone, and `rondel admin verify` names it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Table
from typer.testing import CliRunner

from rondel.cli.app import app
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.ops import scan
from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from tests.server import populated
from tests.server.accounts.visitors import Browser
from tests.server.harness import Json, Running, joined
from tests.server.populated import GARBAGE, Population
from tests.server.storage.postgres import Cluster

EVERY = [(table, column) for table in schema.metadata.sorted_tables for column in table.columns]
NOBODYS = ("identity", "marks", "nodes", "outages")
"""Tables whose rows are not somebody's: one row is damaged at a time."""

SHARE = 1 if float(os.environ.get("RONDEL_LONG", "0.05")) >= 1 else 36
"""Of the cases every so many is run, and every sixth table of PostgreSQL; the others are in `make test-long`."""

CASES = [
    pytest.param(table, column, garbage, id=f"{column}-{number}")
    for table, column in EVERY
    for number, garbage in enumerate([(each,) for each in GARBAGE] if table.name in NOBODYS else [GARBAGE])
][::SHARE]

Kept = tuple[Path, Population]


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The database of an arena in which everything is sound."""
    folder = tmp_path_factory.mktemp("populated")
    made = populated.make(folder)
    return folder / "arena.sqlite3", made


@pytest.mark.parametrize(("table", "column", "garbage"), CASES)
def test_garbage_in_a_column_harms_nobody_else(
    arena: Kept, table: Table, column: Column[Any], garbage: tuple[str, ...], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, known = arena
    shutil.copy(source, tmp_path / "arena.sqlite3")
    populated.damage(tmp_path / "arena.sqlite3", known, table, column, garbage)
    with Running(tmp_path) as server:
        others_go_on(server, known)
        nothing_fails(server, known)
    rated_all_the_same(tmp_path, known)
    assert "Traceback" not in caplog.text
    named_by_verify(tmp_path, known, table)
    the_host_can_look(tmp_path, known, mend=table.name in ("tables", "seats", "answers", "snapshots", "set_aside"))


def test_what_is_sound_is_found_sound(arena: Kept, tmp_path: Path) -> None:
    source, known = arena
    shutil.copy(source, tmp_path / "arena.sqlite3")
    with Running(tmp_path) as server:
        others_go_on(server, known)
        assert all(status < 400 for status, _ in nothing_fails(server, known))
    rated_all_the_same(tmp_path, known)
    assert list(scan.damaged(tmp_path / "arena.sqlite3")) == []
    assert admin(tmp_path, "verify").exit_code == 0


def others_go_on(server: Running, known: Population) -> None:
    """Whatever Ada and Bob see and do besides what is damaged."""
    good = known.good

    def got(browser: Browser, path: str) -> Json:
        answer = browser.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return dict(answer.json())

    with Browser(server, known.sessions["Ada"]) as ada, Browser(server) as stranger:
        assert got(ada, "/api/me")["kind"] == "account"
        assert good in [each["id"] for each in got(stranger, "/api/lobby")["tables"]]
        assert good in [each["table"]["id"] for each in got(ada, "/api/me/tables")["tables"]]
        for path in ("/api/me/finished", "/api/people/Ada/finished", "/api/people/Bob/finished"):
            assert good in [each["table"] for each in got(ada, path)["rounds"]], path
        export = got(ada, "/api/me/export")
        for pile in ("seats", "results", "ratings", "chat", "reports"):
            assert good in [each["table"] for each in export[pile]], pile
        assert len(ada.get("/api/me/sessions").json()) == 1
        assert ada.get("/api/me/bots").status_code == 200
        assert got(ada, "/api/me/people")["followed"] == []
        assert "Bob" in [each["name"] for each in got(ada, "/api/me/opponents")["people"]]
        assert got(ada, "/api/me/invitations")["sent"] == []
        assert got(ada, "/api/me/conversations")["people"] == []
        people = [each["name"] for each in got(stranger, "/api/games/tic_tac_toe/leaderboard")["people"]]
        assert {"Ada", "Bob"} <= set(people)
        for name in ("Ada", "Bob"):
            assert got(stranger, f"/api/people/{name}")["ratings"]
            assert got(stranger, f"/api/people/{name}/ratings/tic_tac_toe")["rounds"]
        assert got(stranger, f"/api/tables/{good}")["id"] == good
        assert len(got(ada, f"/api/tables/{good}/chat")["lines"]) == 3
        assert len(got(stranger, f"/api/tables/{good}/rounds")["rounds"]) == 2
        assert got(stranger, f"/api/tables/{good}/rounds/1")["steps"]
        assert ada.post(f"/api/tables/{good}/chat", json={"id": "new", "text": "hello"}).status_code == 201
        assert stranger.log_in("Bob").status_code == 200
        assert server.get("/api/me", headers={"authorization": f"Bearer {known.bot}"}).json()["kind"] == "bot"
        assert "Bob" in [each["winner"] for each in got(stranger, "/api/tournaments")["tournaments"]]
        assert got(stranger, f"/api/tournaments/{good}")["listed"]["winner"] == "Bob"
        assert server.get("/health").status_code == 200

    async def play() -> None:
        async with joined(server, good, known.tokens[good].values()) as both:
            await both.play("o", "mark(a1)")

    asyncio.run(play())


def nothing_fails(server: Running, known: Population) -> list[tuple[int, str]]:
    """Whatever is asked about what is damaged is answered, or refused in words; returns the answers."""
    answers = []
    with Browser(server, known.sessions["Ada"]) as ada:
        for table in known.tables:
            for path in ("", "/chat", "/rounds", "/rounds/2"):
                answers.append(ada.get(f"/api/tables/{table}{path}"))
            answers += [ada.get(path) for path in ("/api/tournaments", f"/api/tournaments/{table}")]
            answers.append(ada.post(f"/api/tables/{table}/chat", json={"id": "new", "text": "still there?"}))
    for name in populated.VICTIMS:
        with Browser(server, known.sessions[name]) as victim:
            pages: tuple[str, ...] = (
                "me/tables",
                "me/finished",
                "me/export",
                "me/sessions",
                "me/people",
                "me/invitations",
                "me/opponents",
            )
            pages += ("me/news", "me/conversations", "me/conversations/Ada", f"people/{name}")
            answers += [victim.get(f"/api/{page}") for page in pages]
    wrong = [
        (str(each.request.url), each.text) for each in answers if each.status_code == 500 and each.json()["code"] != "frozen"
    ]
    assert wrong == []
    return [(each.status_code, each.text) for each in answers]


def rated_all_the_same(folder: Path, known: Population) -> None:
    """The second round of Ada and Bob is rated."""
    store = SqliteStore(folder / "arena.sqlite3")
    asyncio.run(RatingWorker(store).settle())
    asyncio.run(store.close())
    with closing(sqlite3.connect(folder / "arena.sqlite3")) as connection:
        asked = "SELECT count(*) FROM ratings WHERE round = 2 AND table_id = ?"
        assert connection.execute(asked, (known.good,)).fetchone() == (2,)


def named_by_verify(folder: Path, known: Population, table: Table) -> None:
    """Every damaged row is named, and the table of Ada and Bob is not."""
    found = list(scan.damaged(folder / "arena.sqlite3"))
    said = admin(folder, "verify")
    assert said.exit_code == 1 if found else said.exit_code in (0, 1)
    for each in found:
        assert f"the row of {table.name} with" in each
        assert each in said.stdout
    assert f"{known.good} (" not in said.stdout


def the_host_can_look(folder: Path, known: Population, *, mend: bool) -> None:
    """No command of the host breaks down, and a backup is made."""
    asked = [["tables"], ["reports", "--all"], ["actions"]]
    for table in known.tables if mend else ():
        asked += [["table", table], ["repair", table, "--yes"], ["forget", table, "--yes"]]
    for words in asked:
        assert admin(folder, *words).exit_code in (0, 1)
    assert known.good in admin(folder, "tables").stdout
    assert "all replay to the stored digests" in admin(folder, "verify", known.good).stdout
    assert admin(folder, "backup", str(folder / "copy")).exit_code in (0, 1)
    assert (folder / "copy").exists()


def admin(folder: Path, *words: str, typed: str = "") -> Any:
    """``rondel admin``, which ends with a sentence and no traceback."""
    done = CliRunner().invoke(app, ["admin", *words, "--data", str(folder)], input=typed)
    assert isinstance(done.exception, SystemExit | None), (words, done.exception)
    return done


# -- PostgreSQL, in whose columns is nothing but what their types let in ------------------------------------------------------


@pytest.fixture(scope="module")
def elsewhere(arena: Kept, cluster: Cluster) -> str:
    """The address of the same arena."""
    address = cluster.database()
    asyncio.run(populated.copy(arena[0], address))
    return address


@pytest.mark.parametrize("table", schema.metadata.sorted_tables[:: 1 if SHARE == 1 else 15], ids=str)
def test_garbage_in_postgres_harms_nobody_else(
    arena: Kept, elsewhere: str, cluster: Cluster, table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known, address = arena[1], cluster.database(like=elsewhere)
    assert asyncio.run(populated.damage_postgres(address, known, table))
    with Running(tmp_path, address=address) as server:
        others_go_on(server, known)
        nothing_fails(server, known)
    assert "Traceback" not in caplog.text
    for words in (["tables"], ["reports", "--all"], ["actions"], ["verify"], ["table", known.tables[0]]):
        done = CliRunner().invoke(app, ["admin", *words, "--database", address])
        assert isinstance(done.exception, SystemExit | None), (words, done.exception)
        assert f"{known.good} (" not in done.stdout
