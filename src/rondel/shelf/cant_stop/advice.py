"""Advice for bots that play Can't Stop: the estimate, and the rolls that were announced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.cant_stop.rules import GOAL, LENGTHS, ROLLS, Advance
from rondel.shelf.cant_stop.rules import CantStop as Rules

OTHERWISE: Final = 0.0001
"""The plausibility of dice that were not announced; more than 0, because an announced roll may have been taken back."""


class CantStop(Rules):
    """Can't Stop with advice for bots."""

    def estimate(self, role: str) -> float:
        """The role's climbed spaces, with its runners and dice, less the best kept spaces of another role; 1 is the goal.

        A higher space counts more, and a whole column counts most. Unused runners add a little.
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
        """The value of a player's markers, in columns."""
        return sum([worth(number, self.height(number, role)) for number in LENGTHS])

    def gain(self, way: str) -> float:
        """The value of one way to use the dice, in columns."""
        more = 0.0
        for number, times in Counter(map(int, way.split("+"))).items():
            before = after = self.reached(number)
            for _each in range(times):
                after = self.above(number, after)
            more += worth(number, after) - worth(number, before)
        return more

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[set[str]]:
        """The announced dice of each roll of the game: several dice if it was taken back, none before the start position."""
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
        earlier = max(0, sum(view["stats"][ROLLS.name].values()) - len(rolls))
        return [*[set[str]() for _roll in range(earlier)], *falls]

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for the announced dice, and for all dice of a roll that was not announced; `OTHERWISE` for others."""
        falls: list[set[str]] = view["supposed"]
        number = sum([self.stat(ROLLS, role=each) for each in self.roles])
        if move.role != CHANCE or number >= len(falls) or not falls[number]:
            return 1.0
        return 1.0 if move.words[0] in falls[number] else OTHERWISE


def worth(number: int, height: int) -> float:
    """The value of ``height`` spaces of a column; 1 for the whole column."""
    part = height / LENGTHS[number]
    return 1.0 if part == 1 else 0.4 * (part + part * part)
