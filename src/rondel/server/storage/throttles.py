"""Token buckets that all nodes of a database share, in its table ``throttles``.

A bucket is one row with the time at which it is full again (GCRA), by the database's clock. One statement takes tokens from
several buckets; where one of them has none, the transaction is rolled back. PostgreSQL keeps the table out of its log: after a
crash of the database, and after a failover, all buckets are full.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from rondel.server.storage.store import Database

MOST_REFUSED: Final = 50_000
"""Empty buckets that a node remembers, so that it does not ask for them in vain."""

_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_WANTED: Final = "unnest($1::bytea[], $2::bigint[]) AS wanted (key, cost)"

# In the order of the keys: two nodes that want the same buckets wait for one another, and do not deadlock.
_TAKE: Final = f"""
    INSERT INTO throttles AS kept (key, full_at) SELECT key, {_NOW} + cost FROM {_WANTED} ORDER BY key
    ON CONFLICT (key) DO UPDATE SET full_at = greatest(kept.full_at, {_NOW})
        + (SELECT cost FROM {_WANTED} WHERE wanted.key = excluded.key)
    RETURNING key, full_at - {_NOW}
"""  # noqa: S608 - constants

_KEEP: Final = f"""
    INSERT INTO throttles (key, full_at) VALUES ($1, {_NOW} + $2) ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at
"""  # noqa: S608 - constants

_KEPT: Final = f"SELECT count(*) FROM throttles WHERE key = $1 AND full_at > {_NOW}"  # noqa: S608 - constants

# A row that somebody takes a token from is left for the next time.
_SWEEP: Final = f"""
    DELETE FROM throttles WHERE key IN (SELECT key FROM throttles WHERE full_at < {_NOW} FOR UPDATE SKIP LOCKED)
"""  # noqa: S608 - constants


class Token(msgspec.Struct, frozen=True):
    """One token of a bucket: the bucket's key, its size, and the seconds after which one token more is in it."""

    key: str
    burst: int
    seconds: float


class _Empty(Exception):
    """Some bucket has no token; raised to roll the transaction back."""


class SharedBuckets:
    """The buckets in a PostgreSQL database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._refused: dict[bytes, float] = {}
        """Empty buckets, and when each has a token again by this process's clock. Another node can only make that later."""

    async def take(self, tokens: Sequence[Token]) -> list[float]:
        """Take all these tokens: returns the seconds until each is there, which are all 0 then; else nothing was taken. Raises
        `Down`."""
        keys = [_hashed(each.key) for each in tokens]
        now = time.monotonic()
        if any(known := [max(0.0, self._refused.get(key, now) - now) for key in keys]):
            return known
        waits: dict[bytes, float] = {}

        def change(connection: Connection) -> None:
            costs = [round(each.seconds * 1e6) for each in tokens]
            left: dict[bytes, Any] = dict(iter(connection.exec_driver_sql(_TAKE, (keys, costs))))
            for key, each in zip(keys, tokens, strict=True):
                waits[key] = max(0.0, left[key] / 1e6 - each.burst * each.seconds)
            if any(waits.values()):
                raise _Empty

        try:
            await self._database.write(change)
        except _Empty:
            self._remember(waits)
        return [waits[key] for key in keys]

    async def keep(self, key: str, seconds: float) -> None:
        """Remember a key for so long. Raises `Down`."""
        await self._change(_KEEP, _hashed(key), round(seconds * 1e6))

    async def keeps(self, key: str) -> bool:
        """Whether that key is remembered. Raises `Down`."""
        return bool(
            await self._database.read(lambda connection: connection.exec_driver_sql(_KEPT, (_hashed(key),)).scalar_one())
        )

    async def sweep(self) -> None:
        """Delete the rows of full buckets. Raises `Down`."""
        await self._change(_SWEEP)

    async def _change(self, statement: str, *values: bytes | int) -> None:
        await self._database.write(lambda connection: connection.exec_driver_sql(statement, values).close())

    def _remember(self, waits: dict[bytes, float]) -> None:
        now = time.monotonic()
        if len(self._refused) + len(waits) > MOST_REFUSED:
            self._refused = {key: at for key, at in self._refused.items() if at > now}
        if len(self._refused) + len(waits) <= MOST_REFUSED:
            self._refused |= {key: now + wait for key, wait in waits.items() if wait}


def _hashed(key: str) -> bytes:
    """The key as it is stored: a name may be long, and nobody needs the addresses of clients in a database."""
    return hashlib.blake2b(key.encode(errors="surrogatepass"), digest_size=16).digest()
