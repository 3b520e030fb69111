"""Principals: what they may do, and under which name they are seen."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.accounts import principal
from rondel.server.accounts.principal import NOBODY, SCOPES, Principal


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(principal).failed == 0


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_is_for_what_it_says_and_nothing_else(scope: principal.Scope) -> None:
    reader = Principal("p", "bot", "Engine", frozenset({scope}))
    assert [each for each in SCOPES if reader.may(each)] == [scope]


def test_a_bot_cannot_take_off_its_badge_and_nobody_can_put_on_an_accounts() -> None:
    engine = Principal("p", "bot", "Engine")
    assert all(engine.badge(engine.shown(name)) == "bot" for name in ("", "Engine", "Ada"))
    ada, guest = Principal("q", "account", "Ada"), Principal("r", "guest")
    assert [who.badge(who.shown("Ada")) for who in (ada, guest, NOBODY)] == ["account", "", ""]
    assert ada.badge(ada.shown("Her little sister")) == ""
