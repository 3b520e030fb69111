"""Worlds: the games that a searcher may be in where something is hidden, imagined one after the other and used in turn."""

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
"""Simulations for each imagined game, where there is no clock to say what imagining costs."""
KEPT: Final = 64
"""How many imagined games are kept; they take turns once there are so many, or imagining has taken its share of the time."""
SHARE: Final = 0.4
"""The part of the time that may go into imagining, after the first few games."""
FEWEST: Final = 4
"""How many games are imagined however long it takes."""


class Worlds:
    """Walks through games that ``imagine(seed)`` gives. Raises `GameOver` where ``role`` has no moves in the first."""

    def __init__(self, imagine: Callable[[int], Game], role: str, rng: Random, budget: Budget, meter: Meter) -> None:
        self._imagine = imagine
        self._rng = rng
        self._meter = meter
        simulations = budget.simulations
        self._most = KEPT if simulations is None else min(KEPT, max(FEWEST, simulations // PER_WORLD))
        self._spent = 0.0
        """The time that imagining has taken."""
        self._worlds: list[Walk] = []
        self.first = self._another()
        if not self.first.moves(role):
            raise GameOver(f"there is nothing to search: {role} has no moves")
        self._fresh = True
        """Whether only the first was made, and it was not used."""

    def draw(self) -> Walk:
        """A walk through one of them, where it begins; whoever takes it walks back home."""
        worlds = self._worlds
        if self._fresh:
            self._fresh = False
            return self.first
        count = len(worlds)
        if count < self._most and (count < FEWEST or self._spent <= SHARE * (self._meter.now - self._meter.began)):
            return self._another()
        # Any of them, and never one for a while: a tree that stays in a world learns its secrets.
        return worlds[int(self._rng.random() * count)]

    def _another(self) -> Walk:
        meter = self._meter
        before = meter.now
        walk = Walk(open_copy(self._imagine(self._rng.getrandbits(63))))
        self._worlds.append(walk)
        self._spent += meter.look() - before
        return walk
