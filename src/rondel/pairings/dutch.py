"""The Dutch system: the pairing of a Swiss tournament by FIDE's handbook, C.04.3 as it was in force until January 2026.

Brackets are paired from the highest score down. Of all pairings of a bracket the one is chosen that is best by the quality
criteria C.5 to C.19, and of equals the one that the handbook would try first. Both are sums over pairs, so one weighted
matching finds it; the handbook's order of transpositions and exchanges is its last criterion. The numbers of the criteria are
the handbook's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Final

from rondel.errors import RondelError
from rondel.pairings.colours import ABSOLUTE, STRONG, Preference, higher_is_first, preference
from rondel.pairings.matching import best, is_complete
from rondel.pairings.scorecard import Card, Pair

POINT: Final = 2
"""One point, in half points."""

BYE: Final = 0
"""The number of nobody, the opponent of who has a bye."""


class Unpairable(RondelError):
    """No pairing of the next round is allowed: everybody has met everybody, or too many have had a bye."""

    code = "unpairable"


@dataclass(frozen=True, eq=False)
class Contender:
    """An entrant as the criteria see it."""

    number: int
    score: int
    """In half points."""
    preference: Preference
    floats: tuple[int, int]
    """The float in the last round and in the one before: -1 down, 1 up, 0 none."""
    opponents: frozenset[int]
    had_bye: bool
    """Whether it has had a bye or won by forfeit."""
    is_topscorer: bool


def dutch(cards: Sequence[Card], *, rounds: int, initial: bool = True) -> list[Pair]:
    """The pairs of the next round, best first; at most one has a bye. ``rounds`` is how many the tournament has, ``initial``
    whether the highest seed has the first seat in the first round.

    Raises `Unpairable`.

    >>> dutch([Card(number) for number in range(1, 6)], rounds=3)
    [Pair(first=1, second=3), Pair(first=4, second=2), Pair(first=5, second=None)]
    """
    everybody = sorted(contenders(cards, rounds), key=lambda each: (-each.score, each.number))
    if not _can_be_completed(everybody):
        raise Unpairable(f"no further round is possible for {len(everybody)} players: those who have not met may not be paired")
    groups = [list(group) for _, group in groupby(everybody, key=lambda each: each.score)]
    pairs: list[tuple[Contender, Contender]] = []
    moved_down: list[Contender] = []
    collapsed = False
    while groups:
        residents, lower = groups[0], groups[1] if len(groups) > 1 else []
        bracket = Bracket(moved_down, residents, lower, settles_bye=collapsed or not lower)
        found = bracket.pairs()
        paired = {each for pair in found for each in pair}
        left = [each for each in moved_down + residents if each not in paired]
        rest = [each for group in groups[1:] for each in group]
        if not bracket.settles_bye and not _can_be_completed(left + rest):
            groups, collapsed = [residents, rest], True  # A.9: all below are one bracket
            continue
        pairs += found
        moved_down = left
        groups.pop(0)
    made = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    byes = [Pair(each.number, None) for each in moved_down]
    return [_coloured(higher, lower, initial) for higher, lower in made] + byes


def contenders(cards: Sequence[Card], rounds: int) -> list[Contender]:
    """The present entrants of these cards."""
    after = {card.number: _scores(card) for card in cards}
    played = max((len(card.lines) for card in cards), default=0)
    return [
        Contender(
            card.number,
            after[card.number][-1],
            preference([bool(line.first) for line in card.played]),
            (_float(card, after, 1), _float(card, after, 2)),
            card.opponents,
            any(line.kind == "bye" or (line.kind == "forfeit" and line.points == 1) for line in card.lines),
            played == rounds - 1 and after[card.number][-1] > played,
        )
        for card in cards
        if card.is_present
    ]


def _scores(card: Card) -> list[int]:
    """The score before each round and after the last one, in half points."""
    scores = [0]
    for line in card.lines:
        scores.append(scores[-1] + round(POINT * line.points))
    return scores


def _float(card: Card, scores: dict[int, list[int]], back: int) -> int:
    """The float of an entrant so many rounds ago."""
    if back > len(card.lines):
        return 0
    line = card.lines[-back]
    if line.kind != "played" or line.opponent is None:
        return -1
    mine, other = scores[card.number][-back - 1], scores[line.opponent][-back - 1]
    return (mine < other) - (mine > other)


def _may_meet(one: Contender, other: Contender) -> bool:
    """C.1 and C.3: they have not met, and do not both need the same colour."""
    if other.number in one.opponents:
        return False
    absolute = one.preference.strength == other.preference.strength == ABSOLUTE and one.preference.clashes(other.preference)
    return not absolute or one.is_topscorer or other.is_topscorer


def _can_be_completed(left: Sequence[Contender]) -> bool:
    """C.4: whether all of these can be paired, one of them with a bye where they are odd in number."""
    nodes = {each.number for each in left}
    edges = [(one.number, other.number) for one, other in combinations(left, 2) if _may_meet(one, other)]
    if len(left) % 2:
        nodes.add(BYE)
        edges += [(each.number, BYE) for each in left if not each.had_bye]
    return is_complete(nodes, edges)


def _coloured(higher: Contender, lower: Contender, initial: bool) -> Pair:
    if higher_is_first(higher.preference, lower.preference, higher.number, initial=initial):
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)


@dataclass
class Bracket:
    """A bracket: those moved down into it, its residents, and the residents of the next one."""

    moved_down: list[Contender]
    residents: list[Contender]
    lower: list[Contender]
    settles_bye: bool
    """Whether it is the last bracket, or the one above a collapsed last one: then those who may not get the bye must be
    paired."""

    def __post_init__(self) -> None:
        self._here = {*self.moved_down, *self.residents}
        self._lowest = self.residents[-1].score
        differences = {self._down(each) for each in self._here} | {a.score - b.score for a, b in combinations(self._all, 2)}
        base = len(self._here) + 1
        self._worth = {each: base**rank for rank, each in enumerate(sorted(differences - {0}))} | {0: 0}

    @property
    def _all(self) -> list[Contender]:
        return self.moved_down + self.residents

    def pairs(self) -> list[tuple[Contender, Contender]]:
        """The pairs of this bracket, each with the higher ranked first."""
        edges = {pair: self._quality(*pair) for pair in combinations(self._all + self.lower, 2) if _may_meet(*pair)}
        fixed: list[tuple[Contender, Contender]] = []
        if self.moved_down:
            fixed = [pair for pair in self._found(edges, self._order_of_moved_down()) if pair[0] in self.moved_down]
            gone = {each for pair in fixed for each in pair}
            edges = {
                (one, other): values
                for (one, other), values in edges.items()
                if one not in gone and other not in gone and not (one in self.moved_down and other in self._here)
            }
        remainder = [each for each in self.residents if all(each not in pair for pair in fixed)]
        count = len(self._found(edges, lambda one, other: ()))
        return fixed + self._found(edges, _order_of_exchanges(remainder, count))

    def _found(
        self,
        edges: dict[tuple[Contender, Contender], tuple[int, ...]],
        order: Callable[[Contender, Contender], tuple[int, ...]],
    ) -> list[tuple[Contender, Contender]]:
        """The best pairs within this bracket."""
        if not edges:
            return []
        weighted = {pair: values + order(*pair) for pair, values in edges.items()}
        met = best(weighted, len(self._here) + len(self.lower))
        return [(one, met[one]) for one, other in edges if one in self._here and other in self._here and met.get(one) is other]

    def _down(self, each: Contender) -> int:
        """A.8: the score difference of a downfloater."""
        return each.score - self._lowest + POINT

    def _quality(self, one: Contender, other: Contender) -> tuple[int, ...]:
        """The criteria C.5 to C.19 of a pair, larger values for better ones; ``one`` is ranked higher."""
        bye = (1 + one.had_bye + other.had_bye,) if self.settles_bye else ()
        floating = [self._worth[self._down(each)] for each in (one, other) if each in self._here]
        if other not in self._here:
            following = (0, 0) if self.settles_bye else (1, sum(floating))
            return (*bye, 0, 0, *following, *[0] * 12)
        gap = one.score - other.score
        worth = self._worth[gap]
        mine, others = one.preference, other.preference
        clash, top = mine.clashes(others), one.is_topscorer or other.is_topscorer
        wide = abs(mine.difference) > 1 and abs(others.difference) > 1
        return (
            *bye,
            1,  # C.5
            sum(floating) - worth,  # C.6
            *(0, 0),  # C.7
            int(not (top and wide and clash)),  # C.8
            int(not (top and mine.is_double and others.is_double and clash)),  # C.9
            int(not clash),  # C.10
            int(not (clash and mine.strength >= STRONG and others.strength >= STRONG)),  # C.11
            *self._floats(one, other, 0),  # C.12, C.13
            *self._floats(one, other, 1),  # C.14, C.15
            *self._float_differences(one, other, 0, floating, worth),  # C.16, C.17
            *self._float_differences(one, other, 1, floating, worth),  # C.18, C.19
        )

    def _floats(self, one: Contender, other: Contender, back: int) -> tuple[int, int]:
        """How many of the two are kept from floating down again, and whether the lower one does not float up again."""
        down = (one.floats[back] < 0 and one.score == other.score) + (other.floats[back] < 0)
        return int(down), int(not (other.floats[back] > 0 and one.score > other.score))

    def _float_differences(
        self, one: Contender, other: Contender, back: int, floating: Sequence[int], worth: int
    ) -> tuple[int, int]:
        """The same, by score differences."""
        downs = [value for each, value in zip((one, other), floating, strict=True) if each.floats[back] < 0]
        again = worth if one.floats[back] < 0 else 0
        up = worth if other.floats[back] > 0 else 0
        return sum(downs) - again, max(self._worth.values()) - up

    def _order_of_moved_down(self) -> Callable[[Contender, Contender], tuple[int, ...]]:
        """The handbook's order of those moved down: the highest are paired (D.3), each with the highest resident (D.1)."""
        highs = {each: len(self.moved_down) - place for place, each in enumerate(self.moved_down)}
        residents = {each: len(self.residents) - place for place, each in enumerate(self.residents)}
        base = len(self.residents) + 1

        def order(one: Contender, other: Contender) -> tuple[int, ...]:
            if one not in highs or other not in residents:
                return (0, 0)
            return (1 << highs[one], base ** highs[one] * residents[other])

        return order


def _order_of_exchanges(remainder: Sequence[Contender], pairs: int) -> Callable[[Contender, Contender], tuple[int, ...]]:
    """The handbook's order of the candidates of a homogeneous bracket: fewest exchanges between its halves, the smallest
    difference of what is exchanged, then which are exchanged (D.2), then the transposition of the lower half (D.1)."""
    places = {each: place for place, each in enumerate(remainder)}
    size = len(remainder)

    def order(one: Contender, other: Contender) -> tuple[int, ...]:
        if one not in places or other not in places:
            return (0,) * 5
        high, low = places[one], places[other]
        upper = high < pairs
        return (
            int(upper),
            size - high,
            (1 << size) - (1 << high if upper else 0),
            0 if upper else 1 << (size - high),
            (size + 1) ** (size - high) * (size - low),
        )

    return order
