"""Peers: where a request comes from, whatever its headers say, unless a named proxy says it."""

from __future__ import annotations

import doctest
import logging

import pytest

from rondel.server.transport import client_address as peers
from rondel.server.transport.client_address import Proxies, UnknownProxy, peer


def scope(client: str | None, *forwarded: str, proto: tuple[str, ...] = (), kind: str = "http") -> dict[str, object]:
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    headers += [(b"x-forwarded-proto", each.encode()) for each in proto]
    scheme = "http" if kind == "http" else "ws"
    return {"type": kind, "scheme": scheme, "client": None if client is None else (client, 1), "headers": headers}


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(peers).failed == 0


@pytest.mark.parametrize("local", ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1", None])
def test_this_machine_is_known(local: str | None) -> None:
    assert peer(scope(local)).local


@pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.1", "2001:db8::1", "fe80::1%eth0", "::ffff:192.0.2.7", "testclient"])
def test_everybody_else_is_not_this_machine(address: str) -> None:
    assert not peer(scope(address)).local


def test_all_addresses_of_one_network_of_ipv6_are_one() -> None:
    assert peer(scope("2001:db8:1:2:3::4")).networks == peer(scope("2001:db8:1:2:ffff::")).networks
    assert peer(scope("2001:db8:1:2::")) != peer(scope("2001:db8:1:3::"))
    assert peer(scope("192.0.2.7")) != peer(scope("192.0.2.8"))


@pytest.mark.parametrize("client", ["127.0.0.1", "192.0.2.7", "2001:db8::1"])
@pytest.mark.parametrize("named", [(), ("198.51.100.1",)])
def test_a_header_anybody_can_write_says_nothing(client: str, named: tuple[str, ...]) -> None:
    seen = Proxies(named).seen_through(scope(client, "203.0.113.9"))
    assert peer(seen) == peer(scope(client))


@pytest.mark.parametrize(
    ("forwarded", "found"),
    [
        (("203.0.113.9",), "203.0.113.9"),
        (("127.0.0.1, 203.0.113.9",), "203.0.113.9"),  # the first is what the client itself has written
        (("1.2.3.4, 203.0.113.9, 10.0.0.2",), "203.0.113.9"),
        (("1.2.3.4", "203.0.113.9"), "203.0.113.9"),
        (("rubbish",), "10.0.0.1"),
        (("203.0.113.9, rubbish, 10.0.0.3",), "10.0.0.3"),
        (("",), "10.0.0.1"),
        (("10.0.0.2, 10.0.0.3",), "10.0.0.2"),
        ((), "10.0.0.1"),
    ],
)
def test_of_a_named_proxy_it_is_believed_up_to_the_first_who_is_none(forwarded: tuple[str, ...], found: str) -> None:
    seen = Proxies(["10.0.0.0/8"]).seen_through(scope("10.0.0.1", *forwarded))
    assert peer(seen).address == found
    assert not peer(seen).local


def test_the_scheme_is_believed_of_a_proxy_and_of_this_machine() -> None:
    named = Proxies(["10.0.0.1"])
    assert named.seen_through(scope("10.0.0.1", proto=("https",)))["scheme"] == "https"
    assert named.seen_through(scope("127.0.0.1", proto=("https",), kind="websocket"))["scheme"] == "wss"
    for client, proto in (("192.0.2.7", ("https",)), ("10.0.0.1", ("https", "https")), ("10.0.0.1", ("gopher",))):
        assert named.seen_through(scope(client, proto=proto))["scheme"] == "http"


def test_a_proxy_that_was_not_named_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            proxies.seen_through(scope("127.0.0.1", "203.0.113.9"))
    assert [record.message.endswith("name it with --proxy 127.0.0.1") for record in caplog.records] == [True]


@pytest.mark.parametrize("wrong", ["localhost", "", "10.0.0.0/33", "the proxy"])
def test_a_proxy_that_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(UnknownProxy, match="a proxy is named by its address or network"):
        Proxies([wrong])
