"""R2 in short: a primary that dies."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import failover


def test_a_failover_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    figure = failover.run(tmp_path, short=True)
    assert figure.met, str(figure)
