"""Refusals and their HTTP status."""

from __future__ import annotations

import pytest

from rondel.server.protocol.refused import STATUS, Refusal


@pytest.mark.parametrize(("code", "status"), [*STATUS.items(), ("illegal_move", 422), ("bad_option", 422)])
def test_every_code_has_a_status(code: str, status: int) -> None:
    assert Refusal(code, "no").status == status


def test_a_refusal_reads_as_its_code_and_reason() -> None:
    assert (
        str(Refusal("not_over", "the next game starts when this one is over"))
        == "not_over: the next game starts when this one is over"
    )
