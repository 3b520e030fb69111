"""Advice for bots that play Gin Rummy: how good a hand is, and what the opponent may hold.

The estimate uses the player's own hand, the discard pile, the number of cards that were drawn, and what lies open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.belief.dealt_cards import rounds_told
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK
from rondel.shelf.gin_rummy.melds import Meld, arrangements, left_over, low, points, total
from rondel.shelf.gin_rummy.rules import GIN, HAND, ONE_DEAL, TARGET
from rondel.shelf.gin_rummy.rules import GinRummy as Rules

FIRST: Final = 52.0
"""The points that are left over in ten cards before the first draw, on average."""
FALL: Final = 4.5
"""How many fewer they are after each turn of good play."""
LEAST: Final = 11.0
"""The points that an opponent who does not knock is expected to have in the end."""
OUT: Final = 1.1
"""The worth of a card not seen yet that makes a meld of two cards that are left over, at the start of a deal."""
PLAIN: Final = 40.0
"""In a game of one deal, a lead of this many points is taken for almost a win."""


class GinRummy(Rules):
    """Gin Rummy with advice for bots."""

    def estimate(self, role: str) -> float:
        """The lead of the role, with the points that the deal promises it, as a part of those that win the game."""
        lead = self.score(role) - self.score(self.opponent(role)) + self._promised(role)
        scale = PLAIN if self.option(ONE_DEAL) else max(PLAIN, float(self.option(TARGET)))
        return max(-0.99, min(0.99, lead / scale))

    def _promised(self, role: str) -> float:
        """The points that the deal promises the role."""
        knocker = self.knocker.value
        if self.melds[self.opponent(role)].value and self.melds[role].value:
            return 0.0  # the points of the deal are written down
        turns = (31 - len(self.stock)) / 2
        theirs = max(LEAST, FIRST - FALL * turns)
        if knocker == role:
            left = self.left(role)
            return theirs - left if left else theirs + self.option(GIN)
        faces = self.faces(role)
        if not faces:
            return 0.0
        melds = arrangements(faces)[0]
        rest = sorted(left_over(faces, melds), key=points)
        if knocker:
            return float(self.left(knocker) - total(rest))
        if len(faces) > HAND:  # one of them will be discarded
            rest = [face for face in rest if face != rest[-1] or face == self.taken.value]
        return 0.7 * (theirs - total(rest)) + OUT * self._outs(faces, melds, rest) * len(self.stock) / 31

    def _outs(self, faces: Sequence[str], melds: Sequence[Meld], rest: Sequence[str]) -> int:
        """How many cards that the player has not seen lengthen a meld, or make one of two cards that are left over."""
        seen = {*faces, *[card.face for card in self.discards]}
        found: set[str] = set()
        for first in rest:
            for face in PACK:
                if face[0] == first[0] and any(each != first and each[0] == first[0] for each in rest):
                    found.add(face)
        for first in rest:
            for second in rest:
                gap = low(second) - low(first)
                if first[1] == second[1] and gap in (1, 2):
                    wanted = (low(first) + 1,) if gap == 2 else (low(first) - 1, low(second) + 1)
                    found.update([face for face in PACK if face[1] == first[1] and low(face) in wanted])
        for meld in melds:
            if meld[0][1] == meld[1][1]:
                ends = (low(meld[0]) - 1, low(meld[-1]) + 1)
                found.update([face for face in PACK if face[1] == meld[0][1] and low(face) in ends])
            else:
                found.update([face for face in PACK if face[0] == meld[0][0]])
        return len(found - seen)

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> dict[int, list[str]]:
        """Each deal by its number: the cards in the order in which they leave the stock. By 0 the first dealer."""
        rounds = rounds_told(view["told"], "next_deal")
        first = view["props"]["deal_num"] - len(rounds) + 1
        supposed: dict[int, list[str]] = {}
        for number, told in enumerate(rounds, first):
            seen = [each for each in (*view["seen"], view) if each["props"]["deal_num"] == number]
            deal = Deal(self.roles, role, told, seen)
            supposed[number] = deal.suppose(rng)
            supposed.setdefault(0, [deal.dealer])
        return supposed

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 if the first dealer is known, and a card is dealt to the supposed player or drawn in the supposed order; else 0."""
        if move.role != CHANCE:
            return 1.0
        if move.action != "draw":
            return float(move.words[0] in view["supposed"][0])
        order = view["supposed"].get(self.deal_num.value)
        if not order:
            return 1.0
        place = len(PACK) - len(self.stock)
        if place < 2 * HAND:  # in whatever order, as the hands are sorted
            return float(move.words[0] in order[place % 2 : 2 * HAND : 2])
        return float(order[place] == move.words[0])


class Deal:
    """What a player knows of one deal: the places of the stock from which each hand was filled, and the cards that it has had.

    ``told`` are the events of the deal, and ``seen`` the views that ``reader`` had of it, in order.
    """

    def __init__(
        self, roles: Sequence[str], reader: str, told: Sequence[Mapping[str, Any]], seen: Sequence[Mapping[str, Any]]
    ) -> None:
        self.order: dict[int, str] = {}
        """The known cards by their place in the stock."""
        self.places: dict[str, list[int]] = {role: [] for role in roles}
        """The places of the stock from which each player has got cards."""
        self.had: dict[str, list[tuple[int, str]]] = {role: [] for role in roles}
        """The cards from the stock that each player must have had, each with the number of cards that had left the stock."""
        self._drawn = 2 * HAND + 1
        self._taken: dict[str, set[str]] = {role: set() for role in roles}
        self._others = {role: roles[1 - roles.index(role)] for role in roles}
        declined = 0
        laid_off: list[str] = []
        first = next((event["role"] for event in told if event["name"] in ("take", "decline")), None)
        first = first or self._others[seen[-1]["props"]["dealer"] or roles[0]]
        self.dealer = self._others[first]
        self.places[first].extend(range(0, 2 * HAND, 2))
        self.places[self._others[first]].extend(range(1, 2 * HAND, 2))
        for event in told:
            name, args, role = event["name"], event["args"], event["role"] or ""
            declined += name == "decline"
            if name == "upcard":
                self.order[2 * HAND] = args["cards"][0]
            elif name == "draw" or (name == "decline" and declined == len(roles)):
                self.places[first if name == "decline" else role].append(self._drawn)
                self._drawn += 1
            elif name == "drawn":
                self.order[self._drawn - 1] = args["cards"][0]
            elif name == "take":
                self._taken[role].add(args["card"])
            elif name in ("discard", "knock", "lay_off"):
                self._gives(role, args["card"])
                laid_off += [args["card"]] if name == "lay_off" else []
        for role, part in ((reader, f"hand_{reader}"), *[(each, f"laid_open_{each}") for each in roles]):
            held = [card["face"] for card in seen[-1]["containers"][part]["tokens"]]
            for face in held:
                if face not in laid_off:
                    self._gives(role, face)

    def _gives(self, role: str, face: str) -> None:
        """A player must have had this card: from the discard pile, or from the stock."""
        if face in self._taken[role]:
            self._taken[role].remove(face)
        else:
            self.had[role].append((self._drawn, face))

    def suppose(self, rng: SeededRandom) -> list[str]:
        """All cards in a random order in which they may have left the stock; empty if there is none."""
        order = dict(self.order)
        known = {*order.values()}
        for role, had in self.had.items():
            for drawn, face in had:
                if face in known:
                    continue
                free = [place for place in self.places[role] if place < drawn and place not in order]
                if not free:
                    return []
                order[free[rng.below(len(free))]] = face
                known.add(face)
        rest = rng.shuffled([face for face in PACK if face not in known])
        return [order[place] if place in order else rest.pop() for place in range(len(PACK))]
