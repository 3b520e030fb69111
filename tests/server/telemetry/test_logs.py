"""What is logged: one line for each thing, in the form that was asked for, and no secret in any of them."""

from __future__ import annotations

import base64
import io
import json
import logging
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.server.telemetry.logs import Form, Seldom, written
from tests.server.harness import Json, Program, bot, free, joined, me, opened

pytestmark = pytest.mark.anyio

FORGED = "harmless\n2026-01-01T00:00:00.000Z error rondel: forged\x1b[2J"


def lines(form: Form) -> list[str]:
    """What is written of a few things that happen."""
    stream = io.StringIO()
    with written(form, stream):
        logging.getLogger("rondel.x").info("said %s by %r", FORGED, "Ada")
        logging.getLogger("elsewhere").info("of no interest")
        logging.getLogger("elsewhere").warning("cannot reach postgresql://me:hunter2@db/arena")
        try:
            raise ValueError("half a pair: \ud800; postgres://me:hunter2@db")
        except ValueError:
            logging.getLogger("rondel.y").exception("it failed")
    logging.getLogger("rondel.x").warning("afterwards")
    return stream.getvalue().splitlines()


@pytest.mark.parametrize(("form", "named"), [("plain", " info node=2 rondel.x: here"), ("json", '"node":"2"}')])
def test_a_line_names_the_node_where_there_are_several(form: Form, named: str) -> None:
    stream = io.StringIO()
    with written(form, stream, node="2"):
        logging.getLogger("rondel.x").info("here")
    assert stream.getvalue().strip().endswith(named)


def test_plain_lines_are_for_people_and_nobody_can_forge_one() -> None:
    said = lines("plain")
    assert re.fullmatch(
        r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info rondel\.x: said harmless\\n2026.*\\x1b\[2J by 'Ada'", said[0]
    )
    assert said[1].endswith(" warning elsewhere: cannot reach postgresql://me:***@db/arena")
    assert said[2].endswith(" error rondel.y: it failed")
    assert said[3] == "  Traceback (most recent call last):"
    assert all(each.startswith("  ") for each in said[3:])
    assert "postgres://me:***@db" in said[-1]


def test_what_a_stranger_has_a_library_say_a_thousand_times_is_written_once() -> None:
    stream = io.StringIO()
    with written("plain", stream):
        for number in range(1_000):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
            logging.getLogger("uvicorn.error").warning("no %s", number)
            logging.getLogger("elsewhere").warning(f"said {number}")
            if number % 100 == 0:
                logging.getLogger("rondel.x").warning("ours")
                for _ in range(3):
                    logging.getLogger("uvicorn.error").error("it failed", exc_info=ValueError(f"why, {number}"))
    said = stream.getvalue()
    counts = {text: said.count(text) for text in ("Invalid HTTP", "warning uvicorn.error: no ", ": ours", "it failed")}
    assert list(counts.values()) == [1, 1, 10, 10], counts
    assert said.count("elsewhere: said") == 1_000, "what is said in other words is another thing"


def test_what_libraries_say_is_written_whatever_the_machines_clock_is_set_to_and_whatever_it_is() -> None:
    seldom, said = Seldom(), []
    for later in (0, 1, -3_600, -3_599, -3_580):
        record = logging.LogRecord("elsewhere", logging.WARNING, "", 0, {"no": "text"}, None, None)
        record.created += later
        said.append(seldom.filter(record))
    assert said == [True, False, True, False, True]


def test_json_lines_are_one_object_each() -> None:
    first, second, third = [json.loads(each) for each in lines("json")]
    assert first["message"] == f"said {FORGED} by 'Ada'"
    assert (first["level"], first["logger"]) == ("info", "rondel.x")
    assert second["message"] == "cannot reach postgresql://me:***@db/arena"
    assert third["traceback"].startswith("Traceback")
    assert "half a pair: \\ud800" in third["traceback"]
    assert "hunter2" not in str(third)


def shapes(secret: bytes | str) -> set[str]:
    """The ways a secret may come to be written."""
    raw = secret if isinstance(secret, bytes) else secret.encode()
    text = set() if isinstance(secret, bytes) else {secret}
    return {
        *text,
        raw.hex(),
        repr(raw)[2:-1],
        base64.b64encode(raw).decode().rstrip("="),
        base64.urlsafe_b64encode(raw).decode(),
    }


async def test_no_secret_is_ever_logged(tmp_path: Path) -> None:
    """Everything goes wrong that can be brought about from outside, with marked secrets on the way, over HTTP and sockets."""
    secrets: list[bytes | str] = ["canary-token-" + "t" * 20, "canary-cookie-" + "c" * 20, "canary-invite-" + "i" * 20]
    token, cookie, invite = [str(each) for each in secrets]
    seats = [me("x", "Ada"), free("o")]
    with Program(tmp_path, log="json") as program:
        made: list[Json] = [program.create("tic_tac_toe", *seats) for _ in range(2)]
        made.append(program.create("reversi", bot("black"), me("white")))
        for each in made:
            secrets += [each["invite"], *each["tokens"].values()]
        headers = {"Cookie": f"rondel={cookie}; __Host-rondel={cookie}", "Authorization": f"Bearer {token}"}
        path = f"/api/tables/{made[0]['table']}/seat"
        program.post(path, {"invite": invite, "name": "Eve"}, headers=headers)
        program.request("POST", path, content=json.dumps({"invite": invite})[:-1], headers={"content-type": "application/json"})
        async with joined(program, made[0]["table"], made[0]["tokens"].values()) as ada, opened(program) as eve:
            assert (await eve.hello(made[0]["table"], [token]))["code"] == "unknown_seat"
            await eve.ask(json.dumps({"type": "hello", "tokens": [token]})[:-3])
            await ada.play("x", "mark(b2)")
            # From here on the database refuses everything: first moves, then seats and tables.
            connection = sqlite3.connect(tmp_path / "arena.sqlite3", isolation_level=None)
            secrets += [row[0] for row in connection.execute("SELECT seed FROM tables")]
            secrets += [row[0] for row in connection.execute("SELECT invite_hash FROM tables")]
            for table in ("answers", "seats", "tables"):
                connection.execute(f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} BEGIN SELECT raise(FAIL, 'no'); END")
                connection.execute(f"CREATE TRIGGER nor_{table} BEFORE UPDATE ON {table} BEGIN SELECT raise(FAIL, 'no'); END")
            connection.close()
            await ada.say(ada.message("undo", role="x"))
            assert (await ada.hear("refused"))["code"] == "not_saved"
        taken = program.post(path, {"invite": made[0]["invite"], "name": "Bob"})
        created = program.post("/api/tables", {"game": "tic_tac_toe", "seats": seats})
        assert {taken.status_code, created.status_code} <= {500, 503}
    said = program.log.read_text()
    for what in ("cannot be stored", "could not be carried out"):
        assert what in said, "it is logged what went wrong"
    assert all(json.loads(line)["message"] for line in said.splitlines())
    found = [each for each in secrets if any(shape in said for shape in shapes(each))]
    assert found == []


def test_the_password_of_a_database_that_cannot_be_reached_is_not_said(tmp_path: Path) -> None:
    address = "postgresql://rondel:canary-password@127.0.0.1:1/arena"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "rondel",
            "serve",
            "--port",
            "0",
            "--data",
            str(tmp_path),
            "--database",
            address,
            "--log",
            "json",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "cannot be reached" in done.stderr
    assert "canary" not in done.stdout + done.stderr
