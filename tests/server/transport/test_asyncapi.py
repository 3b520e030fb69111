"""The AsyncAPI document: every message of the protocol is in it, and what really goes over a socket is as it says."""

from __future__ import annotations

import asyncio
import doctest
import json
from typing import Any, get_args

import pytest
from jsonschema_rs import Draft7Validator

from rondel.server import protocol
from rondel.server.protocol.bounds import LARGEST_FRAME
from rondel.server.transport import asyncapi
from tests.server.harness import Running, free, me, opened
from tests.server.test_protocol import conversation

DOCUMENT: Any = asyncapi.document()


def _fits(name: str, message: Any) -> bool:
    payload = DOCUMENT["components"]["messages"][name]["payload"]
    root = {"allOf": [payload], "components": DOCUMENT["components"]}  # beside a $ref draft 7 sees nothing
    return bool(Draft7Validator(root).is_valid(message))


def _keywords(schema: Any) -> set[str]:
    """The keywords of a schema and of all in it."""
    inner = [*schema.get("anyOf", ()), *schema.get("properties", {}).values()]
    inner += [each for each in (schema.get("items"), schema.get("additionalProperties")) if isinstance(each, dict)]
    return {*schema, *(word for each in inner for word in _keywords(each))}


def test_the_schemas_are_asyncapis_own_in_words_of_draft_7() -> None:
    """A ``discriminator`` there is the name of a property, and not an object as in OpenAPI: AsyncAPI's parser refuses that."""
    used = {word for each in DOCUMENT["components"]["schemas"].values() for word in _keywords(each)}
    assert used >= {"type", "properties", "anyOf", "items", "$ref"}
    assert used <= {
        *("title", "description", "type", "enum", "default", "anyOf", "$ref"),
        *("properties", "required", "additionalProperties", "items", "minItems", "maxItems"),
        *("minLength", "maxLength", "pattern"),
    }
    assert all(each["payload"].keys() == {"$ref"} for each in DOCUMENT["components"]["messages"].values())


def test_every_message_is_said_or_told_and_every_reference_leads_somewhere() -> None:
    def found(reference: str) -> Any:
        here: Any = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            here = here[part]
        return here

    for operation, kinds in (("say", protocol.ClientMessage), ("tell", protocol.ServerMessage)):
        messages = [found(found(each["$ref"])["$ref"]) for each in DOCUMENT["operations"][operation]["messages"]]
        assert [each["title"] for each in messages] == [kind.__name__ for kind in get_args(kinds)]
        assert all(found(each["payload"]["$ref"])["title"] == each["title"] for each in messages)


@pytest.mark.anyio
async def test_what_goes_over_a_socket_is_as_it_says(server: Running) -> None:
    assert server.get("/api/asyncapi.json").json() == json.loads(json.dumps(DOCUMENT))
    created = server.create("tic_tac_toe", me("x", "Ada"), free("o"))
    server.post(f"/api/tables/{created['table']}/seat", {"invite": created["invite"], "name": "Bob"})
    malformed, said = [], 0
    async with opened(server) as client:
        for speaker, documented in conversation():
            if speaker == ">":
                line = documented.replace("TABLE", created["table"]).replace("TOKEN", created["tokens"]["x"])
                said += 1
                if not _fits(json.loads(line)["type"], json.loads(line)):
                    malformed.append(json.loads(line)["id"])
                await client.say(line)
            else:
                heard = json.loads(await asyncio.wait_for(client.socket.recv(), 60))
                assert _fits(heard["type"], heard), heard
                assert not _fits(heard["type"], {**heard, "type": "another"})
    assert (malformed, said) == (["m6"], 10), "what the server refuses as malformed, and nothing else"


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(asyncapi).failed == 0


def _bounds(name: str) -> dict[str, Any]:
    """The properties of a client's message that have a bound, with their schemas."""
    properties = DOCUMENT["components"]["schemas"][name]["properties"]
    return {field: schema for field, schema in properties.items() if {"maxLength", "maxItems"} & set(schema)}


def test_each_id_and_the_tokens_have_their_bounds_in_the_document() -> None:
    for kind in get_args(protocol.ClientMessage):
        bounded = set(_bounds(kind.__name__))
        assert bounded == {"id", "tokens"} & set(kind.__struct_fields__), kind
    assert f"at most {LARGEST_FRAME} bytes" in DOCUMENT["info"]["description"]


@pytest.mark.anyio
async def test_the_bounds_of_the_document_are_those_that_are_enforced(server: Running) -> None:
    """At each bound a message is read, and beyond it is malformed; the bounds are read off the document."""
    tokens = _bounds("Hello")["tokens"]["maxItems"]
    longest = _bounds("Play")["id"]["maxLength"]
    table = server.create("tic_tac_toe", me("x"), free("o"))["table"]
    async with opened(server) as client:
        for count, code in ((tokens, "unknown_seat"), (tokens + 1, "malformed")):
            hello = {"type": "hello", "version": protocol.VERSION, "table": table, "tokens": ["no seat's"] * count}
            assert (await client.ask(hello))["code"] == code
            assert _fits("hello", hello) == (code != "malformed")
        for id_, code in (
            ("m" * longest, "not_seated"),
            ("m" * (longest + 1), "malformed"),
            ("", "malformed"),
            ("\0", "malformed"),
        ):
            play = {"type": "play", "id": id_, "role": "x", "move": "mark(a1)", "seq": 0}
            assert (await client.ask(play))["code"] == code, id_
            assert _fits("play", play) == (code != "malformed"), id_
        ping = {"type": "ping"}
        for size, kind in ((LARGEST_FRAME, "pong"), (LARGEST_FRAME + 1, "refused")):
            await client.socket.send(json.dumps(ping).ljust(size))
            assert (await client.hear(kind))["type"] == kind
