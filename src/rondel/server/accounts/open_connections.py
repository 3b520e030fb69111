"""Open connections by session or token, so that they are closed when it ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager


class OpenConnections:
    """The open sockets of this node, by their credentials.

    >>> here, ended = OpenConnections(), []
    >>> with here.present(b"session", lambda: ended.append("socket")):
    ...     here.end([b"session", b"another"])
    >>> here.end([b"session"])
    >>> ended
    ['socket']
    """

    def __init__(self) -> None:
        self._here: dict[bytes, dict[int, Callable[[], object]]] = {}
        self._number = 0
        self.on_end: Callable[[Collection[bytes]], object] = lambda ended: None
        """Called with credentials that were ended at this node."""

    @contextmanager
    def present(self, credential: bytes, leave: Callable[[], object]) -> Iterator[None]:
        """Context in which a socket is open; ``leave`` is called when its session or token ends."""
        self._number += 1
        number = self._number
        self._here.setdefault(credential, {})[number] = leave
        try:
            yield
        finally:
            sockets = self._here[credential]
            del sockets[number]
            if not sockets:
                del self._here[credential]

    def credentials(self) -> Collection[bytes]:
        """The credentials of all open sockets."""
        return list(self._here)

    def end(self, credentials: Collection[bytes]) -> None:
        """Close every socket that has one of these credentials, which have ended."""
        self.close(credentials)
        if credentials:
            self.on_end(credentials)

    def close(self, credentials: Iterable[bytes]) -> None:
        """Close every socket of this node that has one of these credentials."""
        for each in credentials:
            for leave in list(self._here.get(each, {}).values()):
                leave()
