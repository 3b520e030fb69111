"""Extra time: seconds that rules give to a player, for a clock outside the engine.

It is told, and changes nothing in the position. An undo takes it back with the answer that it came of; `pop`, a record and a
copy keep it as they keep whatever was told.
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
    """That a role has more time, in seconds."""

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
    """The seconds that the last push has given to each role; where nothing has been pushed yet, the start of the game.

    Of an undo it is less than nothing: what it has taken back. Roles that were given none are left out.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> game.push("mark(a1)")
    >>> given(game)
    {}
    """
    machine = game._machine
    log = machine.log
    since = machine.befores[-1][8] if machine.befores else 0
    total: dict[str, float] = {}
    for entry in log.entries[since:]:
        told = entry[2]
        if isinstance(told, Extra):
            _add(total, told, 1.0)
        elif isinstance(told, Undone):
            _take_back(total, log.heard(OBSERVER, 0)[1], told, -1.0)
    return {role: seconds for role, seconds in total.items() if seconds}


def _take_back(total: dict[str, float], stream: list[LogEntry], undone: Undone, sign: float) -> None:
    """Count what an undo has taken back, what it took back with another undo among it the other way round."""
    first, end = undone.numbers[OBSERVER]
    for entry in stream[first:end]:
        told = entry[2]
        if isinstance(told, Extra):
            _add(total, told, sign)
        elif isinstance(told, Undone):
            _take_back(total, stream, told, -sign)


def _add(total: dict[str, float], extra: Extra, sign: float) -> None:
    total[extra.role] = total.get(extra.role, 0.0) + sign * extra.seconds
