"""Executors: play fixtures, locally or elsewhere, with the same outcomes.

Fixtures are sent in batches of about a second of work, because sending one costs far more than a move of a small game. They
come back in any order.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from rondel.tournament.execution.job import Setting, carry_out
from rondel.tournament.fixture import Fixture
from rondel.tournament.outcome import Outcome

SPELL: Final = 1.0
"""Seconds of work in a batch."""


class Executor(ABC):
    """Plays fixtures. Use it in a ``with``, which ends everything it has started.

    >>> from rondel.tournament import Serial, Tournament
    >>> with Serial() as executor:
    ...     len(Tournament("tic_tac_toe", ["random", "random"], games=3, seed=1).run(executor))
    3
    """

    @abstractmethod
    def run(self, setting: Setting, fixtures: Iterable[Fixture]) -> Iterator[Outcome]:
        """Plays all these fixtures; yields outcomes as they come in."""

    @abstractmethod
    def close(self) -> None:
        """Ends everything it has started."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()


class Serial(Executor):
    """Plays fixtures in sequence, in this process.

    >>> from rondel.tournament.execution.executor import Setting
    >>> from rondel.tournament.fixture import fixtures
    >>> setting = Setting("tic_tac_toe", ("random", "random"))
    >>> with Serial() as executor:
    ...     len(list(executor.run(setting, fixtures((0, 1), seats=2, games=3, seed=1))))
    3
    """

    def run(self, setting: Setting, fixtures: Iterable[Fixture]) -> Iterator[Outcome]:
        yield from carry_out(setting, list(fixtures))

    def close(self) -> None:
        """Nothing is left running."""


class Batches:
    """Batches of fixtures that grow to the wanted duration; safe to use from several threads.

    >>> from rondel.tournament.fixture import fixtures
    >>> batches = Batches(fixtures((0, 1), seats=2, games=100, seed=1), takers=1)
    >>> len(batches.next())
    1
    >>> batches.learn(games=1, seconds=0.1)
    >>> len(batches.next())
    10
    """

    def __init__(self, fixtures: Iterable[Fixture], *, takers: int) -> None:
        self._left = deque(fixtures)
        self._takers = takers
        self._lock = threading.Lock()
        self._games = 0
        self._seconds = 0.0

    def next(self) -> list[Fixture]:
        """The next batch, at most a fair share of the rest; empty when none is left."""
        with self._lock:
            count = 1
            if self._games:
                count = max(1, min(int(SPELL * self._games / max(self._seconds, 1e-6)), -(-len(self._left) // self._takers)))
            return [self._left.popleft() for _ in range(min(count, len(self._left)))]

    def learn(self, *, games: int, seconds: float) -> None:
        """Records the duration of a number of games."""
        with self._lock:
            self._games += games
            self._seconds += seconds

    def again(self, fixtures: Iterable[Fixture]) -> None:
        """Returns fixtures that have not been played; they come first."""
        with self._lock:
            self._left.extendleft(reversed(list(fixtures)))
