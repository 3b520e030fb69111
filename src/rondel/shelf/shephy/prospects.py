"""The probability that a shepherd wins: the numbers behind `Shephy.estimate`.

The chance is taken to be the logistic function of a sum: what the flock is worth, how high and how many its sheep are, what
the cards promise that are still to come in this round, in hand or deck, and what those promise that come back in the next.

The numbers were learned from 720,000 games, played outside this project by a program of the same rules that always chose
what looked best: each position's chance was moved towards that of the positions after it and the end of the game (temporal
differences; Sutton, Learning to predict by the methods of temporal differences, 1988), first towards how high the flock had
come, and more and more towards whether the game was won. That program is not in this repository, so they cannot be made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log10
from typing import Final

from rondel.shelf.shephy.cards import RANKS

LAST: Final = 2
"""The number of the last round of three, from 0; a game of other rounds counts them from its end."""


class Prospect:
    """What a card promises.

    ``coming`` is for each time it is still to come in this round, by round; ``gone`` for each time it is discarded in a round
    after which it comes back; ``flock`` is added to ``coming`` for each sheep there are more than four.
    """

    def __init__(self, coming: tuple[float, float, float], gone: tuple[float, float], flock: float) -> None:
        self.coming = coming
        self.gone = (*gone, 0.0)
        self.flock = flock


PROSPECTS: Final = {
    "Be Fruitful": Prospect((1.21, 0.41, 0.98), (0.77, -0.42), -0.03),
    "Multiply": Prospect((0.92, 0.15, 0.10), (0.16, -0.15), -0.02),
    "Fill the Earth": Prospect((1.43, 0.15, 0.10), (0.29, -0.20), -0.05),
    "Flourish": Prospect((1.98, 1.76, 1.73), (1.03, 0.47), -0.10),
    "Golden Hooves": Prospect((1.47, 1.77, 1.93), (0.79, 0.37), 0.00),
    "Dominion": Prospect((1.34, 1.41, 2.13), (0.87, 0.44), 0.01),
    "Inspiration": Prospect((0.26, -0.31, 0.05), (0.26, -0.37), 0.01),
    "Sheep Dog": Prospect((0.75, 0.46, 0.19), (0.24, -0.02), 0.00),
    "Planning Sheep": Prospect((1.08, 0.31, 0.14), (0.01, -0.26), -0.01),
    "All-purpose Sheep": Prospect((0.95, 0.61, 1.25), (0.33, -0.28), -0.02),
    "Falling Rock": Prospect((-0.78, -0.37, -0.07), (-0.51, -0.12), 0.02),
    "Storm": Prospect((-1.27, -0.67, -0.18), (-0.73, -0.16), 0.04),
    "Meteor": Prospect((-0.89, -0.97, -0.32), (-0.83, -0.33), 0.05),
    "Lightning": Prospect((-1.47, -0.96, -0.26), (-0.86, -0.36), 0.02),
    "Wolves": Prospect((-0.69, -0.55, -0.21), (-0.35, -0.16), 0.02),
    "Plague": Prospect((-1.16, -0.47, -0.10), (-0.63, -0.13), 0.01),
    "Crowding": Prospect((-0.02, -0.22, -0.05), (0.12, 0.00), -0.04),
    "Slump": Prospect((0.04, -0.37, -0.15), (0.23, -0.13), -0.02),
    "Shephion": Prospect((-1.15, -0.83, -0.45), (-0.84, -0.33), 0.02),
}
"""The prospect of each card."""

START: Final = (-3.83, -7.07, -25.77)
"""What a round promises by itself: little, the later it is."""
WORTH: Final = (1.09, 3.22, 4.93)
"""For each tenfold that the flock is worth together, by round."""
HEIGHT: Final = (1.26, 1.64, 2.48)
"""For each step of the highest sheep on the ladder of ranks, by round."""
SHEEP: Final = (0.00, -1.74, -1.64, -1.57, -1.41, -1.35, -1.28, -1.24)
"""For the number of sheep."""
HIGHEST: Final = (0.0, -1.88, -1.86, -1.51, -1.33, -1.15, -1.41, -1.08)
"""For the number of sheep of the highest rank."""
NEXT: Final[tuple[float, ...]] = (-0.65, -0.46, -0.44, -0.30, -0.15, -0.08, -0.60)
"""For the number of sheep one rank below it."""
UNGUARDED: Final = -5.14
"""When Shephion is still to come in this round, and neither Sheep Dog nor Planning Sheep to keep it from being played."""
GUARDS: Final = ("Sheep Dog", "Planning Sheep")


def chance(flock: Sequence[int], coming: Sequence[str], gone: Iterable[str], round_number: int) -> float:
    """How likely the shepherd is to win, from 0 to 1: with these ranks in the field, these cards still to come in this round,
    and these discarded.

    ``round_number`` counts from 0 to `LAST`. Cards that are none of the game's promise nothing.

    >>> chance([300, 300, 300], ["Dominion"], [], LAST) < 0.5 < chance([300, 300, 300, 100], ["Dominion"], [], LAST)
    True
    """
    if not flock:
        return 0.0
    steps = [RANKS.index(rank) for rank in flock]
    highest = max(steps)
    total = START[round_number] + WORTH[round_number] * log10(sum(flock)) + HEIGHT[round_number] * highest
    total += SHEEP[len(flock)] + HIGHEST[steps.count(highest)] + NEXT[min(steps.count(highest - 1), len(NEXT) - 1)]
    more = len(flock) - 4
    for name in coming:
        prospect = PROSPECTS.get(name)
        if prospect is not None:
            total += prospect.coming[round_number] + prospect.flock * more
    for name in gone:
        prospect = PROSPECTS.get(name)
        if prospect is not None:
            total += prospect.gone[round_number]
    if "Shephion" in coming and not any(guard in coming for guard in GUARDS):
        total += UNGUARDED
    return 1 / (1 + exp(-total))
