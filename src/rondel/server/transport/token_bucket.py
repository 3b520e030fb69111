"""Token buckets for rate limits, each kept as one number.

A client that was idle may do ``burst`` things at once, and from then on one every ``seconds``. The stored number is the time at
which the bucket is full again, as in the *generic cell rate algorithm* (ITU-T I.371).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Final

import msgspec

from rondel.server.storage.throttles import Token

WIDER: Final = (1, 2, 4)
"""The size of a network's bucket, in buckets of one address: the narrowest network has one, the next two, the widest four."""

MOST_KEPT: Final = 50_000
"""Buckets that are kept; beyond that, full ones are dropped first, and then the oldest."""


class Rate(msgspec.Struct, frozen=True):
    """A burst, and the seconds after which one more is allowed."""

    burst: int
    seconds: float

    def times(self, factor: int) -> Rate:
        """The rate of several clients together.

        >>> Rate(3, 20.0).times(4)
        Rate(burst=12, seconds=5.0)
        """
        return Rate(self.burst * factor, self.seconds / factor)


class TokenBuckets:
    """The buckets of all clients, for one kind of action.

    >>> now = [0.0]
    >>> throttle = TokenBuckets(Rate(2, 10.0), lambda: now[0])
    >>> [throttle.take("Ada") for _ in range(3)], throttle.take("Bob")
    ([0.0, 0.0, 10.0], 0.0)
    >>> now[0] = 12.0
    >>> throttle.take("Ada"), throttle.take("Ada")
    (0.0, 8.0)
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = rate.seconds
        self._depth = rate.burst * rate.seconds
        self._clock = clock
        self._full_at: dict[Hashable, float] = {}

    def take(self, who: Hashable) -> float:
        """Take a token: returns 0, or the seconds until there is one; then nothing was taken."""
        if wait := self.wait(who):
            return wait
        now = self._clock()
        full_at = max(self._full_at.get(who, now), now) + self._seconds
        if len(self._full_at) >= MOST_KEPT and who not in self._full_at:
            self._let_go(now)
        self._full_at[who] = full_at
        return 0.0

    def wait(self, who: Hashable) -> float:
        """The seconds until there is a token, 0 when there is one; takes nothing."""
        now = self._clock()
        wait = max(self._full_at.get(who, now), now) + self._seconds - now - self._depth
        return wait if wait > 1e-9 else 0.0

    def _let_go(self, now: float) -> None:
        kept = [(who, full_at) for who, full_at in self._full_at.items() if full_at > now]
        self._full_at = dict(kept[-MOST_KEPT // 2 :])


class LocalBuckets:
    """The port of `SharedBuckets`, in the memory of the only node.

    >>> import asyncio
    >>> buckets = LocalBuckets(lambda: 0.0)
    >>> [asyncio.run(buckets.take([Token("Ada", 2, 10.0)])) for _ in range(3)]
    [[0.0], [0.0], [10.0]]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: dict[Rate, TokenBuckets] = {}
        self._kept: dict[str, float] = {}

    async def take(self, tokens: Sequence[Token]) -> list[float]:
        """See `SharedBuckets`."""
        buckets = [(self._buckets(Rate(each.burst, each.seconds)), each.key) for each in tokens]
        waits = [of.wait(key) for of, key in buckets]
        if not any(waits):
            for of, key in buckets:
                of.take(key)
        return waits

    async def keep(self, key: str, seconds: float) -> None:
        """See `SharedBuckets`."""
        self._kept.pop(key, None)
        self._kept[key] = self._clock() + seconds
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    async def keeps(self, key: str) -> bool:
        """See `SharedBuckets`."""
        return self._kept.get(key, 0.0) > self._clock()

    async def sweep(self) -> None:
        """Do nothing: what is kept is bounded."""

    def _buckets(self, rate: Rate) -> TokenBuckets:
        if rate not in self._of:
            self._of[rate] = TokenBuckets(rate, self._clock)
        return self._of[rate]


class NetworkThrottle:
    """The buckets of nested networks: a token is taken from the bucket of each network around an address, or from none. A wider
    network has a larger bucket, by `WIDER`.

    >>> throttle = NetworkThrottle(Rate(2, 10.0), lambda: 0.0)
    >>> [throttle.take(("a/64", "a/56", "a/48")) for _ in range(3)]
    [0.0, 0.0, 10.0]
    >>> [throttle.take((f"{other}/64", "a/56", "a/48")) for other in "bcd"]
    [0.0, 0.0, 5.0]
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._levels = [TokenBuckets(rate.times(factor), clock) for factor in WIDER]

    def take(self, networks: Sequence[str]) -> float:
        """Take a token for an address in these networks, the narrowest first: returns 0, or the seconds until there is one;
        then nothing was taken."""
        levels = list(zip(self._levels, networks, strict=False))
        wait = max(throttle.wait(network) for throttle, network in levels)
        if not wait:
            for throttle, network in levels:
                throttle.take(network)
        return wait
