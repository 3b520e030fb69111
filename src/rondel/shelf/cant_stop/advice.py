"""Advice for bots that play Can't Stop: what has been climbed is worth, and how the dice have fallen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.cant_stop.rules import GOAL, LENGTHS, ROLLS, Advance
from rondel.shelf.cant_stop.rules import CantStop as Rules

OTHERWISE: Final = 0.0001
"""How plausible it is that the dice have fallen otherwise than was told: what was taken back may have been told."""


class CantStop(Rules):
    """Can't Stop with advice for bots."""

    def estimate(self, role: str) -> float:
        """What has been climbed, the runners and the dice included, less than the best of the others has kept.

        In this a space counts the more the higher it is, and a whole column the most. Runners that are left are some use.
        """
        mine = self.kept(role)
        if role == self.player:
            rise = {number: self.reached(number) for number in LENGTHS if self.runner(number)}
            mine += sum([worth(number, space) - worth(number, self.height(number, role)) for number, space in rise.items()])
            mine += 0.02 * len(self.runners)
            if self.state == Advance.__name__:
                mine += max([self.gain(way) for way in self.ways()])
        best = max([self.kept(other) for other in self.roles if other != role])
        return max(-1.0, min(1.0, (mine - best) / self.option(GOAL)))

    def kept(self, role: str) -> float:
        """What a player's markers are worth, in columns."""
        return sum([worth(number, self.height(number, role)) for number in LENGTHS])

    def gain(self, way: str) -> float:
        """What one way to use the dice is worth, in columns."""
        more = 0.0
        for number, times in Counter(map(int, way.split("+"))).items():
            before = after = self.reached(number)
            for _each in range(times):
                after = self.above(number, after)
            more += worth(number, after) - worth(number, before)
        return more

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[set[str]]:
        """For each roll of the game how the dice fell, as it was told; with all falls that were told where a roll was taken
        back."""
        falls: list[set[str]] = []
        rolls: list[int] = []
        """The numbers of the events that told the rolls so far, without those taken back."""
        for event in view["told"]:
            if event["name"] == "undo":
                rolls = [number for number in rolls if number < event["args"]["since"]]
            elif event["name"] == "rolled":
                if len(rolls) == len(falls):
                    falls.append(set())
                falls[len(rolls)].add(event["args"]["dice"].replace(" ", ""))
                rolls.append(event["number"])
        return falls

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for dice that fall as it was told."""
        if move.role != CHANCE:
            return 1.0
        falls: list[set[str]] = view["supposed"]
        before = max(0, sum(view["stats"][ROLLS.name].values()) - len(falls))
        """The rolls before the start position, which were not told."""
        number = sum([self.stat(ROLLS, role=each) for each in self.roles]) - before
        return 1.0 if number >= len(falls) or move.words[0] in falls[number] else OTHERWISE


def worth(number: int, height: int) -> float:
    """What so many spaces of a column are worth, of 1 for all of them."""
    part = height / LENGTHS[number]
    return 1.0 if part == 1 else 0.4 * (part + part * part)
