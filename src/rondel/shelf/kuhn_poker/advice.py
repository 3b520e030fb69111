"""Advice for bots that play Kuhn poker: the estimate, and the possible cards of the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine import Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.kuhn_poker.rules import HANDS, RANKS
from rondel.shelf.kuhn_poker.rules import KuhnPoker as Rules


class KuhnPoker(Rules):
    """Kuhn poker with advice for bots."""

    def estimate(self, role: str) -> float:
        """In chips, as `utility`: a king is worth those at stake, a jack costs them, a queen is worth nothing until the end."""
        if self.is_over:
            return self.score(role)
        expected = sum([(RANKS.index(card.face) - 1) * self.staked(role) for card in self.hands[role]])
        return self.score(role) + expected

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[dict[str, str]]:
        """For each hand the cards that the role has seen, by their holders: its own, and those that were shown."""
        hands: list[dict[str, str]] = [{} for _each in range(self.option(HANDS) + 1)]
        for each in view["seen"]:
            for card in each["containers"][f"hand_{role}"]["tokens"]:
                hands[self.option(HANDS) - each["props"]["hands_left"]][role] = card["face"]
        number = 0
        for event in view["told"]:
            if event["name"] == "show":
                hands[number][event["args"]["player"]] = event["args"]["card"]
            number += event["name"] == "win"
        return hands

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for a deal of the cards that were seen, else 0: each holder gets the card that was seen there, and no other one."""
        if move.action != "draw":
            return 1.0
        seen = view["supposed"][self.option(HANDS) - self.hands_left.value]
        due = seen.get(self.player)
        return float(move.words[0] == due if due else move.words[0] not in seen.values())
