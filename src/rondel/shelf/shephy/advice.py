"""Advice for bots that play Shephy: how likely the shepherd is to win."""

from __future__ import annotations

from rondel.shelf.shephy.cards import rank_of
from rondel.shelf.shephy.prospects import LAST, chance
from rondel.shelf.shephy.rules import ROUNDS
from rondel.shelf.shephy.rules import Shephy as Rules


class Shephy(Rules):
    """Shephy with advice for bots."""

    def estimate(self, role: str) -> float:
        """The probability of a win, by the cards that the shepherd sees, scaled to -1 to 1."""
        if self.is_over:
            return self.utility(role)
        coming = [card.face for card in self.hand] + [card.face for card in self.deck]
        gone = [card.face for card in self.discard]
        return 2 * chance([rank_of(sheep) for sheep in self.field], coming, gone, self.round_number()) - 1

    def round_number(self) -> int:
        """The number of the round, counted so that the last one is `LAST`; where there is none, the first."""
        rounds = self.option(ROUNDS)
        left = rounds - len(str(self.enemy.value)) if rounds else LAST
        return LAST - max(0, min(LAST, left))
