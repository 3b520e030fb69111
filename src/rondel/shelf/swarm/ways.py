"""The ways of the insects of Swarm: where each sort can go from a place.

``heights`` has the number of insects on each place that is taken, without the one that goes. All ways are those of an insect
without which the others are still in one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rondel.engine import Area, Cell

Heights: TypeAlias = dict[Cell, int]


def goals(ground: Area, face: str, start: Cell, heights: Heights) -> Iterable[Cell]:
    """The places that an insect of that sort can go to."""
    match face:
        case "empress":
            return crawl(ground, start, heights)
        case "termite":
            return run(ground, start, heights)
        case "mantis":
            return dict.fromkeys(stalk(ground, [start], heights))
        case "locust":
            return jump(ground, start, heights)
        case "caterpillar":
            return climb(ground, start, heights)
        case "butterfly":
            return dict.fromkeys(flutter(ground, start, heights))
    return mimic(ground, start, heights)


def crawl(ground: Area, here: Cell, heights: Heights) -> list[Cell]:
    """One step on the table. Of the two places beside the way one is taken, so that the insect touches the swarm, and one is
    empty, so that it fits through."""
    beside = ground.neighbours(here)
    taken = [cell in heights for cell in beside]
    return [beside[side] for side in range(6) if not taken[side] and taken[side - 1] != taken[side - 5]]


def run(ground: Area, start: Cell, heights: Heights) -> list[Cell]:
    """Any number of steps on the table."""
    reached = {start: True}
    waiting = [start]
    for here in waiting:
        for goal in crawl(ground, here, heights):
            if goal not in reached:
                reached[goal] = True
                waiting.append(goal)
    return waiting[1:]


def stalk(ground: Area, way: list[Cell], heights: Heights) -> Iterator[Cell]:
    """Three steps on the table, over three places; ``way`` are the places so far."""
    for goal in crawl(ground, way[-1], heights):
        if goal not in way:
            if len(way) == 3:
                yield goal
            else:
                yield from stalk(ground, [*way, goal], heights)


def jump(ground: Area, start: Cell, heights: Heights) -> Iterator[Cell]:
    """Straight over one insect or more, to the first empty place."""
    for ray in ground.rays(start):
        goal = next(cell for cell in ray if cell not in heights)
        if goal is not ray[0]:
            yield goal


def climb(ground: Area, here: Cell, heights: Heights) -> Iterator[Cell]:
    """One step to an empty place or onto insects. Stacks on both sides that are higher than where it comes from and where it
    goes leave no gap; on the table at least one side must be taken."""
    beside = ground.neighbours(here)
    around = [heights.get(cell, 0) for cell in beside]
    own = heights.get(here, 0)
    for side in range(6):
        left, right, level = around[side - 1], around[side - 5], max(own, around[side])
        if min(left, right) <= level and max(left, right, level) > 0:
            yield beside[side]


def flutter(ground: Area, start: Cell, heights: Heights) -> Iterator[Cell]:
    """Two steps over insects, and a third one down to an empty place."""
    for first in climb(ground, start, heights):
        if first in heights:
            for second in climb(ground, first, heights):
                if second in heights and second is not start:
                    yield from [goal for goal in climb(ground, second, heights) if goal not in heights and goal is not start]


def mimic(ground: Area, start: Cell, heights: Heights) -> Iterable[Cell]:
    """As any insect beside it goes; on others it climbs, and copies nothing."""
    if start in heights:
        return climb(ground, start, heights)
    faces = dict.fromkeys([insect.face for insect in ground.around(start) if insect.face != "hoverfly"])
    return dict.fromkeys([goal for face in faces for goal in goals(ground, face, start, heights)])
