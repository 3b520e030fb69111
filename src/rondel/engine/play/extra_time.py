"""Extra time: seconds that rules give to a player, for a clock outside the engine.

It is an event and does not change the position. An undo takes it back with the answer that caused it; `pop`, records and
copies treat it like any other event.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.engine.components.prop import freeze
from rondel.engine.play.in_progress import InProgress
from rondel.engine.play.log import LogEntry, Told, Undone
from rondel.engine.play.running.machine import Machine
from rondel.engine.visibility import EVERYONE, OBSERVER
from rondel.errors import RulesError

EVENT: Final = "extra_time"
"""The name of the event."""


class Extra(Told):
    """The event that gives a role more time, in seconds."""

    def __init__(self, role: str, seconds: float) -> None:
        super().__init__(EVENT, "", {"role": role, "seconds": freeze(seconds, "seconds", "event")}, EVERYONE)
        self.role = role
        self.seconds = float(seconds)


def give(machine: Machine, begun: bool, role: str, seconds: float) -> None:
    """See `Game.give_time`."""
    machine.check_given(role, "give_time")
    amount: Any = seconds  # what an author wrote may be of any type, also where this is compiled
    if not isinstance(amount, int | float) or not 0 < amount < float("inf"):
        raise RulesError(f"give_time was given {seconds!r} seconds for {role}; time is only ever added, and it ends")
    machine.tell(begun, Extra(role, seconds))


def given(game: InProgress) -> dict[str, float]:
    """The seconds that the last push has given, by role; before the first push those that the start of the game has given.

    They are negative where an undo has taken time back. Roles without a change are left out.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> game.push("mark(a1)")
    >>> given(game)
    {}
    """
    machine = game._machine
    log = machine.log
    since = machine.before(-1).logged if machine.befores else 0
    total: dict[str, float] = {}
    for entry in log.entries[since:]:
        told = entry[2]
        if isinstance(told, Extra):
            _add(total, told, 1.0)
        elif isinstance(told, Undone):
            _take_back(total, log.heard(OBSERVER, 0)[1], told, -1.0)
    return {role: seconds for role, seconds in total.items() if seconds}


def _take_back(total: dict[str, float], stream: list[LogEntry], undone: Undone, sign: float) -> None:
    """Subtract the time of the events that an undo has taken back; an undo among them counts the other way round."""
    first, end = undone.numbers[OBSERVER]
    for entry in stream[first:end]:
        told = entry[2]
        if isinstance(told, Extra):
            _add(total, told, sign)
        elif isinstance(told, Undone):
            _take_back(total, stream, told, -sign)


def _add(total: dict[str, float], extra: Extra, sign: float) -> None:
    total[extra.role] = total.get(extra.role, 0.0) + sign * extra.seconds
