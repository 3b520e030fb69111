"""Playing cards: the standard pack of 52.

A card is called by its rank and its suit, ``"QS"``, ten is ``"TD"``, as bridge players and most programs write them. The
page draws what `PlayingCard` shows.

>>> queen = PlayingCard(face="QS")
>>> suit(queen), rank(queen), SYMBOLS[suit(queen)]
('spades', 12, '♠')
"""

from __future__ import annotations

from typing import Final

from rondel.engine.components.token import Face, Token, TokenKind
from rondel.errors import RulesError

RANKS: Final = "23456789TJQKA"
"""From the lowest to the highest, the ace."""
SUITS: Final = ("clubs", "diamonds", "spades", "hearts")
"""In the order in which a hand is held: black and red by turns."""
SYMBOLS: Final = {"clubs": "♣", "diamonds": "♦", "spades": "♠", "hearts": "♥"}

_LETTERS: Final = {suit[0].upper(): suit for suit in SUITS}

PACK: Final = tuple([rank + suit[0].upper() for suit in SUITS for rank in RANKS])
"""The faces of the 52 cards, suit by suit from the lowest to the highest."""

PlayingCard: Final = TokenKind(
    "card",
    faces={face: Face("card", text=face[0].replace("T", "10") + SYMBOLS[_LETTERS[face[1]]]) for face in PACK},
)


def suit(card: Token | str) -> str:
    """The suit of a card, or of a face: ``"spades"``. Raises `RulesError` for one that is no playing card's."""
    return SUITS[_place(card) // len(RANKS)]


def rank(card: Token | str) -> int:
    """The rank of a card, or of a face: 2 to 10, and 11 to 14 for jack, queen, king and ace. Raises `RulesError` as `suit`
    does."""
    return _place(card) % len(RANKS) + 2


def symbol(card: Token | str) -> str:
    """What people read of a card, or of a face: ``"10♦"``. Raises `RulesError` as `suit` does."""
    return PlayingCard.faces[PACK[_place(card)]].text


def held(card: Token) -> int:
    """Where a card comes in a hand that is sorted by suit, then by rank: ``hand.sort(held)``."""
    return _place(card)


_PLACES: Final = {face: number for number, face in enumerate(PACK)}


def _place(card: Token | str) -> int:
    face = card if isinstance(card, str) else card.face
    place = _PLACES.get(face)
    if place is None:
        raise RulesError(f"{card!r} is no playing card that can be seen; its face is rank and suit, as in 'QS' or 'TD'")
    return place
