"""Poker hands: the best five of any number of cards, ranked by the standard order of poker ("high" poker, without jokers).

The order is that of Robert's Rules of Poker: straight flush, four of a kind, full house, flush, straight, three of a kind, two
pair, one pair, high card. An ace is high, and low in the straight 5 4 3 2 A. Suits do not decide.

>>> PokerHand(["AS", "KS", "2D", "QS", "JS", "TS", "2C"])
PokerHand('AS KS QS JS TS', straight flush)
>>> PokerHand(["KD", "KS", "7C", "7D", "7H"]) > PokerHand(["AD", "AS", "6C", "6D", "6H"])
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rondel.engine.components.playing_cards import PACK, rank, symbol
from rondel.engine.components.token import Token
from rondel.engine.text import _
from rondel.errors import RulesError, is_a, quoted

CATEGORIES: Final = (
    _("high card"),
    _("one pair"),
    _("two pair"),
    _("three of a kind"),
    _("straight"),
    _("flush"),
    _("full house"),
    _("four of a kind"),
    _("straight flush"),
)
"""The categories of hands, from the lowest to the highest."""

_HIGH, _PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH = range(9)
_FIVE: Final = 5
_ACE: Final = 14
_RANKS: Final = {face: rank(face) for face in PACK}
_FALLING: Final = {face: number for number, face in enumerate(sorted(PACK, key=rank, reverse=True))}
"""The place of each card among all, from the aces down."""


class PokerHand:
    """The best five cards of a hand. Hands are compared with ``<``, ``==`` and ``max``; equal hands share the pot.

    Takes at least five cards, tokens or faces, in any order: seven in hold'em. Raises `RulesError` for fewer, for a card twice,
    and for cards that are no playing cards.

    >>> hand = PokerHand(["KD", "7C", "2C", "KS", "7D", "AH", "3S"])
    >>> hand.category, hand.text, hand.strength
    ('two pair', 'K♦ K♠ 7♣ 7♦ A♥', (2, 13, 7, 14))
    """

    def __init__(self, cards: Iterable[Token | str]) -> None:
        given: Any = cards  # see `is_a`
        if isinstance(given, str) or not is_a(given, Iterable):
            raise RulesError(f"a poker hand is a list of cards, not {quoted(given)}")
        faces = [card if isinstance(card, str) else card.face for card in cards]
        for card in faces:
            if card not in _RANKS:
                rank(card)  # raises the error
        if len(faces) < _FIVE or len(set(faces)) < len(faces):
            raise RulesError(f"{' '.join(faces) or 'nothing'} is no poker hand: give at least five cards, and each card once")
        best = _best(faces)
        self.category: str = CATEGORIES[best[0]]
        """Its category, as a text for translation: ``"full house"``."""
        self.strength: tuple[int, ...] = (best[0], *best[1])
        """What decides between hands: the number of the category in `CATEGORIES`, then the ranks that decide within it."""
        self.cards: tuple[str, ...] = best[2]
        """The faces of the five cards, those of the category first."""

    @property
    def text(self) -> str:
        """The five cards for people: ``"K♦ K♠ 7♣ 7♦ A♥"``."""
        return " ".join([symbol(face) for face in self.cards])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PokerHand) and self.strength == other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __lt__(self, other: PokerHand) -> bool:
        return self.strength < other.strength

    def __le__(self, other: PokerHand) -> bool:
        return self.strength <= other.strength

    def __gt__(self, other: PokerHand) -> bool:
        return self.strength > other.strength

    def __ge__(self, other: PokerHand) -> bool:
        return self.strength >= other.strength

    def __repr__(self) -> str:
        return f"PokerHand({' '.join(self.cards)!r}, {self.category})"


def _best(faces: list[str]) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """The number of the category, the ranks that decide within it, and the five cards."""
    cards = sorted(faces, key=_FALLING.__getitem__)
    of_suit: dict[str, list[str]] = {}
    of_rank: dict[int, list[str]] = {}
    for card in cards:
        of_suit.setdefault(card[1], []).append(card)
        of_rank.setdefault(_RANKS[card], []).append(card)
    flushes = [same for same in of_suit.values() if len(same) >= _FIVE]
    straight_flushes = [straight for same in flushes if (straight := _straight(same))]
    if straight_flushes:
        best = max(straight_flushes, key=_top)
        return _STRAIGHT_FLUSH, (_top(best),), tuple(best)
    groups = sorted(of_rank, key=lambda number: (-len(of_rank[number]), -number))
    first, second = groups[0], groups[1] if len(groups) > 1 else groups[0]
    size = len(of_rank[first])
    if size == 4:
        return _kinds(_FOUR, [of_rank[first]], cards)
    pairs = [number for number in sorted(of_rank, reverse=True) if number != first and len(of_rank[number]) > 1]
    if size == 3 and pairs:
        return _FULL_HOUSE, (first, pairs[0]), (*of_rank[first], *of_rank[pairs[0]][:2])
    if flushes:
        same = max([each[:_FIVE] for each in flushes], key=_ranks)
        return _FLUSH, tuple(_ranks(same)), tuple(same)
    straight = _straight(cards)
    if straight:
        return _STRAIGHT, (_top(straight),), tuple(straight)
    if size == 3:
        return _kinds(_THREE, [of_rank[first]], cards)
    if size == 2 and len(of_rank[second]) == 2:
        return _kinds(_TWO_PAIR, [of_rank[first], of_rank[second]], cards)
    if size == 2:
        return _kinds(_PAIR, [of_rank[first]], cards)
    return _kinds(_HIGH, [], cards)


def _kinds(category: int, groups: list[list[str]], cards: list[str]) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """A hand of cards of equal rank, filled with the highest of the others."""
    chosen = [card for group in groups for card in group]
    rest = [card for card in cards if card not in chosen][: _FIVE - len(chosen)]
    return category, (*[_RANKS[group[0]] for group in groups], *_ranks(rest)), (*chosen, *rest)


def _straight(cards: list[str]) -> list[str]:
    """The highest straight of cards in falling order, from its highest card; empty if there is none."""
    if len({_RANKS[card] for card in cards}) < _FIVE:
        return []
    run: list[str] = []
    aces = [card for card in cards if _RANKS[card] == _ACE]
    for card in [*cards, *aces[:1]]:  # an ace may follow the two
        if run and _RANKS[run[-1]] == _RANKS[card]:
            continue
        if run and _RANKS[card] != _RANKS[run[-1]] - 1 and not (_RANKS[run[-1]] == 2 and _RANKS[card] == _ACE):
            run = []
        run.append(card)
        if len(run) == _FIVE:
            return run
    return []


def _top(straight: list[str]) -> int:
    return _RANKS[straight[0]]


def _ranks(cards: list[str]) -> list[int]:
    return [_RANKS[card] for card in cards]
