"""What is said to a client whose JSON is wrong: what it was, where, in plain words and without the decoder's signs."""

from __future__ import annotations

import doctest
import re

import msgspec
import pytest

from rondel.server import protocol
from rondel.server.protocol import decode as module
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal
from tests.server.harness import Running

NEW_TABLE = msgspec.json.Decoder(protocol.NewTable)
START = b'{"game":"reversi","seats":[]'

WRONG: dict[bytes, str] = {
    b"": "the body is empty; send a JSON object",
    b" \n ": "the body is empty; send a JSON object",
    b"\xff": "the body is not UTF-8: byte 0 begins no character",
    b'{"game":"\xff"}': "the body is not UTF-8: byte 9 begins no character",
    b"{": "the body is not JSON: it ends too early",
    b"nope": "the body is not JSON: invalid character (byte 4)",
    b"[1]": "the body must be an object, not a list",
    b"null": "the body must be an object, not null",
    b'{"seats":[]}': "the body has no field 'game'",
    b'{"game":7,"seats":[]}': "'game' must be text, not a whole number",
    START + b',"seed":"00"}': "the body has the unknown field 'seed'",
    START + b',"options":[]}': "'options' must be an object, not a list",
    START + b',"options":{"size":' + b"9" * 5000 + b"}}": "a number in 'options' is too large",
    START + b',"options":{"size":{"of":1e999}}}': "a number in 'options' is too large",
    b'{"game":"reversi","seats":[{"kind":"me"}]}': "'seats[0]' has no field 'role'",
    b'{"game":"reversi","seats":[{"role":"x","kind":"god"}]}': "'seats[0].kind' cannot be 'god'; it is one of bot, me, open",
    START + b',"terms":{"clock":{"kind":"blitz"}}}': "'terms.clock.kind' cannot be 'blitz'; it is one of fischer, per_move",
    START + b',"terms":{"clock":60}}': "'terms.clock' must be an object or null, not a whole number",
    b'{"game":"reversi","seats":[{"role":1,"kind":"me"}]}': "'seats[0].role' must be text, not a whole number",
}


NESTED = START + b',"options":{"a":' + b"[" * 5000 + b"]" * 5000 + b"}}"


@pytest.mark.parametrize("raw", WRONG, ids=lambda raw: repr(raw[:60]))
def test_what_is_wrong_is_said_in_a_sentence(raw: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read(NEW_TABLE, raw, "the body")
    assert (refused.value.code, refused.value.message) == ("malformed", WRONG[raw])


def test_the_same_is_said_over_http(server: Running) -> None:
    for raw, sentence in WRONG.items():
        for path in ("/api/tables", "/api/tables/none/seat"):
            answer = server.post(path, content=raw, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), (path, raw[:60])
            assert not re.search(r"[`$]|\[\.\.\.\]|Expected|data:", answer.json()["message"])
            if path == "/api/tables":
                assert answer.json()["message"] == sentence


def test_what_is_nested_too_deeply_is_refused(server: Running) -> None:
    """Newer Pythons decode what an older one does not; then it is no option of the game."""
    with pytest.raises(Refusal, match="the body is nested too deeply"):
        read(NEW_TABLE, START + b',"options":{"a":' + b"[" * 1_000_000, "the body")
    answer = server.post("/api/tables", content=NESTED, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) in ((400, "malformed"), (422, "bad_option"))


def test_too_large_a_body_is_said_with_the_limit(server: Running) -> None:
    answer = server.post("/api/tables", content=b'"' + b"x" * 20_000 + b'"', headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["message"] == "the body is larger than 16384 bytes"


def test_a_message_of_no_kind_is_told_which_there_are() -> None:
    decoder = msgspec.json.Decoder(protocol.ClientMessage)
    with pytest.raises(Refusal, match=r"'type' cannot be 'dance'; it is one of again, agree, claim, decline, follow, "):
        read(decoder, '{"type":"dance"}', "the message")
    with pytest.raises(Refusal, match=r"'what' cannot be 'peace'; it is one of draw, end, pause, resume, undo$"):
        read(decoder, '{"type":"offer","id":"1","role":"x","what":"peace","seq":0}', "the message")


def test_half_a_surrogate_pair_is_no_text() -> None:
    for raw in ('"\ud800"', '{"game":"\\ud800","seats":[]}'):
        with pytest.raises(Refusal, match="malformed"):
            read(NEW_TABLE, raw, "the message")


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0
