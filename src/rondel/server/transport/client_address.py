"""The address of a client, behind trusted proxies too.

Without a proxy it is the address of the connection. A proxy names the client in ``X-Forwarded-For``; anybody can send that
header, so it is believed only of proxies that the host has named. A customer of an IPv6 provider holds a whole network, a /64,
a /56 or a /48, so an IPv6 address is counted in each of the three.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Collection, Iterable
from typing import Any, Final

import msgspec

_logger = logging.getLogger(__name__)

PREFIXES: Final = (64, 56, 48)
"""The sizes of the IPv6 networks that are counted, the narrowest first."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Peer(msgspec.Struct, frozen=True):
    """The client of a connection."""

    address: str
    """The key for rate limits: an IPv4 address, or the /64 of an IPv6 address."""
    local: bool
    """Whether the client is on this machine."""
    wider: tuple[str, ...] = ()
    """The wider networks that are counted as well, the narrowest first."""
    exact: str = ""
    """The address for the log; empty for a socket without one."""

    @property
    def networks(self) -> tuple[str, ...]:
        """All keys it is counted under, the narrowest first."""
        return (self.address, *self.wider)


def peer(scope: Any) -> Peer:
    """The peer of an ASGI scope.

    >>> peer({"client": ("2001:db8::17:1", 4711)})
    Peer(address='2001:db8::/64', local=False, wider=('2001:db8::/56', '2001:db8::/48'), exact='2001:db8::17:1')
    >>> peer({"client": ("::ffff:127.0.0.1", 4711)})
    Peer(address='127.0.0.1', local=True, wider=(), exact='127.0.0.1')
    """
    client = scope.get("client")
    address = None if client is None else _address(client[0])
    if address is None:
        return Peer("", client is None)  # a local socket without an address, or an address that cannot be parsed
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        narrow, *wider = [str(ipaddress.ip_network((address.packed, size), strict=False)) for size in PREFIXES]
        return Peer(narrow, False, tuple(wider), str(address))
    return Peer(str(address), address.is_loopback, (), str(address))


class UnknownProxy(ValueError):
    """The name of a proxy is neither an address nor a network."""


class Proxies:
    """The proxies in front of the server."""

    def __init__(self, named: Collection[str] = ()) -> None:
        """``named`` are addresses or networks. Raises `UnknownProxy`."""
        try:
            self._networks = [ipaddress.ip_network(each, strict=False) for each in named]
        except ValueError as error:
            raise UnknownProxy(f"a proxy is named by its address or network, like 127.0.0.1 or 10.0.0.0/8: {error}") from error
        self._warned = False

    def trusts(self, scope: Any) -> bool:
        """Whether the client of a scope is a named proxy."""
        client = scope.get("client")
        address = None if client is None else _address(client[0])
        return address is not None and self._names(address)

    def seen_through(self, scope: Any) -> Any:
        """The scope with the client's address and scheme as the proxy reports them."""
        client = scope.get("client")
        address = None if client is None else _address(client[0])
        if address is None:
            return scope
        named = self._names(address)
        if not named and not address.is_loopback:
            return scope
        found: dict[str, Any] = {}
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        if (scheme := _single(headers, b"x-forwarded-proto")) in ("http", "https"):
            # An unnamed proxy on this machine is believed as well: a false scheme harms its sender only.
            found["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        forwarded = [part for value in _values(headers, b"x-forwarded-for") for part in value.split(",")]
        if forwarded and named:
            found["client"] = (str(self._first_unnamed(forwarded, address)), 0)
        elif forwarded and not self._warned:
            self._warned = True
            _logger.warning(
                "requests come through a proxy at %s that is not named: all of them are taken for its own, without the limits "
                "for clients from elsewhere; name it with --proxy %s",
                address,
                address,
            )
        return {**scope, **found} if found else scope

    def _names(self, address: Address) -> bool:
        return any(address in network for network in self._networks)

    def _first_unnamed(self, forwarded: list[str], proxy: Address) -> Address:
        """The client's address. Each proxy appends the address of its own client, so the list is read from its end to the first
        address that is not a named proxy."""
        last = proxy
        for part in reversed(forwarded):
            address = _address(part.strip())
            if address is None:
                return last
            last = address
            if not self._names(address):
                return address
        return last


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key == name]


def _single(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    values = _values(headers, name)
    return values[0].strip() if len(values) == 1 else ""
