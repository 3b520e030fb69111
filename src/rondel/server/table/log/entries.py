"""The rows of a table's append-only log, and its snapshots, as values: a store keeps them, a table is opened from them.

A client's message has an idempotency key (`Answer.client_id`); `Answer.seq` numbers the rows of one table without gaps, and
optimistic concurrency between nodes rests on that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from rondel.server.table.agreements.pact import Pact

Kind = Literal["play", "undo", "again", "start", "resign", "flag", "claim", "offer", "agree", "decline", "withdraw"]


UNDO_REACH: Final = 16
"""Answers that a table is opened with at least, behind the snapshot it is opened from, so that they can be taken back."""


class Besides(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row says besides the answer."""

    pact: Pact = Pact()
    """As it is after the row."""
    to: int | None = None
    """The number the answer was given to, where that is not the one before it."""
    undone: str = ""
    """Whose last answer is taken back by it, as all have agreed."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One row of the log: what one role answered, numbered within its table."""

    table: str
    seq: int
    round: int
    kind: Kind
    role: str
    """Empty for ``again``, which is the table's, not a role's."""
    move: str = ""
    """The move's text; for ``undo``, "agreed" where the others' consent was given; for ``offer`` what is offered, and for what
    settles one its number."""
    client_id: str | None = None
    """The sender's own id of the message; none for a bot's answer."""
    seed: bytes | None = None
    """For ``again``: the new round's."""
    at: int = 0
    """When it was given, in milliseconds since 1970 by the server's clock; never before the answer it follows."""
    digest: bytes | None = None
    """Of the position after it, where a round ends or a snapshot is taken."""
    data: str | None = None
    """A `Besides` as JSON, where it says anything."""
    active: str | None = None
    """Whom the table waits for after it, see `waiting_for`; empty where the round is over. None in rows older than this."""
    result: str | None = None
    """Where a round ends, how: JSON with places, scores and statistics, as everybody may know them."""

    def named(self) -> str:
        """What messages call it.

        >>> Answer("t", 8, 1, "again", "").named()
        'answer 8 of table t'
        """
        return f"answer {self.seq} of table {self.table}"

    def conflict(self) -> Conflict:
        """What is raised where it was not stored because of what is."""
        return Conflict(f"{self.named()} is not new, or does not follow the one before it")

    def came_from(self, sent: Answer) -> bool:
        """Whether this stored answer is what the message ``sent`` once did, so that ``sent`` is that message come again.

        >>> stored = Answer("t", 8, 1, "undo", "black", "agreed", "m7")
        >>> stored.came_from(Answer("t", 8, 1, "undo", "black", "", "m7"))
        True
        """
        if (self.kind, self.role) != (sent.kind, sent.role):
            return False
        if self.kind == "again":
            return True  # it names no position
        if self.kind in ("undo", "resign", "claim"):
            return self.given_to() == sent.given_to()
        if self.kind in ("agree", "decline", "withdraw", "start"):
            return self.move == sent.move  # an offer has one number, and a table begins once
        return self.given_to() == sent.given_to() and self.move == sent.move

    def besides(self) -> Besides:
        """What its data say."""
        return Besides() if self.data is None else msgspec.json.decode(self.data, type=Besides)

    def given_to(self) -> int:
        """The number the table was at for whoever gave it: the one before, unless rows came between that moved nothing.

        >>> Answer("t", 8, 1, "play", "black", data='{"to": 5}').given_to()
        5
        """
        to = self.besides().to if self.data is not None else None
        return self.seq - 1 if to is None else to


def waiting_for(roles: Iterable[str]) -> str:
    """The roles a table waits for, as they are stored: so that whose turn it is can be said without opening the table.

    >>> waiting_for(("black", "white")), waiting_for(())
    ('black,white', '')
    """
    return ",".join(roles)


class Snapshot(msgspec.Struct, frozen=True):
    """A table's game after the answer ``seq``, so that nobody replays what came before. A cache: the answers are the truth."""

    table: str
    seq: int
    round: int
    version: int
    """The rules' version."""
    packed: bytes
    """What the table wrote, which alone can read it: see ``snapshots``."""


class Log(msgspec.Struct, frozen=True):
    """What a table is opened from: the latest round, from a snapshot of it on or from its start."""

    snapshots: tuple[Snapshot, ...] = ()
    """The round's snapshots up to the one to begin from, the last. Each holds what was told since the one before."""
    answers: tuple[Answer, ...] = ()
    """Those after it, in order; without a snapshot all of the round, from the second round on ``again`` first."""
    missing: int = 0
    """How many of the table's answers up to the last are not stored, in any round, where the log is at most `COUNTED` long."""


def farther_back(opened_at: int, seq: int) -> int:
    """Before the answer of which number a table is to be opened that is at ``seq`` and was opened too late: twice as far back,
    so that who has to go to the start of a long round replays it twice at the most, and not once for each snapshot.

    >>> farther_back(448, 512), farther_back(64, 512)
    (384, -384)
    """
    return 2 * opened_at - seq


class Conflict(Exception):
    """The log already has an answer with this number or a message with this id, or lacks the one before it."""
