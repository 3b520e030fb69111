"""Reports at a real server: taken in from those who may, shown to the host alone, and what comes of them."""

from __future__ import annotations

import sqlite3

import pytest
from typer.testing import CliRunner

from rondel.cli.app import app
from tests.server.accounts.visitors import Browser
from tests.server.harness import Running, bot, me


def test_a_report_reaches_the_host_who_silences_and_lifts(server: Running) -> None:
    def admin(*words: str) -> str:
        told = CliRunner().invoke(app, ["admin", *words, "--data", str(server.database.parent)])
        assert told.exit_code == 0, told.output
        return str(told.stdout)

    with Browser(server) as ada, Browser(server) as eve:
        at = f"/api/tables/{ada.table(me('x', 'Ada'), me('o'))['table']}"
        said = eve.post(f"{at}/chat", json={"id": "m1", "text": "you all play badly", "name": "Eve"}).json()
        body = {"id": "r1", "reason": "chat", "channel": "gallery", "number": said["number"], "text": "rude"}
        assert ada.post(f"{at}/reports", json=body).json()["code"] == "unknown_line", "who plays does not read the gallery"
        for _ in range(2):
            answer = eve.post(f"{at}/reports", json=body)  # by herself, for once
            assert (answer.status_code, answer.json()) == (201, {})
        listed = admin("reports").splitlines()
        assert [line.strip() for line in listed[1:]] == ["said: you all play badly", "the reporter: rude"]
        assert "Eve (looking on)" in listed[0]
        report = listed[0].split()[0]
        assert "Settled; muted until" in admin("settle", report, "--by", "Mo", "--note", "rude", "--silence", "3")
        refused = eve.post(f"{at}/chat", json={"id": "m2", "text": "oh"}).json()
        assert (refused["code"], "moderators" in refused["message"]) == ("muted", True)
        assert admin("reports") == "Nothing is reported.\n"
        assert "settled" in admin("reports", "--all")
        admin("settle", report, "--by", "Mo", "--lift")
        assert eve.post(f"{at}/chat", json={"id": "m2", "text": "oh"}).status_code == 201
        actions = admin("actions").splitlines()
        assert ["Mo: lift" in actions[0], "Mo: silence until" in actions[1], "rude" in actions[1]] == [True] * 3


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"role": "x"}, ""),
        ({"role": "o"}, "unknown_role"),
        ({"role": "z"}, "unknown_role"),
        ({"number": 7}, "unknown_line"),
        ({"number": -1}, "unknown_line"),
        ({"number": 2**40}, "unknown_line"),
        ({}, "malformed"),
        ({"role": "x", "number": 1}, "malformed"),
        ({"role": "x", "reason": "spite"}, "malformed"),
        ({"role": "x", "text": "a" * 501}, "malformed"),
        ({"role": "x", "id": ""}, "malformed"),
    ],
)
def test_only_what_can_be_looked_into_is_taken(server: Running, body: dict[str, object], code: str) -> None:
    created = server.create("tic_tac_toe", me("x"), bot("o"))
    answer = server.post(
        f"/api/tables/{created['table']}/reports",
        {"id": "r", "reason": "play", **body},
        headers={"rondel-seat": created["tokens"]["x"]},
    )
    assert answer.json().get("code", "") == code


def test_what_a_seat_reports_twice_is_one_report_of_that_seat(server: Running) -> None:
    """Who comes with the token of a seat and no session is somebody new each time, and the same seat."""
    created = server.create("tic_tac_toe", me("x"), bot("o"))
    at, seat = f"/api/tables/{created['table']}", {"rondel-seat": created["tokens"]["x"]}
    for _ in range(2):
        assert server.post(f"{at}/reports", {"id": "r", "reason": "play", "role": "x"}, headers=seat).status_code == 201
    connection = sqlite3.connect(server.database)
    try:
        found = "SELECT reporter, about FROM reports WHERE table_id = ?"
        [(reporter, about)] = connection.execute(found, (created["table"],)).fetchall()
    finally:
        connection.close()
    assert reporter == about
