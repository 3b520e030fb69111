"""The messages between the server and a sandboxed worker: length-prefixed JSON over two pipes.

Neither side executes anything the other has sent, and the server believes a worker nothing: all that comes is decoded into the
struct that is expected there, and what a step claims to store is compared with what was asked for (`hosts`).
"""

from __future__ import annotations

import typing
from typing import Any, Final

import msgspec

from rondel.server.table.commands import Batch, Outlook, Roles, Step
from rondel.server.table.log.entries import Answer, Snapshot

HEAD: Final = 4
"""Bytes before each message that say how long it is."""

LARGEST: Final = 16 << 20
"""Bytes in one message of a worker; one that says more is broken."""

METHODS: Final = ("step", "joined", "news", "welcomes", "sit", "describe", "known", "sight", "record")
"""Of a referee: what a worker is asked about a table it has opened."""


class Request(msgspec.Struct, frozen=True):
    """What a worker is asked: one of `METHODS`, or ``offer``, ``beginning``, ``open``, ``replay``, ``deeds``, ``branch``,
    ``keepsake``."""

    call: str
    args: msgspec.Raw
    table: str = ""
    forget: tuple[str, ...] = ()
    """Tables nobody needs any more."""


class Standing(msgspec.Struct, frozen=True):
    """How a table stands, as far as its room must know without waiting."""

    seq: int
    round: int
    opened_at: int
    outlook: Outlook


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What it answers: a result, or why there is none."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    standing: Standing | None = None
    failed: str = ""
    """``refused``, ``broken``, ``faulted``, ``unchanged``, ``unreachable`` or ``overdue``."""
    code: str = ""
    text: str = ""
    trace: str = ""
    """For ``faulted``, how the rules broke down, where they did."""


class Frames(msgspec.Struct, frozen=True):
    """A `Batch`: JSON has no lists as names."""

    frames: list[tuple[Roles, msgspec.Raw]]
    told: dict[str, int]

    @classmethod
    def of(cls, batch: Batch) -> Frames:
        """The frames of a batch."""
        return cls([(roles, msgspec.Raw(frame)) for roles, frame in batch.frames.items()], batch.told)

    def batch(self) -> Batch:
        """The batch they were."""
        return Batch({roles: bytes(frame) for roles, frame in self.frames}, self.told)


class Stepped(msgspec.Struct, frozen=True):
    """A `Step`."""

    answer: Answer
    snapshot: Snapshot | None
    batch: Frames


def wired(result: Any) -> bytes:
    """A result as it is sent."""
    if isinstance(result, Step):
        result = Stepped(result.answer, result.snapshot, Frames.of(result.batch))
    elif isinstance(result, Batch):
        result = Frames.of(result)
    return msgspec.json.encode(result)


def parameters(method: Any) -> Any:
    """The types of what a method is given, as one tuple.

    >>> from rondel.server.rule_host.local import LocalTable
    >>> parameters(LocalTable.known)
    tuple[str, str]
    """
    hints = typing.get_type_hints(method)
    hints.pop("return", None)
    return tuple.__class_getitem__(tuple(hints.values()))
