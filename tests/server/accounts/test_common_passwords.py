"""Guesses: what everybody tries first is known, and nothing that nobody does."""

from __future__ import annotations

import secrets

import pytest

from rondel.server.accounts.common_passwords import DIGITS, digests, guessed


@pytest.mark.parametrize(
    "password",
    ["password1", "1234567890", "iloveyou", "QWERTYUIOP", "sunshine", "starwars", "1q2w3e4r", "baseball", "passw0rd"],
)
def test_what_heads_every_list_of_stolen_passwords_is_known(password: str) -> None:
    assert guessed(password)


def test_there_are_as_many_as_the_standard_asks_for_and_others_are_free() -> None:
    assert len(digests()) == 3000
    assert {len(each) for each in digests()} == {DIGITS}
    assert not any(guessed(secrets.token_urlsafe(12)) for _ in range(100))
    assert not guessed("\ud800 half a pair")
