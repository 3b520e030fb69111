"""Which moves of xiangqi are legal: everything here works on the numbers of what stands on the points, see `pieces`."""

from __future__ import annotations

from rondel.engine import Grid
from rondel.errors import BadPosition
from rondel.shelf.xiangqi.pieces import (
    ADVISOR,
    ADVISORS,
    BLACK_SOLDIERS,
    BLACK_SOLDIERS_TO,
    CANNON,
    CHARIOT,
    ELEPHANT,
    ELEPHANTS,
    GENERAL,
    GENERALS,
    HORSE,
    HORSES,
    HORSES_TO,
    NUMBERS,
    POINTS,
    RAYS,
    RED,
    RED_SOLDIERS,
    RED_SOLDIERS_TO,
    SIGNS,
    SOLDIER,
)


def numbers_of(board: Grid) -> list[int]:
    """The numbers of what stands on the points of a board."""
    found = [0] * POINTS
    for side, sign in SIGNS.items():
        for cell, piece in board.tokens_of(side):
            found[cell.index] = sign * NUMBERS[piece.face]
    return found


def general_of(standing: list[int], sign: int) -> int:
    """Where the general of a side stands. Raises `BadPosition` if there is none."""
    wanted = sign * GENERAL
    if wanted not in standing:
        raise BadPosition("a side has no general on the board; xiangqi is played with one general on each side")
    return standing.index(wanted)


def attacked(standing: list[int], at: int, by: int) -> bool:
    """Whether the side with the sign ``by`` attacks a general there. Two generals attack each other along an open file."""
    for ray in RAYS[at]:
        screened = False
        for each in ray:
            number = standing[each] * by
            if number == 0:
                continue
            if screened:
                if number == CANNON:
                    return True
                break
            if number in (CHARIOT, GENERAL):
                return True
            screened = True
    for way in HORSES_TO[at]:
        if standing[way[1]] * by == HORSE and standing[way[0]] == 0:
            return True
    soldiers = RED_SOLDIERS_TO[at] if by == RED else BLACK_SOLDIERS_TO[at]
    return by * SOLDIER in [standing[each] for each in soldiers]


def goals(standing: list[int], start: int, sign: int) -> list[int]:
    """Where the piece on a point may go, if its own general is left out of account."""
    number = standing[start] * sign
    if number == CHARIOT:
        return _along(standing, start, sign)
    if number == CANNON:
        return _over(standing, start, sign)
    if number == HORSE:
        return _past(standing, HORSES[start], sign)
    if number == ELEPHANT:
        return _past(standing, ELEPHANTS[start], sign)
    if number == GENERAL:
        near = GENERALS[start]
    elif number == ADVISOR:
        near = ADVISORS[start]
    else:
        near = RED_SOLDIERS[start] if sign == RED else BLACK_SOLDIERS[start]
    return [goal for goal in near if standing[goal] * sign <= 0]


def _along(standing: list[int], start: int, sign: int) -> list[int]:
    """The goals of a chariot: the empty points of each line, and the first piece of the other side."""
    found: list[int] = []
    for ray in RAYS[start]:
        for goal in ray:
            number = standing[goal] * sign
            if number <= 0:
                found.append(goal)
            if number != 0:
                break
    return found


def _over(standing: list[int], start: int, sign: int) -> list[int]:
    """The goals of a cannon: the empty points of each line, and the first piece beyond another, if it is the other side's."""
    found: list[int] = []
    for ray in RAYS[start]:
        screened = False
        for goal in ray:
            number = standing[goal] * sign
            if screened:
                if number < 0:
                    found.append(goal)
                if number != 0:
                    break
            elif number == 0:
                found.append(goal)
            else:
                screened = True
    return found


def _past(standing: list[int], ways: list[list[int]], sign: int) -> list[int]:
    """The goals of a horse or elephant, which pass an empty point."""
    return [way[1] for way in ways if standing[way[0]] == 0 and standing[way[1]] * sign <= 0]


def risks(standing: list[int], home: int, sign: int) -> list[bool]:
    """For each point, whether a move from there or to there may open an attack on the general, which is not in check.

    On a line that is so for own pieces with a chariot, a cannon or the other general behind them, and for the empty points
    before a cannon, where a piece would be what the cannon jumps over; and for own pieces that are in the way of a horse.
    """
    found = [False] * POINTS
    for ray in RAYS[home]:
        met = 0
        before: list[int] = []
        for at in ray:
            number = standing[at] * sign
            if number == 0:
                if met == 0:
                    before.append(at)
                continue
            met += 1
            if met == 1 and number != -CANNON:
                before.clear()
            if number > 0:
                before.append(at)
            elif number == -CANNON or number == -CHARIOT or number == -GENERAL:
                for each in before:
                    found[each] = True
            if met == 3:
                break
    for way in HORSES_TO[home]:
        if standing[way[1]] * sign == -HORSE and standing[way[0]] * sign > 0:
            found[way[0]] = True
    return found


def moves(standing: list[int], sign: int) -> list[list[int]]:
    """Every legal move of a side: start and goal."""
    found: list[list[int]] = []
    home = general_of(standing, sign)
    check = attacked(standing, home, -sign)
    risky = risks(standing, home, sign)
    for start in range(POINTS):
        number = standing[start]
        if number * sign <= 0:
            continue
        royal = number * sign == GENERAL
        for goal in goals(standing, start, sign):
            if check or royal or risky[start] or risky[goal]:
                taken = standing[goal]
                standing[goal] = number
                standing[start] = 0
                lost = attacked(standing, goal if royal else home, -sign)
                standing[start] = number
                standing[goal] = taken
                if lost:
                    continue
            found.append([start, goal])
    return found
