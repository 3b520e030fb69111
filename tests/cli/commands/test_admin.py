"""``rondel admin``: its output, its changes and its exit codes, on the data of a real server."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from rondel.cli.app import app
from rondel.server.accounts import principal_repository, sessions
from rondel.server.accounts.names import skeleton
from rondel.server.storage import schema, watermark
from rondel.server.storage.sqlite import SqliteStore
from tests.cli.shell import rondel
from tests.server.harness import Json, Program, joined, me
from tests.server.ops.conftest import played as stored

Admin = Callable[..., Any]


@pytest.fixture
def admin(tmp_path: Path) -> Admin:
    """``rondel admin`` on the data of this test, in this process."""
    return lambda *words: CliRunner().invoke(app, ["admin", *words, "--data", str(tmp_path / "data")])


def played(program: Program, *moves: str) -> Json:
    """A table of tic-tac-toe at which both seats have played these cells."""
    created = program.create("tic_tac_toe", me("x", "Ada"), me("o", "Bob"))

    async def play() -> None:
        async with joined(program, created["table"], created["tokens"].values()) as both:
            for number, cell in enumerate(moves):
                await both.play("xo"[number % 2], f"mark({cell})")

    asyncio.run(play())
    return created


def test_a_host_looks_verifies_backs_up_spoils_repairs_and_restores(tmp_path: Path, admin: Admin) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with Program(data) as program:
        one, two = played(program, "a1", "b2", "c3"), played(program, "a1", "a2", "b1", "b2", "c1")
        listed = [json.loads(line) for line in admin("tables", "--json").stdout.splitlines()]
        assert {each["id"]: each["answers"] for each in listed} == {one["table"]: 3, two["table"]: 5}
        assert admin("tables", "--faulted").stdout == "No table is faulted.\n"
        shown = admin("table", two["table"]).stdout
        assert "x: Ada (person)" in shown
        assert "5 answers: all replay, and 1 digest compared agrees" in shown
        assert not any(secret in shown for secret in (*two["tokens"].values(), two["invite"]))
        assert admin("verify").stdout == "2 tables, 8 answers, 1 digest compared: all replay to the stored digests\n"
        made = rondel("admin", "backup", str(tmp_path / "copy"), "--data", str(data))
        assert (made.returncode, made.stdout.partition(",")[0]) == (0, f"{tmp_path / 'copy'}: 2 tables")
        refused = admin("restore", str(tmp_path / "copy"), "--yes")
        assert (refused.exit_code, "a server is running on" in refused.stderr) == (1, True)

        connection = sqlite3.connect(data / "arena.sqlite3", isolation_level=None)
        connection.execute("UPDATE answers SET move = 'mark(a1)' WHERE table_id = ? AND seq = 3", (one["table"],))
        connection.close()
        wrong = admin("verify", one["table"])
        assert wrong.exit_code == 1
        assert "3 answers: replays to number 2: answer 3" in wrong.stdout
        assert wrong.stdout.endswith("1 table, 3 answers, 0 digests compared: 1 table wrong\n")
        planned = admin("repair", one["table"])
        assert (planned.exit_code, planned.stdout.splitlines()[-1]) == (
            1,
            "With --yes 1 answer after number 2 will be moved aside.",
        )
        assert admin("verify", one["table"]).exit_code == 1
        done = admin("repair", one["table"], "--yes")
        assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "1 answer moved aside; people can play again.")
        assert "1 answers were moved aside" in admin("table", one["table"]).stdout

        async def play_on() -> None:
            """The server, which has had the table in memory all the time, finds out at the next answer."""
            async with joined(program, one["table"], one["tokens"].values()) as both:
                ahead = await both.ask(both.message("play", role="o", move="mark(c2)"))
                assert (ahead["code"], ahead["seq"]) == ("stale", 2)
                await both.hello(one["table"], one["tokens"].values())
                assert (await both.ask(both.message("play", role="x", move="mark(c2)")))["seq"] == 3

        asyncio.run(play_on())
        asked = admin("forget", two["table"])
        assert (asked.exit_code, "deleted permanently" in asked.stdout) == (1, True)
        assert admin("forget", two["table"], "--yes").exit_code == 0
        assert admin("table", two["table"]).exit_code == 1
    assert admin("restore", str(tmp_path / "copy")).exit_code == 1
    back = admin("restore", str(tmp_path / "copy"), "--yes")
    assert back.stdout.startswith("2 tables and 8 answers put back into ")
    assert admin("verify").exit_code == 0
    assert "before, " in admin("compact").stdout
    with Program(data) as program:
        assert program.get(f"/api/tables/{two['table']}").status_code == 200


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("tables",), 1, "there is no arena in"),
        (("repair", "nowhere"), 1, "there is no arena in"),
        (("backup", "copy", "--database", "postgresql://me:hunter2@db/arena"), 2, "pg_dump"),
        (("restore", "copy", "--database", "postgresql://me:hunter2@db/arena"), 2, "pg_restore"),
        (("verify", "--database", "postgresql://me:hunter2@127.0.0.1:1/arena"), 1, "cannot be reached"),
        (("verify", "--database", "arena.example.org"), 2, "like postgresql://user@host:5432/name"),
        (("restore", "nowhere", "--yes"), 1, "there is no file"),
    ],
)
def test_a_failure_is_one_line(admin: Admin, words: tuple[str, ...], code: int, said: str) -> None:
    found = admin(*words)
    assert (found.exit_code, found.stdout) == (code, "")
    assert said in found.stderr
    assert found.stderr.count("\n") == 1
    assert "hunter2" not in found.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("tables", "--most", "9" * 30),
        ("actions", "--most", "9" * 30),
        ("settle", "report", "--by", "Ada", "--silence", "9" * 30),
    ],
    ids=lambda words: words[0],
)
def test_a_number_that_no_database_holds_was_typed_wrongly(admin: Admin, words: tuple[str, ...]) -> None:
    found = admin(*words)
    assert (found.exit_code, "less than or equal to" in found.stderr) == (2, True)


def test_an_argument_that_is_not_utf8_is_wrong_usage(tmp_path: Path, admin: Admin) -> None:
    """As from a terminal of another encoding than the locale says."""
    schema.prepare(tmp_path / "data" / "arena.sqlite3")
    typed = "J\udcfcrgen"
    for words in (("table", typed), ("verify", typed), ("tables", "--game", typed), ("settle", typed, "--by", "Ada")):
        found = admin(*words)
        assert (found.exit_code, found.stderr.count("\n")) == (2, 1), found.output
        assert "'J\\udcfcrgen' is not UTF-8 text" in found.stderr


def test_settling_a_report_requires_a_name(tmp_path: Path, admin: Admin) -> None:
    schema.prepare(tmp_path / "data" / "arena.sqlite3")
    found = admin("settle", "nothing", "--by", " ")
    assert (found.exit_code, found.stderr) == (2, "rondel: --by names the moderator: give a name\n")


def test_a_missing_used_or_damaged_database_is_one_line(tmp_path: Path, admin: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    path = data / "arena.sqlite3"
    schema.prepare(path)
    for command in ("table", "verify", "repair", "forget"):
        found = admin(command, "-mDiPqniLkcFCojjS3xsyA")
        assert (found.exit_code, found.stderr) == (1, "rondel: there is no table '-mDiPqniLkcFCojjS3xsyA' here\n")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(schema.create, "BUSY_SECONDS", 0.05)
        found = admin("settle", "nothing", "--by", "Ada")
        assert (found.exit_code, found.stderr) == (
            1,
            "rondel: the database cannot be used, and nothing was changed: database is locked\n",
        )
    path.write_text("a letter that was put there by mistake")
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    for words in (("tables",), ("backup", str(tmp_path / "copy"))):
        found = admin(*words)
        assert (found.exit_code, found.stderr.count("\n")) == (1, 1)
        assert f"{str(path)!r} is not one of Rondel's databases, or is damaged" in found.stderr


def test_a_lost_password_is_replaced_and_its_sessions_end(tmp_path: Path, admin: Admin) -> None:
    path = tmp_path / "data" / "arena.sqlite3"
    path.parent.mkdir()
    schema.prepare(path)
    engine = schema.engine(path)
    with engine.begin() as connection:
        principal_repository.add(connection, principal_repository.Entry("p1", "account", "Ann", 1, skeleton("Ann"), "old hash"))
        sessions.add(connection, b"h" * 32, "p1", 1)
    command = ["admin", "password", "Ann", "--data", str(path.parent)]
    assert CliRunner().invoke(app, command, input="short\n").exit_code == 1
    done = CliRunner().invoke(app, command, input="correct horse 9\n")
    assert (done.exit_code, done.stdout) == (0, "'Ann' has a new password; 1 session ended.\n")
    with engine.connect() as connection:
        entry = principal_repository.account(connection, "Ann")
        assert sessions.of(connection, "p1") == []
    engine.dispose()
    assert entry.password is not None
    assert PasswordHasher().verify(entry.password, "correct horse 9")
    assert admin("password", "Nobody").exit_code == 1


def test_a_gap_in_a_backup_is_said_when_it_is_put_back_and_a_damaged_row_when_it_is_looked_at(
    tmp_path: Path, admin: Admin
) -> None:
    path = tmp_path / "data" / "arena.sqlite3"

    async def play() -> None:
        store = SqliteStore(path)
        await stored(store, "torn")
        await stored(store, "garbage")
        await store.close()

    asyncio.run(play())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM answers WHERE table_id = 'torn' AND seq = 3")
        connection.execute("UPDATE tables SET terms = '{' WHERE id = 'garbage'")
    copy = str(tmp_path / "copy")
    assert admin("backup", copy).exit_code == 1
    assert "Answers are missing in it, at torn." in admin("restore", copy).stdout
    back = admin("restore", copy, "--yes")
    assert (back.exit_code, "2 tables and 17 answers put back" in back.stdout) == (1, True)
    assert back.stderr == "rondel: answers are missing in the backup, at torn: see `rondel admin verify`\n"
    found = admin("table", "garbage")
    assert found.exit_code == 1
    assert found.stderr.startswith("rondel: what is stored of table garbage does not decode: ")
    assert found.stderr.count("\n") == 1
    said = admin("repair", "garbage")
    assert (said.exit_code, "delete the table with `rondel admin forget`" in said.stdout) == (1, True)
    planned = admin("forget", "garbage")
    assert planned.exit_code == 1
    assert planned.stdout.startswith("what is stored of table garbage does not decode: ")
    told = json.loads(admin("table", "garbage", "--json").stdout)
    assert (told["table"], told["replays_to"]) == ("garbage", None)
    assert admin("forget", "garbage", "--yes").exit_code == 0
    assert admin("table", "garbage").exit_code == 1


def test_commands_that_write_refuse_an_incomplete_database(tmp_path: Path, admin: Admin) -> None:
    data = tmp_path / "data"

    async def play() -> None:
        store = SqliteStore(data / "arena.sqlite3")
        await stored(store, "t")
        await store.close()

    asyncio.run(play())
    held = watermark.held(data / "arena.sqlite3")
    assert held is not None
    changes = [["repair", "t"], ["repair", "t", "--yes"], ["forget", "t", "--yes"], ["compact"], ["password", "Ann"]]
    changes += [["settle", "r", "--by", "Mo"], ["warn", "Ann", "--by", "Mo", "--reason", "stalling"]]
    changes += [["vacation", "Ann", "--begin", "--by", "Mo", "--reason", "ill"]]
    for wrong in (msgspec.structs.replace(held, position=held.position + 9_000), watermark.Watermark("another")):
        watermark.write(data, wrong)
        before = (data / "arena.sqlite3").read_bytes()
        for words in changes:
            refused = admin(*words)
            assert (refused.exit_code, "Nothing was changed" in refused.stderr) == (1, True), words
        assert (data / "arena.sqlite3").read_bytes() == before
        for words in (["tables"], ["table", "t"], ["forget", "t"], ["reports"], ["actions"]):
            assert "Nothing was changed" not in admin(*words).stderr
    (data / "arena.json").unlink()
    assert admin("compact").exit_code == 0


def test_a_vacation_is_shown_given_begun_and_ended(tmp_path: Path, admin: Admin) -> None:
    path = tmp_path / "data" / "arena.sqlite3"
    schema.prepare(path)

    async def add() -> None:
        store = SqliteStore(path)
        entry = principal_repository.Entry("p1", "account", "Ann", time.time_ns() // 1_000_000, skeleton("Ann"))
        await store.write(lambda connection: principal_repository.add(connection, entry))
        await store.close()

    asyncio.run(add())
    assert admin("vacation", "ann").stdout == "'ann' is here; 14 days of vacation are left.\n"
    assert (wrong := admin("vacation", "Ann", "--begin", "--by", "Mo")).exit_code == 2, wrong.output
    assert "give --by NAME and --reason TEXT" in wrong.stderr
    decided = ("--by", "Mo", "--reason", "in hospital")
    assert admin("vacation", "Ann", "--begin", "--end", *decided).exit_code == 2
    begun = admin("vacation", "Ann", "--give", "30", "--begin", *decided).stdout
    assert re.fullmatch(r"'Ann' is on vacation until .* at the latest; 44 days of vacation are left\.\n", begun)
    assert admin("vacation", "Ann", "--end", *decided).stdout.endswith("of vacation are left.\n")
    assert admin("actions").stdout.count("Mo: vacation") == 2
    assert (unknown := admin("vacation", "Zed")).exit_code == 1, unknown.output
