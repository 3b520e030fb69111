"""Worlds: determinizations of a game with hidden information, made one after the other and used in turn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.errors import GameOver
from rondel.search.budget import Budget, Meter
from rondel.search.ground import open_copy

PER_WORLD: Final = 8
"""Simulations for each determinization, if there is no clock to measure the cost of one."""
KEPT: Final = 64
"""Maximum determinizations kept; they are reused in turn after this number, or after `SHARE` of the time."""
SHARE: Final = 0.4
"""The share of the time that may be spent on determinization, after the first few games."""
FEWEST: Final = 4
"""Determinizations made whatever they cost."""


class Worlds:
    """Walks through games that ``imagine(seed)`` returns. Raises `GameOver` if ``role`` has no moves in the first."""

    def __init__(self, imagine: Callable[[int], Game], role: str, rng: Random, budget: Budget, meter: Meter) -> None:
        self._imagine = imagine
        self._rng = rng
        self._meter = meter
        simulations = budget.simulations
        self._most = KEPT if simulations is None else min(KEPT, max(FEWEST, simulations // PER_WORLD))
        self._spent = 0.0
        """The time spent on determinization."""
        self._worlds: list[Walk] = []
        self.first = self._another()
        if not self.first.moves(role):
            raise GameOver(f"no move to search: {role} has no moves")
        self._fresh = True
        """Whether only the first world was made, and it was not used yet."""

    def draw(self) -> Walk:
        """A walk at the start of a world; the caller walks back to it."""
        worlds = self._worlds
        if self._fresh:
            self._fresh = False
            return self.first
        count = len(worlds)
        if count < self._most and (count < FEWEST or self._spent <= SHARE * (self._meter.now - self._meter.began)):
            return self._another()
        # A random one each time: a tree that stays in one world learns its hidden state.
        return worlds[int(self._rng.random() * count)]

    def _another(self) -> Walk:
        meter = self._meter
        before = meter.now
        walk = Walk(open_copy(self._imagine(self._rng.getrandbits(63))))
        self._worlds.append(walk)
        self._spent += meter.look() - before
        return walk
