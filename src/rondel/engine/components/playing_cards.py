"""Playing cards: the standard pack of 52.

The face of a card is its rank and its suit, ``"QS"``, with ``T`` for ten, ``"TD"``, as in bridge and in most programs. The page
draws the faces of `PlayingCard`.

>>> queen = PlayingCard(face="QS")
>>> suit(queen), rank(queen), SYMBOLS[suit(queen)]
('spades', 12, '♠')
"""

from __future__ import annotations

from typing import Final

from rondel.engine.components.token import Face, Token, TokenKind
from rondel.errors import RulesError

RANKS: Final = "23456789TJQKA"
"""The ranks, from the lowest to the highest."""
SUITS: Final[tuple[str, ...]] = ("clubs", "diamonds", "spades", "hearts")
"""The suits in the order of a sorted hand: black and red alternate."""
SYMBOLS: Final = {"clubs": "♣", "diamonds": "♦", "spades": "♠", "hearts": "♥"}

_LETTERS: Final = {suit[0].upper(): suit for suit in SUITS}

PACK: Final = tuple([rank + suit[0].upper() for suit in SUITS for rank in RANKS])
"""The faces of the 52 cards, suit by suit from the lowest to the highest."""

PlayingCard: Final = TokenKind(
    "card",
    faces={face: Face("card", text=face[0].replace("T", "10") + SYMBOLS[_LETTERS[face[1]]]) for face in PACK},
)
"""The kind of the 52 playing cards; the page draws them. ``PlayingCard.set(dict.fromkeys(PACK, 1))`` is a pack.

>>> PlayingCard(face="TD").face, PlayingCard.faces["TD"].text, len(PlayingCard.faces)
('TD', '10♦', 52)
"""


def suit(card: Token | str) -> str:
    """The suit of a card, or of a face: ``"spades"``. Raises `RulesError` for another face.

    >>> suit("QS")
    'spades'
    """
    return SUITS[_place(card) // len(RANKS)]


def rank(card: Token | str) -> int:
    """The rank of a card, or of a face: 2 to 10, and 11 to 14 for jack, queen, king and ace. Raises `RulesError` as `suit`
    does.

    >>> [rank(face) for face in ("2C", "TD", "AH")]
    [2, 10, 14]
    """
    return _place(card) % len(RANKS) + 2


def symbol(card: Token | str) -> str:
    """The text of a card, or of a face, for people: ``"10♦"``. Raises `RulesError` as `suit` does.

    >>> symbol("TD")
    '10♦'
    """
    return PlayingCard.faces[PACK[_place(card)]].text


def held(card: Token) -> int:
    """The sort key of a card by suit, then by rank: ``hand.sort(held)``.

    >>> sorted(["2H", "AC", "2C"], key=lambda face: held(PlayingCard(face=face)))
    ['2C', 'AC', '2H']
    """
    return _place(card)


_PLACES: Final = {face: number for number, face in enumerate(PACK)}


def _place(card: Token | str) -> int:
    face = card if isinstance(card, str) else card.face
    place = _PLACES.get(face)
    if place is None:
        raise RulesError(f"{card!r} is no playing card that can be seen; its face is rank and suit, as in 'QS' or 'TD'")
    return place
