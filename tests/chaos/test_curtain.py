"""R13 in short, and that leaks are found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest

from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history import replay, round_export
from rondel.server.table import views
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.table import Table
from tests.chaos import curtain
from tests.chaos.twins import twins


def test_what_is_hidden_changes_nothing_that_is_sent(tmp_path: Path) -> None:
    figure = curtain.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert int(str(figure.measured["answers played on by"])) > 5
    assert int(str(figure.measured["answers over HTTP"])) > 100


def in_the_title(patch: pytest.MonkeyPatch) -> None:
    honest = views.describe

    def leaky(table: Table, *more: Any) -> protocol.Table:
        return msgspec.structs.replace(honest(table, *more), title=str(crc32(str(table.game.key()).encode())))

    patch.setattr(views, "describe", leaky)


def in_the_length_of_a_log(patch: pytest.MonkeyPatch) -> None:
    honest = round_export._log

    def leaky(entry: TableEntry, answers: Sequence[Answer], *more: Any) -> str:
        return honest(entry, answers, *more) + " " * (crc32(str(open_table(entry).game.record()).encode()) % 1000)

    patch.setattr(round_export, "_log", leaky)


def in_replays_as_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay, "chosen", lambda wanted, viewers: wanted or viewers[0])


@pytest.mark.parametrize("leak", [in_the_title, in_the_length_of_a_log, in_replays_as_others])
def test_a_leak_is_found(leak: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    failures: list[str] = []
    curtain.compare(tmp_path, [twins("leduc_poker", random.Random(1))], Counter(), failures)
    assert failures
