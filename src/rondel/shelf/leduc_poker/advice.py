"""Advice for bots that play Leduc poker: the estimate, and the possible cards of the others and of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine import Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.leduc_poker.rules import CARDS, HANDS
from rondel.shelf.leduc_poker.rules import LeducPoker as Rules


class LeducPoker(Rules):
    """Leduc poker with advice for bots."""

    def estimate(self, role: str) -> float:
        """In chips, as `utility`: the score, and the stake times the share of the other's possible cards that are beaten now,
        less the share of those that win."""
        expected = 0.0
        for own in self.hands[role] if not self.is_over else ():
            seen = [own.face, *[card.face for card in self.table]]
            unseen = [self.strength(face) for face in CARDS if face not in seen]
            mine = self.strength(own)
            better = len([each for each in unseen if each < mine]) - len([each for each in unseen if each > mine])
            expected = self.staked[role].value * better / len(unseen)
        return self.score(role) + expected

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[dict[str, str]]:
        """For each hand, the cards the role has seen: its own, the table's, and those that were shown."""
        hands: list[dict[str, str]] = [{} for _each in range(self.option(HANDS) + 1)]
        for each in view["seen"]:
            cards = hands[self.option(HANDS) - each["props"]["hands_left"]]
            for place, name in ((role, f"hand_{role}"), ("table", "table")):
                for card in each["containers"][name]["tokens"]:
                    cards[place] = card["face"]
        number = 0
        for event in view["told"]:
            if event["name"] == "show":
                hands[number][event["args"]["player"]] = event["args"]["face"]
            elif event["name"] == "turn_up":
                hands[number]["table"] = event["args"]["face"]
            number += event["name"] in ("win", "split")
        return hands

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for a deal of the cards that were seen, else 0: each place gets the card that was seen there, and no other one."""
        if move.action != "draw":
            return 1.0
        seen = view["supposed"][self.option(HANDS) - self.hands_left.value]
        due = seen.get("table" if len(self.deck) == len(CARDS) - len(self.roles) else self.player)
        return float(move.words[0] == due if due else move.words[0] not in seen.values())
