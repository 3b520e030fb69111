"""WebSockets: a running program at an address."""

from __future__ import annotations

from contextlib import ExitStack

from rondel.players.programs.channel import LONGEST, BrokenChannel, Channel, NoAnswer


class WebSocket(Channel):
    """A program that serves a WebSocket; each message is one line. Raises `BrokenChannel` if there is no server."""

    def __init__(self, address: str) -> None:
        # Imported here: a match without sockets need not load the library.
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        self._address = address
        self._open = ExitStack()
        try:
            self._socket = self._open.enter_context(
                connect(address, max_size=LONGEST, open_timeout=10, close_timeout=1, proxy=None)
            )
        except (OSError, ValueError, TimeoutError, WebSocketException) as error:
            raise BrokenChannel(f"no program answers at {address!r}: {error}") from error
        self._errors = WebSocketException

    def send(self, text: str) -> None:
        try:
            self._socket.send(text)
        except (OSError, self._errors) as error:
            raise BrokenChannel(f"the program at {self._address!r} is gone: {error}") from error

    def receive(self, seconds: float | None) -> str:
        try:
            said = self._socket.recv(seconds)
        except TimeoutError:
            raise NoAnswer(f"the program at {self._address!r} said nothing within {seconds:g} s") from None
        except (OSError, self._errors) as error:
            raise BrokenChannel(f"the program at {self._address!r} is gone: {error}") from error
        return said if isinstance(said, str) else bytes(said).decode("utf-8", "replace")

    def close(self) -> None:
        self._open.close()
