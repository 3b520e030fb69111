"""Advice for bots that play Texas hold'em: the chips that a hand promises, and the possible cards of the others.

The estimate compares the player's own hand with a sample of two other cards, and supposes that the others call with the better
part of their hands, the less often the more it costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import log2
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK, rank
from rondel.engine.components.poker import PokerHand
from rondel.shelf.texas_holdem.rules import TexasHoldem as Rules

SAMPLE: Final = 60
"""The other hands with which one is compared."""
TABLE: Final = "table"
"""The place of the cards on the table, beside the roles."""


class TexasHoldem(Rules):
    """Texas hold'em with advice for bots."""

    def estimate(self, role: str) -> float:
        """The expected chips after the hand, from -1 for none to 1 for all that there are."""
        if role in self.eliminated:
            return -0.99
        total = sum([self.chips[each].value + self.staked[each].value for each in self.roles])
        share = (self.chips[role].value + self._promised(role)) / total
        even = 1 / (len(self.roles) - 1)  # what each of the others loses to a winner
        return max(-0.99, min(0.99, share - (1 - share) * even))

    def _promised(self, role: str) -> float:
        """The expected chips from the pots, less what the role must still pay for them."""
        pot = sum([self.staked[each].value for each in self.roles])
        rivals = [each for each in self.holding() if each != role]
        if len(self.hole[role]) < 2:  # it has folded, or is being dealt to
            return 0.0
        if not rivals:
            return float(pot)
        own = equity(tuple([card.face for card in self.hole[role]]), tuple([card.face for card in self.board]))
        folding, win, called = 1.0, 1.0, 0.0
        for each in rivals:
            floor = self._floor(each)
            missing = min(self.missing(each), self.chips[each].value)
            bar = floor + (1 - floor) * min(0.9, 1.3 * missing / (pot + missing)) if missing else floor
            calls = (1 - bar) / (1 - floor) if missing else 1.0
            folding *= 1 - calls
            win *= 1 - calls * (1 - max(0.0, own - bar) / (1 - bar))
            called += calls * missing
        due = min(self.missing(role), self.chips[role].value)
        played = folding * pot + (win - folding) * (pot + called + due) - due if win > folding else folding * pot - due
        return max(played, 0.0) if due else played

    def _floor(self, role: str) -> float:
        """The share of hands, the worst ones, that a role is supposed not to play for what it has staked."""
        big = max(1, self.blinds.value[1])
        return max(0.0, min(0.6, 0.15 * log2(max(1.0, self.staked[role].value / big))))

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> dict[int, dict[str, list[str]]]:
        """For each hand by its number, the cards that the role has seen, by the places they lay in: the own and those on the
        table, and those that were shown."""
        seen: dict[int, dict[str, list[str]]] = {}
        for each in view["seen"]:
            faces = [card["face"] for card in each["containers"][f"hole_{role}"]["tokens"]]
            if faces:
                seen.setdefault(each["props"]["hand"], {})[role] = faces
        number = 0
        for event in view["told"]:
            if event["name"] == "hand":
                number = event["args"]["number"]
            elif event["name"] in ("street", "shows"):
                place = TABLE if event["name"] == "street" else event["args"]["player"]
                seen.setdefault(number, {})[place] = event["args"]["faces"]
        return seen

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for a deal of the cards that were seen, else 0: each place gets the card that was seen there, and no other one."""
        if move.role != CHANCE:
            return 1.0
        seen = view["supposed"].get(self.hand.value, {})
        order = self.after(self.seat("button"))
        count = min([len(self.hole[each]) for each in order])
        place = TABLE if self.state == "Board" else next(each for each in order if len(self.hole[each]) == count)
        at = len(self.board) if place == TABLE else count
        known = seen.get(place, ())
        if at < len(known):
            return float(move.words[0] == known[at])
        return float(all(move.words[0] not in faces for faces in seen.values()))


@cache
def equity(hole: tuple[str, ...], board: tuple[str, ...]) -> float:
    """The share of other hands that a hand beats, with what is on the table so far; equal ones count half."""
    if len(board) < 3:  # the flop is yet to come, or being dealt
        return opening(hole)
    unseen = [face for face in PACK if face not in hole and face not in board]
    own = PokerHand([*hole, *board])
    pairs = [(unseen[first], unseen[second]) for first in range(len(unseen)) for second in range(first)]
    sample = pairs[:: max(1, len(pairs) // SAMPLE)]
    beaten = 0.0
    for pair in sample:
        other = PokerHand([*pair, *board])
        beaten += 1.0 if own > other else 0.5 if own == other else 0.0
    return hoped(beaten / len(sample), hole, board)


def hoped(share: float, hole: Sequence[str], board: Sequence[str]) -> float:
    """The share with what a draw to a flush or a straight adds."""
    if len(board) == 5:
        return share
    faces = [*hole, *board]
    four = any(len([face for face in faces if face[1] == suit]) == 4 for suit in "CDHS")
    ranks = {rank(face) for face in faces}
    run = any(len([step for step in range(low, low + 5) if step in ranks]) == 4 for low in range(2, 11))
    chance = (0.35 if four else 0.0) + (0.2 if run else 0.0)
    return share + (1 - share) * chance * (len(board) == 3 or 0.5)


def opening(hole: Sequence[str]) -> float:
    """About the share of other hands that two cards beat before the flop: high cards, pairs, suits and neighbours.

    >>> opening(["AS", "AD"]) > opening(["AS", "KS"]) > opening(["9H", "8H"]) > opening(["7D", "2C"])
    True
    """
    high, low = sorted([rank(face) for face in hole], reverse=True)
    if high == low:
        return 0.52 + 0.033 * (high - 2)
    suited = 0.03 if hole[0][1] == hole[1][1] else 0.0
    near = 0.02 if high - low < 4 else 0.0
    return 0.22 + 0.024 * (high - 2) + 0.011 * (low - 2) + suited + near
