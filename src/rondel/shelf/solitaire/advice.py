"""Advice for bots that play Solitaire: the cards at home, those turned up, and those out of the stock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.belief.dealt_cards import rounds_told
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK
from rondel.shelf.solitaire.rules import ALL, COLUMNS
from rondel.shelf.solitaire.rules import Solitaire as Rules

TURNED: Final = 1.4
"""What a card that is turned up is worth, in cards at home."""
USED: Final = 0.5
"""What a card is worth that has come from the stock."""
READY: Final = 0.2
"""What it is worth that the last card of the waste can be moved."""
ONWARD: Final = 0.002
"""What a turn of the stock is worth, so that no move in vain is better."""
DOWN: Final = COLUMNS * (COLUMNS - 1) // 2
STOCK: Final = ALL - DOWN - COLUMNS


class Solitaire(Rules):
    """Solitaire with advice for bots."""

    def estimate(self, role: str) -> float:
        """How far the game has come, by what lies open, from -1 to 1."""
        if self.is_over:
            return self.utility(role)
        down = sum([len([card for card in column if card.face_down]) for column in self.columns])
        left = len(self.stock) + len(self.waste)
        worth = self.at_home() + TURNED * (DOWN - down) + USED * (STOCK - left)
        if len(self.waste) and any(self.takes(column, self.waste[-1]) for column in self.columns):
            worth += READY
        worth += ONWARD * (len(self.waste) + STOCK * self.turned_over.value)
        return max(-1.0, min(1.0, 2 * worth / (ALL + TURNED * DOWN + USED * STOCK) - 1))

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[str]:
        """The cards in the order in which they were dealt: those that have been seen where they lay, the others as chance has
        it."""
        dealt = [""] * ALL
        for event in rounds_told(view["told"], "")[0]:
            args = event["args"]
            if event["name"] == "turned":
                dealt[args["column"] * (args["column"] - 1) // 2 + args["at"]] = args["card"]
            elif event["name"] == "drawn" and not dealt[DOWN + COLUMNS + args["at"]]:
                dealt[DOWN + COLUMNS + args["at"]] = args["card"]
        rest = rng.shuffled([face for face in PACK if face not in dealt])
        return [face or rest.pop() for face in dealt]

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for the cards that were supposed to be dealt, else 0."""
        if move.role != CHANCE:
            return 1.0
        number = len(self.stock) + sum([len(column) for column in self.columns])
        return float(move.words[0] == view["supposed"][number])
