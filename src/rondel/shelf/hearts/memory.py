"""The cards that a player of Hearts knows, and random deals of the cards that he does not know.

Everybody sees the cards that are played. A player who does not follow suit has none of that suit. A player knows the cards that
he passed and received. All other cards may be anywhere. This only helps to sample hidden hands (`Game.suppose`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rondel.engine.belief.dealt_cards import DealtCards
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK, suit


class Supposed:
    """A possible deal: the role that each card was dealt to, and the cards that each role passed, where supposed."""

    def __init__(self, dealt: Mapping[str, str], passed: Mapping[str, Sequence[str]]) -> None:
        self.dealt = dealt
        self.passed = passed


class Memory:
    """The known cards of one deal, from its events ``told`` and the cards ``own`` that the player holds now.

    ``breaking`` and ``harmless`` say whether hearts must be broken, and that the first trick should have no points.
    """

    def __init__(
        self,
        roles: Sequence[str],
        told: Iterable[Mapping[str, Any]],
        own: Mapping[str, Iterable[str]],
        breaking: bool,
        harmless: bool,
    ) -> None:
        self.roles = tuple(roles)
        self.known = DealtCards(dict.fromkeys(roles, len(PACK) // len(roles)), PACK)
        """What is known of the cards that each had once all were passed."""
        for role, faces in own.items():
            self.known.hold(role, faces)
        self.passes: dict[str, list[str]] = {}
        """The cards that each role passed, as far as they are known."""
        self.trick: list[str] = []
        self._breaking = breaking
        self._harmless = harmless
        for event in told:
            self._hear(event["name"], event["args"], event["role"] or "")

    def _hear(self, name: str, args: Mapping[str, Any], role: str) -> None:
        if name == "pass":
            self.passes[args["player"]] = args["cards"]
            self.known.hold(args["otherplayer"], args["cards"])
        elif name == "lead":
            self.known.hold(args["player"], ["2C"])
        elif name == "take":
            self.trick = []
            self._harmless = False
        elif name == "play":
            card = args["card"]
            if self.trick and suit(card) != suit(self.trick[0]):
                self.known.lacks(role, [face for face in PACK if suit(face) == suit(self.trick[0])])
            heart, points = suit(card) == "hearts", suit(card) == "hearts" or card == "QS"
            if (points and self._harmless) or (heart and self._breaking and not self.trick):
                self.known.lacks(role, [face for face in PACK if suit(face) != "hearts" and face != "QS"])
            self._breaking = self._breaking and not points
            self.known.hold(role, [card])
            self.trick.append(card)

    def suppose(self, receiver: Mapping[str, str], rng: SeededRandom) -> Supposed | None:
        """A random deal that agrees with all known cards; all such deals are equally likely. ``receiver`` is the role that
        each passes to."""
        holder = self.known.sample(rng)
        if holder is None:
            return None
        hands = {each: sorted([face for face in PACK if holder[face] == each]) for each in self.roles}
        if not self.passes:
            return Supposed(holder, {})
        passed = {each: self.passes.get(each) or rng.shuffled(hands[receiver[each]])[:3] for each in self.roles}
        giver = {face: each for each, faces in passed.items() for face in faces}
        return Supposed({face: giver.get(face, each) for face, each in holder.items()}, passed)
