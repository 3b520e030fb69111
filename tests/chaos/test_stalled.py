"""R5 in short."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import stalled


def test_sockets_that_read_nothing_are_dropped(tmp_path: Path) -> None:
    figure = stalled.run(tmp_path, short=True)
    assert figure.met, str(figure)
