"""Request bodies: decoded strictly, and refused with the place of the error."""

from __future__ import annotations

import pytest

from tests.server.harness import Running


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b'{"everywhere":"true"}', "'everywhere' must be true or false, not text"),
        (b'{"everywhere":1}', "'everywhere' must be true or false, not a whole number"),
        (b'{"everywhere":true,"where":"here"}', "the body has the unknown field 'where'"),
        (b"", "the body is empty; send a JSON object"),
        (b'{"everywhere":\xff}', "the body is not UTF-8: byte 14 begins no character"),
    ],
)
def test_a_body_of_another_type_is_refused_and_nothing_is_converted(server: Running, sent: bytes, message: str) -> None:
    answer = server.post("/api/me/logout", content=sent, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()) == (400, {"code": "malformed", "message": message})


def test_a_body_of_the_type_is_taken(server: Running) -> None:
    assert server.post("/api/me/logout", {"everywhere": True}).status_code == 200
