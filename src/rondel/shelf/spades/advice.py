"""Advice for bots that play Spades: the points that a deal promises, and the cards of the others.

The estimate uses the player's own hand, the bids, the trick and the cards that were played, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import exp
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.belief.dealt_cards import DealtCards, rounds_told
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK, rank, suit
from rondel.shelf.spades.rules import BREAK, NIL, SIDES, TRICKS
from rondel.shelf.spades.rules import Spades as Rules

BAG: Final = 7
"""The expected cost of a bag: a tenth of the penalty, less its point, and some chance that the game is over before."""
SCALE: Final = 1200
"""Half of this lead in points is taken for almost a win, which is worth a half to each partner."""
USUAL: Final = TRICKS / 4
"""The tricks of a player who has not bid yet."""
SPADES: Final = frozenset([face for face in PACK if suit(face) == "spades"])
OTHERS: Final = frozenset(PACK) - SPADES


class Spades(Rules):
    """Spades with advice for bots."""

    def estimate(self, role: str) -> float:
        """The lead of the role's side, with the points that this deal promises both sides."""
        expected = expectations(self, role)
        worth = [self.score(side[0]) + promised(self, role, side, expected) for side in SIDES]
        lead = worth[0] - worth[1] if role in SIDES[0] else worth[1] - worth[0]
        return max(-0.49, min(0.49, lead / SCALE))

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> dict[int, dict[str, str] | None]:
        """Each deal by its number: the role that each card was dealt to."""
        rounds = rounds_told(view["told"], "count")
        number = view["props"]["deal_num"]
        supposed: dict[int, dict[str, str] | None] = {}
        for deal, told in enumerate(rounds, number - len(rounds) + 1):
            known = self._known(told)
            if deal == number:
                known.hold(role, [card["face"] for card in view["containers"][f"hand_{role}"]["tokens"]])
            supposed[deal] = known.sample(rng)
        return supposed

    def _known(self, told: Sequence[Mapping[str, Any]]) -> DealtCards:
        """What the cards played in a deal say of the hands."""
        known = DealtCards(dict.fromkeys(self.roles, TRICKS), PACK)
        led, broken = "", not self.option(BREAK)
        for event in told:
            if event["name"] == "take":
                led = ""
            elif event["name"] == "play":
                card, player = event["args"]["card"], event["role"]
                if led and suit(card) != led:
                    known.lacks(player, [face for face in PACK if suit(face) == led])
                elif not led and suit(card) == "spades" and not broken:
                    known.lacks(player, OTHERS)
                led = led or suit(card)
                broken = broken or suit(card) == "spades"
                known.hold(player, [card])
        return known

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 if the cards were dealt as supposed, else 0."""
        dealt = view["supposed"].get(self.deal_num.value)
        return float(dealt[move.words[0]] == self.player) if dealt and move.role == CHANCE else 1.0


def promised(game: Rules, role: str, side: tuple[str, str], expected: Mapping[str, float]) -> float:
    """The expected points of a side in this deal: its contract, its nils and its bags."""
    points = 0.0
    for each in side:
        if game.bids[each].value == 0:
            points += NIL * (2 * kept(game, role, each) - 1)
    bidders = [each for each in side if game.bids[each].value != 0]
    contract = total = 0.0
    for each in bidders:
        bid = game.bids[each].value
        contract += expected[each] if bid is None else float(bid)
        total += game.tricks[each].value + expected[each]
    left = 0.6 + 0.15 * sum([len(game.hands[each]) for each in bidders]) ** 0.5
    made = 1 / (1 + exp(-2.5 * (total - contract + 0.4) / left))
    return points + 10 * contract * (2 * made - 1) - BAG * max(0.0, total - contract)


def expectations(game: Rules, role: str) -> dict[str, float]:
    """The tricks that each player will still take: the role's own by its hand, and the others' by their bids."""
    unseen = unseen_faces(game, role)
    hand = [card.face for card in game.hands[role]]
    expected = {role: strength(hand, unseen)}
    left = max([len(each) for each in game.hands.values()], default=0)
    if len(game.trick):
        highest = game.highest()
        winner = highest.owner or role
        expected.setdefault(winner, 0.0)
        expected[winner] += holds(game, highest.face, unseen)
    others = [each for each in game.roles if each != role]
    wanted = {
        each: USUAL if bid is None else max(0.1, min(left, bid - game.tricks[each].value))
        for each, bid in [(each, game.bids[each].value) for each in others]
    }
    rest = max(0.0, left - sum(expected.values(), 0.0))
    share = rest / sum(wanted.values(), 0.0)
    return {each: expected.get(each, 0.0) + (wanted[each] * share if each in wanted else 0.0) for each in game.roles}


def unseen_faces(game: Rules, role: str) -> set[str]:
    """The faces of the cards that the others may hold."""
    return set(PACK).difference([card.face for part in (game.hands[role], game.trick, game.gone) for card in part])


def holds(game: Rules, face: str, unseen: Set[str]) -> float:
    """The probability that the highest card of the trick stays the highest."""
    to_play = len(game.roles) - len(game.trick)
    above = len([each for each in unseen if suit(each) == suit(face) and rank(each) > rank(face)])
    ruffed = 1.0 if suit(face) == "spades" or not unseen & SPADES else 0.9
    return float((max(0.0, 1 - above / 3.5) * ruffed) ** to_play)


def strength(hand: Sequence[str], unseen: Set[str]) -> float:
    """The tricks that a hand is likely to take: by its high cards, long spades, and ruffs."""
    trumps = len([face for face in hand if suit(face) == "spades"])
    total = 0.0
    for each in ("clubs", "diamonds", "hearts", "spades"):
        cards = sorted([rank(face) for face in hand if suit(face) == each], reverse=True)
        theirs = [rank(face) for face in unseen if suit(face) == each]
        for place, card in enumerate(cards):
            above = len([other for other in theirs if other > card])
            guards = len(cards) - place - 1
            chance = 0.6**above if guards >= above else 0.2**above
            if each != "spades" and unseen & SPADES:
                chance *= (0.95, 0.75, 0.35)[place] if place < 3 else 0.1
            elif each == "spades" and place >= 3:
                chance = max(chance, 0.75)
            total += chance
        if each != "spades" and theirs and len(cards) < 3 and trumps > 2:
            total += (0.9, 0.6, 0.25)[len(cards)]
    return min(float(len(hand)), total)


def kept(game: Rules, role: str, bidder: str) -> float:
    """The probability that a nil is kept: by the own hand of the role, and for others by the tricks that are left."""
    if game.tricks[bidder].value:
        return 0.0
    left = len(game.hands[bidder])
    if bidder != role:
        return 1 - 0.35 * left / TRICKS
    unseen = unseen_faces(game, role)
    safe = 1.0
    for each in ("clubs", "diamonds", "hearts", "spades"):
        cards = sorted([rank(face) for face in [card.face for card in game.hands[role]] if suit(face) == each])
        theirs = [rank(face) for face in unseen if suit(face) == each]
        for place, card in enumerate(cards[: 3 if each != "spades" else TRICKS]):
            above = len([other for other in theirs if other > card])
            if each == "spades":
                safe *= above / (above + 2) if above else 0.02
            elif above < 4 + 2 * place:
                safe *= 0.55 + 0.1 * above / (1 + place) if above < 4 else 0.9
    if len(game.trick) and game.highest().owner == bidder:
        safe *= 1 - holds(game, game.highest().face, unseen)
    return max(0.0, min(1.0, safe))
