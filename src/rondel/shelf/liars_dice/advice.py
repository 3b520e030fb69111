"""Advice for bots that play liar's dice: the estimate, and the dice that were seen."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from rondel.engine import Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.liars_dice.rules import DICE, SIDES, WILD
from rondel.shelf.liars_dice.rules import LiarsDice as Rules


class LiarsDice(Rules):
    """Liar's dice with advice for bots."""

    def estimate(self, role: str) -> float:
        """The role's dice less the mean of the others, and the probability that the standing bid helps it."""
        others = self.dice() - len(self.cups[role])
        worth = (len(self.cups[role]) - others / (len(self.roles) - 1)) / self.option(DICE)
        if self.bid.value and role in (self.bidder.value, self.player):
            doubt = 1 - 2 * self.likely(role)
            worth += (doubt if role == self.player else -doubt) / self.option(DICE)
        return max(-1.0, min(1.0, worth))

    def likely(self, role: str) -> float:
        """The probability that the standing bid is true, by the role's own dice alone."""
        quantity, face = self.standing()
        needed = quantity - len([die for die in self.cups[role] if self.counts(die.face, face)])
        unknown = self.dice() - len(self.cups[role])
        chance = (1 if self.option(WILD) in (0, face) else 2) / SIDES
        return sum(
            [
                comb(unknown, hits) * chance**hits * (1 - chance) ** (unknown - hits)
                for hits in range(max(0, needed), unknown + 1)
            ]
        )

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[dict[str, list[str]]]:
        """For each round, the dice that the role has seen, in any order: its own, and all when the cups were lifted."""
        rounds = [event["args"]["dice"] for event in view["told"] if event["name"] == "lifted"]
        own = [die["face"] for die in view["containers"][f"cup_{role}"]["tokens"]]
        if view["state"] == "Bidding":
            rounds.append({role: own})
        return [{who: rng.shuffled(dice) for who, dice in seen.items()} for seen in rounds]

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for dice that fall as they were seen to have fallen, else 0."""
        number = self.option(DICE) * len(self.roles) - self.dice()
        if move.action != "roll" or number >= len(view["supposed"]):
            return 1.0
        for who, cup in self.cups.items():
            rolled = [die.face for die in cup if die.face]
            if len(rolled) < len(cup):
                seen = view["supposed"][number].get(who)
                return float(seen is None or move.words[0] == seen[len(rolled)])
        return 1.0
