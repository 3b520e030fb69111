"""What a link does to a connection."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import pytest

from tests.chaos.nodes.link import Link, Network


@pytest.fixture
def link() -> Iterator[Link]:
    """A link to a server that sends back what it gets."""

    def echo(listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            Thread(target=back, args=(connection,), daemon=True).start()

    def back(connection: socket.socket) -> None:
        with connection, suppress(ConnectionResetError):
            while data := connection.recv(100):
                connection.sendall(data)

    with socket.create_server(("127.0.0.1", 0)) as listening, Network() as network:
        Thread(target=echo, args=(listening,), daemon=True).start()
        yield network.link(listening.getsockname()[1])
        listening.shutdown(socket.SHUT_RDWR)


def connected(link: Link) -> socket.socket:
    return socket.create_connection(("127.0.0.1", link.port), timeout=10)


def test_a_hole_is_silent_and_loses_nothing(link: Link) -> None:
    with connected(link) as before:
        before.sendall(b"one")
        assert before.recv(10) == b"one"
        link.set("hole")
        with connected(link) as during:
            for each in (before, during):
                each.sendall(b"two")
                each.settimeout(0.1)
                with pytest.raises(TimeoutError):
                    each.recv(10)
            link.set("pass")
            for each in (before, during):
                each.settimeout(10)
                assert each.recv(10) == b"two"


def test_a_reset_ends_what_stands_and_what_comes(link: Link) -> None:
    with connected(link) as before:
        before.sendall(b"one")
        assert before.recv(10) == b"one"
        link.set("reset")
        with pytest.raises(ConnectionResetError):
            before.recv(10)
    with pytest.raises(ConnectionResetError), connected(link) as during:
        during.recv(10)
    link.set("delay")
    with connected(link) as after:
        after.sendall(b"three")
        assert after.recv(10) == b"three"


def test_a_link_has_another_target_for_new_connections(link: Link) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        link.target = other.getsockname()[1]
        with connected(link) as client, other.accept()[0] as served:
            client.sendall(b"one")
            assert served.recv(10) == b"one"
