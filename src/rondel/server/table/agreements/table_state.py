"""The state of a table besides the position: clocks, offers, departures and outcome, and how each event changes it.

It is a value: every row of the log after which it is not the plain one holds it whole, so that nothing of it has to be worked
out again when the table is opened. It knows the terms and the seats, and no rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from rondel.server.protocol import Clock, Json, OpenOffer, Outcome, Reason, Standing, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements.offers import Offers
from rondel.server.table.places import placed, sides_left
from rondel.server.table.time_controls import Clocks


class Overdue(Exception):
    """Somebody's time is up: that comes first."""


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Clocks, offers, who has left, and how it ended; the plain one has nothing of it.

    >>> TableState() == msgspec.json.decode(msgspec.json.encode(TableState()), type=TableState)
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
    def first(cls, terms: Terms) -> TableState:
        """The state of a table at which nothing has happened yet."""
        return cls(begun=terms.clock is None and terms.start == "at_once")

    def begin(
        self, terms: Terms, timed: Sequence[str], active: Collection[str], extra: Mapping[str, int] | None = None
    ) -> TableState:
        """The state as a round begins; ``extra`` is the time that the rules give then."""
        return TableState(clocks=None if terms.clock is None else Clocks.begin(terms.clock, timed, active, extra))

    def left_by(self, role: str, reason: Reason, sides: Sequence[Sequence[str]], persons: Collection[str]) -> TableState:
        """The state when somebody leaves the game. The round is over when one side is left of several, or no person plays on;
        who stayed comes before who left. Alone or together against the game they have lost to it."""
        departed = {**self.departed, role: reason}
        roles = [each for side in sides for each in side]
        outcome = None
        if (len(sides) > 1 and sides_left(sides, departed) <= 1) or all(each in departed for each in persons):
            ranks = placed(roles, list(departed)) if len(sides) > 1 else dict.fromkeys(roles, 2)
            outcome = Outcome(reason, ranks)
        offers = Offers() if outcome else self.offers.without(role)
        return msgspec.structs.replace(self, departed=departed, outcome=outcome, offers=offers)

    def lapsed(self, by: str, *, undone: bool) -> TableState:
        """The state with the offers that are still open after an answer of ``by`` (nobody's, if empty), or after one was taken
        back."""
        if by:
            return msgspec.structs.replace(self, offers=self.offers.answered(by))
        return msgspec.structs.replace(self, offers=self.offers.taken_back()) if undone else self

    def decided(self, roles: Sequence[str], ranks: Mapping[str, int] | None) -> TableState:
        """The state of a round that is over by its rules, which have ranked the roles so: who left before comes last, and no
        offer is open."""
        if self.departed and self.outcome is None:
            return self.ended("rules", placed(roles, list(self.departed), ranks))
        return msgspec.structs.replace(self, offers=Offers()) if self.offers.open else self

    def ended(self, reason: Reason, ranks: dict[str, int]) -> TableState:
        """The state of a round that has ended so."""
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
    ) -> TableState:
        """The state with its clocks as they are after something that ``by`` did; see `Clocks.after`. Nobody is active when it
        is over."""
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

    def check_playing(self, role: str) -> None:
        """Refuse what is only for those who play on, in a game that goes on; no role stands for one that may do so."""
        if not self.begun:
            raise Refusal("not_begun", "the game has not begun yet")
        if self.outcome is not None:
            raise Refusal("game_over", "the game is over")
        if role in self.departed:
            raise Refusal("departed", "you have left this game; you may play in the next one")

    def vote(self, terms: Terms) -> OpenOffer | None:
        """The open offer to end the game, where who is away does not keep the others."""
        if terms.absence.policy != "vote":
            return None
        return next((each for each in self.offers.open if each.what == "end"), None)

    def over(self, role: str, view: Json) -> Json:
        """The rules' view for a role, with what has been settled laid over it: how the round has ended, and who plays no more.

        >>> TableState(departed={"x": "resigned"}).over("x", {"over": False, "moves": ["pass"]})
        {'over': False, 'moves': []}
        """
        if self.outcome is not None:
            first = [each for each, rank in self.outcome.ranks.items() if rank == 1]
            ended = {"over": True, "active": [], "moves": [], "question": None}
            view = {**view, **ended, "ranks": self.outcome.ranks or None, "winners": first}
            view.pop("several", None)
        elif not self.begun or role in self.departed:
            view = {**view, "moves": []}
            view.pop("several", None)
        return view

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


PLAIN: Final = TableState()
"""The state of a table at which nothing is timed, offered or otherwise settled: most tables, most of the time."""


def plain(state: TableState) -> TableState:
    """The state, and `PLAIN` itself where it is like it, so that it can be told at a glance.

    >>> plain(TableState(begun=True)) is PLAIN, plain(TableState(begun=False)) is PLAIN
    (True, False)
    """
    return PLAIN if state == PLAIN else state
