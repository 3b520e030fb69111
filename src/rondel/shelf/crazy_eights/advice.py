"""Advice for bots that play Crazy Eights: how soon a hand is empty, and what the others may hold.

The estimate uses the player's own hand, the numbers of cards that the others hold, and the card on the discard pile.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.belief.dealt_cards import rounds_told
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import rank, suit
from rondel.shelf.crazy_eights.memory import Memory
from rondel.shelf.crazy_eights.rules import EMPTY, HANDS, ONE_DEAL, SCORING, TARGET, WILD
from rondel.shelf.crazy_eights.rules import CrazyEights as Rules

MEAN: Final = 7.0
"""The points expected of a card in the hand of another player."""
PACE: Final = 0.6
"""How much likelier a player is to be out first with one card fewer, as a logarithm."""
EIGHT: Final = 2.0
"""How many cards fewer an eight makes of a hand."""
FITTING: Final = 0.4
"""How many cards fewer a card makes of a hand that could be played now."""
PLAIN: Final = 100.0
"""In a game of one deal, a lead of this many points is taken for almost a win."""


class CrazyEights(Rules):
    """Crazy Eights with advice for bots."""

    def estimate(self, role: str) -> float:
        """The lead of the role over the mean of the others, with what the deal promises, as a part of the points that end the
        game."""
        others = [self.score(each) for each in self.roles if each != role]
        lead = self.score(role) - sum(others) / len(others)
        if len(self.discards) and self.state not in ("NextDeal", "GameEnd"):  # the deal is done, and not over
            lead += self._promised(role)
        scale = PLAIN if self.option(ONE_DEAL) else max(PLAIN, float(self.option(TARGET)))
        return max(-0.99, min(0.99, lead / scale))

    def _promised(self, role: str) -> float:
        """The points that the deal promises the role: those of the others if it is out first, less its own if another is."""
        needed = {each: float(len(self.hands[each])) for each in self.roles}
        needed[self.player] += self.due.value
        needed[role] -= self._ease(role)
        weights = {each: exp(-PACE * cards) for each, cards in needed.items()}
        share = weights[role] / sum(weights.values())
        theirs = MEAN * sum([len(self.hands[each]) for each in self.roles if each != role])
        lost = (1 - share) * self.left(role)
        if self.option(SCORING) == "each":
            return share * theirs / (len(self.roles) - 1) - lost
        return share * theirs - lost / (len(self.roles) - 1)

    def _ease(self, role: str) -> float:
        """How many cards the hand of a role is better than its number says: by its eights, and by cards that fit now."""
        wanted, like = self.suit(), rank(self.discards[-1])
        eights = fitting = 0
        for card in self.hands[role]:
            if rank(card) == WILD:
                eights += 1
            elif suit(card) == wanted or rank(card) == like:
                fitting += 1
        return EIGHT * eights + FITTING * min(3, fitting)

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> dict[int, list[str]]:
        """Each deal by its number: the cards in the order in which they leave the stock. By 0 the first dealer."""
        rounds = rounds_told(view["told"], "next_deal")
        first = view["props"]["deal_num"] - len(rounds) + 1
        supposed: dict[int, list[str]] = {}
        for number, told in enumerate(rounds, first):
            memory = Memory(self.roles, role, HANDS[len(self.roles)], self.option(EMPTY) == "turn over", told)
            supposed[number] = memory.order(rng)
            supposed.setdefault(0, [memory.dealer])
        return supposed

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 if the first dealer is known, and a card is dealt to the supposed player or drawn in the supposed order; else 0."""
        if move.role != CHANCE:
            return 1.0
        if move.action != "draw":
            dealer = view["supposed"][0][0]
            return float(move.words[0] == dealer) if dealer else 1.0
        order = view["supposed"].get(self.deal_num.value)
        seats = len(self.roles)
        hands = seats * HANDS[seats]
        if self.state == "Deal":  # in whatever order, as the hands are sorted
            place = sum([len(hand) for hand in self.hands.values()])
            return float(move.words[0] in order[place % seats : hands : seats]) if order else 1.0
        place = self.dealt.value
        return float(order[place] == move.words[0]) if order and place < len(order) else 1.0
