"""What a connection does with wrong messages: each gets an answer with a stable code, and nothing changes."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from rondel.server.protocol import VERSION
from tests.server.harness import Client, Json, Running, free, joined, me, opened

pytestmark = pytest.mark.anyio

PLAY = {"type": "play", "id": "m1", "role": "x", "move": "mark(a1)", "seq": 0}


def without(field: str) -> str:
    return json.dumps({key: value for key, value in PLAY.items() if key != field})


def changed(**fields: object) -> str:
    return json.dumps({**PLAY, **fields})


WRONG: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "malformed"),
    "not JSON": ("mark(a1)", "malformed"),
    "half a message": (json.dumps(PLAY)[:-9], "malformed"),
    "two messages in one frame": (json.dumps(PLAY) * 2, "malformed"),
    "a binary frame": (json.dumps(PLAY).encode(), "malformed"),
    "a list": (f"[{json.dumps(PLAY)}]", "malformed"),
    "a string": ('"play"', "malformed"),
    "null": ("null", "malformed"),
    "a number beyond all others": ("9" * 5000, "malformed"),
    "not a number": (without("seq")[:-1] + ', "seq": NaN}', "malformed"),
    "half a surrogate pair": (json.dumps({**PLAY, "move": "@"}).replace("@", "\\ud800"), "malformed"),
    "no type": (without("type"), "malformed"),
    "an unknown type": (changed(type="win"), "malformed"),
    "a type of another kind": (changed(type=["play"]), "malformed"),
    "a message only the server sends": ('{"type":"update","seq":9,"views":{},"events":{}}', "malformed"),
    "a result declared by a client": (changed(winner="x"), "malformed"),
    "a field of an object's prototype": (changed(__proto__={"role": "o"}), "malformed"),
    "no id": (without("id"), "malformed"),
    "an empty id": (changed(id=""), "malformed"),
    "an endless id": (changed(id="m" * 65), "malformed"),
    "an id of another kind": (changed(id=7), "malformed"),
    "no role": (without("role"), "malformed"),
    "a role of another kind": (changed(role=None), "malformed"),
    "no position": (without("seq"), "malformed"),
    "a position in words": (changed(seq="0"), "malformed"),
    "half a position": (changed(seq=0.5), "malformed"),
    "a position beyond all others": (changed(seq=0).replace(" 0}", " " + "9" * 400 + "}"), "stale"),
    "a true position": (changed(seq=True), "malformed"),
    "a thousand levels of lists": ("[" * 8000 + "]" * 8000, "malformed"),
    "a thousand levels of objects": ('{"id":' * 2000 + "1" + "}" * 2000, "malformed"),
    "a deep unknown field": (json.dumps(PLAY)[:-1] + ',"x":' + "[" * 7000 + "]" * 7000 + "}", "malformed"),
    "a frame of more than 16 KiB": (changed(move="m" * 16 * 1024), "too_large"),
    "a frame of more than 16 KiB in other letters": (changed(move="@").replace("@", "☃" * 6000), "too_large"),
    "another version": ('{"type":"hello","version":2,"table":"t"}', "version"),
    "a hello to nowhere": (f'{{"type":"hello","version":{VERSION},"table":"nowhere"}}', "unknown_table"),
    "a hello to an endless nowhere": (f'{{"type":"hello","version":{VERSION},"table":"{"t" * 9000}"}}', "unknown_table"),
    "a hello with many tokens": (
        f'{{"type":"hello","version":{VERSION},"table":"t","tokens":{json.dumps(["a"] * 17)}}}',
        "malformed",
    ),
    "an undo with a move": ('{"type":"undo","id":"m1","role":"x","seq":0,"move":"mark(a1)"}', "malformed"),
    "a next game too early": ('{"type":"again","id":"m1"}', "not_over"),
    "somebody else's seat": (changed(role="o"), "not_seated"),
    "the seat of chance": (changed(role="chance"), "unknown_role"),
    "the seat of all who watch": (changed(role="observer"), "unknown_role"),
    "a move of another game": (changed(move="play_disc(d3)"), "malformed_move"),
    "a method's name for a move": (changed(move="pop()"), "malformed_move"),
    "a hidden name for a move": (changed(move="__init__(a1)"), "malformed_move"),
    "a cell that is not there": (changed(move="mark(z9)"), "illegal_move"),
    "a position not reached yet": (changed(seq=1), "stale"),
}
"""What is said, and the code it is refused with."""


def rows(server: Running) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(server.database)
    try:
        counts = "SELECT (SELECT COUNT(*) FROM tables), (SELECT COUNT(*) FROM seats), (SELECT COUNT(*) FROM answers)"
        return list(connection.execute(counts))
    finally:
        connection.close()


async def test_every_wrong_message_gets_its_code_and_changes_nothing(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    before = rows(server)
    for name, (frame, code) in WRONG.items():
        async with joined(server, created["table"], created["tokens"].values()) as client:
            answer = await client.ask(frame)
            assert (answer["type"], answer["code"]) == ("refused", code), f"{name}: {answer}"
            assert answer["message"]
            assert answer["id"] in ("m1", None), name
            assert [message["type"] for message in client.heard] == ["welcome", "refused"], name
            fresh = Client(client.socket)
            if not name.startswith("a hello"):
                again = await fresh.hello(created["table"], created["tokens"].values())
                assert (again["seq"], again["views"]) == (client.welcome["seq"], client.welcome["views"]), name
    assert rows(server) == before


async def test_a_client_of_another_version_is_told_which_it_speaks_and_what_to_do(server: Running) -> None:
    async with opened(server) as client:
        answer = await client.ask({"type": "hello", "version": VERSION + 1, "table": "t"})
        spoken = f"this server speaks version {VERSION} of the protocol, and not {VERSION + 1}"
        assert answer["message"] == f"{spoken}; reload the page, or update the client"


async def test_a_refusal_names_the_message_it_refuses_even_when_the_rest_of_it_is_wrong(server: Running) -> None:
    async with opened(server) as client:
        for frame, wanted in (
            (without("role"), "m1"),
            (changed(seq="0"), "m1"),
            (changed(type="win"), "m1"),
            (without("id"), None),
            ("{", None),
        ):
            assert (await client.ask(frame))["id"] == wanted


@pytest.mark.parametrize("kind", ["play", "undo", "again"])
async def test_nothing_is_done_before_hello(server: Running, kind: str) -> None:
    fields: dict[str, Json] = {
        "play": PLAY,
        "undo": {"type": "undo", "id": "m1", "role": "x", "seq": 0},
        "again": {"type": "again", "id": "m1"},
    }
    async with opened(server) as client:
        answer = await client.ask(fields[kind])
        assert (answer["code"], answer["id"], answer["seq"]) == ("not_seated", "m1", None)


async def test_the_table_is_that_of_the_hello_whatever_the_address_says(server: Running) -> None:
    table = server.create("tic_tac_toe", {"role": "x", "kind": "me"}, {"role": "o", "kind": "open"})["table"]
    for named in ("another", "%00", "&table=&", "x" * 2000):
        async with opened(server, at=named) as client:
            assert (await client.hello(table))["table"]["id"] == table


async def test_unknown_tables_make_nothing(server: Running) -> None:
    before = rows(server)
    async with opened(server) as client:
        for number in range(300):
            assert (await client.hello(f"table-{number}"))["code"] == "unknown_table"
    for path in ("/api/tables/none", "/api/tables/none%00", "/api/tables/" + "n" * 3000):
        assert server.get(path).json()["code"] == "unknown_table"
        assert server.post(path + "/seat", {"invite": "i"}).json()["code"] == "unknown_table"
    assert rows(server) == before


async def test_a_frame_beyond_all_measure_ends_the_connection_and_nothing_else(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as other:
        async with joined(server, created["table"]) as client:
            with pytest.raises(ConnectionClosed) as closed:
                await client.ask("x" * 200_000)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        await other.play("x", "mark(a1)")


def mutations(dice: random.Random) -> list[Callable[[], str | bytes]]:
    """Ways to make a frame that is nearly right, or not at all."""
    values: list[object] = [None, True, -1, 2**63, 1e308, "", "x", "o", "mark(a1)", [], {}, [[]], {"a": {}}, "\u202e", "☃" * 50]

    def mixed() -> str:
        fields: Json = {**PLAY, "type": dice.choice(["play", "undo", "again", "ping", "hello", "welcome", ""])}
        for _ in range(dice.randrange(4)):
            key = dice.choice([*fields, "version", "table", "tokens", "__class__", "winner"])
            if dice.random() < 0.3:
                fields.pop(key, None)
            else:
                fields[key] = dice.choice(values)
        return json.dumps(fields)

    def cut() -> str:
        text = mixed()
        at = dice.randrange(len(text))
        return text[:at] + dice.choice(["", "\x00", '"', "}", "\\u00", "9e999", "☃"]) + text[at + dice.randrange(3) :]

    return [mixed, mixed, cut, lambda: dice.randbytes(dice.randrange(60)), lambda: json.dumps(dice.choice(values))]


async def test_random_frames_change_a_table_only_by_legal_moves(server: Running, scaled: Callable[[int], int]) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    dice = random.Random(20)
    ways = mutations(dice)
    async with joined(server, created["table"], created["tokens"].values()) as client:
        for _ in range(scaled(20_000)):
            await client.ask(dice.choice(ways)())
            if client.heard[-1]["type"] == "refused" and client.heard[-1]["code"] == "internal":
                pytest.fail(f"a frame broke the server: {client.heard[-1]}")
            del client.heard[:-3]
    async with joined(server, created["table"], created["tokens"].values()) as client:
        moves = [event["name"] for event in client.welcome["events"]["x"]]
        assert set(moves) <= {"mark"}
        assert client.welcome["seq"] <= 2 * 9


async def test_who_is_refused_at_another_table_stays_at_the_one_they_are_at(server: Running) -> None:
    here, there = (server.create("tic_tac_toe", me("x"), free("o")) for _ in range(2))
    async with joined(server, here["table"], [here["tokens"]["x"]]) as client:
        for wrong in ("nonsense", here["tokens"]["x"]):
            assert (await client.hello(there["table"], [wrong]))["code"] == "unknown_seat"
        assert (await client.ask(client.message("play", role="x", move="mark(b2)")))["type"] == "accepted"
        await client.until(1)
        assert (await client.hello(there["table"], [there["tokens"]["x"]]))["type"] == "welcome"
        async with joined(server, here["table"]) as watcher:
            assert not watcher.welcome["table"]["seats"][0]["present"]
