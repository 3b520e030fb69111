"""Tricks: which cards follow the first card of a trick, and which card takes it.

Both functions take the ``suit`` and ``rank`` of a game in which the cards rank otherwise: jacks are trumps, or tens beat
kings.

>>> trick = [PlayingCard(face=face) for face in ("9H", "KH", "2S")]
>>> highest(trick).face, highest(trick, "spades").face
('KH', '2S')
>>> [card.face for card in following([PlayingCard(face=face) for face in ("3C", "3H")], trick)]
['3H']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rondel.engine.components import playing_cards
from rondel.engine.components.container import Row
from rondel.engine.components.playing_cards import PlayingCard as PlayingCard  # for the example
from rondel.engine.components.token import Token


def following(
    hand: Iterable[Token], trick: Row | Sequence[Token], suit: Callable[[Token], str] = playing_cards.suit
) -> list[Token]:
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
    suit: Callable[[Token], str] = playing_cards.suit,
    rank: Callable[[Token], int] = playing_cards.rank,
) -> Token:
    """The card that takes the trick: the highest of the suit ``trumps``, or else the highest of the suit of the first card.

    The cards are in the order in which they were played. Of two equal cards the first takes the trick. Raises `IndexError` for
    an empty trick.

    >>> highest([PlayingCard(face=face) for face in ("9H", "AC", "TH")]).face
    'TH'
    """
    best = trick[0]
    for card in trick:
        beats = rank(card) > rank(best) if suit(card) == suit(best) else suit(card) == trumps
        if beats:
            best = card
    return best
