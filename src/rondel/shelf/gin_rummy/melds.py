"""Melds: three or four cards of a rank, or three and more in a row of a suit; and the cards that are left over.

>>> deadwood(["4S", "5S", "6S", "KD", "AH"])
11
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from rondel.engine import Token
from rondel.engine.components.playing_cards import PACK, SUITS, rank, suit

Meld: TypeAlias = tuple[str, ...]
"""The faces of its cards, in order."""
LONG: Final = 6
"""A run of so many cards is two runs as well."""


def low(face: str) -> int:
    """The rank of a card in a run, in which the ace is the lowest: 1 to 13.

    >>> low("AS"), low("2C"), low("KH")
    (1, 2, 13)
    """
    return rank(face) % 13 if face[0] == "A" else rank(face)


def points(face: str) -> int:
    """The points of a card that is left over.

    >>> points("AS"), points("7C"), points("QH")
    (1, 7, 10)
    """
    return min(10, low(face))


_POINTS: Final = {face: points(face) for face in PACK}
_PLACES: Final = {face: SUITS.index(suit(face)) * 13 + low(face) - 1 for face in PACK}
"""The place of each card in the order in which runs stand together."""
_BITS: Final = {face: 1 << place for face, place in _PLACES.items()}


def sorted_by_suit(card: Token) -> int:
    """The sort key of a card by suit, then by rank with the ace as the lowest: ``hand.sort(sorted_by_suit)``."""
    return _PLACES[card.face]


def total(faces: Iterable[str]) -> int:
    """The points of these cards, all left over.

    >>> total(["KD", "AH"])
    11
    """
    return sum([_POINTS[face] for face in faces])


def melds(faces: Iterable[str], longest: int = LONG - 1) -> list[Meld]:
    """All melds that these cards have, runs of at most ``longest`` cards.

    >>> melds(["4S", "4C", "4H", "5S", "6S"])
    [('4S', '5S', '6S'), ('4C', '4S', '4H')]
    """
    cards = sorted(faces, key=lambda face: _PLACES[face])
    found: list[Meld] = []
    start = 0
    for end in range(1, len(cards) + 1):
        if end < len(cards) and _follows(cards[end - 1], cards[end]):
            continue
        row = cards[start:end]
        for length in range(3, min(longest, len(row)) + 1):
            found.extend([tuple(row[at : at + length]) for at in range(len(row) - length + 1)])
        start = end
    by_rank: dict[str, list[str]] = {}
    for face in cards:
        by_rank.setdefault(face[0], []).append(face)
    for alike in by_rank.values():
        for size in range(3, len(alike) + 1):
            found.extend(combinations(alike, size))
    return found


def _follows(face: str, after: str) -> bool:
    """Whether the second card is the next of the first one's suit."""
    return face[1] == after[1] and _PLACES[after] == _PLACES[face] + 1


def deadwood(faces: Sequence[str]) -> int:
    """The fewest points that can be left over when these cards are melded.

    >>> deadwood(["4S", "4C", "4H", "5S", "6S"])
    8
    """
    return total(faces) - _saved(faces)


def _saved(faces: Iterable[str]) -> int:
    """The most points that lie in melds which share no card."""
    found = melds(faces)
    if not found:
        return 0
    return _most([(sum([_BITS[face] for face in meld]), total(meld)) for meld in found], 0, 0)


def _most(listed: Sequence[tuple[int, int]], at: int, used: int) -> int:
    """The most points of the melds from ``at`` on that are free of the used cards."""
    best = 0
    for number in range(at, len(listed)):
        cards, worth = listed[number]
        if not cards & used:
            best = max(best, worth + _most(listed, number + 1, used | cards))
    return best


def arrangements(faces: Sequence[str]) -> list[tuple[Meld, ...]]:
    """All arrangements in melds that leave the fewest points over. Where melds can be joined to one, they are.

    >>> arrangements(["4S", "4C", "4H", "4D", "5S", "6S", "7S"])
    [(('5S', '6S', '7S'), ('4C', '4D', '4S', '4H')), (('4S', '5S', '6S', '7S'), ('4C', '4D', '4H'))]
    """
    best = _saved(faces)
    found: list[tuple[Meld, ...]] = []
    _arrange(melds(faces, 13), 0, (), best, found)
    fewest = min([len(each) for each in found], default=0)
    return [each for each in found if len(each) == fewest] or [()]


def _arrange(listed: Sequence[Meld], at: int, laid: tuple[Meld, ...], left: int, found: list[tuple[Meld, ...]]) -> None:
    """Add the arrangements that begin with the melds ``laid`` and save ``left`` more points."""
    if not left:
        found.append(laid)
        return
    used = {face for meld in laid for face in meld}
    for number in range(at, len(listed)):
        meld = listed[number]
        worth = total(meld)
        if worth <= left and used.isdisjoint(meld):
            _arrange(listed, number + 1, (*laid, meld), left - worth, found)


def left_over(faces: Iterable[str], laid: Iterable[Meld]) -> list[str]:
    """The cards that lie in none of the melds.

    >>> left_over(["4S", "KD", "5S", "6S"], [("4S", "5S", "6S")])
    ['KD']
    """
    used = {face for meld in laid for face in meld}
    return [face for face in faces if face not in used]


def is_run(meld: Meld) -> bool:
    """Whether a meld is a run; else it is a set.

    >>> is_run(("4S", "5S", "6S")), is_run(("4S", "4C", "4H"))
    (True, False)
    """
    return meld[0][1] == meld[1][1]


def extended(meld: Meld, face: str) -> Meld | None:
    """The meld with another card laid off on it; None if the card does not fit.

    >>> extended(("4S", "5S", "6S"), "3S"), extended(("4S", "4C", "4H"), "4D"), extended(("4S", "4C", "4H"), "5S")
    (('3S', '4S', '5S', '6S'), ('4S', '4C', '4H', '4D'), None)
    """
    if not is_run(meld):
        return (*meld, face) if face[0] == meld[0][0] else None
    if _follows(face, meld[0]):
        return (face, *meld)
    return (*meld, face) if _follows(meld[-1], face) else None
