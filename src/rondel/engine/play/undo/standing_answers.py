"""Standing answers: the pushes that no undo has taken back.

An undo cuts nothing off (`rondel.engine.play.undo.undo`), so what still stands is found by skipping the undos and what they
cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rondel.engine.visibility import CHANCE

if TYPE_CHECKING:
    from rondel.engine.play.running.machine import Machine


def kept(machine: Machine, since: int = 0) -> Iterator[int]:
    """The numbers of the pushes, the last first, that no undo has taken back; undos included."""
    number = len(machine.befores)
    gone: list[tuple[int, int]] = []
    while number > since:
        number -= 1
        if gone:  # without those that are passed: somebody may have taken back as often as there are pushes
            gone = [each for each in gone if each[0] <= number]
        if not any(low <= number < high for low, high in gone):
            gone.extend(machine.undone.get(number, ()))
            yield number


def standing(machine: Machine, since: int = 0) -> Iterator[int]:
    """The numbers of the pushes, the last first, that are neither undos nor taken back by one."""
    return (number for number in kept(machine, since) if number not in machine.undone)


def last_of(machine: Machine, role: str, turn: bool) -> int:
    """The number of the first push to take back; -1 for none."""
    if not machine.undone and not turn:  # nearly always, and it is asked for each player after each answer
        number = len(machine.befores) - 1
        while number >= 0 and answerer(machine, number) != role:
            number -= 1
        return number
    first = -1
    for number in standing(machine):
        who = answerer(machine, number)
        if who == role:
            first = number
            if not turn:
                break
        elif first >= 0 and who != CHANCE:
            break
    return first


def answerer(machine: Machine, number: int) -> str:
    """Who made a push."""
    count = machine.befores[number][6]
    return machine.answers[count][0] if count < len(machine.answers) else ""


def is_own(machine: Machine, first: int) -> bool:
    """Whether a push can be taken back by itself: made by one of several active players, and the game is still there.

    A game that has come back to the same state, for another round, has left it: then nobody was active in between. And
    while chance must answer, somebody's rule is in the middle.
    """
    before = machine.befores[first]
    return (
        machine.frame is None
        and machine.held_of(CHANCE) is None
        and machine.node.several
        and before[2] is machine.node
        and before[4] is None
        and not any(target is machine.acting and new == () for target, _key, _old, new in machine.journal.entries[before[0] :])
    )


def end_of(machine: Machine, first: int) -> int:
    """The number after those of a push of one's own, and of chance's answers to it, if somebody else gave them."""
    end = first + 1
    while end < len(machine.befores) and end not in machine.undone and answerer(machine, end) == CHANCE:
        end += 1
    return end
