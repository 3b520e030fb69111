"""Negotiation: applies one message about offers, departures or the start of a game.

It reads the table's state at that moment and returns the next state; it changes nothing. The caller has checked that the sender
holds the role and that the message is about this round.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from rondel.server.protocol import Agree, Claim, Decline, Offer, OpenOffer, Reason, Resign, Start, Terms, What, Withdraw
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements.offers import Offers
from rondel.server.table.agreements.table_state import TableState
from rondel.server.table.entries import SeatEntry, pace
from rondel.server.table.final_ranks import placed

Settling = Start | Resign | Claim | Offer | Agree | Decline | Withdraw
"""The messages about offers, departures and the start."""


LONGEST: Final = {"live": 15 * 60_000, "days": 14 * 86_400_000}
"""Milliseconds that a pause lasts at most, by the pace of the table. It can be agreed upon again."""


def longest_pause(terms: Terms) -> int:
    """Milliseconds that a pause lasts at most.

    >>> from rondel.server.protocol import Fischer, PerMove
    >>> longest_pause(Terms(Fischer(300))), longest_pause(Terms(PerMove(86_400)))
    (900000, 1209600000)
    """
    return LONGEST["days" if pace(terms) == "days" else "live"]


class Settled(msgspec.Struct, frozen=True):
    """The result of such a message."""

    state: TableState
    undone: str = ""
    """The role whose last answer is to be taken back, since all have agreed."""
    pause: int | None = None
    """The milliseconds for which the clocks stand from now on, since all have agreed; 0 where they run again."""


class Negotiation(msgspec.Struct, frozen=True):
    """A table at the moment of a message.

    >>> seats = (SeatEntry("x", "person"), SeatEntry("o", "person"))
    >>> negotiation = Negotiation(TableState(), Terms(), seats, "x", (("x",), ("o",)), ("o",), {}, 7)
    >>> negotiation.said(Offer("m", "x", "draw", 7), ["x"]).state.offers.open
    (OpenOffer(number=8, what='draw', role='x', asked=('o',)),)
    """

    state: TableState
    terms: Terms
    seats: Sequence[SeatEntry]
    host: str
    sides: Sequence[Sequence[str]]
    """The roles that win and lose together, by the rules."""
    active: tuple[str, ...]
    """The roles that the table waits for."""
    extra: Mapping[str, int]
    """The milliseconds that the rules have just given to each role."""
    seq: int
    """The number of the last row."""
    elapsed: int = 0
    """Milliseconds since that row."""
    away: frozenset[str] = frozenset()
    """The roles whose holders have been away for as long as the terms say."""

    def said(self, message: Settling, held: Collection[str]) -> Settled:
        """The result of a message of a client that holds these roles. Refused where the message does not apply."""
        offers = self.state.offers
        match message:
            case Start(role=role):
                return Settled(self._started(role))
            case Resign(role=role):
                return Settled(self.left_by(role, "resigned"))
            case Claim(role=role):
                return Settled(self._claimed(role))
            case Offer():
                return self._offered(message, held)
            case Agree():
                return self._agreed(message)
            case Decline(role=role, offer=number):
                return Settled(self._with(offers.decline(number, role)))
            case Withdraw(role=role, offer=number):
                return Settled(self._with(offers.withdrawn(number, role)))

    def begun(self) -> TableState:
        """The state at the beginning of the game: persons have clocks, bots have none."""
        return self.state.begin(self.terms, self._persons(), self.active, self.extra)

    def left_by(self, role: str, reason: Reason) -> TableState:
        """The state after a role leaves the game."""
        return self.state.left_by(role, reason, self.sides, self._persons())

    def outvoted(self) -> OpenOffer | None:
        """The offer to end the game, if all players who have not agreed to it are away."""
        vote = self.state.vote(self.terms)
        return vote if vote is not None and self.away.issuperset(vote.asked) else None

    def taking_effect(self, offer: OpenOffer) -> Settled:
        """The result of an offer to which all have agreed."""
        match offer.what:
            case "draw":
                ranks = placed([seat.role for seat in self.seats], list(self.state.departed))
                return Settled(self.state.ended("agreed", ranks))
            case "end":
                return Settled(self.state.ended("ended", {}))
            case "undo":
                return Settled(self.state, offer.role)
            case "pause":
                return Settled(self._with(self.state.offers.paused()), pause=longest_pause(self.terms))
            case "resume":
                return Settled(self._with(self.state.offers.paused()), pause=0)
            case "rematch":
                raise Refusal("no_offer", "agree to a rematch with the message 'again'")

    def again(self, held: Sequence[str], present: Collection[str] | None) -> TableState | None:
        """The state after a client with these roles wants a rematch; None where the next round begins. ``present`` are the
        roles whose holders are connected, where that matters."""
        persons = self._persons()
        others = [role for role in persons if role not in held]
        gone = () if present is None else [role for role in persons if role not in present]
        offers = self.state.offers.again(self.seq + 1, held, others, gone)
        return None if offers is None else self._with(offers)

    def _started(self, role: str) -> TableState:
        if self.state.begun:
            raise Refusal("begun", "the game has begun already")
        if role != self.host:
            raise Refusal("not_host", "only the host of this table starts the game")
        if any(seat.kind == "open" for seat in self.seats):
            raise Refusal("open_seats", "the game can start when no seat is open")
        return self.begun()

    def _claimed(self, role: str) -> TableState:
        if self.terms.absence.policy != "claim":
            raise Refusal("no_claim", "by the terms of this table the win cannot be claimed")
        away = [each for each in self.active if each != role and each in self.away]
        if not away or role in self.active:
            raise Refusal(
                "no_claim", "the win can be claimed when the other, for whom the game waits, has been away for long enough"
            )
        return self.left_by(away[0], "claimed")

    def _offered(self, message: Offer, held: Collection[str]) -> Settled:
        role, what = message.role, message.what
        playing = [seat for seat in self.seats if seat.role not in self.state.departed]
        if what == "draw" and (len(self.sides) < 2 or any(seat.kind == "bot" for seat in playing)):
            raise Refusal("no_draw", "a draw is for two or more sides, and a bot agrees to none")
        if what in ("pause", "resume"):
            self._check_pause(what)
        votes = what == "end" and self.terms.absence.policy == "vote"
        passed_over = {*held, role, *(self.away if votes else ())}
        asked = tuple([seat.role for seat in playing if seat.kind == "person" and seat.role not in passed_over])
        offers = self.state.offers
        if votes and self.away.intersection(self.active) and self.elapsed >= 1_000 * self.terms.absence.after:
            offers = offers.reconsidered(what)  # else an absent player could prevent every further offer
        offers = offers.made(self.seq + 1, what, role, asked)
        return Settled(self._with(offers)) if asked else self.taking_effect(offers.find(self.seq + 1))

    def _agreed(self, message: Agree) -> Settled:
        agreeing = {message.role}
        offer = self.state.offers.find(message.offer)
        if offer.what == "rematch":
            return self.taking_effect(offer)
        if offer.what == "end" and self.terms.absence.policy == "vote":
            agreeing.update(self.away)  # absent players count as agreeing
        if message.role not in offer.asked:
            raise Refusal("no_offer", "you are not asked about this offer, or have agreed already")
        offers, offer = self.state.offers.agreed(message.offer, agreeing)
        return Settled(self._with(offers)) if offer.asked else self.taking_effect(offer)

    def _check_pause(self, what: What) -> None:
        """Refuse a pause where none can be, and its end where there is none."""
        if self.state.clocks is None:
            raise Refusal("no_pause", "no clock runs at this table, so that nothing can be paused")
        if not self.terms.pauses:
            raise Refusal("no_pause", "by the terms of this table its clocks are not paused")
        if (what == "pause") == bool(self.state.pause_left(self.elapsed)):
            raise Refusal("no_pause", "the game is paused already" if what == "pause" else "the game is not paused")

    def _with(self, offers: Offers) -> TableState:
        return msgspec.structs.replace(self.state, offers=offers)

    def _persons(self) -> list[str]:
        return [seat.role for seat in self.seats if seat.kind == "person"]
