"""The port of a server: the socket it listens at, the addresses that are written for it, and the limit of open files."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from typing import Final

from rondel.errors import quoted
from rondel.server.ops.data_folder import CannotServe

if sys.platform != "win32":
    import resource

KERNEL_QUEUE: Final = 128 * 1024
"""Bytes the kernel buffers for a client that does not read, before the server's own queue fills."""

MOST_FILES: Final = 65_536
"""Open files and sockets that the process asks for."""


def host_and_port(address: str) -> tuple[str, int]:
    """Host and port of an address like "127.0.0.1:9100" or "[::1]:9100". Raises `CannotServe`."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise CannotServe(f"the address for metrics is like 127.0.0.1:9100, and not {quoted(address)}")
    return host.strip("[]"), int(port)


def listen(host: str, port: int, say: Callable[[str], None]) -> socket.socket:
    """A listening socket at that address, or at a free port of it when the port is taken."""
    try:
        return bound(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CannotServe(f"cannot listen at {host}:{port}: {error.strerror or error}") from error
    free = bound(host, 0)
    say(f"Port {port} is taken, so this one takes {free.getsockname()[1]}")
    return free


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at that address; port 0 is any free one."""
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    made = socket.socket(family, kind, proto)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Every connection inherits it. By default the kernel takes megabytes for each client that does not read.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_QUEUE)
        made.bind(address)
        # Listening at once: two servers can bind one address that is not listened at yet, but only one can listen.
        made.listen(2048)
    except OSError:
        made.close()
        raise
    return made


def raise_file_limit() -> None:
    """Raise the limit of open files to `MOST_FILES` where allowed: each socket is one, and the default is 1,024."""
    if sys.platform != "win32":
        here, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
        while here != resource.RLIM_INFINITY and here < wanted:
            try:
                return resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            except (OSError, ValueError):  # macOS reports no hard limit, but has one
                wanted //= 2


def address_of(listening: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
