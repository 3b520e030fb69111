"""The addresses over HTTP: what each takes, what it answers, and how it refuses."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

import rondel
from rondel.server.protocol import Absence, Terms
from tests.server.accounts.visitors import Browser
from tests.server.harness import Json, Running, bot, free, joined, me, opened


def test_the_games_are_listed_with_what_a_lobby_needs(server: Running) -> None:
    listed = {each["name"]: each for each in server.get("/api/games").json()}
    assert {"reversi", "tic_tac_toe"} <= set(listed)
    reversi = listed["reversi"]
    assert reversi["roles"] == ["black", "white"]
    assert reversi["fewest"] == 2
    assert reversi["title"] == "Reversi"
    assert reversi["summary"]
    assert reversi["picture"]["scene"] == rondel.new("reversi").scene()
    assert len(reversi["picture"]["containers"]["board"]["tokens"]) > 4, "a position in the course of a game"
    assert [each["name"] for each in server.get("/api/bots").json()] == [
        *[f"level:{level}" for level in range(1, 6)],
        *("random", "greedy", "mcts"),
    ]


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_what_no_database_can_look_for_is_no_failure_of_the_server(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address = request.getfixturevalue("cluster").database() if database == "postgres" else None
    with Running(tmp_path, address=address) as server, Browser(server) as ada:
        ada.register("Ada")
        made = ada.table(me("x"), free("o"))
        asked = [
            *("/api/lobby?game=%00", "/api/games/%00/leaderboard", "/api/people/%00", "/api/people/Ada/ratings/%00"),
            *(
                "/api/games/%00/seasons",
                "/api/games/%00/seasons/2026-Q4",
                "/api/games/chess/seasons/2026-Q4?after=9007199254740991:1:a",
            ),
            *("/api/people/%00/finished", "/api/me/finished?after=1:a:9000000000"),
            *("/api/people/Ada/ratings/chess?after=1:a:9000000000", "/api/me/tables?after=9007199254740991:x"),
        ]
        answers = [ada.get(each) for each in asked]
        for path, body in {
            "/api/me/login": {"name": "\0", "password": "\0"},
            f"/api/tables/{made['table']}/seat": {"invite": made["invite"], "role": "\0"},
            "/api/me/bots/%00/tokens": {},
            "/api/me/tokens/%00/revoke": {},
        }.items():
            answers.append(ada.post(path, json=body))
        assert [each.url.path for each in answers if each.status_code >= 500] == []
        nothing = {"unknown_game", "unknown_person", "wrong_password", "unknown_role", "unknown_bot", "unknown_token"}
        refused = {each.json()["code"] for each in answers if not each.is_success}
        assert refused == ({"malformed", "unknown_role"} if database == "postgres" else nothing)
        assert [seat["kind"] for seat in ada.get(f"/api/tables/{made['table']}").json()["seats"]] == ["person", "open"]


def test_texts_are_sent_language_by_language(server: Running) -> None:
    assert server.get("/api/languages").json()[0] == "en"
    assert "de" in server.get("/api/languages").json()
    german = server.get("/api/texts/de-AT")
    assert german.headers["cache-control"] == "no-cache"
    assert german.json()["lang"] == "de"
    assert german.json()["samples"] == [1, 0]
    assert german.json()["messages"]["black"] == ["Schwarz"]
    assert server.get("/api/texts/tlh").json() == {"lang": "en", "samples": [1, 0], "messages": {}}


def test_a_table_is_made_and_described(server: Running) -> None:
    created = server.create("reversi", bot("white", "greedy"), me("black", " Ada \n Lovelace\u202e"))
    assert set(created) == {"table", "tokens", "invite"}
    assert set(created["tokens"]) == {"black"}
    assert server.get(f"/api/tables/{created['table']}").json() == {
        "id": created["table"],
        "game": "reversi",
        "title": "Reversi",
        "seats": [
            {"role": "black", "kind": "person", "name": "Ada Lovelace", "present": False, "bot": "", "number": 0, "badge": ""},
            {"role": "white", "kind": "bot", "name": "Greedy bot", "present": True, "bot": "greedy", "number": 0, "badge": ""},
        ],
        "round": 1,
        "terms": msgspec.to_builtins(Terms(absence=Absence("wait"), rotate=True)),
        "host": "black",
        "over": False,
    }


def test_the_creators_name_is_on_every_seat_of_theirs_without_one(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o", "Bob"), name="Ada")
    seats = server.get(f"/api/tables/{created['table']}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Bob"]


WRONG_TABLES: dict[str, tuple[Json, int, str]] = {
    "an unknown game": ({"game": "go fish", "seats": []}, 404, "unknown_game"),
    "a seat too few": ({"game": "reversi", "seats": [me("black")]}, 422, "bad_option"),
    "a seat too many": ({"game": "reversi", "seats": [me("black"), me("white"), me("red")]}, 422, "bad_option"),
    "no seats": ({"game": "reversi", "seats": []}, 422, "bad_option"),
    "a seat twice": ({"game": "reversi", "seats": [me("black"), me("black")]}, 422, "seats"),
    "a seat of another game": ({"game": "reversi", "seats": [me("black"), me("x")]}, 422, "seats"),
    "an unknown bot": ({"game": "reversi", "seats": [me("black"), bot("white", "deep")]}, 422, "unknown_bot"),
    "an unknown option": ({"game": "reversi", "seats": [me("black"), me("white")], "options": {"speed": 1}}, 422, "bad_option"),
    "an impossible option": (
        {"game": "reversi", "seats": [me("black"), me("white")], "options": {"size": 10**6}},
        422,
        "bad_option",
    ),
    "an unknown field": ({"game": "reversi", "seats": [me("black"), me("white")], "seed": "00"}, 400, "malformed"),
    "no game": ({"seats": []}, 400, "malformed"),
    "a seat of no kind": ({"game": "reversi", "seats": [{"role": "black", "kind": "god"}]}, 400, "malformed"),
    "options that are none": ({"game": "reversi", "seats": [me("black"), me("white")], "options": []}, 400, "malformed"),
    "a list": ([1], 400, "malformed"),  # type: ignore[dict-item]
}


@pytest.mark.parametrize("wrong", WRONG_TABLES)
def test_a_wrong_table_is_refused_and_not_made(server: Running, wrong: str) -> None:
    before = count(server)
    body, status, code = WRONG_TABLES[wrong]
    answer = server.post("/api/tables", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["message"]
    assert count(server) == before


def test_a_body_that_is_not_json_or_too_large_is_refused(server: Running) -> None:
    headers = {"content-type": "application/json"}
    answer = server.post("/api/tables", content=b"{", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    answer = server.post("/api/tables", content=b'{"game":"' + b"x" * 20_000 + b'"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = server.post("/api/tables", content=b"[" * 9000, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("method", "path"), [("DELETE", "/api/tables/x"), ("PUT", "/api/tables"), ("POST", "/"), ("GET", "/api/x")]
)
def test_other_methods_and_addresses_are_refused_as_json(server: Running, method: str, path: str) -> None:
    answer = server.request(method, path, **({"json": {}} if method != "GET" else {}))
    assert answer.status_code in (404, 405)
    assert answer.json()["code"] in ("not_found", "method_not_allowed")


def test_asking_changes_nothing(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    before = count(server)
    for path in ("/", f"/table/{created['table']}", "/api/games", f"/api/tables/{created['table']}", "/api/tables"):
        server.get(path)
    assert server.get(f"/api/tables/{created['table']}/seat?invite={created['invite']}").status_code in (404, 405)
    assert count(server) == before


def test_a_seat_is_taken_by_invitation_only_and_only_once(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    seat = f"/api/tables/{created['table']}/seat"
    for wrong in ("", "x", created["tokens"]["x"], created["invite"] + "x"):
        answer = server.post(seat, {"invite": wrong})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_invitation")
    answer = server.post(seat, {"invite": created["invite"], "role": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_open_seat")
    answer = server.post(seat, {"invite": created["invite"], "role": "X"})
    assert answer.json() == {"code": "unknown_role", "message": "there is no role 'X' at this table; there is x, o"}
    taken = server.post(seat, {"invite": created["invite"], "role": "o", "name": "Bob"})
    assert taken.status_code == 201
    assert set(taken.json()) == {"role", "token"}
    answer = server.post(seat, {"invite": created["invite"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_open_seat")


def test_of_fifty_who_want_one_seat_at_once_one_gets_it(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    with ThreadPoolExecutor(20) as threads:
        answers = list(
            threads.map(lambda _: server.post(f"/api/tables/{created['table']}/seat", {"invite": created["invite"]}), range(50))
        )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 49


@pytest.mark.anyio
async def test_a_socket_that_says_nothing_is_closed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.transport.routes.socket.HELLO_SECONDS", 0.2)
    async with opened(server) as client:
        await asyncio.wait_for(client.socket.wait_closed(), 60)
        assert client.socket.close_code == 1008
    monkeypatch.setattr("rondel.server.transport.routes.socket.HELLO_SECONDS", 1.0)
    async with opened(server) as client:
        await client.ask({"type": "ping"})
        await asyncio.sleep(1.2)
        assert (await client.ask({"type": "ping"}))["type"] == "pong"


@pytest.mark.anyio
async def test_a_game_with_its_options_is_the_one_that_was_asked_for(server: Running) -> None:
    created = server.create("reversi", me("black"), me("white"), options={"size": 6})
    async with joined(server, created["table"], created["tokens"].values()) as client:
        assert client.welcome["scene"] == rondel.new("reversi", options={"size": 6}).scene()


def count(server: Running) -> int:
    connection = sqlite3.connect(server.database)
    try:
        (number,) = connection.execute("SELECT COUNT(*) FROM tables").fetchone()
        return int(number)
    finally:
        connection.close()
