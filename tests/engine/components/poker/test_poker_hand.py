"""Poker hands, against the published numbers of each category and hands whose order the rules state."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from random import Random

import pytest

from rondel.engine import PlayingCard
from rondel.engine.components.playing_cards import PACK
from rondel.engine.components.poker import CATEGORIES, PokerHand
from rondel.errors import RulesError

LONG = float(os.environ.get("RONDEL_LONG", "0.05")) >= 1

PUBLISHED = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "one pair": 1_098_240,
    "high card": 1_302_540,
}
"""The five-card hands of each category, of 2,598,960 in all."""

RANKED = [
    "AS KS QS JS TS",
    "5H 4H 3H 2H AH",
    "AC AD AH AS KC",
    "AC AD AH AS QC",
    "2C 2D 2H 2S AC",
    "AC AD AH KC KD",
    "KC KD KH AC AD",
    "AC KC QC JC 9C",
    "AC KC QC JC 8C",
    "AC KD QC JC TC",
    "6C 5D 4C 3C 2C",
    "5C 4D 3C 2C AC",
    "AC AD AH KC QD",
    "AC AD AH KC JD",
    "AC AD KC KD QC",
    "AC AD KC KD JC",
    "AC AD QC QD KC",
    "KC KD QC QD AC",
    "2C 2D AC KD QC",
    "2C 2D AC KD JC",
    "AC KD QC JC 9C",
    "7C 5D 4C 3C 2C",
]
"""Hands from the best to the worst."""


def test_the_order_is_that_of_the_rules() -> None:
    hands = [PokerHand(cards.split()) for cards in RANKED]
    assert sorted(hands, reverse=True) == hands
    assert all(one > other and other < one and one >= other and other <= one for one, other in itertools.pairwise(hands))
    assert list(dict.fromkeys(hand.category for hand in hands)) == list(reversed(CATEGORIES)) == list(PUBLISHED)
    assert len(set(hands)) == len(RANKED)


def test_suits_do_not_decide() -> None:
    one, other = PokerHand(["AS", "KS", "QD", "JD", "9C"]), PokerHand(["AC", "KC", "QH", "JH", "9D"])
    assert one == other
    assert hash(one) == hash(other)
    assert one <= other <= one
    assert not one < other
    assert max(one, other) is one


@pytest.mark.parametrize(
    ("cards", "five", "category"),
    [
        ("AS 2D 3C 4H 5S 9S 9D", "5 4 3 2 A", "straight"),
        ("2C 2D 2H 3C 3D 3H 4C", "3 3 3 2 2", "full house"),
        ("AC AD 2C 2D 3C 3D KH", "A A 3 3 K", "two pair"),
        ("AS AD 5S 4S 3S 2S KS", "5 4 3 2 A", "straight flush"),
        ("9C 9D 9H 9S KC KD KH", "9 9 9 9 K", "four of a kind"),
        ("KS QS JS TS 9D 8S 2S", "K Q J T 8", "flush"),
        ("QC KD AC 2D 3C 4D 8H", "A K Q 8 4", "high card"),
    ],
)
def test_the_best_five_of_seven(cards: str, five: str, category: str) -> None:
    hand = PokerHand(cards.split())
    assert (" ".join(face[0] for face in hand.cards), hand.category) == (five, category)
    assert set(hand.cards) <= set(cards.split())


def test_the_best_of_seven_is_the_best_of_all_its_fives() -> None:
    rng = Random(1)
    for _each in range(150):
        seven = rng.sample(PACK, 7)
        hand = PokerHand(seven)
        best = max(PokerHand(five) for five in itertools.combinations(seven, 5))
        assert hand == best
        assert hand == PokerHand(hand.cards)
        assert set(hand.cards) <= set(seven)


def test_the_categories_have_their_published_shares() -> None:
    """All 2,598,960 hands at full length. Otherwise one hand of each choice of ranks stands for all hands of these ranks but
    those of one suit, which are counted apart."""
    if LONG:
        found = Counter(PokerHand(five).category for five in itertools.combinations(PACK, 5))
        assert found == PUBLISHED
        return
    counted: Counter[str] = Counter()
    for ranks in itertools.combinations_with_replacement("23456789TJQKA", 5):
        shape = sorted(Counter(ranks).values(), reverse=True)
        if shape[0] > 4:
            continue
        suits = itertools.chain.from_iterable(
            "CDHS"[:many] for many in [len(list(group)) for _rank, group in itertools.groupby(ranks)]
        )
        mixed = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        ways = 1
        for many in shape:
            ways *= {1: 4, 2: 6, 3: 4, 4: 1}[many]
        if shape == [1] * 5:  # 4 of the 1,024 ways are of one suit
            mixed[0] = ranks[0] + "D"
            counted[PokerHand([rank + "C" for rank in ranks]).category] += 4
            ways -= 4
        counted[PokerHand(mixed).category] += ways
    assert counted == PUBLISHED
    assert sum(counted.values()) == 2_598_960


def test_tokens_are_cards_too() -> None:
    hand = PokerHand([PlayingCard(face=face) for face in ("KD", "KS", "7C", "7D", "AH")])
    assert (hand.text, repr(hand)) == ("K♦ K♠ 7♣ 7♦ A♥", "PokerHand('KD KS 7C 7D AH', two pair)")


def test_what_is_no_hand_is_refused() -> None:
    for cards, said in (
        (["AS", "KS"], "AS KS is no poker hand: give at least five cards, and each card once"),
        (["AS", "AS", "2C", "3C", "4C"], "each card once"),
        ([], "nothing is no poker hand"),
        (["AS", "1S", "2C", "3C", "4C"], "'1S' is no playing card"),
        ("AS KS QS JS TS", "a poker hand is a list of cards, not 'AS KS QS JS TS'"),
    ):
        with pytest.raises(RulesError, match=said):
            PokerHand(cards)
