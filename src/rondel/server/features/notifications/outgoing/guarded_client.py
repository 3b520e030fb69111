"""The client for addresses that accounts have given. It cannot be made to reach what only this machine can reach.

A name is looked up once, here. Each address of it must be public, and the connection goes to that very address, so a name that
changes its address meanwhile gains nothing. The certificate is checked against the name. No redirect is followed, the machine's
proxy settings are not used, and time and answer are limited.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore
import msgspec

from rondel.server.features.notifications.outgoing.public_address import is_public
from rondel.server.telemetry.failure_log import Transient

SECONDS: Final = 10.0
"""How long a request may take, from the look-up of the name to the end of the answer."""

MOST_READ: Final = 4096
"""Bytes of an answer that are read."""

AT_ONCE: Final = 8
"""Requests at one time: names are looked up by threads, and a slow server of names holds one each."""

PORTS: Final = (443, 8443)
"""The ports that are reached: those of HTTPS."""

LONGEST: Final = 2048
"""Characters of an address."""

_LABEL: Final = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?"
_NAME: Final = re.compile(rf"{_LABEL}(?:\.{_LABEL})+", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d+|0x[0-9a-f]*", re.IGNORECASE)
_PRINTABLE: Final = re.compile(r"[!-~]+")

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the IP addresses of a name. Raises `OSError` where it has none."""


class Forbidden(Exception):
    """An address that is not reached; the message says why."""


class Unreached(Transient):
    """The request was not answered now; it may be later. The message does not have the address, which may be a secret."""


class Answer(msgspec.Struct, frozen=True):
    """What was answered."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes
    """The beginning of it."""


async def resolved(name: str, port: int) -> list[str]:
    """The addresses of a name, by the machine's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class GuardedClient:
    """Sends requests to public addresses over HTTPS."""

    def __init__(self, *, context: ssl.SSLContext | None = None, resolve: Resolver = resolved, loopback: bool = False) -> None:
        """``context`` says whose certificates are trusted; those of the machine where it is None. ``loopback`` is for tests:
        this machine counts as public, at any port."""
        self._context = context
        self._resolve = resolve
        self._loopback = loopback
        self._free = asyncio.Semaphore(AT_ONCE)

    def check(self, url: str) -> None:
        """Raise `Forbidden` for what is no address that could be reached; the name is not looked up."""
        parsed(url, loopback=self._loopback)

    async def post(self, url: str, content: bytes, headers: Mapping[str, str]) -> Answer:
        """Post to an address. Raises `Forbidden` and `Unreached`."""
        host, port = parsed(url, loopback=self._loopback)
        context = self._context or _trusted()
        fields = [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
        async with self._free:
            backend = _Checked()
            try:
                async with asyncio.timeout(SECONDS):
                    backend.addresses = await self._addresses(host, port)
                    async with (
                        httpcore.AsyncConnectionPool(
                            context, max_connections=1, max_keepalive_connections=0, retries=0, network_backend=backend
                        ) as pool,
                        pool.stream("POST", url, headers=fields, content=content) as response,
                    ):
                        return await _answer(response)
            except TimeoutError as error:
                raise Unreached(f"no answer within {SECONDS:.0f} seconds") from error
            except (OSError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
                raise Unreached(f"the connection failed ({type(error).__name__})") from error
            finally:
                await backend.close()

    async def _addresses(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host, all of them public. Raises `Forbidden` and `OSError`."""
        addresses = [host] if _is_address(host) else await self._resolve(host, port)
        if not addresses:
            raise Unreached("the name has no address")
        for each in addresses:
            if not _is_reached(each, loopback=self._loopback):
                raise Forbidden("the address is not one of the public Internet")
        return addresses


class _Checked(httpcore.AsyncNetworkBackend):
    """Connects to the addresses that were checked, whatever the name says by now."""

    def __init__(self) -> None:
        self.addresses: Sequence[str] = ()
        """Those that may be connected to."""
        self._inner = httpcore.AnyIOBackend()
        self._streams: list[httpcore.AsyncNetworkStream] = []

    async def close(self) -> None:
        """Close what is still open: a handshake that was given up leaves its socket."""
        for each in self._streams:
            await each.aclose()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failed: Exception | None = None
        for address in self.addresses:
            try:
                stream = await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
            else:
                self._streams.append(stream)
                return stream
        raise failed or httpcore.ConnectError("no address")


def wait_of(answer: Answer) -> int | None:
    """The seconds after which an answer asks to try again; None where it does not say."""
    said = answer.headers.get("retry-after", "")
    return int(said) if said.isdecimal() and len(said) < 7 else None


async def _answer(response: httpcore.Response) -> Answer:
    """The answer, as far as it is read."""
    body = b""
    async for part in response.aiter_stream():
        body += part
        if len(body) >= MOST_READ:
            break
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    return Answer(response.status, headers, body[:MOST_READ])


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


def parsed(url: str, *, loopback: bool = False) -> tuple[str, int]:
    """The host and the port of an address. ``loopback`` as for `GuardedClient`. Raises `Forbidden`.

    >>> parsed("https://push.example.org/send/abc")
    ('push.example.org', 443)
    >>> for each in ("http://example.org/", "https://ann@example.org/", "https://0x7f.1/", "https://example.org:25/"):
    ...     try:
    ...         parsed(each)
    ...     except Forbidden as why:
    ...         print(why)
    the address begins with https://
    the address has no user and no password in it
    the address has the name of a host, such as example.org
    the port is 443 or 8443
    """
    if len(url) > LONGEST or not _PRINTABLE.fullmatch(url) or "\\" in url:
        raise Forbidden(f"an address has at most {LONGEST} characters, of plain ASCII and without blanks")
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise Forbidden("this is no address: write it like https://example.org/turns") from None
    if parts.scheme != "https":
        raise Forbidden("the address begins with https://")
    if "@" in parts.netloc:
        raise Forbidden("the address has no user and no password in it")
    host = (parts.hostname or "").removesuffix(".")
    if not _is_address(host) and (len(host) > 253 or not _NAME.fullmatch(host) or _NUMBER.fullmatch(host.rpartition(".")[2])):
        raise Forbidden("the address has the name of a host, such as example.org")
    if _is_address(host) and not _is_reached(host, loopback=loopback):
        raise Forbidden("the address is not one of the public Internet")
    if port not in PORTS and not loopback:
        raise Forbidden("the port is 443 or 8443")
    return host, port


def _is_reached(address: str, *, loopback: bool) -> bool:
    return is_public(address) or (loopback and ip_address(address).is_loopback)


def _is_address(host: str) -> bool:
    """Whether a host is written as an IP address, in the one form that the standard library takes."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
