"""Offers that need everybody's consent; each is settled once: agreed, declined, withdrawn or lapsed.

An offer to take back goes with the position. A draw that was offered lapses when somebody answers who has not agreed to it: to
play on is to decline. An offer to end the game stands until it is settled. Who was declined may offer the same again only after
another answer.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rondel.server.protocol import OpenOffer, What
from rondel.server.protocol.refused import Refusal


class Offers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The offers at one table that are open, and what is not to be offered again yet."""

    open: tuple[OpenOffer, ...] = ()
    declined: tuple[tuple[str, str], ...] = ()
    """By role, what was declined since its last answer."""

    def made(self, number: int, what: What, role: str, asked: tuple[str, ...]) -> Offers:
        """With another offer. Refused as ``offered`` where the same is open, or was declined just now."""
        if any(each.what == what for each in self.open):
            raise Refusal("offered", "the same is offered already; settle that offer first")
        if (role, what) in self.declined:
            raise Refusal("offered", "the same was declined; it can be offered again after another answer")
        return Offers((*self.open, OpenOffer(number, what, role, asked)), self.declined)

    def agreed(self, number: int, roles: Collection[str]) -> tuple[Offers, OpenOffer]:
        """With the consent of those; and the offer, which is gone when nobody is left to be asked. Refused as ``no_offer`` when
        none of them is asked."""
        offer = self.find(number)
        asked = tuple([each for each in offer.asked if each not in roles])
        if asked == offer.asked:
            raise Refusal("no_offer", "you are not asked about this offer, or have agreed already")
        offer = msgspec.structs.replace(offer, asked=asked)
        return Offers((*self._but(number), *((offer,) if asked else ())), self.declined), offer

    def decline(self, number: int, role: str) -> Offers:
        """Without an offer that was declined. Refused as ``no_offer`` when the role was not asked."""
        offer = self.find(number)
        if role not in offer.asked:
            raise Refusal("no_offer", "you are not asked about this offer")
        return Offers(self._but(number), (*self.declined, (offer.role, offer.what)))

    def withdrawn(self, number: int, role: str) -> Offers:
        """Without an offer that its maker takes back. Refused as ``no_offer`` when it is another's."""
        offer = self.find(number)
        if role != offer.role:
            raise Refusal("no_offer", "only who has made an offer can withdraw it")
        return Offers(self._but(number), (*self.declined, (offer.role, offer.what)))

    def reconsidered(self, what: What) -> Offers:
        """With nothing of that kind declined: it may be offered again.

        >>> Offers(declined=(("x", "end"), ("x", "draw"))).reconsidered("end").declined
        (('x', 'draw'),)
        """
        return Offers(self.open, tuple([each for each in self.declined if each[1] != what]))

    def answered(self, role: str) -> Offers:
        """What is open after an answer of the role."""
        if not self.open and not self.declined:
            return self
        kept = [each for each in self.open if each.what == "end" or (each.what == "draw" and role not in each.asked)]
        return Offers(tuple(kept), tuple([each for each in self.declined if each[0] != role]))

    def taken_back(self) -> Offers:
        """What is open after answers were taken back."""
        return Offers(tuple([each for each in self.open if each.what == "end"]), self.declined)

    def without(self, role: str) -> Offers:
        """What is open when the role has left the game: its own offers are gone, and so are those that waited for it alone."""
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

    def _but(self, number: int) -> tuple[OpenOffer, ...]:
        return tuple([each for each in self.open if each.number != number])
