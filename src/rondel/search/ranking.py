"""Rankings: what a search says of the moves it was asked about."""

from __future__ import annotations


class Ranking:
    """The moves of a role: how often each was tried, and what it is worth to the role on average.

    >>> ranking = Ranking("x", 10, {"mark(a1)": (7, 0.5), "mark(b2)": (3, 0.1)})
    >>> ranking.best, ranking.values["mark(b2)"]
    ('mark(a1)', 0.1)
    """

    def __init__(self, role: str, simulations: int, found: dict[str, tuple[int, float]]) -> None:
        self.role = role
        """Whose moves they are."""
        self.simulations = simulations
        self._found = found

    @property
    def best(self) -> str:
        """The move tried most often; of equals, the one worth most."""
        return max(self._found, key=lambda text: self._found[text])

    @property
    def visits(self) -> dict[str, int]:
        """How often each move was tried, most often first."""
        return {text: self._found[text][0] for text in self._ranked()}

    @property
    def values(self) -> dict[str, float]:
        """What each move is worth, most often tried first; 0 where it was not tried."""
        return {text: self._found[text][1] for text in self._ranked()}

    def _ranked(self) -> list[str]:
        return sorted(self._found, key=lambda text: -self._found[text][0])

    def __repr__(self) -> str:
        return f"<Ranking: {self.best} by {self.role} after {self.simulations} simulations>"
