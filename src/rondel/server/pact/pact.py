"""A pact: how a table stands besides the position, and what that makes of each thing that happens there.

It is a value: every row of the log after which it is not the plain one holds it whole, so that nothing of it has to be worked
out again when the table is opened. It knows the terms and the seats, and no rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from rondel.server.pact.clocks import Clocks
from rondel.server.pact.offers import Offers
from rondel.server.pact.places import placed, sides_left
from rondel.server.protocol import Clock, Outcome, Reason, Standing, Terms


class Overdue(Exception):
    """Somebody's time is up: that comes first."""


class Pact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Clocks, offers, who has left, and how it ended; the plain one has nothing of it.

    >>> Pact() == msgspec.json.decode(msgspec.json.encode(Pact()), type=Pact)
    True
    """

    begun: bool = True
    """Whether people may answer."""
    clocks: Clocks | None = None
    offers: Offers = Offers()
    departed: dict[str, Reason] = {}
    """Who has left the game, the first first, and why."""
    outcome: Outcome | None = None
    """How the round has ended, where the rules do not say so, or not alone."""

    @classmethod
    def first(cls, terms: Terms) -> Pact:
        """The pact of a table at which nothing has happened yet."""
        return cls(begun=terms.clock is None and terms.start == "at_once")

    def begin(
        self, terms: Terms, timed: Sequence[str], active: Collection[str], extra: Mapping[str, int] | None = None
    ) -> Pact:
        """The pact as a round begins; ``extra`` is the time that the rules give then."""
        return Pact(clocks=None if terms.clock is None else Clocks.begin(terms.clock, timed, active, extra))

    def left_by(self, role: str, reason: Reason, sides: Sequence[Sequence[str]], persons: Collection[str]) -> Pact:
        """The pact when somebody leaves the game. The round is over when one side is left of several, or no person plays on;
        who stayed comes before who left. Alone or together against the game they have lost to it."""
        departed = {**self.departed, role: reason}
        roles = [each for side in sides for each in side]
        outcome = None
        if (len(sides) > 1 and sides_left(sides, departed) <= 1) or all(each in departed for each in persons):
            ranks = placed(roles, list(departed)) if len(sides) > 1 else dict.fromkeys(roles, 2)
            outcome = Outcome(reason, ranks)
        offers = Offers() if outcome else self.offers.without(role)
        return msgspec.structs.replace(self, departed=departed, outcome=outcome, offers=offers)

    def ended(self, reason: Reason, ranks: dict[str, int]) -> Pact:
        """The pact of a round that has ended so."""
        return msgspec.structs.replace(self, outcome=Outcome(reason, ranks), offers=Offers())

    def timed(
        self,
        terms: Terms,
        elapsed: int,
        by: str,
        active: Collection[str],
        *,
        undone: bool = False,
        extra: Mapping[str, int] | None = None,
    ) -> Pact:
        """The pact with its clocks as they are after something that ``by`` did; see `Clocks.after`. Nobody is active when it is
        over."""
        if self.clocks is None or terms.clock is None:
            return self
        clocks = self.clocks.after(terms.clock, elapsed, by, active, undone=undone, extra=extra) if active else None
        if clocks is None:
            clocks = self.clocks.stopped(elapsed)
        for role in self.departed:
            clocks = clocks.without(role)
        return msgspec.structs.replace(self, clocks=clocks)

    def overdue(self, elapsed: int) -> str:
        """Whose time is up, that long after the last row; the first whose flag fell, empty for nobody."""
        due = self.clocks.due() if self.clocks is not None else None
        return due[1] if due is not None and elapsed >= due[0] else ""

    def shown(self, elapsed: int, away: Collection[str]) -> Standing:
        """How it stands that long after the last row, for everybody."""
        clocks = self.clocks or Clocks({})
        return Standing(
            self.begun,
            {
                role: Clock(max(0, had - (elapsed if role in clocks.running else 0)), role in clocks.running)
                for role, had in clocks.left.items()
            },
            self.offers.open,
            self.departed,
            tuple(sorted(away)),
            self.outcome,
        )
