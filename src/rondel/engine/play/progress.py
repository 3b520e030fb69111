"""Progress: how far a game has come, from 0 to 100.

A game measures itself, and some of its states say when: on entering those that set ``updates_progress``. Nothing is
measured until somebody asks; then the position is looked at as it was on entering, once for all who ask.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.play.in_progress import InProgress
from rondel.errors import RulesError


def progress(game: InProgress) -> int:
    """See `Game.progress`. Raises `RulesError` if ``measure`` returns no number from 0 to 100."""
    machine = game._machine
    if machine.node.end:
        return 100
    if machine.progress_mark < 0:
        return game._progress
    mark = machine.progress_mark
    entries: list[Any] = game._journal.entries  # boxed, also when compiled, so that an entry is the same object each time
    last = entries[mark - 1] if mark else None  # by which one tells whether it is still the same past
    known = machine.measured
    if known is not None and known[0] == mark and known[1] is last:
        return known[2]
    tail = game._journal.rewind(mark)
    try:
        measured: Any = machine.look(game.measure, "")  # what an author wrote may return anything
    finally:
        game._journal.forward(tail)
    if isinstance(measured, int | float) and -0.5 <= measured <= 100.5:  # also keeps out what is no number
        found = round(measured)
        machine.measured = (mark, last, found)
        return found
    states = ", ".join([node.name for node in machine.rules.nodes if node.updates_progress])
    raise RulesError(
        f"measure of {type(game).__name__} is {measured!r}, taken on entering {states}; it is a number from 0 to 100"
    )
