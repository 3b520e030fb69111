"""Running the migrations: from nothing to the newest, once."""

from __future__ import annotations

from pathlib import Path

from rondel.server.storage import schema
from rondel.server.storage.migrations import run


def test_an_upgrade_of_what_is_up_to_date_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    run.upgrade(schema.engine(path))
    connection = schema.connect(path)
    before = list(connection.iterdump())
    run.upgrade(schema.engine(path))
    assert list(connection.iterdump()) == before
    assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (schema.HEAD,)
    connection.close()
