"""Passwords: hashed by argon2id, off the thread that serves, and as long for who does not exist."""

from __future__ import annotations

import asyncio
import time

import pytest

from rondel.server.accounts import passwords
from rondel.server.accounts.passwords import Cost, Passwords
from rondel.server.protocol.refused import Refusal

pytestmark = pytest.mark.anyio

CHEAP = Cost(memory=8, passes=1)


async def test_a_password_fits_its_own_hash_and_no_other() -> None:
    hashing = Passwords(CHEAP)
    stored = await hashing.hash("correct horse ☃ battery", "Ada")
    assert stored.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert stored != await hashing.hash("correct horse ☃ battery", "Ada"), "salted"
    assert await hashing.fits(stored, "correct horse ☃ battery")
    for wrong in ("", "correct horse", "correct horse ☃ batterY", "x" * 100_000, "\ud800"):
        assert not await hashing.fits(stored, wrong)
        assert not await hashing.fits(None, wrong)
    assert not await hashing.fits("no hash at all", "correct horse ☃ battery")
    hashing.close()


async def test_the_beginning_of_a_very_long_password_is_not_the_password() -> None:
    hashing = Passwords(CHEAP)
    longest = "abcd" * (passwords.LONGEST // 4)
    stored = await hashing.hash(longest, "Ada")
    assert await hashing.fits(stored, longest)
    assert not await hashing.fits(stored, longest + "!")
    hashing.close()


@pytest.mark.parametrize("weak", ["", "seven77", "x" * 129, "aaaaaaaa", "abcabcabc", "Password1", "ADA LOVELACE"])
async def test_a_password_that_would_be_tried_first_is_refused(weak: str) -> None:
    hashing = Passwords(CHEAP)
    with pytest.raises(Refusal, match="bad_password"):
        await hashing.hash(weak, "Ada Lovelace")
    hashing.close()


def test_as_it_is_a_hash_costs_at_least_what_owasp_advises() -> None:
    assert (Cost().memory, Cost().passes) >= (19 * 1024, 2)


async def test_a_dearer_cost_has_old_hashes_made_anew() -> None:
    old, new = Passwords(CHEAP), Passwords(Cost(memory=16, passes=1))
    stored = await old.hash("correct horse", "Ada")
    assert new.outdated(stored)
    assert not old.outdated(stored)
    assert await new.fits(stored, "correct horse")
    old.close()
    new.close()


async def test_who_does_not_exist_is_looked_for_as_long_and_nobody_else_waits() -> None:
    hashing = Passwords(Cost(memory=4096, passes=2))
    stored = await hashing.hash("correct horse", "Ada")
    turns = 0

    async def serve() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.0005)

    async def took(stored: str | None) -> float:
        began = time.perf_counter()
        await hashing.fits(stored, "wrong horse")
        return time.perf_counter() - began

    pairs = [(await took(stored), await took(None)) for _ in range(12)]
    there, not_there = (min(each) for each in zip(*pairs, strict=True))
    assert 1 / 3 < there / not_there < 3, "within the noise of a busy machine; without the hash it is a hundredth"
    serving = asyncio.create_task(serve())
    await asyncio.gather(*(took(None) for _ in range(4)))
    serving.cancel()
    assert turns > 4, "the loop went on"
    hashing.close()


async def test_too_many_at_once_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MOST_WAITING", 3)
    hashing = Passwords(CHEAP)
    outcomes = await asyncio.gather(*(hashing.fits(None, "x") for _ in range(8)), return_exceptions=True)
    assert [each for each in outcomes if each is False] == [False] * 3
    assert {each.code for each in outcomes if isinstance(each, Refusal)} == {"too_fast"}
    assert await hashing.fits(None, "x") is False
    hashing.close()
