"""The messages between the server and a sandboxed worker: length-prefixed JSON over two pipes.

Neither side executes anything the other has sent. The server does not trust a worker: it decodes a reply into the struct it
expects, and compares the row of a step with the request (``hosted_table``).
"""

from __future__ import annotations

import typing
from typing import Any, Final, TypeVar

import msgspec

from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements import Overdue
from rondel.server.table.commands import (
    Batch,
    Broken,
    Exceeded,
    Faulted,
    Outdated,
    Outlook,
    Roles,
    Step,
    Unchanged,
    Unreachable,
)

HEAD: Final = 4
"""Bytes of the length before each message."""

LARGEST: Final = 16 << 20
"""Bytes in one message of a worker; a worker that sends more is broken."""

METHODS: Final = (
    *("step", "catch_up", "joined", "news", "welcomes", "sit", "describe", "bot_knowledge", "view_digest", "record"),
)
"""The methods of `HostedTable` that a worker calls on a table it has opened."""

T = TypeVar("T")


class Request(msgspec.Struct, frozen=True):
    """A call of one of `METHODS`, or ``offer``, ``rules``, ``beginning``, ``open``, ``replay``, ``table_actions``, ``branch``
    or ``export``."""

    call: str
    args: msgspec.Raw
    table: str = ""
    forget: tuple[str, ...] = ()
    """Tables that the server has closed."""


class Status(msgspec.Struct, frozen=True):
    """What the server must know of a table without asking its worker."""

    seq: int
    round: int
    opened_at: int
    outlook: Outlook


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a call, or its error."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    status: Status | None = None
    failed: str = ""
    """``refused``, ``broken``, ``faulted``, ``outdated``, ``unchanged``, ``unreachable`` or ``overdue``."""
    code: str = ""
    text: str = ""
    trace: str = ""
    """For ``faulted`` the traceback, where rules broke down."""

    def decoded(self, kind: type[T] | None) -> T:
        """The result. Raises the worker's error."""
        match self.failed:
            case "":
                return msgspec.json.decode(self.result, type=kind or Any)  # type: ignore[return-value]
            case "refused":
                raise Refusal(self.code, self.text)
            case "unchanged" if self.text.isdecimal():
                raise Unchanged(int(self.text))
            case "unreachable":
                raise Unreachable(self.text)
            case "overdue":
                raise Overdue(self.text)
            case "outdated":
                raise Outdated(self.text)
            case "faulted":
                raise Faulted(self.text) from (Broken(self.trace) if self.trace else None)
        raise Broken(self.text)

    def table_status(self) -> Status:
        """The status of the table. Raises `Exceeded` where the worker leaves it out."""
        if self.status is None:
            raise Exceeded("the process of the rules does not say how the table stands")
        return self.status


class Frames(msgspec.Struct, frozen=True):
    """A `Batch`: JSON has no tuples as keys."""

    frames: list[tuple[Roles, msgspec.Raw]]
    told: dict[str, int]

    @classmethod
    def of(cls, batch: Batch) -> Frames:
        """The frames of a batch."""
        return cls([(roles, msgspec.Raw(frame)) for roles, frame in batch.frames.items()], batch.told)

    def batch(self) -> Batch:
        """The batch."""
        return Batch({roles: bytes(frame) for roles, frame in self.frames}, self.told)


def encode_result(result: Any) -> bytes:
    """The result of a call as it is sent."""
    match result:
        case Batch():
            result = Frames.of(result)
        case (Step() as step, Batch() as batch):
            result = (step, Frames.of(batch))
    return msgspec.json.encode(result)


def parameters(method: Any) -> Any:
    """The types of a method's parameters, as one tuple type.

    >>> from rondel.server.rule_host.local import LocalTable
    >>> parameters(LocalTable.bot_knowledge)
    tuple[str, str]
    """
    hints = typing.get_type_hints(method)
    hints.pop("return", None)
    return tuple.__class_getitem__(tuple(hints.values()))
