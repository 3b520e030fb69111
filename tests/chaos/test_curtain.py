"""R13 in short, and that a leak is found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rondel.server import protocol
from rondel.server.table import Table
from tests.chaos import curtain


def test_what_is_hidden_changes_nothing_that_is_sent(tmp_path: Path) -> None:
    figure = curtain.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert int(str(figure.measured["answers played on by"])) > 5


def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Table.describe

    def leaky(self: Table, *more: object) -> protocol.Table:
        described = honest(self, *more)  # type: ignore[arg-type]
        return msgspec.structs.replace(described, title=str(hash(str(self.game.key()))))

    monkeypatch.setattr(Table, "describe", leaky)
    failures: list[str] = []
    curtain.compare(tmp_path, "leduc_poker", 2, Counter(), failures)
    assert failures
