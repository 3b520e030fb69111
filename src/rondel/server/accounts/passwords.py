"""Passwords: hashed by argon2id, in threads of their own.

Each hash takes memory and time on purpose, so only a few are computed at once, never on the event loop's thread. For an unknown
account a hash is computed as well: the duration of an answer does not tell whether the account exists.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

from argon2 import DEFAULT_HASH_LENGTH, DEFAULT_RANDOM_SALT_LENGTH, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from rondel.server.accounts.common_passwords import guessed
from rondel.server.protocol.refused import Refusal

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 128
"""Characters of a password; every character is allowed."""

AT_ONCE: Final = 2
"""Hashes that are computed at the same time."""

MOST_WAITING: Final = 64
"""Queue limit; further requests are refused until the queue is shorter."""


@dataclass(frozen=True)
class Cost:
    """The cost of one hash. The default is the minimum for argon2id in OWASP's *Password Storage Cheat Sheet*."""

    memory: int = 19 * 1024
    """In KiB."""
    passes: int = 2


class Passwords:
    """Hashes and compares passwords."""

    def __init__(self, cost: Cost | None = None) -> None:
        cost = cost or Cost()
        self._hasher = PasswordHasher(time_cost=cost.passes, memory_cost=cost.memory, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0
        self._nobodys = _unmatched(cost)

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str, name: str) -> str:
        """The hash of a new password; refused as ``bad_password`` when it is easy to guess."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refusal("bad_password", f"a password has {SHORTEST} to {LONGEST} characters")
        if len(set(password)) < 4 or password.casefold() == name.casefold() or guessed(password):
            raise Refusal("bad_password", "this password is among the first that would be tried; choose another")
        return await self._computed(lambda: self._hasher.hash(_bytes(password)))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether the password matches; ``stored`` is None for an account that does not exist, and that takes as long."""
        if len(password) > LONGEST:
            password = password[:LONGEST] + "…"  # which no password is, and costs no more
        try:
            await self._computed(lambda: self._hasher.verify(stored or self._nobodys, _bytes(password)))
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    def outdated(self, stored: str) -> bool:
        """Whether the hash has another cost than new hashes."""
        return self._hasher.check_needs_rehash(stored)

    async def _computed(self, call: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal("too_fast", "many are coming in at this moment; try again in a few seconds", retry_after=5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        finally:
            self._waiting -= 1


def _unmatched(cost: Cost) -> str:
    """A hash that no password has, and that takes as long to compare as any other. It is not computed: that would delay each
    start."""
    salt, digest = (
        b64encode(os.urandom(size)).rstrip(b"=").decode() for size in (DEFAULT_RANDOM_SALT_LENGTH, DEFAULT_HASH_LENGTH)
    )
    return f"$argon2id$v={ARGON2_VERSION}$m={cost.memory},t={cost.passes},p=1${salt}${digest}"


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
