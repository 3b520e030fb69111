"""Paging cursors: the start of a page of a long list, as the page before names it.

Lists are paged by key, not by offset: new and deleted rows neither shift a page nor make it more expensive. To a client a
cursor is opaque text; here it is the key of the last row it was shown.
"""

from __future__ import annotations

import math
from typing import Any, Final

from rondel.server.protocol.refused import Refusal

BETWEEN: Final = ":"

_LARGEST: Final = 2**53


def cursor(after: str, *kinds: type[int] | type[float] | type[str]) -> Any:
    """The key in a cursor, one value of each type; None for the first page. Refused as ``malformed`` for anything else.

    >>> cursor("1800000000000:abc", int, str), cursor("", int, str)
    ((1800000000000, 'abc'), None)
    """
    if not after:
        return None
    parts = after.split(BETWEEN)
    if len(parts) == len(kinds):
        try:
            key = tuple([kind(part) for kind, part in zip(kinds, parts, strict=True)])
        except ValueError:
            key = ()
        if key and all(_fits(part) for part in key):
            return key
    raise Refusal("malformed", "'after' is where a page ended; send back what came as 'next'")


def written(*key: float | str) -> str:
    """The cursor of the page after the row of that key.

    >>> written(1800000000000, "abc")
    '1800000000000:abc'
    """
    return BETWEEN.join([str(part) for part in key])


def _fits(part: float | str) -> bool:
    if isinstance(part, str):
        return part.isascii() and "\0" not in part
    return math.isfinite(part) and abs(part) < _LARGEST
