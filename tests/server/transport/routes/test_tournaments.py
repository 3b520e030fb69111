"""Tournaments over HTTP: accounts announce them and take part, and everybody looks on."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from rondel.server.features.tournaments import tournament_worker
from tests.server.accounts.visitors import Browser, code
from tests.server.harness import PATIENCE, WIN, Json, Running, joined

pytestmark = pytest.mark.anyio

CUP = {
    "title": "Friday cup",
    "game": "tic_tac_toe",
    "terms": {"format": "swiss", "clock": {"kind": "fischer", "initial": 60}, "rounds": 1},
    "starts_in": 3600,
}


@pytest.fixture
def players(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Browser]]:
    monkeypatch.setattr(tournament_worker, "EVERY", 0.05)
    with Browser(server) as ada, Browser(server) as bob:
        ada.register("Ada of the cup")
        bob.register("Bob of the cup")
        yield [ada, bob]


def until(browser: Browser, path: str, holds: Callable[[Json], bool]) -> Json:
    """The tournament, once that holds of it."""
    end = time.monotonic() + PATIENCE
    while not holds(shown := browser.get(path).json()):
        assert time.monotonic() < end, shown
        time.sleep(0.02)
    return dict(shown)


async def begun(server: Running, table: str) -> None:
    """Wait until the clocks of a table run, at which nobody is."""
    async with asyncio.timeout(PATIENCE):
        with closing(sqlite3.connect(server.database)) as connection:
            while not connection.execute("SELECT 1 FROM answers WHERE table_id = ? AND kind = 'start'", (table,)).fetchone():
                await asyncio.sleep(0.05)


async def test_a_tournament_is_announced_joined_played_and_over(server: Running, players: list[Browser]) -> None:
    ada, bob = players
    made = ada.post("/api/tournaments", json=CUP)
    assert made.status_code == 201, made.text
    path = f"/api/tournaments/{made.json()['listed']['id']}"
    for each in players:
        assert each.post(path, json={"deed": "join"}).json()["me"]["state"] == "in"
    with Browser(server) as guest:
        assert code(guest.post(path, json={"deed": "join"}))[0] == 403
        assert [each["title"] for each in guest.get("/api/tournaments").json()["tournaments"]] == ["Friday cup"]
        assert guest.get(path).json()["is_host"] is False
    assert code(bob.post(path, json={"deed": "start"})) == (403, "not_host")
    assert ada.post(path, json={"deed": "start"}).status_code == 200
    running = until(ada, path, lambda shown: bool(shown["games"]))
    assert running["listed"]["state"] == "running"
    table = running["my_table"]
    first, second = (ada, bob) if running["me"]["seed"] == running["games"][0]["players"][0] else (bob, ada)
    await begun(server, table)
    async with joined(server, table, more=first.socket) as x, joined(server, table, more=second.socket) as o:
        for role, cell in WIN:
            mover, other = (x, o) if role == "x" else (o, x)
            await other.until((await mover.play(role, f"mark({cell})"))["seq"])
    played = until(ada, path, lambda shown: shown["games"][0]["points"] is not None)
    assert played["games"][0]["points"] == [1.0, 0.0]
    assert played["due_at"] > played["now"]
    report = ada.get(f"{path}/trf")
    assert report.headers["content-disposition"] == f'attachment; filename="{path.rpartition("/")[2]}.trf"'
    assert report.text.startswith("012 Friday cup\n")
    assert code(ada.post(path, json={"deed": "remove", "number": 9})) == (422, "terms")
    assert ada.post(path, json={"deed": "cancel"}).json()["reason"] == "host"
    assert code(ada.get("/api/tournaments/nothing")) == (404, "unknown_tournament")


def test_what_is_no_tournament_is_refused_in_words(players: list[Browser]) -> None:
    ada, _ = players
    for wrong in ({**CUP, "title": ""}, {**CUP, "terms": {"format": "swiss"}}, {**CUP, "starts_in": -1}):
        assert code(ada.post("/api/tournaments", json=wrong)) == (400, "malformed")


SEATED: list[tuple[str, Json]] = [
    ("liars_dice", {"format": "swiss", "rounds": 1, "seats": 3}),
    ("liars_dice", {"format": "arena", "minutes": 5, "seats": 3}),
    ("spades", {"format": "swiss", "rounds": 1, "seats": 4}),
]


async def test_tables_of_more_than_two_are_played_from_the_start_to_the_standings(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_worker, "EVERY", 0.05)
    with ExitStack() as stack:
        everybody = [stack.enter_context(Browser(server)) for _ in range(4)]
        for name, browser in zip(("North", "East", "South", "West"), everybody, strict=True):
            browser.register(f"{name} of the cup")
        for game, terms in SEATED:
            await seated(server, game, terms, everybody[: int(terms["seats"])])


async def seated(server: Running, game: str, terms: Json, people: list[Browser]) -> None:
    """A tournament whose first table is played to its end, by all who take part."""
    host = people[0]
    wanted = {**CUP, "game": game, "terms": {**terms, "clock": {"kind": "fischer", "initial": 300}}}
    made = host.post("/api/tournaments", json=wanted)
    assert made.status_code == 201, made.text
    path = f"/api/tournaments/{made.json()['listed']['id']}"
    for each in people:
        each.post(path, json={"deed": "join"})
    host.post(path, json={"deed": "start"})
    table = until(host, path, lambda shown: bool(shown["games"]))["my_table"]
    await begun(server, table)
    ranks = (await asyncio.gather(*[play_out(server, table, each) for each in people]))[0]
    played = until(host, path, lambda shown: shown["games"][0]["points"] is not None)
    points = played["games"][0]["points"]
    seats = [each["role"] for each in host.get(f"/api/tables/{table}").json()["seats"]]
    assert {role for role, each in zip(seats, points, strict=True) if each == max(points)} == {
        role for role, rank in ranks.items() if rank == 1
    }
    standings = [each["points"] for each in played["entrants"]]
    assert standings == sorted(standings, reverse=True)
    assert sum(standings) == (6 if terms["format"] == "arena" else len(people) / 2)
    host.post(path, json={"deed": "cancel"})


async def play_out(server: Running, table: str, browser: Browser) -> Json:
    """Play the last legal move whenever it is one's turn; returns the ranks at the end."""
    async with joined(server, table, more=browser.socket) as client:
        (role,) = client.welcome["roles"]
        shown = client.welcome
        while not shown["views"][role]["over"]:
            if moves := shown["views"][role]["moves"]:
                await client.say(client.message("play", role=role, move=moves[-1]["text"]))
            shown = await client.hear("update", "welcome")
        return dict(shown["views"][role]["ranks"])
