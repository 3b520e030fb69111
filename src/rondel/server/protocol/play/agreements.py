"""What people settle between them at a table, besides answering: clocks, offers, resignations, claims, and how a round ends."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.bounds import MessageId

What = Literal["draw", "undo", "end"]
"""What may be offered: that the game is a draw, that one's last answer is taken back, that the game ends without a result."""

Reason = Literal["rules", "resigned", "time", "claimed", "agreed", "ended"]
"""Why a round is over: by its rules, as too few are left after a resignation or a flag, by a claim, by an agreed draw, or by an
agreement to end it without a result."""


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said for one seat. ``id`` is the client's own: sent again after a lost connection it has no second effect."""

    id: MessageId
    role: str


class Reply(Signed, frozen=True):
    """What is said to an open offer."""

    offer: int
    """`OpenOffer.number`."""


class Resign(Signed, frozen=True, tag="resign"):
    """Leave the game for good: of two, the other wins; of more, the seat is played on and ranks last."""

    seq: int
    """An `Update.seq` of this round."""


class Offer(Signed, frozen=True, tag="offer"):
    """Offer something to which all the others must agree."""

    what: What
    seq: int
    """An `Update.seq` of this round; for ``undo``, of this position."""


class Agree(Reply, frozen=True, tag="agree"):
    """Agree to an open offer; with the last one who is asked it takes effect."""


class Decline(Reply, frozen=True, tag="decline"):
    """Decline an open offer, which is gone then."""


class Withdraw(Reply, frozen=True, tag="withdraw"):
    """Take one's own offer back."""


class Claim(Signed, frozen=True, tag="claim"):
    """Claim the win, as the other, for whom the game waits, has been away for as long as the terms say."""

    seq: int
    """An `Update.seq` of this round."""


class Start(Signed, frozen=True, tag="start"):
    """The host starts the game."""


class Clock(msgspec.Struct, frozen=True):
    """One role's time, as it was when the message was sent."""

    left: int
    """Milliseconds."""
    runs: bool


class OpenOffer(msgspec.Struct, frozen=True):
    """An offer that is not settled."""

    number: int
    """What it is called in `Agree`, `Decline` and `Withdraw`."""
    what: What
    role: str
    """Who has made it."""
    asked: tuple[str, ...]
    """Who has still to agree."""


class Outcome(msgspec.Struct, frozen=True):
    """How a round has ended otherwise than by its rules alone."""

    reason: Reason
    ranks: dict[str, int]
    """Empty where it has no result."""


class Standing(msgspec.Struct, frozen=True):
    """How a table stands, besides the position."""

    begun: bool
    """Whether people may answer."""
    clocks: dict[str, Clock]
    """Of each role that is timed."""
    offers: tuple[OpenOffer, ...]
    departed: dict[str, Reason]
    """The roles that have left the game, the first first, and why; they are played on by the rules' absent player."""
    away: tuple[str, ...]
    """The roles the game waits for whose holders have been away for as long as the terms say."""
    outcome: Outcome | None
