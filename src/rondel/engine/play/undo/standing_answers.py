"""Standing answers: the pushes that no undo has taken back.

An undo is a push itself and removes none (`rondel.engine.play.undo.undo`). So the standing pushes are found by skipping the
undos and the pushes that they cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rondel.engine.visibility import CHANCE

if TYPE_CHECKING:
    from rondel.engine.play.running.machine import Machine


def kept(machine: Machine, since: int = 0) -> Iterator[int]:
    """The numbers of the pushes that no undo has taken back, undos included, the last first."""
    number = len(machine.befores)
    gone: list[tuple[int, int]] = []
    while number > since:
        number -= 1
        if gone:  # ranges already passed are dropped: there may be as many undos as pushes
            gone = [each for each in gone if each[0] <= number]
        if not any(low <= number < high for low, high in gone):
            gone.extend(machine.undone.get(number, ()))
            yield number


def standing(machine: Machine, since: int = 0) -> Iterator[int]:
    """The numbers of the pushes that are neither undos nor taken back by one, the last first."""
    return (number for number in kept(machine, since) if number not in machine.undone)


def last_of(machine: Machine, role: str, turn: bool) -> int:
    """The number of the first push that an undo of ``role`` takes back, of a whole ``turn`` or one answer; -1 for none."""
    if not machine.undone and not turn:  # the usual case; a table calls this for each player after each answer
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
    """The role that made a push."""
    count = machine.answered(number)
    return machine.answers[count][0] if count < len(machine.answers) else ""


def is_own(machine: Machine, first: int) -> bool:
    """Whether a push can be taken back alone: one of several active players made it in the state that the game is still in.

    If the game has left the state and come back to it for another round, no role was active in between. While chance must
    answer, no push can be taken back alone.
    """
    if machine.suspended is not None or not machine.node.several or machine.held_of(CHANCE) is not None:
        return False
    before = machine.before(first)
    return (
        before.node is machine.node
        and before.suspended is None
        and not any(
            target is machine.acting and new == () for target, _key, _old, new in machine.journal.entries[before.mark :]
        )
    )


def end_of(machine: Machine, first: int) -> int:
    """The number after a push and the answers of chance to it, which are pushes where they come from outside."""
    end = first + 1
    while end < len(machine.befores) and end not in machine.undone and answerer(machine, end) == CHANCE:
        end += 1
    return end
