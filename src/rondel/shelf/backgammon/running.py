"""Where the dice let a player's checkers go.

Spaces are counted as pips from the end of a player's way: 0 for borne off, 1 to 24 for the points, 25 for the bar.
"""

from __future__ import annotations

from typing import Final

OFF: Final = 0
HOME: Final = 6
BAR: Final = 25
AT_FIRST: Final = 167
"""The pips that each has to go at the start."""


class Checkers:
    """The checkers of one player: how many are on each space, and which points the other holds."""

    def __init__(self, lying: list[int], held: list[bool]) -> None:
        self.lying = lying
        """By pips to go: 26 numbers."""
        self.held = held
        """By pips to go, whether two or more checkers of the other are there."""

    def home(self) -> bool:
        """Whether all are in the home board or borne off, so that they may be borne off."""
        return sum(self.lying[HOME + 1 :]) == 0

    def starts(self, die: int) -> list[int]:
        """From where a checker may go by a die, the furthest first. Checkers on the bar come in first; a die that is larger
        than needed bears off from the furthest point only."""
        lying, held = self.lying, self.held
        if lying[BAR]:
            return [] if held[BAR - die] else [BAR]
        found = [start for start in range(BAR - 1, die, -1) if lying[start] and not held[start - die]]
        if die <= HOME and self.home():
            if lying[die]:
                found.append(die)
            elif not found and sum(lying[die + 1 :]) == 0:
                found.extend([start for start in range(die - 1, OFF, -1) if lying[start]][:1])
        return found

    def go(self, start: int, die: int) -> Checkers:
        """The checkers after one has gone by a die."""
        lying = self.lying[:]
        lying[start] -= 1
        lying[max(OFF, start - die)] += 1
        return Checkers(lying, self.held)

    def longest(self, dice: list[int]) -> int:
        """How many of the dice can be used at most, in any order."""
        most = 0
        for place, die in enumerate(dice):
            if die in dice[:place]:
                continue
            rest = dice[:place] + dice[place + 1 :]
            for start in self.starts(die):
                most = max(most, 1 + (self.go(start, die).longest(rest) if rest else 0))
                if most == len(dice):
                    return most
        return most

    def steps(self, dice: list[int]) -> list[tuple[int, int]]:
        """Start and die of each step that is allowed: as many dice as possible must be used, and where one or the other
        can be, the larger."""
        most = self.longest(dice)
        if not most:
            return []
        found = []
        for die in sorted(set(dice), reverse=True):
            rest = dice[:]
            rest.remove(die)
            for start in self.starts(die):
                if most == 1 or 1 + self.go(start, die).longest(rest) == most:
                    found.append((start, die))
            if found and most == 1:
                break
        return found


def to_go(lying: list[int]) -> int:
    """The pips that a player has to go in all."""
    return sum([pips * number for pips, number in enumerate(lying)])
