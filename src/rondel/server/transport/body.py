"""The JSON body of a request, decoded into a struct of ``protocol``.

Litestar's own ``data`` parameter converts leniently (the text "7" becomes the number 7) and reports errors in Python's terms.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from rondel.server.protocol.decode import read
from rondel.server.transport.backend import HttpRequest

T = TypeVar("T")

_decoders: Final[dict[type, msgspec.json.Decoder[Any]]] = {}


async def body(request: HttpRequest, kind: type[T]) -> T:
    """The struct in the request's body; refused as ``malformed`` when there is none."""
    decoder = _decoders.get(kind) or _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    found: T = read(decoder, await request.body(), "the body")
    return found
