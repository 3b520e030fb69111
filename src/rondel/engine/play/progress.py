"""Progress: how far a game has come, from 0 to 100, for whoever waits for its end.

A game measures itself, and some of its states say when: on entering those that set ``updates_progress``. Nothing is
measured until somebody asks; then the position is looked at as it was on entering, once for all who ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.checks.node import Node
    from rondel.engine.game import Game


def progress(game: Game) -> int:
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


def problems(kind: type[Game], nodes: Sequence[Node], *, measures: bool) -> list[str]:
    """What is wrong when only one of the two is written: the measure, or a state that has it taken."""
    within = [node.name for node in nodes if node.updates_progress and node.private]
    if within:
        return [
            (
                f"the private state {within[0]!r} updates progress, which is taken only where the game goes on; write "
                "'updates_progress = True' in the state around it"
            )
        ]
    taken = [node.name for node in nodes if node.updates_progress]
    if bool(taken) == measures:
        return []
    if measures:
        return [
            f"'measure' of {kind.__name__} is never taken; write 'updates_progress = True' in the state where a turn begins"
        ]
    fix = "write 'def measure(self) -> float:', from 0 to 100"
    return [f"state {taken[0]!r} updates progress, but {kind.__name__} has no 'measure'; {fix}"]


def notes(kind: type[Game], nodes: Iterable[Node]) -> list[str]:
    """What might be missing: a game without progress can be played, but nobody is told how long it will last."""
    if any(node.updates_progress for node in nodes):
        return []
    return [f"{kind.__name__} has no progress: write 'measure', and 'updates_progress = True' in the state where a turn begins"]
