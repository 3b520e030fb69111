"""What bots may know of the robot derby: how far a robot has come, and what hidden cards may be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from rondel import Move
from rondel.engine.chance.seeded_random import SeededRandom

from .floor import BELT, FLAG, FLAGS, HAND, MOVES, ROTATIONS, Card, beside, deadly, meaning, turned, walled
from .rules import Robots as Rules

Dealt = tuple[list[str], int]
Supposed = Mapping[int, Mapping[str, Dealt]]


class Robots(Rules):
    """Two to four robots, a floor, and 84 program cards."""

    def estimate(self, role: str) -> float | None:
        """How likely each robot is to win by the way it still has to go; its own order, if it has given one, counts."""
        robots = self.robots()
        seen = {}
        for each in self.roles:
            cell, way = (
                (self.cell_of(robots[each]), robots[each].face) if each in robots else (self.checkpoint[each].value, "north")
            )
            flags = self.flags[each].value
            hurt = self.damage[each].value
            if each == role and each in robots:
                cell, flags, fallen = foreseen(
                    cell, way, flags, self.option(FLAGS), [meaning(card) for card in self.programs[each]]
                )
                cell = self.checkpoint[each].value if fallen else cell
                hurt += fallen
            seen[each] = math.exp(-0.5 * to_go(cell, flags, self.option(FLAGS)) - 0.3 * hurt)
        share = seen[role] / sum(seen.values())
        return share - (1 - share) / (len(self.roles) - 1)

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> Supposed:
        """What each role was dealt in each round, in order: first the cards that it turned up; and how many those are."""
        own: dict[int, list[str]] = {}
        for seen in view["seen"]:
            cards = [card["face"] for card in seen["containers"][f"hand_{role}"]["tokens"]]
            number = seen["props"]["round"]
            if len(cards) > len(own.get(number, [])):
                own[number] = cards
        shown: dict[int, dict[str, list[str]]] = {number: {} for number in own}
        for event in view["told"]:
            if event["name"] == "reveal" and event["args"]["player"] != role:
                shown[event["args"]["round"]].setdefault(event["args"]["player"], []).append(event["args"]["card"])
        supposed: dict[int, dict[str, Dealt]] = {}
        for number, cards in own.items():
            taken = {*cards, *[face for faces in shown[number].values() for face in faces]}
            left = rng.shuffled([face for face in Card.faces if face not in taken])
            supposed[number] = {role: (cards, 0)}
            for other in self.roles:
                if other != role:
                    known = shown[number].get(other, [])
                    supposed[number][other] = ([*known, *[left.pop() for _each in range(HAND - len(known))]], len(known))
        return supposed

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """A draw gives the supposed card; an order begins with the cards that were turned up."""
        supposed: Supposed = view["supposed"]
        if self.round.value not in supposed:
            return 1.0
        dealt = supposed[self.round.value]
        if move.role in dealt:
            cards, known = dealt[move.role]
            return float(move.words[:known] == cards[:known])
        for each in self.roles:
            drawn = len(self.hands[each])
            if drawn < self.cards_due(each):
                return float(move.words == dealt[each][0][drawn : drawn + 1])
        return 1.0


def foreseen(cell: str, way: str, flags: int, last: int, cards: Iterable[str]) -> tuple[str, int, bool]:
    """Where a robot alone on the floor comes with these cards, the flags it has then, and whether it falls."""
    for what in cards:
        if what in ROTATIONS:
            way = turned(way, ROTATIONS[what])
        else:
            along = way if MOVES[what] > 0 else turned(way, 2)
            for _each in range(abs(MOVES[what])):
                if not walled(cell, along):
                    cell = beside(cell, along)
                    if deadly(cell):
                        return cell, flags, True
        cell = beside(cell, BELT[cell]) if cell in BELT else cell
        if flags < last and cell == FLAG[flags + 1]:
            flags += 1
    return cell, flags, False


def to_go(cell: str, flags: int, last: int) -> int:
    """The steps from a cell to the flags that are left, as the crow flies along rows and columns."""
    steps = 0
    for flag in range(flags + 1, last + 1):
        goal = FLAG[flag]
        steps += abs(ord(goal[0]) - ord(cell[0])) + abs(int(goal[1]) - int(cell[1]))
        cell = goal
    return steps
