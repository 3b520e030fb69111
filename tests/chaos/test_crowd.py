"""R6 in short."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import crowd


def test_many_idle_sockets_come_back_when_the_server_was_killed(tmp_path: Path) -> None:
    figure = crowd.run(tmp_path, short=True)
    assert figure.met, str(figure)
