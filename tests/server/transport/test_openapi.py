"""The OpenAPI document: it tells of every address, and the server does what it says whatever it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from litestar import Response, get, post
from litestar.datastructures import State
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rondel.server.transport.app import handlers
from rondel.server.transport.openapi import document
from tests.server.harness import Json, Running, free, me

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = document(handlers())
OPERATIONS = sorted((path, method) for path, methods in DOCUMENT["paths"].items() for method in methods)


def test_it_is_served_and_tells_of_itself(server: Running) -> None:
    served = server.get("/api/openapi.json")
    assert served.headers["content-type"].startswith("application/json")
    assert set(served.json()["paths"]) - set(DOCUMENT["paths"]) == {"/api/openapi.json"}
    assert {path: served.json()["paths"][path] for path in DOCUMENT["paths"]} == json.loads(json.dumps(DOCUMENT["paths"]))


def test_every_address_of_the_documented_protocol_is_in_it_and_no_other() -> None:
    page = "\n".join(each.read_text(encoding="utf-8") for each in (ROOT / "docs" / "protocol").glob("*.md"))
    told = {
        (method.lower(), re.sub(r"\{\w+\}", "{}", path)) for method, path in re.findall(r"`(GET|POST) (/api/[^`\s?]+)", page)
    }
    there = {(method, re.sub(r"\{\w+\}", "{}", path)) for path, method in OPERATIONS}
    developers = {each for each in told if each[1].startswith("/api/dev")}
    assert there - told == set()
    assert told - developers - there - {("get", "/api/openapi.json")} == set()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_reference_leads_somewhere(path: str, method: str) -> None:
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(DOCUMENT["paths"][path][method]))
    assert names
    assert set(names) <= set(DOCUMENT["components"]["schemas"])
    assert ("requestBody" in DOCUMENT["paths"][path][method]) == (method == "post")


def test_an_address_is_told_in_the_words_of_what_it_takes_or_answers() -> None:
    told = {
        (method, path): each.get("description", "") for path, ways in DOCUMENT["paths"].items() for method, each in ways.items()
    }
    assert told["post", "/api/tables"] == "create a table."
    assert told["get", "/api/bots"] == "one kind of bot a seat may be given to."
    assert {each for each, words in told.items() if not words} <= {
        *(("get", f"/api/{file}") for file in ("languages", "asyncapi.json")),
        ("get", "/api/tables/{table_id}/rounds/{number}/{kind}"),
        ("get", "/api/tournaments/{tournament_id}/trf"),
    }


def test_a_handler_that_does_not_say_what_it_reads_is_told_how() -> None:
    @post("/api/secretive")
    async def secretive(state: State) -> list[str]:
        return []

    with pytest.raises(TypeError, match=r"secretive at /api/secretive reads a body: say which struct it takes"):
        document([secretive])

    @get("/api/blurred")
    async def blurred(state: State) -> Response[bytes]:
        return Response(b"")

    with pytest.raises(TypeError, match=r"blurred at /api/blurred gives bytes: say of which kinds"):
        document([blurred])


def test_of_every_answer_it_says_of_which_kind_it_is() -> None:
    """A generator leaves out what is of any kind (``*/*``)."""
    told: dict[str, set[str]] = {}
    for path, method in OPERATIONS:
        for answer in DOCUMENT["paths"][path][method]["responses"].values():
            for kind in answer["content"]:
                told.setdefault(kind, set()).add(path)
    assert set(told) == {"application/json", "text/plain"}
    assert told["text/plain"] == {"/api/tables/{table_id}/rounds/{number}/{kind}", "/api/tournaments/{tournament_id}/trf"}


@pytest.fixture(scope="module")
def table(server: Running) -> Json:
    """A table to be found."""
    return server.create("tic_tac_toe", me("x"), free("o"))


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_whatever_is_sent_the_server_answers_as_it_says(
    server: Running, table: Json, path: str, method: str, scaled: Callable[[int], int]
) -> None:
    told = schemathesis.openapi.from_dict(DOCUMENT)[path][method.upper()]

    @seed(1)
    @settings(
        max_examples=max(4, scaled(200)),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=told.as_strategy())
    def holds(case: Any) -> None:
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table["table"]
        case.call_and_validate(
            base_url=server.address,
            checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance],
        )

    holds()
