"""Progress: how far a game has come, from 0 to 100.

A game measures itself by ``measure``, on entry to the states that set ``updates_progress``. The measurement is lazy: the first
reader rewinds the journal to the entry, and the result is cached.
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
    last = entries[mark - 1] if mark else None  # identifies the history up to the mark
    known = machine.measured
    if known is not None and known[0] == mark and known[1] is last:
        return known[2]
    tail = game._journal.rewind(mark)
    try:
        measured: Any = machine.look(game.measure, "")  # an author's function may return anything
    finally:
        game._journal.forward(tail)
    if isinstance(measured, int | float) and -0.5 <= measured <= 100.5:  # false for NaN
        found = round(measured)
        machine.measured = (mark, last, found)
        return found
    states = ", ".join([node.name for node in machine.rules.nodes if node.updates_progress])
    raise RulesError(
        f"measure of {type(game).__name__} is {measured!r}, taken on entering {states}; it is a number from 0 to 100"
    )
