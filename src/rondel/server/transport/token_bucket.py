"""Token buckets for rate limits, each kept as one number.

Who has done nothing for a while may do ``burst`` things at once, and from then on one each ``seconds``. The number is the time
at which the bucket would be full again, which is what the *generic cell rate algorithm* (ITU-T I.371) keeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Final

import msgspec

WIDER: Final = (1, 2, 4)
"""How much a network gets: the narrowest once, the next twice, the widest four times as much as one address."""

MOST_KEPT: Final = 50_000
"""Buckets that are kept; beyond that, those that are full are let go of, and then those that were made first."""


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and one more each so many seconds."""

    burst: int
    seconds: float

    def times(self, factor: int) -> Rate:
        """The same for so many at a time.

        >>> Rate(3, 20.0).times(4)
        Rate(burst=12, seconds=5.0)
        """
        return Rate(self.burst * factor, self.seconds / factor)


class TokenBuckets:
    """The buckets of everybody, for one kind of thing.

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
        """Take one for whoever does it: 0 when it may be done, else the seconds until it may, and then nothing was taken."""
        if wait := self.wait(who):
            return wait
        now = self._clock()
        full_at = max(self._full_at.get(who, now), now) + self._seconds
        if len(self._full_at) >= MOST_KEPT and who not in self._full_at:
            self._let_go(now)
        self._full_at[who] = full_at
        return 0.0

    def wait(self, who: Hashable) -> float:
        """The seconds until one may be taken, 0 when it may be taken now; takes nothing."""
        now = self._clock()
        wait = max(self._full_at.get(who, now), now) + self._seconds - now - self._depth
        return wait if wait > 1e-9 else 0.0

    def _let_go(self, now: float) -> None:
        kept = [(who, full_at) for who, full_at in self._full_at.items() if full_at > now]
        self._full_at = dict(kept[-MOST_KEPT // 2 :])


class NetworkThrottle:
    """The buckets of networks within networks: something is taken from the bucket of each network around an address, or from
    none. A wider network has a larger bucket, by `WIDER`.

    >>> throttle = NetworkThrottle(Rate(2, 10.0), lambda: 0.0)
    >>> [throttle.take(("a/64", "a/56", "a/48")) for _ in range(3)]
    [0.0, 0.0, 10.0]
    >>> [throttle.take((f"{other}/64", "a/56", "a/48")) for other in "bcd"]
    [0.0, 0.0, 5.0]
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._levels = [TokenBuckets(rate.times(factor), clock) for factor in WIDER]

    def take(self, networks: Sequence[str]) -> float:
        """Take one for an address in these networks, the narrowest first: 0 when it may be done, else the seconds until it may,
        and then nothing was taken."""
        levels = list(zip(self._levels, networks, strict=False))
        wait = max(throttle.wait(network) for throttle, network in levels)
        if not wait:
            for throttle, network in levels:
                throttle.take(network)
        return wait
