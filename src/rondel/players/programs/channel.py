"""Channels: transport of text lines to a program and back, independent of games.

A channel is a pipe to a started program (`rondel.players.programs.pipe`), or a WebSocket to a running one
(`rondel.players.programs.websocket`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from rondel.errors import RondelError

LONGEST: Final = 1 << 20
"""Maximum characters in one line from a program; a longer line breaks the channel."""


class BrokenChannel(RondelError):
    """The program is unreachable: it was not found, has ended, or sent a line that is too long."""

    code = "broken_channel"


class NoAnswer(RondelError):
    """The program did not answer within its time limit."""

    code = "no_answer"


class Channel(ABC):
    """Lines to a program and from it, in order. Use it in one thread."""

    @abstractmethod
    def send(self, text: str) -> None:
        """Sends a text without line breaks; does not wait until it is read. Raises `BrokenChannel`."""

    @abstractmethod
    def receive(self, seconds: float | None) -> str:
        """The next line of the program. Raises `NoAnswer` after ``seconds`` (None: no limit), and `BrokenChannel`."""

    @abstractmethod
    def close(self) -> None:
        """Ends the input and leaves nothing running; may be called twice."""
