"""Rankings: the results of a search, move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Ranking:
    """The moves of a role: number of tries, mean value for the role, and proved value of each.

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
        """The role of the moves."""
        self.simulations = simulations
        self.solved = solved
        """Whether the value of the position is proved, and `best` is the best move."""
        self._found = dict(found)
        self._proved = dict(proved or {})

    @property
    def best(self) -> str:
        """The move tried most often; of equals, the one with the greatest value.

        If some moves are proved, it is a move whose value exceeds the best proved one, or else the best proved move. If
        all are proved, it is the quickest of the best, or the slowest loss.
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
        """Number of tries of each move, in descending order."""
        return {text: self._found[text][0] for text in self._ranked()}

    @property
    def values(self) -> dict[str, float]:
        """Mean value of each move, in the order of `visits`; 0 if it was not tried."""
        return {text: self._proved[text][0] if text in self._proved else self._found[text][1] for text in self._ranked()}

    @property
    def proved(self) -> dict[str, float]:
        """The proved values of moves, for those that have one."""
        return {text: self._proved[text][0] for text in self._ranked() if text in self._proved}

    def _ranked(self) -> list[str]:
        return sorted(self._found, key=lambda text: -self._found[text][0])

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data; `from_json` reads it."""
        return {
            "role": self.role,
            "simulations": self.simulations,
            "solved": self.solved,
            "moves": {text: [*found, *self._proved.get(text, ())] for text, found in self._found.items()},
        }

    def __repr__(self) -> str:
        return f"<Ranking: {self.best} by {self.role} after {self.simulations} simulations>"


def from_json(said: Mapping[str, Any]) -> Ranking:
    """The ranking that `Ranking.to_json` wrote. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for other data."""
    moves = said["moves"].items()
    return Ranking(
        str(said["role"]),
        int(said["simulations"]),
        {text: (int(each[0]), float(each[1])) for text, each in moves},
        {text: (float(each[2]), int(each[3])) for text, each in moves if len(each) > 2},
        solved=bool(said["solved"]),
    )


def together(rankings: Sequence[Ranking]) -> Ranking:
    """Merges the rankings of several searches of the same moves: tries are summed, and one search's proof is enough.

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
