"""Tie-breaks: the order of entrants with equal points, by FIDE's handbook, C.07, as in force since April 2026.

A round that was not played counts by article 16: opponents see a trailing absence as a draw, and oneself as a game against a
dummy that has one's own score. In a round robin, where the pairings are fixed before, a forfeit counts as a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rondel.pairings.scorecard import Card, Line

TieBreak = Literal["buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins"]

SWISS: Final[tuple[TieBreak, ...]] = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
"""The order for Swiss tournaments."""

ROUND_ROBIN: Final[tuple[TieBreak, ...]] = ("direct_encounter", "wins", "sonneborn_berger")
"""The order for round robins."""

DRAW: Final = 0.5


@dataclass(frozen=True)
class Standing:
    """The place of an entrant; those with equal values share one."""

    place: int
    number: int
    points: float
    values: tuple[float, ...]
    """The tie-breaks, in their order. A direct encounter is the negative place among those who are level: 0 where it decides
    nothing."""


def standings(cards: Sequence[Card], order: Sequence[TieBreak], *, rounds: int, is_fixed: bool = False) -> list[Standing]:
    """The entrants of these cards, best first; ``rounds`` is how many the tournament has. With ``is_fixed`` the pairings were
    fixed before, as in a round robin.

    >>> from rondel.pairings.scorecard import Pair, Result, cards
    >>> played = cards([1, 2, 3, 4], [[Result(Pair(1, 3), (1, 0)), Result(Pair(4, 2), (0.5, 0.5))]])
    >>> [(each.place, each.number) for each in standings(played, ROUND_ROBIN, rounds=3)]
    [(1, 1), (2, 2), (2, 4), (4, 3)]
    """
    cards = [_as_played(card) for card in cards] if is_fixed else cards
    by_number = {card.number: card for card in cards}
    values: dict[int, list[float]] = {card.number: [card.points] for card in cards}
    for each in order:
        if each == "direct_encounter":
            for level in _groups(values):
                for number, value in _direct_encounter([by_number[number] for number in level]).items():
                    values[number].append(value)
        else:
            for card in cards:
                values[card.number].append(_value(each, card, by_number, rounds))
    found: list[Standing] = []
    for level in _groups(values):
        place = len(found) + 1
        found += [Standing(place, number, values[number][0], tuple(values[number][1:])) for number in level]
    return found


def _as_played(card: Card) -> Card:
    """The card with forfeits as games."""
    lines = [replace(line, kind="played") if line.kind == "forfeit" else line for line in card.lines]
    return replace(card, lines=tuple(lines))


def _groups(values: Mapping[int, Sequence[float]]) -> list[list[int]]:
    """The numbers with equal values, best first."""
    levels: dict[tuple[float, ...], list[int]] = {}
    for number in sorted(values):
        levels.setdefault(tuple(values[number]), []).append(number)
    return [levels[key] for key in sorted(levels, reverse=True)]


def _value(tie_break: TieBreak, card: Card, cards: Mapping[int, Card], rounds: int) -> float:
    if tie_break == "wins":
        return sum(line.points == 1 for line in card.lines)
    scores = [(line, _opponents_score(card, line, cards, rounds)) for line in card.lines]
    if tie_break == "sonneborn_berger":
        return sum(line.points * score for line, score in scores)
    kept = sorted(score for line, score in scores if _is_voluntary(line))  # 16.5: these are cut first
    kept += sorted(score for line, score in scores if not _is_voluntary(line))
    return sum(kept[1:] if tie_break == "buchholz_cut_1" else kept)


def _opponents_score(card: Card, line: Line, cards: Mapping[int, Card], rounds: int) -> float:
    """What a round contributes: the score of the opponent, or of the dummy of article 16.4."""
    if line.opponent is None:
        return min(card.points, rounds * DRAW)
    score = _adjusted(cards[line.opponent])
    return score if line.kind == "played" else min(card.points, score)


def _adjusted(card: Card) -> float:
    """The score as opponents count it: absences after which nothing was played are draws (16.3.2)."""
    total, trailing = 0.0, True
    for line in reversed(card.lines):
        trailing = trailing and _is_voluntary(line)
        total += DRAW if trailing and line.kind == "absent" else line.points
    return total


def _is_voluntary(line: Line) -> bool:
    """Whether the entrant did not play the round by its own doing (16.1.2)."""
    return line.kind == "absent" or (line.kind == "forfeit" and line.points < 1)


def _direct_encounter(level: Sequence[Card]) -> dict[int, float]:
    """The places of entrants that are level, by their games against each other. Those who are still level then are compared by
    the games among them alone."""
    places = _encounter(level)
    groups: dict[float, list[Card]] = {}
    for card in level:
        groups.setdefault(places[card.number], []).append(card)
    if len(groups) > 1:
        for place, group in groups.items():
            places.update({number: place + below for number, below in _direct_encounter(group).items()})
    return places


def _encounter(level: Sequence[Card]) -> dict[int, float]:
    """The places by all games against each other. Where some have not met, a place is decided only if no result of the missing
    games would change it."""
    numbers = {card.number for card in level}
    made = {card.number: sum(line.points for line in card.played if line.opponent in numbers) for card in level}
    missing = {card.number: len(numbers) - 1 - len({line.opponent for line in card.played} & numbers) for card in level}
    if len(level) == 1 or not any(missing.values()):
        return {number: -float(sum(other > mine for other in made.values())) for number, mine in made.items()}
    places: dict[int, float] = {}
    left = set(numbers)
    while left:
        sure = [each for each in left if all(made[each] > made[other] + missing[other] for other in left if other != each)]
        if not sure:
            break
        places[sure[0]] = -float(len(places))
        left.remove(sure[0])
    return places | {each: -float(len(places)) for each in left}
