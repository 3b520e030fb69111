"""The state of a table besides the position: clocks, offers, departures and outcome, and how each event changes it.

It is a value. Every row of the log after which the state is not the plain one holds it whole, so that opening a table computes
nothing of it again. It knows the terms and the seats, and no rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from rondel.server.protocol import Json, OpenOffer, Outcome, Reason, Standing, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements.offers import Offers
from rondel.server.table.final_ranks import placed, sides_left
from rondel.server.table.time_controls import Clocks


class Overdue(Exception):
    """The flag of a role has fallen: a `Tick` is to be stepped first."""


class Standstill(msgspec.Struct, frozen=True):
    """Clocks that stand from a row on: that of a role whose holder is on vacation, or all of them in a pause."""

    ms: int
    """For how many milliseconds; 0 lets them run."""
    role: str = ""
    """Empty for all."""
    until: int = 0
    """When the vacation ends at the latest, in milliseconds since 1970; 0 where it is over."""


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Clocks, offers, departures and outcome; the plain state has none of them.

    >>> TableState() == msgspec.json.decode(msgspec.json.encode(TableState()), type=TableState)
    True
    """

    begun: bool = True
    """Whether people may answer."""
    clocks: Clocks | None = None
    offers: Offers = Offers()
    departed: dict[str, Reason] = {}
    """The roles that have left the game, in order, and why."""
    outcome: Outcome | None = None
    """The outcome of the round, where it did not end by the rules alone."""
    vacations: dict[str, int] = {}
    """When the vacation of a role's holder ends at the latest, in milliseconds since 1970."""

    @classmethod
    def first(cls, terms: Terms) -> TableState:
        """The state of a new table."""
        return cls(begun=terms.clock is None and terms.start == "at_once")

    def begin(
        self, terms: Terms, timed: Sequence[str], active: Collection[str], extra: Mapping[str, int] | None = None
    ) -> TableState:
        """The state at the beginning of a round; ``extra`` is the time that the rules give."""
        return TableState(clocks=None if terms.clock is None else Clocks.begin(terms.clock, timed, active, extra))

    def left_by(self, role: str, reason: Reason, sides: Sequence[Sequence[str]], persons: Collection[str]) -> TableState:
        """The state after a role leaves the game. The round is over when one side of several is left, or no person plays on.
        Roles that stayed rank before roles that left. In a game with one side, leaving it loses."""
        departed = {**self.departed, role: reason}
        roles = [each for side in sides for each in side]
        outcome = None
        if (len(sides) > 1 and sides_left(sides, departed) <= 1) or all(each in departed for each in persons):
            ranks = placed(roles, list(departed)) if len(sides) > 1 else dict.fromkeys(roles, 2)
            outcome = Outcome(reason, ranks)
        offers = Offers() if outcome else self.offers.without(role)
        return msgspec.structs.replace(self, departed=departed, outcome=outcome, offers=offers)

    def lapsed(self, by: str, *, undone: bool) -> TableState:
        """The state with the offers that stay open after an answer of the role ``by``, if any, or after an undo."""
        if by:
            return msgspec.structs.replace(self, offers=self.offers.answered(by))
        return msgspec.structs.replace(self, offers=self.offers.taken_back()) if undone else self

    def decided(self, roles: Sequence[str], ranks: Mapping[str, int] | None) -> TableState:
        """The state of a round that is over by its rules with these ranks: roles that left before rank last, and no offer is
        open but a rematch."""
        if self.departed and self.outcome is None:
            return self.ended("rules", placed(roles, list(self.departed), ranks))
        return msgspec.structs.replace(self, offers=self.offers.over())

    def ended(self, reason: Reason, ranks: dict[str, int]) -> TableState:
        """The state of a round with that outcome."""
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
        """The state with its clocks after an action of ``by``; see `Clocks.after`. ``active`` is empty when the round is
        over."""
        if self.clocks is None or terms.clock is None:
            return self
        clocks = self.clocks.after(terms.clock, elapsed, by, active, undone=undone, extra=extra) if active else None
        if clocks is None:
            clocks = self.clocks.stopped(elapsed)
        for role in self.departed if self.outcome is None else ():  # at the end everybody sees how much time was left
            clocks = clocks.without(role)
        return msgspec.structs.replace(self, clocks=clocks)

    def standing_still(self, still: Standstill) -> TableState:
        """The state with clocks that stand from the last row on; as it is where there are none."""
        if self.clocks is None:
            return self
        if not still.role:
            return msgspec.structs.replace(self, clocks=self.clocks.pausing(still.ms))
        vacations = {role: until for role, until in self.vacations.items() if role != still.role}
        if still.until:
            vacations = {**vacations, still.role: still.until}
        return msgspec.structs.replace(self, clocks=self.clocks.waiting(still.role, still.ms), vacations=vacations)

    def standing(self) -> dict[str, int]:
        """The milliseconds from the last row on in which the clock of each role stands, where it does."""
        return {} if self.clocks is None else self.clocks.standing()

    def pause_left(self, elapsed: int) -> int:
        """The milliseconds of a pause that are left, that long after the last row; 0 where there is none."""
        return 0 if self.clocks is None else max(0, self.clocks.paused - elapsed)

    def overdue(self, elapsed: int) -> str:
        """The role whose flag has fallen first, that long after the last row; empty for none."""
        due = self.clocks.due() if self.clocks is not None else None
        return due[1] if due is not None and elapsed >= due[0] else ""

    def check_playing(self, role: str) -> None:
        """Refuse an action before the game begins, after it is over, or of a role that has left it."""
        if not self.begun:
            raise Refusal("not_begun", "the game has not begun yet")
        if self.outcome is not None:
            raise Refusal("game_over", "the game is over")
        if role in self.departed:
            raise Refusal("departed", "you have left this game; you may play in the next one")

    def vote(self, terms: Terms) -> OpenOffer | None:
        """The open offer to end the game, where the terms count absent players as agreeing."""
        if terms.absence.policy != "vote":
            return None
        return next((each for each in self.offers.open if each.what == "end"), None)

    def over(self, role: str, view: Json) -> Json:
        """The rules' view for a role, changed by the outcome and by departures.

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
        """The public form of the state, that long after the last row."""
        clocks = self.clocks or Clocks({})
        return Standing(
            self.begun,
            {role: clocks.shown(role, elapsed) for role in clocks.left},
            self.offers.open,
            self.departed,
            tuple(sorted(away)),
            self.outcome,
            self.offers.closed or UNSET,
            self.pause_left(elapsed) or UNSET,
            {role: until for role, until in self.vacations.items() if clocks.waits.get(role, 0) > elapsed} or UNSET,
        )


PLAIN: Final = TableState()
"""The state of a table with no clocks, offers, departures or outcome: most tables, most of the time."""


def plain(state: TableState) -> TableState:
    """The state, or `PLAIN` itself where it is equal, so that ``is PLAIN`` can be asked.

    >>> plain(TableState(begun=True)) is PLAIN, plain(TableState(begun=False)) is PLAIN
    (True, False)
    """
    return PLAIN if state == PLAIN else state
