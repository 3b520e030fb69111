"""The rating model: what is believed of a player's strength, and how a result changes it.

A rating is a belief: a mean and how sure it is. Everybody begins at 25 with a deviation of 25/3, and every rated round moves
those who played it, the surer the less. What is shown is a strength they surpass almost certainly, so that nobody stands high
by one lucky round.

Source: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", JMLR 12 (2011), 267-300; openskill's
Plackett-Luce model, which takes any number of players, teams and ties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Final

import msgspec

MEAN: Final = 25.0
DEVIATION: Final = 25.0 / 3
SURE: Final = 3
"""So many deviations below the mean lies what is shown."""


class Belief(msgspec.Struct, frozen=True):
    """What is believed of somebody's strength at one game."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> float:
        """What they are shown as: 0 at the beginning.

        >>> Belief().shown, Belief(30.0, 5.0).shown
        (0.0, 15.0)
        """
        return self.mean - SURE * self.deviation


def algorithm() -> str:
    """What ratings are made with, to be kept beside them: another version may make other ones."""
    return f"openskill PlackettLuce {version('openskill')}"


def revised(parties: Sequence[Sequence[str]], ranks: Mapping[str, int], beliefs: Mapping[str, Belief]) -> dict[str, Belief]:
    """What is believed of each role after a round of those parties, whose members share a rank.

    >>> new = revised([("x",), ("o",)], {"x": 1, "o": 2}, {"x": Belief(), "o": Belief()})
    >>> [round(new[role].mean, 2) for role in ("x", "o")]
    [27.64, 22.36]
    """
    # Imported here: it takes a while, and many arenas rate nobody.
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION)
    teams = [[model.rating(mu=beliefs[role].mean, sigma=beliefs[role].deviation) for role in party] for party in parties]
    rated = model.rate(teams, ranks=[float(ranks[party[0]]) for party in parties])
    return {
        role: Belief(each.mu, each.sigma)
        for party, team in zip(parties, rated, strict=True)
        for role, each in zip(party, team, strict=True)
    }
