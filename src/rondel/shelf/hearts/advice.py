"""Advice for bots that play Hearts: what a position is worth to a player, the playout policy, and the cards of the others.

The first two use the player's own hand, the trick and the cards that were taken, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Final

from rondel.engine import CHANCE, Move, Token
from rondel.engine.belief.dealt_cards import rounds_told
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.playing_cards import PACK, rank, suit
from rondel.shelf.hearts.memory import Memory, Supposed
from rondel.shelf.hearts.rules import MUST_BREAK_HEARTS, NO_PTS_ON_FIRST_TRICK
from rondel.shelf.hearts.rules import Hearts as Rules

NOT_HIS: Final = 2 / 3
"""The probability that an unseen card is not in the hand of a given one of the three others."""
LONG: Final = 4
"""The number of lower spades that protect the queen, the king or the ace of spades in a hand."""


class Hearts(Rules):
    """Hearts with advice for bots."""

    def estimate(self, role: str) -> float:
        """The mean points of the others less the role's own, and less the expected cost of the trick and of the cards in hand.

        Before a role has passed a card, only the points count: the cards just dealt say nothing about the deal before.
        """
        others = sum([self.score(each) for each in self.roles if each != role]) / (len(self.roles) - 1)
        if not self.trick_num.value and not len(self.passing[role]):
            return max(-0.99, min(0.99, (others - self.score(role)) / 100))
        unseen = unseen_faces(self, role)
        cost = sum([danger(card, unseen) for card in self.hands[role]]) + threat(self, role, unseen)
        return max(-0.99, min(0.99, (others - self.score(role) - cost) / 100))

    def playout_move(self, role: str, moves: Sequence[Move]) -> Move | None:
        """The move of a sensible player: lead low, follow below the winning card, and discard what is dangerous."""
        if len(moves) == 1:
            return moves[0]
        faces = {move.words[0]: move for move in moves}
        hand = [card.face for card in self.hands[role]]
        if moves[0].action == "give":
            face = passed(faces, hand)
        else:
            unseen = unseen_faces(self, role)
            highest = winning(self)
            if highest is None:
                face = led(faces, hand, unseen)
            elif suit(next(iter(faces))) == suit(highest):
                last = len(self.trick) == len(self.roles) - 1
                face = followed(faces, highest.face, last)
            else:
                face = discarded(faces, hand, unseen)
        return faces[face]

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> dict[int, Supposed | None]:
        """Each deal by its number: the role that each card was dealt to, and the cards passed."""
        deals = rounds_told(view["told"], "count")
        first = view["props"]["deal_num"] - len(deals) + 1
        seen = view["containers"]
        own = [card["face"] for name in (f"hand_{role}", f"passing_{role}") for card in seen[name]["tokens"]]
        supposed: dict[int, Supposed | None] = {}
        for number, told in enumerate(deals, first):
            cards = {role: own} if number == view["props"]["deal_num"] else {}
            memory = Memory(self.roles, told, cards, self.option(MUST_BREAK_HEARTS), self.option(NO_PTS_ON_FIRST_TRICK))
            supposed[number] = memory.suppose({each: self.receiver(each, number) for each in self.roles}, rng)
        return supposed

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 if the cards were dealt and passed as supposed, else 0."""
        supposed = view["supposed"].get(self.deal_num.value)
        if supposed is None:
            return 1.0
        if move.role == CHANCE:
            return float(supposed.dealt[move.words[0]] == self.player)
        return float(move.action != "give" or move.words[0] in supposed.passed.get(move.role, move.words))


def unseen_faces(game: Rules, role: str) -> set[str]:
    """The faces of the cards that the others may hold: those neither in the role's hand nor on the table."""
    return set(PACK).difference([card.face for part in (game.hands[role], game.trick, game.taken) for card in part])


def threat(game: Rules, role: str, unseen: Set[str]) -> float:
    """The expected cost of the trick for the player with the highest card in it; the others stay below it if they can."""
    highest = winning(game)
    if highest is None or highest.owner != role:
        return 0.0
    below, above = around(highest, unseen)
    to_play = len(game.roles) - len(game.trick)
    beaten = NOT_HIS**below * (1 - NOT_HIS**above)
    queen = 13 / 3 if "QS" in unseen else 0
    more = NOT_HIS ** (below + above) * (1 + queen) + (queen if suit(highest) == "spades" and rank(highest) > 12 else 0)
    return (sum([game.worth(card) for card in game.trick]) + to_play * more) * (1 - beaten) ** to_play


def winning(game: Rules) -> Token | None:
    """The card that takes the trick so far."""
    return max([card for card in game.trick if suit(card) == game.suit_led.value], key=rank, default=None)


def around(card: Token | str, unseen: Set[str]) -> tuple[int, int]:
    """How many unseen cards of its suit are lower than a card, and how many higher."""
    others = [rank(face) for face in unseen if suit(face) == suit(card)]
    below = len([each for each in others if each < rank(card)])
    return below, len(others) - below


def danger(card: Token, unseen: Set[str]) -> float:
    """The expected cost of a card in hand, which may take a trick."""
    if card.face == "QS":
        return 4 + 2 * risk(card, unseen)
    if suit(card) == "spades" and rank(card) > 12 and "QS" in unseen:
        return 4.0
    return risk(card, unseen) * (2.5 if suit(card) == "hearts" else 1.5)


def risk(card: Token | str, unseen: Set[str]) -> float:
    """The share of the unseen cards of its suit that are lower than a card."""
    below, above = around(card, unseen)
    return below / (below + above) if below else 0.0


def passed(faces: Iterable[str], hand: Sequence[str]) -> str:
    """The card to pass: a high spade without enough lower ones, then high hearts and the highest cards of short suits."""
    length = {each: len([face for face in hand if suit(face) == each]) for each in ("clubs", "diamonds", "spades", "hearts")}
    low = len([face for face in hand if suit(face) == "spades" and rank(face) < 12])

    def urge(face: str) -> float:
        if suit(face) == "spades":
            return (100 + (face == "QS") if low < LONG else 0) if rank(face) >= 12 else rank(face) - 20
        return rank(face) - length[suit(face)] + (3 if suit(face) == "hearts" else 0)

    return max(faces, key=urge)


def led(faces: Iterable[str], hand: Sequence[str], unseen: Set[str]) -> str:
    """The card to lead: a low spade that may flush out the queen, or the card that is likely to be beaten."""
    queen = "QS" in unseen
    safe_spades = queen and not {"QS", "KS", "AS"}.intersection(hand)

    def cost(face: str) -> tuple[float, int]:
        if face == "QS":
            return 8.0, 0
        if suit(face) == "spades" and queen and rank(face) > 12:
            return 9.0, 0
        if suit(face) == "spades" and safe_spades:
            return -0.5, -rank(face)
        if not any(around(face, unseen)):
            return 2.0, rank(face)  # nobody else follows suit: the trick is ours, with all that is discarded
        costly = suit(face) == "hearts" or (suit(face) == "spades" and "QS" in hand)
        return (1.5 if costly else 1.0) * risk(face, unseen), -rank(face)

    return min(faces, key=cost)


def followed(faces: Iterable[str], highest: str, last: bool) -> str:
    """The card to follow suit with: the queen of spades under a higher card, or the highest card below the winning one.

    A player who must go above it plays the lowest card, or the highest as the last to play, and keeps the queen.
    """
    ordered = sorted(faces, key=rank)
    under = [face for face in ordered if rank(face) < rank(highest)]
    if under:
        return "QS" if "QS" in under else under[-1]
    above = [face for face in ordered if face != "QS"] or ordered
    return above[-1] if last else above[0]


def discarded(faces: Iterable[str], hand: Sequence[str], unseen: Set[str]) -> str:
    """The card to discard: the queen of spades, the ace or king while she is out, or the card that most likely takes tricks.

    A heart counts for more than another card, and a card of a short suit for a little more.
    """
    length = {suit(face): len([each for each in hand if suit(each) == suit(face)]) for face in faces}

    def urge(face: str) -> tuple[float, int]:
        if face == "QS":
            return 100.0, 0
        if suit(face) == "spades" and rank(face) > 12 and "QS" in unseen:
            return 90.0, rank(face)
        weight = 2.5 if suit(face) == "hearts" else 1.5
        return weight * risk(face, unseen) + 0.05 * (13 - length[suit(face)]), rank(face)

    return max(faces, key=urge)
