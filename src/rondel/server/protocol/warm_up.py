"""Warms msgspec up: builds its decoders before there are threads.

Two threads that do it at once for one struct end the whole process: msgspec 0.22 keeps what it has begun to work out where the
other finds it half done.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


def shape() -> int:
    """Have msgspec know the fields of every struct of this program, and return how many there are. The first time takes some
    milliseconds; later calls find all of it done.

    >>> shape() > 100
    True
    """
    kinds = {kind for kind in _descended(msgspec.Struct) if kind.__module__.startswith("rondel.")}
    for kind in kinds:
        msgspec.json.Decoder(kind)
    return len(kinds)


def _descended(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _descended(each)
