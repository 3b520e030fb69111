"""Playing cards: the standard pack of 52, and tricks of them.

The face of a card is its rank and its suit, ``"QS"``, with ``T`` for ten, ``"TD"``, as in bridge and in most programs. The page
draws the faces of `PlayingCard`. `following` and `highest` take the ``suit`` and ``rank`` of a game in which the cards rank
otherwise: jacks are trumps, or tens beat kings.

>>> queen = PlayingCard(face="QS")
>>> suit(queen), rank(queen), SYMBOLS[suit(queen)]
('spades', 12, '♠')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rondel.engine.components.container import Row
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


def following(hand: Iterable[Token], trick: Row | Sequence[Token], suit: Callable[[Token], str] = suit) -> list[Token]:
    """The cards of a hand that follow suit: those of the suit of the trick's first card; all cards where the hand has none of
    it, or the trick is empty.

    >>> hand = [PlayingCard(face=face) for face in ("3C", "3H")]
    >>> [card.face for card in following(hand, [PlayingCard(face="9S")])]
    ['3C', '3H']
    """
    cards = list(hand)
    if not len(trick):
        return cards
    led = suit(trick[0])
    return [card for card in cards if suit(card) == led] or cards


def highest(
    trick: Row | Sequence[Token],
    trumps: str | None = None,
    *,
    suit: Callable[[Token], str] = suit,
    rank: Callable[[Token], int] = rank,
) -> Token:
    """The card that takes the trick: the highest of the suit ``trumps``, or else the highest of the suit of the first card.

    The cards are in the order in which they were played. Of two equal cards the first takes the trick. Raises `RulesError` for
    an empty trick.

    >>> highest([PlayingCard(face=face) for face in ("9H", "AC", "TH")]).face
    'TH'
    """
    if not len(trick):
        raise RulesError("nobody takes a trick without cards; ask for its highest card when all have played")
    best = trick[0]
    for card in trick:
        beats = rank(card) > rank(best) if suit(card) == suit(best) else suit(card) == trumps
        if beats:
            best = card
    return best


_PLACES: Final = {face: number for number, face in enumerate(PACK)}


def _place(card: Token | str) -> int:
    face = card if isinstance(card, str) else card.face
    place = _PLACES.get(face)
    if place is None:
        raise RulesError(f"{card!r} is no playing card that can be seen; its face is rank and suit, as in 'QS' or 'TD'")
    return place
