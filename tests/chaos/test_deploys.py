"""The deploys of R15 in short, and that a move a backup lacks is found."""

from __future__ import annotations

from pathlib import Path

from rondel.server.storage import schema
from tests.chaos import deploys


def test_nothing_is_lost_when_the_server_is_stopped_and_backed_up_while_people_play(tmp_path: Path) -> None:
    figure = deploys.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert int(str(figure.measured["moves acknowledged"])) > 20


def test_a_move_that_a_backup_lacks_is_found(tmp_path: Path) -> None:
    schema.prepare(tmp_path / "arena.sqlite3")
    acked = {"event": "acked", "id": "m1", "at": 1.0}
    assert deploys.lacking(tmp_path / "arena.sqlite3", [acked, {**acked, "id": "m2", "at": 3.0}], 2.0) == ["m1"]
