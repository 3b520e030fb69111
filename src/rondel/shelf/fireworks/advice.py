"""Advice for bots that play Fireworks: the points that the hands promise, and the cards in the own hand.

A card promises more the surer its holder is that it fits. A holder knows what the hints leave of a card, and the cards that lie
open; the player who is asked also sees the hands of the others. A card that was just played is worth what its holder could
expect of it: a bot tries it in one possible deal, where it may fit by luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.belief.dealt_cards import rounds_told
from rondel.engine.chance.deal_sampler import allot
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.fireworks.faces import COPIES
from rondel.shelf.fireworks.rules import HIGHEST, colour_of, number_of
from rondel.shelf.fireworks.rules import Fireworks as Rules

HINT: Final = 0.15
"""The points that a hint is worth."""
LIFE: Final = 1.2
"""The points that a life is worth."""
REACH: Final = 0.6
"""The part of a point that is lost with a card that can no longer be played."""


class Fireworks(Rules):
    """Fireworks with advice for bots."""

    def estimate(self, role: str) -> float:
        """The points, and what the hands, the hints and the lives promise."""
        if self.is_over:
            return self.utility(role)
        worth = float(self.built())
        worth += self._luck()
        worth += HINT * self.hints.value + LIFE * self.lives.value
        worth += REACH * sum([self._reach(colour) for colour in self.used()])
        counted: set[str] = set()  # of two equal cards only one can be played
        for each in self.roles:
            worth += self._promised(each, self._unseen(each if each == role else ""), each == role, counted)
        most = (1 + REACH) * HIGHEST * len(self.used()) + HINT * 8 + LIFE * 3
        return max(0.0, min(25.0, worth * HIGHEST * len(self.used()) / most))

    def _luck(self) -> float:
        """What the card played last was expected to bring, less what it has brought."""
        if not self.tried.value:
            return 0.0
        holder, colours, numbers, played, result = self.tried.value
        right = result == "right"
        may = self._unseen(holder) + Counter([played])
        sure = total = 0
        for face, count in may.items():
            if face[0] in colours and face[-1] in numbers:
                before = self.height(colour_of(face)) - (right and colour_of(face) == colour_of(played))
                total += count
                sure += count * (int(number_of(face)) == before + 1)
        lost = LIFE if self.lives.value > 1 or not right else max(LIFE, float(self.built()))
        return (sure / total - right) * (1 + lost)

    def _promised(self, holder: str, unseen: Counter[str], own: bool, counted: set[str]) -> float:
        """The points that the cards of a hand promise, to a holder who has not seen these cards."""
        worth = 0.0
        for card, (colours, numbers) in zip(self.hands[holder], self.left[holder].value, strict=True):
            may = {face: count for face, count in unseen.items() if face[0] in colours and face[-1] in numbers}
            sure = sum([count for face, count in may.items() if self.fits(face)]) / max(1, sum(may.values()))
            face = next(iter(may)) if own and len(may) == 1 else "" if own else card.face
            if face in counted:
                continue
            if face and self.fits(face):
                counted.add(face)
            if own:
                worth += 0.65 if sure > 0.99 else 0.3 * sure**2
            elif self.fits(card):
                worth += 0.1 + 0.55 * sure**2
            elif sure > 0.6:
                worth -= sure
        return worth

    def _unseen(self, viewer: str) -> Counter[str]:
        """The cards that lie nowhere open; for a viewer, those that are not in the hands of the others either."""
        unseen = Counter({f"{colour} {number}": copies for colour in self.used() for number, copies in COPIES.items()})
        unseen.subtract([card.face for card in self.laid])
        unseen.subtract([f"{colour} {number + 1}" for colour in self.used() for number in range(self.height(colour))])
        if viewer:
            unseen.subtract([card.face for role in self.roles if role != viewer for card in self.hands[role]])
        return +unseen

    def _reach(self, colour: str) -> int:
        """The highest number that can still be played in a colour."""
        laid = Counter([card.face for card in self.laid])
        number = self.height(colour)
        while number < HIGHEST and laid[f"{colour} {number + 1}"] < COPIES[number + 1]:
            number += 1
        return number

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[str | None]:
        """The cards that were drawn, in order: those that the role has seen, and a possible one for each in the own hand."""
        drawn: list[str | None] = []
        hands: dict[str, list[int]] = {each: [] for each in self.roles}
        for event in rounds_told(view["told"], "")[0]:
            args = event["args"]
            if event["name"] == "draws":
                hands[args["player"]].append(len(drawn))
                drawn.append(args.get("card"))
            elif event["name"] in ("laid", "wrong", "right"):
                drawn[hands[args["player"]].pop(args["at"])] = args["card"]
        pack = Counter({f"{colour} {number}": copies for colour in self.used() for number, copies in COPIES.items()})
        pack.subtract([face for face in drawn if face])
        rest = list((+pack).elements())
        left = view["props"][f"left_{role}"]
        may = [
            1 << len(left) | sum([1 << at for at, each in enumerate(left) if face[0] in each[0] and face[-1] in each[1]])
            for face in rest
        ]
        found = allot(may, [*[1] * len(left), len(rest) - len(left)], rng) or []
        for face, place in zip(rest, found, strict=False):
            if place < len(left):
                drawn[hands[role][place]] = face
        return drawn

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for the cards that were supposed to be drawn, else 0."""
        if move.role != CHANCE:
            return 1.0
        number = sum(COPIES.values()) * len(self.used()) - len(self.deck)
        drawn = view["supposed"]
        face = drawn[number] if number < len(drawn) else None
        return float(face is None or move.words[0] == face)
