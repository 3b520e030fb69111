"""Playing cards: the pack of 52, as bridge players have it (Portable Bridge Notation writes a ten as T)."""

from __future__ import annotations

import pytest

from rondel.engine.components.playing_cards import (
    PACK,
    RANKS,
    SUITS,
    SYMBOLS,
    PlayingCard,
    following,
    held,
    highest,
    rank,
    suit,
    symbol,
)
from rondel.engine.components.token import Token, TokenKind
from rondel.errors import RulesError


def test_the_pack_has_each_rank_of_each_suit_once() -> None:
    assert len(PACK) == len(set(PACK)) == len(RANKS) * len(SUITS) == 52
    assert set(PlayingCard.faces) == set(PACK)
    assert {(rank(face), suit(face)) for face in PACK} == {(number, each) for number in range(2, 15) for each in SUITS}


@pytest.mark.parametrize(
    ("face", "number", "of", "shown"),
    [("2C", 2, "clubs", "2♣"), ("TD", 10, "diamonds", "10♦"), ("QS", 12, "spades", "Q♠"), ("AH", 14, "hearts", "A♥")],
)
def test_a_card_is_called_by_rank_and_suit(face: str, number: int, of: str, shown: str) -> None:
    card = TokenKind("tarot")(face=face)  # one whose kind has any face
    assert (rank(card), suit(card)) == (rank(face), suit(face)) == (number, of)
    assert PlayingCard.faces[face].text == symbol(card) == symbol(face) == shown
    assert shown.endswith(SYMBOLS[of])


def test_a_hand_is_held_by_suit_then_rank_black_and_red_by_turns() -> None:
    hand = [PlayingCard(face=face) for face in ("AH", "2S", "TD", "3C", "9D", "KH")]
    assert [card.face for card in sorted(hand, key=held)] == ["3C", "9D", "TD", "2S", "KH", "AH"]
    assert [suit(face) in ("diamonds", "hearts") for face in PACK[::13]] == [False, True, False, True]


@pytest.mark.parametrize("face", ["", "10S", "1S", "SQ", "QX", "qs", "joker"])
def test_what_is_no_playing_card_has_neither_rank_nor_suit(face: str) -> None:
    card = TokenKind("tarot")(face=face)  # one whose kind has any face
    for asked in (suit, rank, symbol):
        with pytest.raises(RulesError, match="no playing card that can be seen"):
            asked(face)
        with pytest.raises(RulesError, match="no playing card that can be seen"):
            asked(card)
    with pytest.raises(RulesError):
        held(card)


def cards(faces: str) -> list[Token]:
    return [PlayingCard(face=face) for face in faces.split()]


@pytest.mark.parametrize(
    ("hand", "trick", "may"),
    [
        ("2C 3H 4H", "", "2C 3H 4H"),
        ("2C 3H 4H", "AH", "3H 4H"),
        ("2C 3H 4H", "AH 2C", "3H 4H"),  # the first card counts
        ("2C 3H 4H", "AS", "2C 3H 4H"),
        ("", "AS", ""),
    ],
)
def test_suit_is_followed_by_who_can(hand: str, trick: str, may: str) -> None:
    assert [card.face for card in following(cards(hand), cards(trick))] == may.split()


@pytest.mark.parametrize(
    ("trick", "trumps", "takes"),
    [
        ("9H KH AH", None, "AH"),
        ("9H AC TH", None, "TH"),
        ("9H AC TS", "spades", "TS"),
        ("9H 2S TS AH", "spades", "TS"),
        ("2S AH 3S", "spades", "3S"),
        ("9H", "hearts", "9H"),
    ],
)
def test_the_highest_trump_takes_the_trick_or_else_the_highest_card_of_the_suit_led(
    trick: str, trumps: str | None, takes: str
) -> None:
    assert highest(cards(trick), trumps).face == takes


def test_a_game_may_have_suits_and_ranks_of_its_own() -> None:
    def own_suit(card: Token) -> str:
        return "trumps" if card.face[0] == "J" else suit(card)

    def reversed_rank(card: Token) -> int:
        return -rank(card)

    assert [card.face for card in following(cards("JH 2H"), cards("AH"), own_suit)] == ["2H"]
    assert highest(cards("AH JC 2H"), "trumps", suit=own_suit).face == "JC"
    assert highest(cards("9H 2H"), rank=reversed_rank).face == "2H"


def test_of_two_equal_cards_the_first_takes_the_trick() -> None:
    trick = cards("AH AH")
    assert highest(trick) is trick[0]


def test_an_empty_trick_is_nobodys() -> None:
    with pytest.raises(RulesError, match="without cards"):
        highest([])
