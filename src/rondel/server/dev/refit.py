"""Refit: how the answers of a table fit changed rules.

The changed rules try all answers. Where they refuse one, the last that fits is found by bisection.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from rondel.server.dev.diagnosis import told
from rondel.server.dev.source import Source
from rondel.server.protocol import BenchTrouble
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Broken, Faulted
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Log

Open = Callable[[TableEntry, Log], Awaitable[object]]
"""Opens a table under the changed rules. Raises `Broken`, `Faulted`, `Refusal`."""

Tell = Callable[[BaseException], str]
"""Returns the text of an error, with its traceback where the rules raised it."""


class Misfit(Exception):
    """The answers of the table do not fit the changed rules."""

    def __init__(self, trouble: BenchTrouble, fits_to: int | None) -> None:
        """``fits_to`` is the number of the last answer that fits, 0 for none; None where the rules cannot begin the game."""
        super().__init__(trouble.message)
        self.trouble = trouble
        self.fits_to = fits_to


def unsealed(entry: TableEntry, log: Log, version: int) -> tuple[TableEntry, Log]:
    """A table and its log without the digests of the rules before, under the version of the changed ones."""
    answers = tuple([msgspec.structs.replace(answer, digest=None) for answer in log.answers])
    return msgspec.structs.replace(entry, version=version, fault=None), Log(answers=answers)


async def refit(open_table: Open, entry: TableEntry, log: Log, source: Source, tell: Tell) -> None:
    """Try all answers of an unsealed table. Raises `Misfit`."""
    try:
        await open_table(entry, log)
    except (Broken, Faulted, Refusal) as error:
        raise await _misfit(open_table, entry, log, source, tell, error) from error


async def _misfit(open_table: Open, entry: TableEntry, log: Log, source: Source, tell: Tell, error: Exception) -> Misfit:
    """The last answer that fits, and why the next one does not."""
    fits, fails = -1, len(log.answers)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        try:
            await open_table(entry, Log(answers=log.answers[:middle]))
            fits = middle
        except (Broken, Faulted, Refusal) as earlier:
            fails, error = middle, earlier
    if fits < 0:
        return Misfit(told("start", tell(error), source), None)
    answer = log.answers[fits]
    said = str(error)
    reason = tell(error) if error.__cause__ is not None else said.partition("fails: ")[2] or said
    trouble = msgspec.structs.replace(
        told("moves", reason, source),
        role=answer.role,
        move=answer.move or answer.kind,
        kept=fits,
        of=len(log.answers),
    )
    return Misfit(trouble, answer.seq - 1)
