"""Rankings: what a search says of the moves it was asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Ranking:
    """The moves of a role: how often each was tried, what it is worth to the role on average, and what is certain of it.

    >>> ranking = Ranking("x", 10, {"mark(a1)": (7, 0.5), "mark(b2)": (3, 0.1)})
    >>> ranking.best, ranking.values["mark(b2)"]
    ('mark(a1)', 0.1)
    """

    def __init__(
        self,
        role: str,
        simulations: int,
        found: Mapping[str, tuple[int, float]],
        proved: Mapping[str, tuple[float, int]] | None = None,
        *,
        solved: bool = False,
    ) -> None:
        self.role = role
        """Whose moves they are."""
        self.simulations = simulations
        self.solved = solved
        """Whether it is certain what the position is worth, and that `best` is best."""
        self._found = dict(found)
        self._proved = dict(proved or {})

    @property
    def best(self) -> str:
        """The move tried most often; of equals, the one worth most.

        Where something is certain, it is one of those that seem to be worth more than that, or else the best that is certain.
        Where all is, it is the quickest of the best, or the slowest to lose.
        """
        proved = self._proved
        found = self._found
        if not proved:
            return max(found, key=lambda text: found[text])
        sure = max([worth for worth, _length in proved.values()])
        surest = [text for text in found if text in proved and proved[text][0] == sure]
        if self.solved:
            return min(surest, key=lambda text: proved[text][1] if sure > 0 else -proved[text][1])
        hopeful = [text for text in found if text not in proved and found[text][1] > sure]
        return max(hopeful or surest, key=lambda text: found[text])

    @property
    def visits(self) -> dict[str, int]:
        """How often each move was tried, most often first."""
        return {text: self._found[text][0] for text in self._ranked()}

    @property
    def values(self) -> dict[str, float]:
        """What each move is worth, most often tried first; 0 where it was not tried."""
        return {text: self._proved[text][0] if text in self._proved else self._found[text][1] for text in self._ranked()}

    @property
    def proved(self) -> dict[str, float]:
        """What moves are worth for certain, of which that is known."""
        return {text: self._proved[text][0] for text in self._ranked() if text in self._proved}

    def _ranked(self) -> list[str]:
        return sorted(self._found, key=lambda text: -self._found[text][0])

    def to_json(self) -> dict[str, Any]:
        """All of it, as plain data; `from_json` reads it."""
        return {
            "role": self.role,
            "simulations": self.simulations,
            "solved": self.solved,
            "moves": {text: [*found, *self._proved.get(text, ())] for text, found in self._found.items()},
        }

    def __repr__(self) -> str:
        return f"<Ranking: {self.best} by {self.role} after {self.simulations} simulations>"


def from_json(said: Mapping[str, Any]) -> Ranking:
    """The ranking that `Ranking.to_json` said. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for what is none."""
    moves = said["moves"].items()
    return Ranking(
        str(said["role"]),
        int(said["simulations"]),
        {text: (int(each[0]), float(each[1])) for text, each in moves},
        {text: (float(each[2]), int(each[3])) for text, each in moves if len(each) > 2},
        solved=bool(said["solved"]),
    )


def together(rankings: Sequence[Ranking]) -> Ranking:
    """What several searches say of the same moves: each as often tried as by all, and certain where one is certain of it.

    >>> both = together([Ranking("x", 4, {"a": (3, 1.0), "b": (1, 0.0)}), Ranking("x", 2, {"b": (2, 0.5), "a": (0, 0.0)})])
    >>> both.simulations, both.visits, round(both.values["b"], 3)
    (6, {'a': 3, 'b': 3}, 0.333)
    """
    found: dict[str, tuple[int, float]] = {}
    proved: dict[str, tuple[float, int]] = {}
    for each in rankings:
        for text, (visits, value) in each._found.items():
            before, worth = found.get(text, (0, 0.0))
            total = before + visits
            found[text] = (total, (before * worth + visits * value) / total if total else 0.0)
        proved.update(each._proved)
    return Ranking(
        rankings[0].role,
        sum([each.simulations for each in rankings]),
        found,
        proved,
        solved=any([each.solved for each in rankings]),  # noqa: C419
    )
