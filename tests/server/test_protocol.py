"""The messages: each of them comes through JSON as it was, and every code that is sent is documented."""

from __future__ import annotations

import asyncio
import json
import re
import typing
from pathlib import Path

import msgspec
import pytest

from rondel import errors
from rondel.server import protocol
from rondel.server.protocol.refused import STATUS
from tests.server.harness import Json, Running, bot, free, joined, me, opened

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "protocol"
CLIENT = typing.get_args(protocol.ClientMessage)
SERVER = typing.get_args(protocol.ServerMessage)

STANDING = protocol.Standing(
    True,
    {"black": protocol.Clock(5_000, True)},
    (protocol.OpenOffer(7, "draw", "black", ("white",)),),
    {"white": "time"},
    (),
    protocol.Outcome("time", {"black": 1, "white": 2}),
)

EXAMPLES: list[msgspec.Struct] = [
    protocol.Hello(1, "t", ("a", "b"), protocol.Since(7, {"black": 9})),
    protocol.Play("m1", "black", "play_disc(d3)", 7),
    protocol.Undo("m2", "black", 8),
    protocol.Again("m3"),
    protocol.Resign("m4", "black", 8),
    protocol.Offer("m5", "black", "draw", 8),
    protocol.Agree("m6", "black", 8),
    protocol.Decline("m7", "black", 8),
    protocol.Withdraw("m8", "black", 8),
    protocol.Claim("m9", "black", 8),
    protocol.Start("m10", "black"),
    protocol.Follow(on=False),
    protocol.Ping(),
    protocol.Welcome(
        0, {}, {}, (), STANDING, 1, protocol.Table("t", "reversi", "Reversi", (protocol.Seat("black", "open"),)), (), {}, {}
    ),
    protocol.Resumed(
        7,
        {},
        {},
        (),
        STANDING,
        1,
        protocol.Table("t", "reversi", "Reversi", (protocol.Seat("black", "open"),)),
        ("black",),
        {"black": 3},
    ),
    protocol.Update(1, {}, {}, ("black",), STANDING),
    protocol.Accepted("m1", 8),
    protocol.Refused(None, "malformed", "no"),
    protocol.Seats((protocol.Seat("black", "person", "Ada", True), protocol.Seat("white", "bot", "Bot", True, "mcts"))),
    protocol.Lobby(
        (protocol.Listed("t", "reversi", "Reversi", (), protocol.Terms(public=True), 1, 2, 3, ("black",), 4),), ("u",), True
    ),
    protocol.ChatLine("gallery", 3, 4, "", "Ada", "account", "well played"),
    protocol.Pong(),
]


def test_there_is_an_example_of_every_message() -> None:
    assert {type(each) for each in EXAMPLES} == {*CLIENT, *SERVER}


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda each: type(each).__name__)
def test_a_message_comes_through_json_as_it_was(message: msgspec.Struct) -> None:
    union = protocol.ClientMessage if type(message) in CLIENT else protocol.ServerMessage
    assert msgspec.json.decode(msgspec.json.encode(message), type=union) == message


@pytest.mark.parametrize("kind", CLIENT, ids=lambda each: each.__name__)
def test_what_a_client_sends_has_no_room_for_more(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.forbid_unknown_fields


@pytest.mark.parametrize(
    "kind", [*SERVER, protocol.Seat, protocol.Table, protocol.View, protocol.Scene], ids=lambda each: each.__name__
)
def test_a_client_ignores_fields_that_a_later_server_adds(kind: type[msgspec.Struct]) -> None:
    assert not kind.__struct_config__.forbid_unknown_fields


def test_the_documented_bot_plays_a_game_and_is_short(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.+?)```", (PAGES / "bot.md").read_text(encoding="utf-8"), re.DOTALL)[0]
    assert len(code.splitlines()) <= 25
    exec(compile(code.replace("http://127.0.0.1:8000", server.address), "bot.md", "exec"), {})  # noqa: S102 - the page's own bot
    assert "winners: [" in capsys.readouterr().out


def test_every_code_is_documented() -> None:
    page = (PAGES / "codes.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `(\w+)` ", page, re.MULTILINE))
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "rondel" / "server").rglob("*.py"))
    sent = (
        set(re.findall(r"""Refusal\(\s*"(\w+)\"""", source))
        | set(re.findall(r'_refuse\(\w+, (?:\d+, )?"(\w+)"', source))
        | set(STATUS)
    )
    of_the_engine = {
        each.code for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.RondelError)
    }
    answers = {each.code for each in errors.AnswerError.__subclasses__()}
    assert sent - documented == set()
    assert answers - documented == set()
    assert documented - sent - of_the_engine - {"internal", "method_not_allowed"} == set()


def conversation() -> list[tuple[str, str]]:
    """The lines of the documented conversation: who speaks, and what."""
    page = (PAGES / "conversation.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    return [(line[0], line[2:]) for line in block.splitlines()]


@pytest.mark.anyio
async def test_the_documented_conversation_is_a_real_one(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x", "Ada"), free("o"))
    server.post(f"/api/tables/{created['table']}/seat", {"invite": created["invite"], "name": "Bob"})
    async with opened(server) as client:
        for speaker, documented in conversation():
            line = documented.replace("TABLE", created["table"]).replace("TOKEN", created["tokens"]["x"])
            if speaker == ">":
                await client.say(line)
            else:
                heard = await asyncio.wait_for(client.socket.recv(), 60)
                pattern = re.escape(line).replace("…", ".*")
                assert re.fullmatch(pattern, str(heard)), f"documented: {documented}\nheard: {heard!r}"


@pytest.mark.anyio
async def test_a_program_that_knows_only_what_is_said_of_players_plays_a_whole_game(server: Running) -> None:
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    block = next(each for each in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if '"hello"' in each)
    said = {line["type"]: line for line in map(json.loads, block.splitlines())}
    created = server.create("tic_tac_toe", me("x", "Ada"), bot("o"))
    heard: dict[str, Json] = {}
    async with opened(server) as client:
        await client.socket.send(json.dumps({**said["hello"], "table": created["table"], "tokens": [created["tokens"]["x"]]}))
        view: Json = {"over": False, "moves": []}
        number = 0
        while not view["over"]:
            message = json.loads(await asyncio.wait_for(client.socket.recv(), 60))
            heard[message["type"]] = message
            if message["type"] not in ("welcome", "update"):
                continue
            view = message["views"]["x"]
            if view["moves"]:
                number += 1
                answer = {"id": str(number), "role": "x", "move": view["moves"][0]["text"], "seq": message["seq"]}
                await client.socket.send(json.dumps({**said["play"], **answer}))
    assert heard.keys() - {"seats"} == {"welcome", "accepted", "update"}
    for kind in ("welcome", "accepted", "update"):
        assert said[kind].keys() <= heard[kind].keys()
    assert said["welcome"]["views"]["black"].keys() <= heard["welcome"]["views"]["x"].keys()


@pytest.mark.anyio
async def test_tokens_of_a_pile_have_neither_an_id_nor_a_place_as_documented(server: Running) -> None:
    page = (PAGES / "views.md").read_text(encoding="utf-8")
    assert "Tokens of a pile have neither `id` nor `at`" in page
    created = server.create("shephy", me("shepherd"))
    async with joined(server, created["table"], list(created["tokens"].values())) as client:
        containers = client.welcome["views"]["shepherd"]["containers"]
        layouts = {each["name"]: each["layout"] for each in client.welcome["scene"]["containers"]}
        piles = {name for name, layout in layouts.items() if "pile" in str(layout)}
        assert piles & set(containers)
        for name, seen in containers.items():
            for token in seen.get("tokens", ()):
                assert ({"id", "at"} & set(token)) == (set() if name in piles else {"id", "at"}), (name, token)
