"""What a player has seen of one deal: the cards in the order in which they left the stock, as far as they are known.

All cards of the stock leave it before it is renewed, so that a card played by somebody was drawn from the stock that it last
lay in. Who is left with cards at the end of a deal shows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK

TABLE: Final = ""
"""Who receives the card that is turned up."""


class Stock:
    """One stock: the cards in it at first, the number of cards that had left earlier ones, and what is known of its order."""

    def __init__(self, cards: Sequence[str], start: int) -> None:
        self.cards = cards
        self.start = start
        self.known: dict[int, str] = {}
        """The known cards by their place among all that leave a stock."""
        self.kept: set[int] = set()
        """The places of the cards that went back into the stock."""
        self.had: list[tuple[int, str, str]] = []
        """The cards that others have got from it: the number of cards that had left by then, the player and the card."""

    def sample(self, takers: Sequence[str], rng: SeededRandom) -> list[str] | None:
        """The cards of this stock in a random order that agrees with what is known; None if there is none.

        ``takers`` has the player who got each of all cards that have left a stock.
        """
        end = self.start + len(self.cards) + len(self.kept)
        order = dict(self.known)
        for before, role, card in sorted(self.had):
            free = [place for place in range(self.start, min(before, end)) if takers[place] == role and place not in order]
            if not free:
                return None
            order[free[rng.below(len(free))]] = card
        used = {card for place, card in order.items() if place not in self.kept}
        rest = rng.shuffled([card for card in self.cards if card not in used])
        return [order[place] if place in order else rest.pop() for place in range(self.start, end)]

    def places(self, card: str) -> bool:
        """Whether it is known when a card left this stock for good."""
        return any(each == card and place not in self.kept for place, each in self.known.items())


class Memory:
    """What ``reader`` was told of a deal, from the event in which its own hand was dealt."""

    def __init__(
        self, roles: Sequence[str], reader: str, size: int, turned_over: bool, told: Sequence[Mapping[str, Any]]
    ) -> None:
        self.dealer = ""
        """The dealer; empty if the deal was not seen."""
        self.hands = len(roles) * size
        self.takers: list[str] = []
        """Who got each of the cards that have left the stock."""
        self.stocks = [Stock(PACK, 0)]
        self._roles = roles
        self._reader = reader
        self._turned_over = turned_over
        self._lies: dict[str, Stock] = dict.fromkeys(PACK, self.stocks[0])
        self._discards: list[str] = []
        for event in told:
            self._learn(event["name"], event["role"] or "", event["args"])

    def _learn(self, name: str, role: str, args: Mapping[str, Any]) -> None:
        place = len(self.takers)
        stock = self.stocks[-1]
        if name == "dealt":
            self.dealer = args["dealer"]
            first = self._roles.index(self.dealer) + 1
            self.takers = [self._roles[(first + place) % len(self._roles)] for place in range(self.hands)]
            own = [place for place in range(self.hands) if self.takers[place] == self._reader]
            stock.known.update(zip(own, args["cards"], strict=True))
        elif name in ("buried", "starter"):
            stock.known[place] = args["card"]
            self.takers.append(TABLE)
            if name == "buried":
                stock.kept.add(place)
            else:
                self._discards.append(args["card"])
        elif name == "drawn":
            self.takers.append(args["player"])
            if "card" in args:
                stock.known[place] = args["card"]
        elif name == "play":
            self._has_had(role, args["card"])
            self._discards.append(args["card"])
        elif name == "left":
            for card in args["cards"]:
                self._has_had(args["player"], card)
        elif name == "renewed":
            self._renew(place)

    def _has_had(self, role: str, card: str) -> None:
        """A card that a player shows has come to it before."""
        last = self._lies[card]
        if role != self._reader and not last.places(card):
            last.had.append((len(self.takers), role, card))

    def _renew(self, place: int) -> None:
        """The discard pile but for its last card is the stock now."""
        cards = self._discards[:-1]
        self._discards = self._discards[-1:]
        stock = Stock(cards, place)
        if self._turned_over:
            stock.known.update(enumerate(cards, place))
        self._lies.update(dict.fromkeys(cards, stock))
        self.stocks.append(stock)

    def order(self, rng: SeededRandom) -> list[str]:
        """All cards in a random order in which they may have left the stock, and may leave it until it is renewed; empty if
        there is none."""
        found: list[str] = []
        for stock in self.stocks:
            sampled = stock.sample(self.takers, rng) if self.dealer else None
            if sampled is None:
                return []
            found += sampled
        return found
