"""The commands of a table: what it may be asked to do, the context of a step, its result, who is shown it, and how it can fail.

All of it is plain data, so that it also goes over a pipe to rules in a process of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rondel.errors import RondelError, RulesError
from rondel.server import protocol
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements import Overdue
from rondel.server.table.log.entries import Answer, Snapshot

Roles = tuple[str, ...]
"""The roles a client plays, in seat order; none for an observer."""


class BotMove(msgspec.Struct, frozen=True, tag="bot_move"):
    """A bot's answer to a position. Without a legal move, the rules' zombie move is played."""

    role: str
    seq: int
    move: str | None = None


class ConditionalMove(msgspec.Struct, frozen=True, tag="conditional_move"):
    """A conditional move that is due. As a `Play`, but without a message id: it leaves its seat's lines once it is played."""

    role: str
    move: str
    seq: int


class Vacation(msgspec.Struct, frozen=True, tag="vacation"):
    """The holder of a role is on vacation until then, in milliseconds since 1970; not any more, where it is 0."""

    role: str
    until: int


class Tick(msgspec.Struct, frozen=True, tag="tick"):
    """Time has passed: the flag of a player falls, or a game that waits for nothing else begins."""


Message = protocol.Said | BotMove | ConditionalMove | Vacation | Tick
"""What a table may be asked to do."""


class Moment(msgspec.Struct, frozen=True):
    """The time at which a table is shown."""

    at: int = 0
    """In milliseconds since 1970."""
    down: int = 0
    """Milliseconds since the table's last row in which the server was not up."""
    away: frozenset[str] = frozenset()
    """The roles whose holders have been away for as long as the terms say."""


class Outlook(msgspec.Struct, frozen=True):
    """What a table waits for besides messages."""

    at: int
    """The time of the last row, in milliseconds since 1970."""
    due: int | None
    """How many milliseconds after it the next flag falls; None while no clock runs."""
    begins: bool
    """Whether the table waits only for a `Tick` to begin."""
    active: tuple[str, ...]
    """The roles it waits for; none before it has begun."""
    departed: tuple[str, ...]
    """The roles that have left the game."""
    awaited: tuple[str, ...]
    """The roles of persons it waits for, without those that have left."""
    voting: tuple[str, ...] = ()
    """The roles that have still to agree to end the game, where the votes of absent players count as given."""
    standing: dict[str, int] = {}
    """The milliseconds after the last row in which the clock of each role stands, where it does."""


class Setting(msgspec.Struct, frozen=True):
    """The context of a step: everything it may know besides the table and the message."""

    at: int
    """The time, in milliseconds since 1970."""
    chance: bytes
    """32 random bytes where a round is to begin or a bot to answer; else none."""
    down: int = 0
    """As in `Moment`."""
    away: frozenset[str] = frozenset()
    """As in `Moment`."""
    present: frozenset[str] | None = None
    """The roles whose holders are connected; None where that does not matter."""

    @property
    def moment(self) -> Moment:
        """The part of it that concerns views."""
        return Moment(self.at, self.down, self.away)


class Step(msgspec.Struct, frozen=True):
    """The result of a message: what is to be stored before anybody is sent anything."""

    answer: Answer
    snapshot: Snapshot | None


class Recipients(msgspec.Struct, frozen=True):
    """The viewers connected to a table, and what they have been sent."""

    groups: frozenset[Roles] = frozenset()
    """The roles of each group of viewers."""
    present: frozenset[str] = frozenset()
    """The roles whose holders are connected."""
    told: Mapping[str, int] = {}
    """How many events of each role every viewer of that role has been sent."""


class Batch(msgspec.Struct, frozen=True):
    """One frame for each group, ready to be sent once the answer is stored."""

    frames: dict[Roles, bytes]
    told: dict[str, int]
    """How many events of each role the viewers have been sent after these frames."""


class Broken(Exception):
    """The rules broke down; the table in memory is to be discarded."""


_STOPPED: Final = "stopped: "


class Exceeded(Broken):
    """The rules took more than their limits or ended their process: the table is opened again only when its host says so.

    >>> stopped = str(Exceeded("the rules took longer than 3 s to step"))
    >>> stopped, Exceeded.marks(stopped), Exceeded.marks("answer 7 of table t leads to another position than it did")
    ('stopped: the rules took longer than 3 s to step', True, False)
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason if self.marks(reason) else f"{_STOPPED}{reason}")

    @staticmethod
    def marks(fault: str) -> bool:
        """Whether a table's fault was such an error."""
        return fault.startswith(_STOPPED)


class Lost(Broken):
    """The process of the rules has gone for a reason that lies outside this table; the table need only be opened again."""


class Faulted(Exception):
    """The table's log does not replay under the installed rules; nothing of it is lost."""


class Outdated(Faulted):
    """The installed rules are older than the table's: another node can open it, or this one after its upgrade."""


def explained(error: BaseException) -> bool:
    """Whether an error's message says everything, as that of a damaged row or a refused move. Where rules break down, the
    cause is only in the traceback.

    >>> explained(Faulted("answer 3 is not there")), explained(ZeroDivisionError())
    (True, False)
    """
    if isinstance(error, Faulted):
        return isinstance(error.__cause__, RondelError | msgspec.MsgspecError | None)
    return isinstance(error, RondelError | msgspec.MsgspecError)


class Unchanged(Exception):
    """The role has given the same answer before: the message is acknowledged, and nothing is stored."""

    def __init__(self, seq: int) -> None:
        super().__init__(str(seq))
        self.seq = seq
        """The number of the table's last answer."""


class Unreachable(Exception):
    """The message needs answers before the snapshot this table was opened from: open the table from farther back."""


NOT_FAILURES: Final = (Refusal, Unreachable, Overdue, Unchanged)
"""Exceptions that leave the table as it was."""


def raise_meaning(error: Exception, doing: str, game: str, table: str) -> None:
    """Translate an error that rules raised: a `Refusal` where the engine guarantees that nothing has changed, else `Broken`.
    Returns where the error is in `NOT_FAILURES` and needs no translation."""
    if isinstance(error, NOT_FAILURES):
        return
    if isinstance(error, RondelError) and not isinstance(error, RulesError):
        raise Refusal(error.code, str(error)) from error
    raise Broken(f"the rules of {game} failed to {doing} at table {table}") from error


def as_sent(table: str, message: protocol.Said) -> Answer:
    """The row of a message, as far as the message determines it: a retry is compared with it."""
    match message:
        case protocol.Play():
            return Answer(table, message.seq + 1, 0, "play", message.role, message.move, message.id)
        case protocol.Undo():
            return Answer(table, message.seq + 1, 0, "undo", message.role, "", message.id)
        case protocol.Again():
            return Answer(table, 0, 0, "again", "", "", message.id)
        case protocol.Offer():
            return Answer(table, message.seq + 1, 0, "offer", message.role, message.what, message.id)
        case protocol.Resign():
            return Answer(table, message.seq + 1, 0, "resign", message.role, "", message.id)
        case protocol.Claim():
            return Answer(table, message.seq + 1, 0, "claim", message.role, "", message.id)
        case protocol.Agree():
            return Answer(table, 0, 0, "agree", message.role, str(message.offer), message.id)
        case protocol.Decline():
            return Answer(table, 0, 0, "decline", message.role, str(message.offer), message.id)
        case protocol.Withdraw():
            return Answer(table, 0, 0, "withdraw", message.role, str(message.offer), message.id)
        case protocol.Start():
            return Answer(table, 0, 0, "start", message.role, "", message.id)
