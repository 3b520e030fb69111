"""Calls of the store whose failure a client hears as ``unavailable``."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from rondel.server.protocol.refused import unavailable
from rondel.server.storage.store import Down

T = TypeVar("T")


async def or_unavailable(call: Awaitable[T]) -> T:
    """The result of a call of the store; refused as ``unavailable`` where the store is down."""
    try:
        return await call
    except Down as error:
        raise unavailable() from error
