"""The cookie: read as it was sent, and never one that may be somebody else's."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.transport.login import cookie
from rondel.server.transport.login.cookie import DEVICE, SESSION, LoginCookie


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(cookie).failed == 0


@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("kind", [SESSION, DEVICE])
def test_a_cookie_that_was_set_is_read(kind: LoginCookie, secure: bool) -> None:
    sent = kind.holding("s3cr-t_", secure=secure).to_header(header="").partition(";")[0]
    assert kind.value(sent, secure=secure) == "s3cr-t_"
    assert kind.value(f"a=b; {sent} ; c", secure=secure) == "s3cr-t_"


@pytest.mark.parametrize(
    "odd", ["", ";", "=", "rondel", "rondel=", "Rondel=a", "rondel=a; rondel=b", "xrondel=a", "a=rondel=b"]
)
def test_a_header_without_one_session_has_none(odd: str) -> None:
    assert SESSION.value(odd, secure=False) == ""


def test_over_https_a_cookie_that_http_may_have_planted_is_not_looked_at() -> None:
    both = "rondel=planted; __Host-rondel=mine"
    assert SESSION.value(both, secure=True) == "mine"
    assert SESSION.value(both, secure=False) == "planted"
