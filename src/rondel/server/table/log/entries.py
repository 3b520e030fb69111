"""The rows of a table's append-only log, and its snapshots, as values: a store keeps them, a table is opened from them.

A client's message has an idempotency key (`Answer.client_id`). `Answer.seq` numbers the rows of one table without gaps;
optimistic concurrency between nodes rests on that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from rondel.server.table.agreements.table_state import TableState

Kind = (
    Literal["play", "undo", "again", "start", "resign", "flag", "claim", "offer", "agree", "decline", "withdraw"]
    | Literal["vacation"]
)


UNDO_REACH: Final = 16
"""A table is opened from a snapshot at least this many answers back, so that those can be taken back."""


class RowData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row holds besides the answer."""

    state: TableState = TableState()
    """The state after the row."""
    to: int | None = None
    """The number of the position the answer was given to, where that is not the row before."""
    undone: str = ""
    """The role whose last answer the row takes back, with everybody's consent."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One row of the log: the answer of one role, numbered within its table."""

    table: str
    seq: int
    round: int
    kind: Kind
    role: str
    """Empty for ``vacation``, for ``again``, which belongs to the table, and for the offer of a rematch and consent to it."""
    move: str = ""
    """The move's text; for ``undo`` "agreed" where the others consented; for ``offer`` what is offered; for an answer to an
    offer its number; for ``vacation`` the role and the time of its end."""
    client_id: str | None = None
    """The idempotency key: the sender's own id of the message; None for a bot's answer."""
    seed: bytes | None = None
    """For ``again``: the new round's seed."""
    at: int = 0
    """The server's time, in milliseconds since 1970; never before the row it follows."""
    digest: bytes | None = None
    """The digest of the position after the row, where a round ends or a snapshot is taken."""
    data: str | None = None
    """A `RowData` as JSON; None for the default one."""
    active: str | None = None
    """The roles the table waits for after the row, see `waiting_for`; empty where the round is over. None in old rows."""
    result: str | None = None
    """Where a round ends: JSON with the public ranks, scores and statistics."""

    def named(self) -> str:
        """The answer's name in messages.

        >>> Answer("t", 8, 1, "again", "").named()
        'answer 8 of table t'
        """
        return f"answer {self.seq} of table {self.table}"

    def conflict(self) -> Conflict:
        """The error of a store that already holds another row in its place."""
        return Conflict(f"{self.named()} is not new, or does not follow the one before it")

    def came_from(self, sent: Answer) -> bool:
        """Whether the message ``sent`` is a retry of the message that made this stored row.

        >>> stored = Answer("t", 8, 1, "undo", "black", "agreed", "m7")
        >>> stored.came_from(Answer("t", 8, 1, "undo", "black", "", "m7"))
        True
        """
        if sent.kind == "again":  # it names no position, and offers a rematch, agrees to one, or begins it
            return not self.role and self.kind in ("again", "offer", "agree")
        if (self.kind, self.role) != (sent.kind, sent.role):
            return False
        if self.kind in ("undo", "resign", "claim"):
            return self.given_to() == sent.given_to()
        if self.kind in ("agree", "decline", "withdraw", "start"):
            return self.move == sent.move  # an offer has one number, and a table begins once
        return self.given_to() == sent.given_to() and self.move == sent.move

    def row_data(self) -> RowData:
        """The decoded ``data``."""
        return RowData() if self.data is None else msgspec.json.decode(self.data, type=RowData)

    def given_to(self) -> int:
        """The number of the position the answer was given to: the row before, unless rows in between moved nothing.

        >>> Answer("t", 8, 1, "play", "black", data='{"to": 5}').given_to()
        5
        """
        to = self.row_data().to if self.data is not None else None
        return self.seq - 1 if to is None else to


def waiting_for(roles: Iterable[str]) -> str:
    """The roles a table waits for, in stored form. The lobby reads whose turn it is from it, without opening the table.

    >>> waiting_for(("black", "white")), waiting_for(())
    ('black,white', '')
    """
    return ",".join(roles)


class Snapshot(msgspec.Struct, frozen=True):
    """A table's game after the answer ``seq``, so that the answers before need no replay. A cache: the answers are the
    truth."""

    table: str
    seq: int
    round: int
    version: int
    """The rules' version."""
    packed: bytes
    """The table's own format, see ``snapshots``."""


class Log(msgspec.Struct, frozen=True):
    """What a table is opened from: the latest round, from a snapshot of it or from its start."""

    snapshots: tuple[Snapshot, ...] = ()
    """The round's snapshots; the last one is the start. Each holds the events since the one before."""
    answers: tuple[Answer, ...] = ()
    """The answers after it, in order; without a snapshot the whole round, from the second round on ``again`` first."""
    missing: int = 0
    """How many of the table's answers up to the last are missing in the store, in any round, where the log is at most
    `COUNTED` long."""


def farther_back(opened_at: int, seq: int) -> int:
    """The answer before which to open a table that is at ``seq`` and was opened too late at ``opened_at``.

    Each try goes twice as far back, so that a long round is replayed twice at most, and not once for each snapshot.

    >>> farther_back(448, 512), farther_back(64, 512)
    (384, -384)
    """
    return 2 * opened_at - seq


class Conflict(Exception):
    """The log already has a row with this number or a message with this id, or lacks the row before."""
