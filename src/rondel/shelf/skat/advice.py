"""Advice for bots that play Skat: the points that a deal promises, and the cards of the others.

The estimate uses the player's own hand, the bids, the trick and the cards that were played, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.belief.dealt_cards import DealtCards, rounds_told
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components import playing_cards
from rondel.engine.components.playing_cards import highest
from rondel.shelf.skat.rules import HAND, SKAT
from rondel.shelf.skat.rules import Skat as Rules
from rondel.shelf.skat.values import (
    BASES,
    JACKS,
    LEVELS,
    NULLS,
    PACK32,
    PLAIN,
    POINTS,
    SCHNEIDER,
    TRUMPS,
    WON,
    rank_of,
    suit_of,
)

SCALE: Final = 500
"""A lead of this many points is taken for almost a win."""
JACK: Final = {"JC": 3.0, "JS": 2.6, "JH": 2.2, "JD": 1.9}
TRUMP: Final = {"A": 2.0, "T": 1.7}
SIDE: Final = {"A": 1.5, "T": 0.7, "K": 0.3}
"""The strength of cards: of jacks, other trumps (1.2 at least), and cards of other suits."""
ENOUGH: Final = 1.05
"""The strength of a card, on average, with which a declarer gets as many points as the opponents."""
BIDDING: Final = 1.15
"""The same before the game is announced. It is more, because a bid names a game before the skat is known, and a lost game costs
twice its value."""
FOUND: Final = 0.9
"""The strength that the skat adds, before it is seen."""
OPPOSED: Final = -5.0
"""What a deal promises who has passed."""
LAID: Final = 10
"""The points of the two cards that a declarer lays down, on average."""
ADDED: Final = 3
"""The points that a player adds to a trick, on average."""
NOT_HIS: Final = 0.55
"""The probability that an unseen card is not in the hand of a given other player: there are two, and the skat."""


class Supposed:
    """A possible deal: the place that each card was dealt to, a role or the skat, and the cards that the declarer laid down."""

    def __init__(self, dealt: Mapping[str, str], laid: Iterable[str]) -> None:
        self.dealt = dealt
        self.laid = frozenset(laid)


class Skat(Rules):
    """Skat with advice for bots."""

    def estimate(self, role: str) -> float:
        """The lead of the role over the mean of the others, with what the deal promises it."""
        others = [self.score(each) for each in self.roles if each != role]
        lead = self.score(role) - sum(others) / len(others) + self._promised(role)
        return max(-0.99, min(0.99, lead / SCALE))

    def _promised(self, role: str) -> float:
        """The points that the deal promises the role, beyond what it promises the others."""
        hand = [card.face for card in self.hand(role)]
        declarer = self.declarer()
        if declarer:
            worth = self._worth(self.kind(), self.level(), self._chance(role, hand))
            return worth if role == declarer else -worth / 2
        if role not in self.bidders.value or not hand:
            return OPPOSED if self.bid.value else 0.0
        best = max([self._worth(kind, PLAIN, strength_of(hand, kind, self.from_hand.value)) for kind in (*BASES, "null")])
        return best if len(self.bidders.value) == 1 else best / 2

    def _worth(self, kind: str, level: str, chance: float) -> float:
        """The expected points of the declarer's game, which is won with that chance."""
        if kind == "null":
            value = NULLS[self.from_hand.value, level]
            chance *= value >= self.bid.value
        else:
            value = max(self.bid.value, 2 * BASES[kind] + BASES[kind] * self.from_hand.value)
        return chance * (value + 50) - (1 - chance) * (2 * value + 90)

    def _chance(self, role: str, hand: Sequence[str]) -> float:
        """The probability that the declarer wins, as the role sees it."""
        declarer = self.declarer()
        if self.kind() == "null":
            if len(self.taken[declarer]):
                return 0.0
            safely = safe(hand) if role == declarer else 0.5 + 0.03 * (HAND - len(hand))
            return safely * (1 - self._takes(role))
        theirs = float(sum([self.points(each) for each in self.opponents()]))
        own = float(sum([POINTS.get(card.face[0], 0) for card in self.taken[declarer]]))
        own += self.points(declarer) - own if role == declarer else LAID
        if len(self.trick):
            there = sum([POINTS.get(card.face[0], 0) for card in self.trick]) + ADDED * (len(self.roles) - len(self.trick))
            takes = self._takes(role)
            own += takes * there
            theirs += (1 - takes) * there
        left = max(0, 120 - own - theirs)
        strong = strength(hand, self.kind()) / max(1, len(hand)) if hand else 0.5
        share = logistic(3 * (strong - ENOUGH) + 0.5) if role == declarer else 0.62 - 0.3 * (strong - 0.6)
        wanted = SCHNEIDER if self.level() in LEVELS[1:3] else WON
        return logistic((own + share * left - wanted + 0.5) / (1 + left / 9))

    def _takes(self, role: str) -> float:
        """The probability that the declarer takes the trick on the table, as the role sees it; 0 without one."""
        if not len(self.trick):
            return 0.0
        best = highest(self.trick, TRUMPS, suit=self.suit, rank=self.rank)
        alone = best.owner == self.declarer()
        at = self.roles.index(self.player)
        to_play = [self.roles[(at + number) % len(self.roles)] for number in range(len(self.roles) - len(self.trick))]
        against = [each for each in to_play if (each == self.declarer()) != alone]
        stays = (1 - self._beaten(role, best.face)) ** len(against)
        return stays if alone else 1 - stays

    def _beaten(self, role: str, best: str) -> float:
        """The probability that a player with unknown cards can beat the highest card of the trick."""
        kind = self.kind()
        led = suit_of(self.trick[0].face, kind)
        unseen = self._unseen(role)
        higher = [
            each for each in unseen if suit_of(each, kind) == suit_of(best, kind) and rank_of(each, kind) > rank_of(best, kind)
        ]
        void = NOT_HIS ** len([each for each in unseen if suit_of(each, kind) == led])
        if suit_of(best, kind) != led:  # it is a trump that has taken a trick of another suit
            return void * (1 - NOT_HIS ** len(higher))
        trumps = [] if led == TRUMPS else [each for each in unseen if suit_of(each, kind) == TRUMPS]
        return 1 - NOT_HIS ** len(higher) + void * (1 - NOT_HIS ** len(trumps))

    def _unseen(self, role: str) -> set[str]:
        """The faces of the cards that the others may hold."""
        known = [self.hands[role], self.trick, *self.open.values(), *self.taken.values()]
        if role == self.declarer() and not self.from_hand.value:
            known.append(self.skat)
        return set(PACK32).difference([card.face for part in known for card in part])

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> dict[int, Supposed | None]:
        """Each deal by its number."""
        rounds = rounds_told(view["told"], "next_deal")
        first = view["props"]["deal_num"] - len(rounds) + 1
        supposed: dict[int, Supposed | None] = {}
        for number, told in enumerate(rounds, first):
            seen = [each["containers"] for each in (*view["seen"], view) if each["props"]["deal_num"] == number]
            supposed[number] = Deal(self.roles, told).suppose(role, seen, rng)
        return supposed

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 if the first forehand was drawn, and the cards were dealt and laid down, as supposed; else 0."""
        if move.role == CHANCE and move.action != "draw":
            seen = view["containers"]
            marks = {each: [mark["face"] for mark in seen[f"marks_{each}"]["tokens"]] for each in self.roles}
            forehand = next(each for each, faces in marks.items() if "forehand" in faces)
            rounds = view["props"]["deal_num"] - 1
            return float(move.words[0] == self.roles[(self.roles.index(forehand) - rounds) % len(self.roles)])
        supposed = view["supposed"].get(self.deal_num.value)
        if supposed is None or move.action not in ("draw", "lay"):
            return 1.0
        if move.role == CHANCE:
            place = self.player if len(self.hands[self.player]) < HAND else "skat"
            return float(supposed.dealt[move.words[0]] == place)
        return float(move.words[0] in supposed.laid)


class Deal:
    """What everybody has heard of one deal."""

    def __init__(self, roles: Sequence[str], told: Iterable[Mapping[str, Any]]) -> None:
        self.known = DealtCards({**dict.fromkeys(roles, HAND), "skat": SKAT}, PACK32)
        """The cards as they lie while they are played."""
        self.found: list[str] = []
        """The cards of the skat that a reader has seen as declarer."""
        self.taker = ""
        """The declarer, unless he plays from the hand."""
        self.declarer = ""
        kind, led = "grand", ""
        for event in told:
            name, args, role = event["name"], event["args"], event["role"] or ""
            if name == "take_skat":
                self.taker = role
            elif name == "skat":
                self.found = list(args["cards"])
            elif name == "plays":
                kind = args["kind"]
                self.declarer = args["player"]
            elif name in ("lays", "shows"):
                self.known.hold("skat", args["cards"])
            elif name == "take":
                led = ""
            elif name == "play":
                card = args["card"]
                if led and suit_of(card, kind) != led:
                    self.known.lacks(role, [face for face in PACK32 if suit_of(face, kind) == led])
                led = led or suit_of(card, kind)
                self.known.hold(role, [card])

    def suppose(self, role: str, seen: Sequence[Mapping[str, Any]], rng: SeededRandom) -> Supposed | None:
        """A random deal that agrees with all known cards, and with those that a role has seen: ``seen`` are its views of the
        containers, from the first one on."""
        known = self.known
        for view in seen:
            parts = [(role, f"hand_{role}")]
            if self.declarer:
                parts.append((self.declarer, f"open_{self.declarer}"))
            for place, name in parts:
                known.hold(place, [card["face"] for card in view[name]["tokens"]])
        if self.found:  # the role has taken the skat: all its twelve cards are known
            both = sorted(known.held[role] | known.held["skat"], key=PACK32.index)
            known.held[role], known.held["skat"] = set(both[SKAT:]), set(both[:SKAT])
        lies = known.sample(rng)
        if lies is None:
            return None
        laid = [face for face in PACK32 if lies[face] == "skat"]
        if not self.taker:
            return Supposed(lies, ())
        both = [face for face in PACK32 if lies[face] in (self.taker, "skat")]
        found = self.found or rng.shuffled(both)[:SKAT]
        dealt = {face: "skat" if face in found else self.taker if face in both else place for face, place in lies.items()}
        return Supposed(dealt, laid)


def strength(hand: Sequence[str], kind: str) -> float:
    """The strength of a hand in a game with trumps."""
    total = 0.0
    for face in hand:
        if face in JACKS:
            total += JACK[face]
        elif suit_of(face, kind) == TRUMPS:
            total += TRUMP.get(face[0], 1.2)
        else:
            total += SIDE.get(face[0], 0.1)
    return total


def strength_of(hand: Sequence[str], kind: str, from_hand: bool) -> float:
    """The probability to win a game of that kind with a hand, before it is announced."""
    if kind == "null":
        return safe(hand)
    strong = sorted([strength([face], kind) for face in hand], reverse=True)[:HAND]
    found = 0.0 if from_hand or len(hand) > HAND else FOUND
    return logistic(6 * ((sum(strong) + found) / HAND - BIDDING))


def safe(hand: Sequence[str]) -> float:
    """The probability that a hand takes no trick."""
    chance = 1.0
    for suit in playing_cards.SUITS:
        ranks = sorted([playing_cards.rank(face) for face in hand if playing_cards.suit(face) == suit])
        for place, rank in enumerate(ranks[:3]):
            over = rank - 7 - 2 * place  # 0 where every other card of the suit beats it in its turn
            chance *= max(0.15, 1 - 0.2 * over) if over > 0 else 1.0
    return chance


def logistic(x: float) -> float:
    """A probability."""
    return 1 / (1 + exp(-x))
