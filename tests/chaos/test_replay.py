"""R12 in short."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.chaos import replay
from tests.server import zygote


def test_what_was_stored_replays_and_what_was_changed_does_not(tmp_path: Path) -> None:
    figure = replay.run(tmp_path, short=True)
    assert figure.met, str(figure)
    connection = sqlite3.connect(tmp_path / "arena.sqlite3")
    connection.execute("UPDATE answers SET digest = zeroblob(8) WHERE digest NOT NULL")
    connection.commit()
    connection.close()
    assert zygote.run("-m", "rondel", "admin", "verify", "--data", str(tmp_path)).returncode != 0
