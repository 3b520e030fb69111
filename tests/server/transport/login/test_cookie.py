"""The cookie: read as it was sent, and never one that may be somebody else's."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.transport.login import cookie


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(cookie).failed == 0


@pytest.mark.parametrize("secure", [False, True])
def test_a_cookie_that_was_set_is_read(secure: bool) -> None:
    sent = cookie.begun("s3cr-t_", secure=secure).partition(";")[0]
    assert cookie.session_in(sent, secure=secure) == "s3cr-t_"
    assert cookie.session_in(f"a=b; {sent} ; c", secure=secure) == "s3cr-t_"
    forgotten = cookie.ended(secure=secure).partition(";")[0]
    assert cookie.session_in(forgotten, secure=secure) is None


@pytest.mark.parametrize(
    "odd", ["", ";", "=", "rondel", "rondel=", "Rondel=a", "rondel=a; rondel=b", "xrondel=a", "a=rondel=b"]
)
def test_what_is_no_session_is_none(odd: str) -> None:
    assert cookie.session_in(odd, secure=False) is None


def test_over_https_a_cookie_that_http_may_have_planted_is_not_looked_at() -> None:
    both = f"{cookie.PLAIN}=planted; {cookie.SECURE}=mine"
    assert cookie.session_in(both, secure=True) == "mine"
    assert cookie.session_in(both, secure=False) == "planted"
