"""Offers that need everybody's consent; each is settled once: agreed, declined, withdrawn or lapsed.

An offer to take back lapses with the position. An offer of a draw or a pause lapses when a role answers that has not agreed to
it: playing on declines it. An offer to end a pause lapses with any answer, which ends the pause. An offer to end the game
stands until it is settled. A declined offer can be made again only after another answer of its role. A rematch is offered when
the round is over.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from rondel.server.protocol import ClosedOffer, Offered, OpenOffer
from rondel.server.protocol.refused import Refusal

_STANDING: Final = ("end", "pause", "resume")
"""The offers that an undo leaves open."""


class Offers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open offers at one table, and the declined ones that cannot be made again yet."""

    open: tuple[OpenOffer, ...] = ()
    declined: tuple[tuple[str, str], ...] = ()
    """Each role with an offer of it that was declined since its last answer."""
    closed: ClosedOffer | None = None
    """The offer that was declined or withdrawn last, until the offers change again."""

    def made(self, number: int, what: Offered, role: str, asked: tuple[str, ...]) -> Offers:
        """The offers with a new one. Refused as ``offered`` where the same is open, or was declined since the role's last
        answer."""
        if any(each.what == what for each in self.open):
            raise Refusal("offered", "the same is offered already; settle that offer first")
        if (role, what) in self.declined:
            raise Refusal("offered", "the same was declined; it can be offered again after another answer")
        return Offers((*self.open, OpenOffer(number, what, role, asked)), self.declined)

    def agreed(self, number: int, roles: Collection[str]) -> tuple[Offers, OpenOffer]:
        """The offers after these roles agree, and the offer, which is closed when nobody is left to be asked. Refused as
        ``no_offer`` when none of the roles is asked."""
        offer = self.find(number)
        asked = tuple([each for each in offer.asked if each not in roles])
        if asked == offer.asked:
            raise Refusal("no_offer", "you are not asked about this offer, or have agreed already")
        offer = msgspec.structs.replace(offer, asked=asked)
        return Offers((*self._but(number), *((offer,) if asked else ())), self.declined), offer

    def decline(self, number: int, role: str) -> Offers:
        """The offers without a declined one. Refused as ``no_offer`` when the role was not asked."""
        offer = self.find(number)
        if role not in offer.asked:
            raise Refusal("no_offer", "you are not asked about this offer")
        return self._closed(offer, role)

    def withdrawn(self, number: int, role: str) -> Offers:
        """The offers without one that its maker withdraws. Refused as ``no_offer`` when another role has made it."""
        offer = self.find(number)
        if role != offer.role:
            raise Refusal("no_offer", "only who has made an offer can withdraw it")
        return self._closed(offer, role)

    def reconsidered(self, what: Offered) -> Offers:
        """The offers with none of that kind declined: it may be offered again.

        >>> Offers(declined=(("x", "end"), ("x", "draw"))).reconsidered("end").declined
        (('x', 'draw'),)
        """
        return Offers(self.open, tuple([each for each in self.declined if each[1] != what]))

    def answered(self, role: str) -> Offers:
        """The offers that stay open after an answer of the role."""
        if not self.open and not self.declined:
            return self
        kept = [each for each in self.open if each.what == "end" or (each.what in ("draw", "pause") and role not in each.asked)]
        return Offers(tuple(kept), tuple([each for each in self.declined if each[0] != role]))

    def paused(self) -> Offers:
        """The offers that stay open after a pause has begun or ended by agreement."""
        return Offers(tuple([each for each in self.open if each.what not in ("pause", "resume")]), self.declined)

    def taken_back(self) -> Offers:
        """The offers that stay open after an undo."""
        return Offers(tuple([each for each in self.open if each.what in _STANDING]), self.declined)

    def over(self) -> Offers:
        """The offers that stay open after the round is over.

        >>> draw, rematch = OpenOffer(1, "draw", "x", ("o",)), OpenOffer(2, "rematch", "x", ("o",))
        >>> Offers((draw, rematch)).over().open == (rematch,)
        True
        """
        kept = tuple([each for each in self.open if each.what == "rematch"])
        return self if kept == self.open else Offers(kept, self.declined)

    def again(self, number: int, held: Sequence[str], others: Sequence[str], gone: Collection[str]) -> Offers | None:
        """The offers after a client with these roles wants to play again: with its own rematch to the ``others``, or with its
        consent to an open one; None where nobody is left to be asked. A rematch lapses to which somebody has agreed who has
        ``gone``. Refused as ``offered`` where the client has agreed already, or its own rematch was declined."""
        found = self.rematch()
        if found is None or any(role in gone for role in others if role not in found.asked):
            asked = tuple(others)
            if not asked:
                return None
            return Offers(() if found is None else self._but(found.number), self.declined).made(
                number, "rematch", held[0], asked
            )
        if not set(held).intersection(found.asked):
            raise Refusal("offered", "you have agreed to a rematch already; it begins when the others agree")
        offers, found = self.agreed(found.number, held)
        return offers if found.asked else None

    def rematch(self) -> OpenOffer | None:
        """The open offer of a rematch, if there is one."""
        return next((each for each in self.open if each.what == "rematch"), None)

    def without(self, role: str) -> Offers:
        """The offers that stay open after the role leaves the game: its own are closed, and so are those that waited for it
        alone."""
        kept = []
        for each in self.open:
            asked = tuple([other for other in each.asked if other != role])
            if each.role != role and asked:
                kept.append(msgspec.structs.replace(each, asked=asked))
        return Offers(tuple(kept), tuple([each for each in self.declined if each[0] != role]))

    def find(self, number: int) -> OpenOffer:
        """The open offer of that number. Refused as ``no_offer`` when there is none."""
        for each in self.open:
            if each.number == number:
                return each
        raise Refusal("no_offer", "there is no such offer, or it is settled")

    def _closed(self, offer: OpenOffer, by: str) -> Offers:
        declined = (*self.declined, (offer.role, offer.what))
        return Offers(self._but(offer.number), declined, ClosedOffer(offer.what, offer.role, by))

    def _but(self, number: int) -> tuple[OpenOffer, ...]:
        return tuple([each for each in self.open if each.number != number])
