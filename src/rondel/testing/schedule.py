"""A schedule: the order of laws and games.

Without a time budget every game is played for every law, game by game. With a budget every law is first tried on the
beginning of one game, the cheap laws first; then each law gets its share of the time, on whole games. Laws about secrets and
about rules that ask get a larger share if they apply, and come last if they do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rondel.testing.laws.registry import ONCE, SLOW, WHOLE

SLOW_STRIDE: Final = 5
"""A slow law is tried on one game in this number."""
SHORT: Final = 30
"""Answers of a game that are followed in the first round of a budget."""
FAVOURED: Final = frozenset(("determinism", "secrets", "histories", "canary", "imagination", "suspension"))
"""Laws with a larger share of the time, if they apply."""
LARGE_SHARE: Final = 3.0
"""The share of a favoured law in the time, where other laws have 1."""
SMALL_SHARE: Final = 0.1
"""The share of a law that does not apply."""


@dataclass(frozen=True)
class Task:
    """A law to be tried on a game, for a number of answers."""

    law: str
    game: int
    plies: int
    whole: bool = True
    """Whether the game is followed as long as it was asked for, and not only its beginning."""


class Schedule:
    """The tasks in order; `spent` reports the time of a task."""

    def __init__(self, laws: Sequence[str], games: int, plies: int, *, budget: bool) -> None:
        self._budget = budget
        self._first: list[Task] = []
        self._order = list(laws)
        self._queues: dict[str, list[Task]] = {}
        self._spent = dict.fromkeys(laws, 0.0)
        self._whole = dict.fromkeys(laws, 0.0)
        """The seconds of the law's last whole game."""
        self._share = {law: LARGE_SHARE if law in FAVOURED else 1.0 for law in laws}
        for law in laws:
            numbers = [number for number in range(games) if not (law in SLOW and number % SLOW_STRIDE)]
            self._queues[law] = [Task(law, number, plies) for number in (numbers[:1] if budget and law in ONCE else numbers)]
        if budget and games and plies > SHORT:
            cheap = sorted(laws, key=lambda law: (law in SLOW, law in FAVOURED and law != "determinism"))
            self._first = [self._queues[law].pop(0) if law in ONCE or law in WHOLE else self._short(law) for law in cheap]

    @staticmethod
    def _short(law: str) -> Task:
        return Task(law, 0, SHORT, whole=False)

    @property
    def left(self) -> bool:
        """Whether anything is still to be tried."""
        return bool(self._first) or any(self._queues.values())

    def next(self, seconds: float | None = None) -> Task:
        """The next task; it prefers one that is expected to fit into the remaining seconds."""
        if self._first:
            return self._first.pop(0)
        waiting = [law for law in self._order if self._queues[law]]
        if not self._budget:
            law = min(waiting, key=lambda each: self._queues[each][0].game)
        else:
            fitting = [law for law in waiting if seconds is None or self._whole[law] <= seconds]
            law = min(fitting or waiting, key=lambda each: self._spent[each] / self._share[each])
        return self._queues[law].pop(0)

    def spent(self, task: Task, seconds: float, *, skipped: bool = False) -> None:
        """Note the time of a task, and whether its law applied."""
        self._spent[task.law] += seconds
        if task.whole:
            self._whole[task.law] = seconds
        if skipped:
            self._share[task.law] = SMALL_SHARE

    @property
    def times(self) -> dict[str, float]:
        """The seconds spent on each law."""
        return dict(self._spent)

    def drop(self, law: str) -> None:
        """Try a law no further."""
        self._queues[law] = []
        self._first = [task for task in self._first if task.law != law]
