"""Channels: what carries texts to a program and back, one line at a time, and knows nothing of games.

A channel is a pipe to a program that was started (`rondel.players.programs.pipe`), or a WebSocket to one that runs already
(`rondel.players.programs.websocket`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from rondel.errors import RondelError

LONGEST: Final = 1 << 20
"""Characters in one line that a program may send; one that says more is broken."""


class BrokenChannel(RondelError):
    """The program cannot be talked to: it was not found, ended, or said something far too long."""

    code = "broken_channel"


class NoAnswer(RondelError):
    """The program said nothing within its time."""

    code = "no_answer"


class Channel(ABC):
    """Texts to a program and from it, in order. Use it in one thread."""

    @abstractmethod
    def send(self, text: str) -> None:
        """Send a text, which has no line breaks; does not wait until it is read. Raises `BrokenChannel`."""

    @abstractmethod
    def receive(self, seconds: float | None) -> str:
        """The next text of the program. Raises `NoAnswer` after so many seconds (None: wait for ever), and `BrokenChannel`."""

    @abstractmethod
    def close(self) -> None:
        """Say that nothing more comes, and see to it that nothing is left running; may be called twice."""
