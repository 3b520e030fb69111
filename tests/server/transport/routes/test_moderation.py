"""Reports at a real server: taken in from those who may, shown to the host alone, and what comes of them."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from typer.testing import CliRunner

from rondel.cli.app import app
from tests.server.accounts.visitors import Browser, code
from tests.server.harness import Running, bot, free, joined, me

pytestmark = pytest.mark.anyio


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


async def test_who_is_suspended_ends_games_and_begins_none(server: Running) -> None:
    async def admin(*words: str, fails: str = "") -> None:
        command = ["admin", *words, "--data", str(server.database.parent)]
        told = await asyncio.to_thread(CliRunner().invoke, app, command)
        assert (told.exit_code, fails in told.output) == (int(bool(fails)), True), told.output

    with Browser(server) as una, Browser(server) as ugo:
        for browser, name in ((una, "Una"), (ugo, "Ugo")):
            assert browser.register(name).status_code == 201
        made = una.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x"), free("o")]}).json()
        other = ugo.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x"), free("o")]}).json()
        cup = {"title": "Cup", "game": "tic_tac_toe", "terms": {"format": "swiss", "clock": {"kind": "fischer", "initial": 60}}}
        event = ugo.post("/api/tournaments", json={**cup, "starts_in": 3600}).json()["listed"]["id"]
        assert una.post(f"/api/tournaments/{event}", json={"deed": "join"}).status_code == 200
        assert una.get("/api/me/news").json()["notices"] == []

        await admin("warn", "una", "--by", "Mo", "--reason", "Please end your games")
        (warned,) = una.get("/api/me/news").json()["notices"]
        assert (warned["kind"], warned["reason"], warned["until"]) == ("warn", "Please end your games", None)
        assert una.post("/api/me/seek", json={"game": "reversi"}).status_code == 201, "a warning forbids nothing"

        await admin("suspend", "una", "--by", "Mo", "--reason", "Insults", "--days", "3")
        assert [each["kind"] for each in una.get("/api/me/news").json()["notices"]] == ["suspend", "warn"]
        seat = {"invite": other["invite"]}
        refused = [
            una.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x"), free("o")]}),
            una.post(f"/api/tables/{other['table']}/seat", json=seat),
            una.post("/api/me/seek", json={"game": "reversi"}),
            una.post("/api/tournaments", json={**cup, "starts_in": 3600}),
            una.post(f"/api/tournaments/{event}", json={"deed": "join"}),
        ]
        assert [code(each) for each in refused] == [(403, "suspended")] * 5
        assert "Insults" in refused[0].json()["message"]
        assert code(una.post(f"/api/tables/{made['table']}/chat", json={"id": "c", "text": "hello"})) == (403, "muted")
        assert ugo.get(f"/api/tournaments/{event}").json()["entrants"] == [], "who is suspended leaves tournaments"
        async with joined(server, made["table"], more=una.socket) as playing:
            assert (await playing.play("x", "mark(a1)"))["type"] == "update", "what has begun is played"

        await admin("unsuspend", "una", "--by", "Mo")
        assert una.post(f"/api/tables/{other['table']}/seat", json=seat).status_code == 201
        assert una.post(f"/api/tournaments/{event}", json={"deed": "join"}).status_code == 200
        exported = una.get("/api/me/export").json()["moderation_actions"]
        assert [each["kind"] for each in exported] == ["warn", "suspend", "unsuspend"]

        await admin("remove", event, "una", "--by", "Mo", "--reason", "Two accounts")
        assert code(una.post(f"/api/tournaments/{event}", json={"deed": "join"})) == (403, "not_allowed")
        await admin("cancel", event, "--by", "Mo", "--reason", "Spam")
        assert ugo.get(f"/api/tournaments/{event}").json()["reason"] == "moderator"
        await admin("cancel", event, "--by", "Mo", "--reason", "Spam", fails="is open or running")
        await admin("remove", event, "una", "--by", "Mo", "--reason", "Spam", fails="is open or running")
        await admin("warn", "Nobody", "--by", "Mo", "--reason", "Spam", fails="rondel: ")
