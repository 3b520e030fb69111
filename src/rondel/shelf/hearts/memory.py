"""The cards that a player of Hearts knows, and random deals of the cards that he does not know.

Everybody sees the cards that are played. A player who does not follow suit has none of that suit. A player knows the cards that
he passed and received. All other cards may be anywhere. This only helps to sample hidden hands (`Game.suppose`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rondel.engine.chance.deal_sampler import allot
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK, suit


class Supposed:
    """A possible deal: the role that each card was dealt to, and the cards that each role passed, where supposed."""

    def __init__(self, dealt: Mapping[str, str], passed: Mapping[str, Sequence[str]]) -> None:
        self.dealt = dealt
        self.passed = passed


def deals_told(told: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The events of each deal, without those taken back; the last deal may have none yet."""
    kept: list[Mapping[str, Any]] = []
    for event in told:
        if event["name"] == "undo":
            kept = [each for each in kept if each["number"] < event["args"]["since"]]
        else:
            kept.append(event)
    deals: list[list[Mapping[str, Any]]] = [[]]
    for event in kept:
        if event["name"] == "count":
            deals.append([])
        else:
            deals[-1].append(event)
    return deals


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
        self.held = {role: set(own.get(role, ())) for role in roles}
        """The cards that each is known to have had once all were passed."""
        self.cannot: dict[str, set[str]] = {role: set() for role in roles}
        """The cards that each cannot have, now that something else was played."""
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
            self.held[args["otherplayer"]].update(args["cards"])
        elif name == "lead":
            self.held[args["player"]].add("2C")
        elif name == "take":
            self.trick = []
            self._harmless = False
        elif name == "play":
            card = args["card"]
            if self.trick and suit(card) != suit(self.trick[0]):
                self.cannot[role].update([face for face in PACK if suit(face) == suit(self.trick[0])])
            heart, points = suit(card) == "hearts", suit(card) == "hearts" or card == "QS"
            if (points and self._harmless) or (heart and self._breaking and not self.trick):
                self.cannot[role].update([face for face in PACK if suit(face) != "hearts" and face != "QS"])
            self._breaking = self._breaking and not points
            self.held[role].add(card)
            self.trick.append(card)

    def suppose(self, receiver: Mapping[str, str], rng: SeededRandom) -> Supposed | None:
        """A random deal that agrees with all known cards; all such deals are equally likely. ``receiver`` is the role that
        each passes to."""
        known = set().union(*self.held.values())
        unknown = [face for face in PACK if face not in known]
        room = [len(PACK) // len(self.roles) - len(self.held[each]) for each in self.roles]
        may = [sum([1 << seat for seat, each in enumerate(self.roles) if face not in self.cannot[each]]) for face in unknown]
        seats = allot(may, room, rng)
        if seats is None:
            return None
        hands = {each: sorted(self.held[each]) for each in self.roles}
        for face, seat in zip(unknown, seats, strict=True):
            hands[self.roles[seat]].append(face)
        if not self.passes:
            return Supposed({face: each for each, hand in hands.items() for face in hand}, {})
        passed = {each: self.passes.get(each) or rng.shuffled(hands[receiver[each]])[:3] for each in self.roles}
        giver = {face: each for each, faces in passed.items() for face in faces}
        return Supposed({face: giver.get(face, each) for each, hand in hands.items() for face in hand}, passed)
