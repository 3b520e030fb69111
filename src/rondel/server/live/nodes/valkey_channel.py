"""The channel of a Valkey or Redis server: publish and subscribe, in the older of its two protocols (RESP2).

It needs the extra ``rondel[valkey]``. Nothing is kept there, so a server without persistence does. Its publish and subscribe
know no databases: arenas that share a server are told apart by their topics.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from rondel.server.storage.store import Down

SCHEMES: Final = {"valkey": "redis", "redis": "redis", "valkeys": "rediss", "rediss": "rediss"}
"""The schemes of addresses, as the library writes them; those with an s are encrypted."""

TOPIC: Final = "rondel"
"""The topic, unless the address names one (``?topic=club``)."""

PATIENCE: Final = 2.0
"""Seconds that a connection, or an answer, may take."""


class NotValkey(Exception):
    """The address is not one of Valkey, or the library is not installed; the message says which."""


class ValkeyChannel:
    """Carries text to all nodes that have the same address and topic; see `channel_bus.Channel`."""

    def __init__(self, address: str) -> None:
        """``address`` is like ``valkey://:password@host:6379``. Raises `NotValkey`."""
        try:
            parts = urlsplit(address)
            topics = parse_qs(parts.query, strict_parsing=bool(parts.query))
            port, scheme = parts.port, SCHEMES.get(parts.scheme)
        except ValueError:
            scheme = None
        if scheme is None or not parts.hostname or parts.path not in ("", "/") or topics.keys() - {"topic"}:
            # The address is not repeated: there may be a password in it.
            raise NotValkey(
                "the address of a bus is like valkey://host:6379, with a password valkey://:…@host, and with ?topic=NAME "
                "where several arenas share it"
            )
        if importlib.util.find_spec("redis") is None:
            raise NotValkey("a bus over Valkey needs a library; run: pip install 'rondel[valkey]'")
        server = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        self._url = f"{scheme}://{server}{host}:{port or 6379}"
        self._topic = topics.get("topic", [TOPIC])[0]
        self._client: Any = None
        self._subscription: Any = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self, on_payload: Callable[[str], None]) -> None:
        """Connect, and have ``on_payload`` called with each text. Raises `Down`."""
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._client = Redis.from_url(
            self._url,
            protocol=2,
            decode_responses=True,
            encoding_errors="replace",
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),  # the bus opens the channel again
        )
        with _reaching():
            self._subscription = self._client.pubsub()
            await self._subscription.subscribe(self._topic)
            await self._subscription.get_message(timeout=PATIENCE)  # that it is subscribed
        self._reading = asyncio.create_task(self._read(on_payload), name="valkey")

    async def send(self, payload: str) -> None:
        """Send a text to all nodes that listen. Raises `Down`."""
        if self._client is None or self._reading is None:
            raise Down("the channel is not open")
        with _reaching():
            if self._reading.done():
                self._reading.result()
            await self._client.publish(self._topic, payload)

    async def close(self) -> None:
        """Close the connections."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait({self._reading})
            if not self._reading.cancelled():
                self._reading.exception()  # which `send` has reported
        for each in (self._subscription, self._client):
            if each is not None:
                with _reaching(quiet=True):
                    await each.aclose()
        self._client = self._subscription = self._reading = None

    async def _read(self, on_payload: Callable[[str], None]) -> None:
        while True:
            message = await self._subscription.get_message(ignore_subscribe_messages=True, timeout=None)
            if message is not None:
                on_payload(message["data"])


@contextmanager
def _reaching(*, quiet: bool = False) -> Iterator[None]:
    """Context for using the server. Raises `Down`, but for ``quiet``."""
    from redis.exceptions import AuthenticationError, RedisError

    try:
        yield
    except (RedisError, OSError, TimeoutError, RuntimeError) as error:  # the last where the connection closes as it is made
        if not quiet:
            fix = "the user and the password in --bus"
            if not isinstance(error, AuthenticationError):
                fix = "the host and the port in --bus, and whether Valkey runs there"
            raise Down(f"Valkey cannot be used: {str(error).rstrip('.') or type(error).__name__}: look at {fix}") from error
