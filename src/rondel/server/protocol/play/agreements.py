"""Messages besides answers: clocks, offers, resignations, claims, and the end of a round."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from rondel.server.protocol.bounds import MessageId

What = Literal["draw", "undo", "end", "pause", "resume"]
"""What may be offered: a draw, an undo of one's own last answer, an end of the game without a result, a pause of all clocks, or
the end of such a pause."""

Offered = Literal["draw", "undo", "end", "pause", "resume", "rematch"]
"""What may be open: an `Offer`, or a rematch, which `Again` offers."""

Reason = Literal["rules", "resigned", "time", "claimed", "agreed", "ended"]
"""Why a round is over: by its rules, because too few players are left after a resignation or a flag, by a claim, by an agreed
draw, or by an agreement to end it without a result."""


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message for one seat. ``id`` is the client's own idempotency key: sent again after a lost connection it has no second
    effect."""

    id: MessageId
    role: str


class Reply(Signed, frozen=True):
    """The answer to an open offer."""

    offer: int
    """`OpenOffer.number`."""


class Resign(Signed, frozen=True, tag="resign"):
    """Leave the game for good. In a game of two the other player wins; in larger games the seat is played on by the rules'
    absent player and ranks last."""

    seq: int
    """An `Update.seq` of this round."""


class Offer(Signed, frozen=True, tag="offer"):
    """Offer something that all other players must agree to."""

    what: What
    seq: int
    """An `Update.seq` of this round; for ``undo``, of this position."""


class Agree(Reply, frozen=True, tag="agree"):
    """Agree to an open offer; the last agreement puts it into effect."""


class Decline(Reply, frozen=True, tag="decline"):
    """Decline an open offer, which ends it."""


class Withdraw(Reply, frozen=True, tag="withdraw"):
    """Take one's own offer back."""


class Claim(Signed, frozen=True, tag="claim"):
    """Claim the win, because the only other player, whom the game waits for, has been away for as long as the terms say."""

    seq: int
    """An `Update.seq` of this round."""


class Start(Signed, frozen=True, tag="start"):
    """The host starts the game."""


class Clock(msgspec.Struct, frozen=True):
    """One role's time when the message was sent."""

    left: int
    """Milliseconds."""
    runs: bool
    first: int | UnsetType = UNSET
    """While the game waits for the first answer of the role, the milliseconds it has for that: its clock does not run yet."""
    waits: int | UnsetType = UNSET
    """While it stands though the game waits for the role, the milliseconds until it runs: by a pause or a vacation."""


class OpenOffer(msgspec.Struct, frozen=True):
    """An offer that is not settled."""

    number: int
    """Its number in `Agree`, `Decline` and `Withdraw`."""
    what: Offered
    role: str
    """The role that made it."""
    asked: tuple[str, ...]
    """The roles that have not agreed yet."""


class ClosedOffer(msgspec.Struct, frozen=True):
    """An offer that was declined or withdrawn."""

    what: Offered
    role: str
    """The role that made it."""
    by: str
    """The role that declined it, or its maker."""


class Outcome(msgspec.Struct, frozen=True):
    """How a round has ended, where not by its rules alone."""

    reason: Reason
    ranks: dict[str, int]
    """Empty where it has no result."""


class Standing(msgspec.Struct, frozen=True):
    """The state of a table besides the position."""

    begun: bool
    """Whether people may answer."""
    clocks: dict[str, Clock]
    """The clock of each role that has one."""
    offers: tuple[OpenOffer, ...]
    departed: dict[str, Reason]
    """The roles that have left the game, in order, and why; the rules' absent player plays them on."""
    away: tuple[str, ...]
    """The roles that the game waits for and whose holders have been away for as long as the terms say."""
    outcome: Outcome | None
    closed: ClosedOffer | UnsetType = UNSET
    """The offer that was declined or withdrawn last, until another one is made or settled."""
    paused: int | UnsetType = UNSET
    """During a pause, the milliseconds until the clocks run again, if nobody answers before."""
    vacations: dict[str, int] | UnsetType = UNSET
    """When the vacation of each role's holder ends at the latest, in milliseconds since 1970."""
