"""The commands of a table: what it may be asked to do and when, what that comes to, and how it can fail.

Plain data and nothing else, so that it goes over a pipe as well, to rules that run in a process of their own.
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
    """A bot's answer to a position; without a move, or with one that is not legal, its zombie answers."""

    role: str
    seq: int
    move: str | None = None


class Planned(msgspec.Struct, frozen=True, tag="planned"):
    """An answer that the holder of a seat has said before that they will give. As a `Play`, but for who may not have seen yet
    what it answers; it has no id of theirs, since it is given to one position, and is gone from the plan with that."""

    role: str
    move: str
    seq: int


class Tick(msgspec.Struct, frozen=True, tag="tick"):
    """Time has passed: whoever's is up has left the game, and a game that waits for nothing else begins."""


Message = protocol.Said | BotMove | Planned | Tick
"""What a table may be asked to do."""


class Moment(msgspec.Struct, frozen=True):
    """What time it is, for what is shown."""

    at: int = 0
    """In milliseconds since 1970."""
    down: int = 0
    """Milliseconds since the table's last row in which the server was not up."""
    away: frozenset[str] = frozenset()
    """The roles whose holders have been away for as long as the terms say."""


class Outlook(msgspec.Struct, frozen=True):
    """What a table waits for besides messages."""

    at: int
    """The time of its last row, in milliseconds since 1970."""
    due: int | None
    """How many milliseconds after it the next flag falls; None while no clock runs."""
    begins: bool
    """Whether it waits for nothing but a `Tick` to begin."""
    active: tuple[str, ...]
    """The roles it waits for; nobody before it has begun."""
    departed: tuple[str, ...]
    """The roles that have left the game."""
    awaited: tuple[str, ...]
    """The persons it waits for who have not."""
    voting: tuple[str, ...] = ()
    """Who has still to agree that the game is to end, where those who are away are not asked."""


class Setting(msgspec.Struct, frozen=True):
    """The moment of a step: all that a table may know of the world."""

    at: int
    """The time, in milliseconds since 1970."""
    chance: bytes
    """32 bytes nobody can guess, where a round is to begin or a bot to answer; else none."""
    audience: frozenset[Roles] = frozenset()
    """The kinds of receivers who are there, by the roles they play."""
    present: frozenset[str] = frozenset()
    """The roles whose holders are there."""
    told: Mapping[str, int] = {}
    """How many events of each role everybody who follows that role has been told."""
    down: int = 0
    """As in `Moment`."""
    away: frozenset[str] = frozenset()
    """As in `Moment`."""

    @property
    def moment(self) -> Moment:
        """What of it concerns what is shown."""
        return Moment(self.at, self.down, self.away)


class Batch(msgspec.Struct, frozen=True):
    """One message for each kind of receiver, ready to be sent once the answer is stored."""

    frames: dict[Roles, bytes]
    told: dict[str, int]
    """How many events of each role those who get the frames have been told then."""


class Step(msgspec.Struct, frozen=True):
    """What a message comes to: first to be stored, then to be told."""

    answer: Answer
    snapshot: Snapshot | None
    batch: Batch
    """What everybody is to be sent."""


class Broken(Exception):
    """The rules broke down; the table is to be thrown away."""


_STOPPED: Final = "stopped: "


class Exceeded(Broken):
    """The rules took more than they may have, or ended the process they ran in: nobody is to try that again unasked.

    >>> stopped = str(Exceeded("the rules took longer than 3 s to step"))
    >>> stopped, Exceeded.marks(stopped), Exceeded.marks("answer 7 of table t leads to another position than it did")
    ('stopped: the rules took longer than 3 s to step', True, False)
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason if self.marks(reason) else f"{_STOPPED}{reason}")

    @staticmethod
    def marks(fault: str) -> bool:
        """Whether this is why a table was marked as faulted."""
        return fault.startswith(_STOPPED)


class Lost(Broken):
    """The process of the rules has gone, and not because of this table, which need only be opened again."""


class Faulted(Exception):
    """The table's log does not replay under the rules there are now; nothing of it is lost."""


def explained(error: BaseException) -> bool:
    """Whether the message of an error says all there is to know, as that of a damaged row or a refused move; how rules came to
    break down is only in the traceback.

    >>> explained(Faulted("answer 3 is not there")), explained(ZeroDivisionError())
    (True, False)
    """
    if isinstance(error, Faulted):
        return isinstance(error.__cause__, RondelError | msgspec.MsgspecError | None)
    return isinstance(error, RondelError | msgspec.MsgspecError)


class Unchanged(Exception):
    """The message gives the answer that the role has given before: it is acknowledged, and nothing is stored."""

    def __init__(self, seq: int) -> None:
        super().__init__(str(seq))
        self.seq = seq
        """The number of the table's last answer."""


class Unreachable(Exception):
    """What the message needs lies before the snapshot this table was opened from: open it from further back."""


def raise_meaning(error: Exception, doing: str, game: str, table: str) -> None:
    """The rules were to do something at a table, and this was raised: raise what it means there, where that is something else.
    A `Refusal` where the engine says that all is as it was, else `Broken`."""
    if isinstance(error, Refusal | Unreachable | Overdue | Unchanged):
        return
    if isinstance(error, RondelError) and not isinstance(error, RulesError):
        raise Refusal(error.code, str(error)) from error
    raise Broken(f"the rules of {game} failed to {doing} at table {table}") from error


def as_sent(table: str, message: protocol.Said) -> Answer:
    """What the message would have been stored as, as far as it says so itself."""
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
