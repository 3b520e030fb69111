"""Which IP addresses are public: those of other machines on the Internet, and nothing behind this machine's walls.

The ranges are written out, after IANA's registries of special-purpose addresses: those of the standard library differ from one
Python to the next.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

_NOT_PUBLIC: Final = [
    IPv4Network(each)
    for each in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local: where clouds answer for their machines
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays from IPv6
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/3",  # multicast, reserved, broadcast
    )
]

_UNICAST: Final = IPv6Network("2000::/3")
"""The global unicast addresses. Outside are loopback, link-local, private, multicast, what is mapped from IPv4 (``::ffff:``),
what is translated to it (``64:ff9b::``), and what is not assigned."""

_NOT_PUBLIC_6: Final = [
    IPv6Network(each)
    for each in (
        "2001::/23",  # protocol assignments, among them Teredo, which holds an address of IPv4
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which holds an address of IPv4
        "3fff::/20",  # documentation
    )
]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public Internet.

    >>> [is_public(each) for each in ("93.184.215.14", "10.0.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "0.0.0.0")]
    [True, False, False, False, False, False]
    >>> [is_public(each) for each in ("2606:4700::1", "::1", "::ffff:93.184.215.14", "64:ff9b::5db8:d70e", "fe80::1%eth0")]
    [True, False, False, False, False]
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    match found:
        case IPv4Address():
            return not any(found in each for each in _NOT_PUBLIC)
        case IPv6Address():
            return found.scope_id is None and found in _UNICAST and not any(found in each for each in _NOT_PUBLIC_6)
