"""How the answers of a table fit changed rules."""

import asyncio
from pathlib import Path

import pytest

from rondel.server.dev.refit import Misfit, refit, unsealed
from rondel.server.dev.source import Source
from rondel.server.table.commands import Faulted
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log

ENTRY = TableEntry("t", "nim", {}, b"seed", b"", (SeatEntry("first", "open"), SeatEntry("second", "open")))
LOG = Log(answers=tuple([Answer("t", seq, 1, "play", "first", f"take({seq})", digest=b"old") for seq in range(1, 8)]))
SOURCE = Source(Path("nim.py"))


async def tried(fitting: int, opened: list[int]) -> None:
    """Try seven answers under rules that accept so many; -1 for rules that cannot begin the game."""

    async def open_table(entry: TableEntry, log: Log) -> None:
        opened.append(len(log.answers))
        if len(log.answers) > fitting:
            raise Faulted(f"answer {fitting + 1} fails: it is not possible")

    await refit(open_table, ENTRY, LOG, SOURCE, str)


def test_answers_that_all_fit_are_tried_once() -> None:
    opened: list[int] = []
    asyncio.run(tried(7, opened))
    assert opened == [7]


@pytest.mark.parametrize("fitting", range(7))
def test_the_first_answer_that_does_not_fit_is_found(fitting: int) -> None:
    opened: list[int] = []
    with pytest.raises(Misfit, match="it is not possible") as caught:
        asyncio.run(tried(fitting, opened))
    trouble = caught.value.trouble
    assert (trouble.kind, trouble.kept, trouble.of) == ("moves", fitting, 7)
    assert (trouble.role, trouble.move) == ("first", f"take({fitting + 1})")
    assert caught.value.fits_to == fitting
    assert len(opened) <= 5


def test_rules_that_cannot_begin_the_game_keep_nothing() -> None:
    with pytest.raises(Misfit) as caught:
        asyncio.run(tried(-1, []))
    assert (caught.value.trouble.kind, caught.value.fits_to) == ("start", None)


def test_what_other_rules_have_sealed_is_not_compared() -> None:
    entry, log = unsealed(ENTRY, LOG, 3)
    assert entry.version == 3
    assert [each.digest for each in log.answers] == [None] * 7
