"""The cards of Skat, and what games are worth.

>>> matadors(["JC", "JS", "AC"], "clubs"), matadors(["JH", "AC"], "grand")
(2, 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import _
from rondel.engine.components import playing_cards

PACK32: Final = tuple([face for face in playing_cards.PACK if playing_cards.rank(face) >= 7])
"""The faces of the 32 cards, seven to ace."""
POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""The points of the cards, by rank; together 120."""
WON, SCHNEIDER = 61, 90
"""The points that win a game, and those that leave the other side *schneider*."""
BASES: Final = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
"""What each level of a game with trumps is worth."""
PLAIN: Final = "plain"
"""Nothing is announced besides the game."""
NULLS: Final = {(False, PLAIN): 23, (True, PLAIN): 35, (False, "open"): 46, (True, "open"): 59}
"""What a game without tricks is worth: with the skat or from the hand, and with open cards."""
MULTIPLES: Final = [base * levels for game, base in BASES.items() for levels in range(2, 12 if game == "grand" else 19)]
BIDS: Final = tuple(sorted({*MULTIPLES, *NULLS.values()}))
"""All values that a game can have."""
LEVELS: Final = (PLAIN, "schneider", "schwarz", "open")
"""What a declarer who plays from the hand may announce; each includes those before it."""
JACKS: Final = ("JC", "JS", "JH", "JD")
"""From the highest to the lowest."""
RANKS: Final = "789QKTA"
"""The ranks below the jacks, from the lowest to the highest; in a null game tens and jacks have their places."""
TRUMPS: Final = "trumps"

GAMES: Final = {
    "diamonds": _("Diamonds"),
    "hearts": _("Hearts"),
    "spades": _("Spades"),
    "clubs": _("Clubs"),
    "grand": _("Grand"),
    "null": _("Null"),
}
ANNOUNCED: Final = {"schneider": _("Schneider announced"), "schwarz": _("Schwarz announced"), "open": _("Open")}
"""The games, and what may be announced besides, as people call them."""


def suit_of(face: str, game: str) -> str:
    """The suit of a card in a kind of game: jacks are trumps, but not in a null game.

    >>> suit_of("JD", "grand"), suit_of("7S", "spades"), suit_of("JD", "null")
    ('trumps', 'trumps', 'diamonds')
    """
    suit = playing_cards.suit(face)
    return TRUMPS if suit == game or (game != "null" and face in JACKS) else suit


def rank_of(face: str, game: str) -> int:
    """The rank of a card among those of its suit in a kind of game.

    >>> rank_of("TC", "grand") > rank_of("KC", "grand"), rank_of("TC", "null") > rank_of("KC", "null")
    (True, False)
    """
    if game == "null":
        return playing_cards.rank(face)
    return 20 - JACKS.index(face) if face in JACKS else RANKS.index(face[0])


def matadors(cards: Iterable[str], game: str) -> int:
    """How many of the highest trumps in a row, from the jack of clubs on, are all among the cards, or all not among them.

    >>> matadors(["JS", "JH"], "hearts")
    1
    """
    own = set(cards)
    trumps = [*JACKS, *[rank + game[0].upper() for rank in reversed(RANKS) if game != "grand"]]
    first = trumps[0] in own
    return next((number for number, face in enumerate(trumps) if (face in own) != first), len(trumps))
