"""The AsyncAPI document: every message of the protocol is in it, and what really goes over a socket is as it says."""

from __future__ import annotations

import asyncio
import doctest
import json
from typing import Any, get_args

import pytest
from jsonschema_rs import Draft202012Validator

from rondel.server import asyncapi, protocol
from tests.server.harness import Running, free, me, opened
from tests.server.test_protocol import conversation

DOCUMENT: Any = asyncapi.document()


def _fits(name: str, message: Any) -> bool:
    payload = DOCUMENT["components"]["messages"][name]["payload"]
    assert payload["schemaFormat"] == "application/schema+json;version=draft-2020-12"
    return bool(Draft202012Validator({**payload["schema"], "components": DOCUMENT["components"]}).is_valid(message))


def test_every_message_is_said_or_told_and_every_reference_leads_somewhere() -> None:
    def found(reference: str) -> Any:
        here: Any = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            here = here[part]
        return here

    for operation, kinds in (("say", protocol.ClientMessage), ("tell", protocol.ServerMessage)):
        messages = [found(found(each["$ref"])["$ref"]) for each in DOCUMENT["operations"][operation]["messages"]]
        assert [each["title"] for each in messages] == [kind.__name__ for kind in get_args(kinds)]
        assert all(found(each["payload"]["schema"]["$ref"])["title"] == each["title"] for each in messages)


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
                heard = json.loads(await asyncio.wait_for(client.socket.recv(), 5))
                assert _fits(heard["type"], heard), heard
                assert not _fits(heard["type"], {**heard, "type": "another"})
    assert (malformed, said) == (["m6"], 10), "what the server refuses as malformed, and nothing else"


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(asyncapi).failed == 0
