"""The bus between the nodes that share a store: hints where there is something new.

A hint carries no content and is never obeyed: it makes a node read. Hints may be lost, doubled, reordered or made up; a node
that knows that it has missed some reads without them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from rondel.server.protocol import Channel

VERSION: Final = 1
"""The version of the messages. A node treats a message of another version as missed."""


class LogHint(msgspec.Struct, frozen=True, array_like=True, tag="t"):
    """The log of a table is at that number."""

    table: str
    seq: int


class SeatsHint(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """The seats of a table have changed so many times; see `TableEntry.seating`."""

    table: str
    seating: int


class HolderHint(msgspec.Struct, frozen=True, array_like=True, tag="h"):
    """The seats of a principal have another holder."""

    holder: str


class NewsHint(msgspec.Struct, frozen=True, array_like=True, tag="n"):
    """Something waits for a principal: an invitation, a message."""

    holder: str


class ChatHint(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """The line of that number was said in a channel of a table, or was deleted."""

    table: str
    channel: Channel
    number: int


class LobbyHint(msgspec.Struct, frozen=True, array_like=True, tag="l"):
    """The lobby's row of a table may have changed."""

    table: str


class CredentialHint(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A session or token has ended, by its hash."""

    credential: bytes


class ConditionalMovesHint(msgspec.Struct, frozen=True, array_like=True, tag="m"):
    """The conditional moves of a player at a table have changed."""

    table: str


class PresenceHint(msgspec.Struct, frozen=True, array_like=True, tag="p"):
    """Who is connected to a table at the node that says so, by the roles that they had in the first round, and how many look
    on there. So a hint stays true where everybody moves on by a seat with the next round."""

    table: str
    roles: tuple[str, ...]
    watching: int = 0


Hint: TypeAlias = (
    LogHint | SeatsHint | HolderHint | NewsHint | ChatHint | LobbyHint | CredentialHint | ConditionalMovesHint | PresenceHint
)


class Bus(Protocol):
    """Messages between the nodes."""

    @property
    def name(self) -> str:
        """The name of this node."""

    @property
    def boot(self) -> str:
        """The id of this node: random, and another one after each start."""

    @property
    def is_shared(self) -> bool:
        """Whether there may be other nodes."""

    @property
    def sighted(self) -> bool:
        """Whether what other nodes publish is heard. A node that is blind has to read instead."""

    @property
    def others(self) -> int:
        """How many other nodes were heard lately."""

    @property
    def missed(self) -> int:
        """How often messages of other nodes were missed."""

    def publish(self, *hints: Hint) -> None:
        """Send hints to the other nodes; never waits."""

    def subscribe(self, on_hints: Callable[[str, Sequence[Hint]], None], on_missed: Callable[[], None]) -> None:
        """Have ``on_hints`` called with the hints of another node and that node's boot, and ``on_missed`` when some were
        missed."""

    async def close(self) -> None:
        """Send what waits, then stop."""


class Alone:
    """The bus of the only node of a store.

    >>> Alone().sighted
    True
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.boot = secrets.token_hex(6)

    is_shared = False
    sighted = True
    others = 0
    missed = 0

    def publish(self, *hints: Hint) -> None:
        """Do nothing."""

    def subscribe(self, on_hints: Callable[[str, Sequence[Hint]], None], on_missed: Callable[[], None]) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""
