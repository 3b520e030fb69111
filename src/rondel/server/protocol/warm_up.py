"""Warms msgspec up: builds its decoders before there are threads.

Two threads that do it at the same time for one struct crash the process: msgspec 0.22 stores its unfinished result where the
other thread finds it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


def shape() -> int:
    """Make msgspec inspect the fields of every struct of this program, and return their number. The first call takes some
    milliseconds; later ones find the work done.

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
