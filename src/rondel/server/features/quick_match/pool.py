"""Pools: who of those that wait for the same game plays with whom. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

FIRST_SPAN: Final = 150
"""The accepted difference in rating points at the beginning of a search."""

SPAN_PER_SECOND: Final = 15
"""The rating points by which it grows with each second."""

ANYBODY_AFTER: Final = 60.0
"""Seconds after which any difference is accepted."""


class Waiting(msgspec.Struct, frozen=True):
    """One person in a pool."""

    who: str
    """The id of the principal."""
    rating: float
    since: float
    """When the search began, in seconds."""
    origin: str = ""
    """The network, where persons of one network are not to be matched; else empty."""
    least: int = 0
    """The share of games in percent that opponents have finished; 0 for any."""
    reliable: int = 100
    """The share that counts for this person."""


def span(waited: float) -> int | None:
    """The accepted difference in rating points after ``waited`` seconds; None for any difference.

    >>> span(0), span(10), span(60)
    (150, 300, None)
    """
    return None if waited >= ANYBODY_AFTER else round(FIRST_SPAN + SPAN_PER_SECOND * waited)


def matched(
    waiting: Sequence[Waiting], seats: int, now: float, apart: Collection[frozenset[str]] = frozenset()
) -> tuple[Waiting, ...]:
    """So many persons who play together now, the longest waiting first; none where no group fits. Each accepts every other. The
    one who has waited longest is matched first, with those nearest in rating. The pairs ``apart`` do not play together.

    >>> ada, bob, cid = Waiting("ada", 1500, 0), Waiting("bob", 1900, 1), Waiting("cid", 1600, 2)
    >>> [each.who for each in matched((ada, bob, cid), 2, 3)], matched((ada, bob), 2, 3)
    (['ada', 'cid'], ())
    >>> [each.who for each in matched((ada, bob), 2, 61)]
    ['ada', 'bob']
    >>> matched((ada, bob), 2, 61, {frozenset(("ada", "bob"))})
    ()
    """
    queue = sorted(waiting, key=lambda each: (each.since, each.who))
    for place, first in enumerate(queue):
        group = [first]
        for other in sorted(queue[place + 1 :], key=lambda each: abs(each.rating - first.rating)):
            if len(group) == seats:
                break
            if all(_accept(each, other, now) and frozenset((each.who, other.who)) not in apart for each in group):
                group.append(other)
        if len(group) == seats:
            return tuple(group)
    return ()


def _accept(one: Waiting, other: Waiting, now: float) -> bool:
    """Whether both accept each other."""
    if one.who == other.who or (one.origin and one.origin == other.origin):
        return False
    if one.reliable < other.least or other.reliable < one.least:
        return False
    spans = [accepted for each in (one, other) if (accepted := span(now - each.since)) is not None]
    return abs(one.rating - other.rating) <= min(spans, default=float("inf"))
