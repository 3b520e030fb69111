"""The file of a database: it is noticed when it is not there any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server.storage.file_guard import DatabaseFile, Displaced


def test_a_file_is_known_by_more_than_its_name(tmp_path: Path) -> None:
    path, aside = tmp_path / "arena.sqlite3", tmp_path / "aside"
    path.write_bytes(b"one")
    file = DatabaseFile(path)
    path.write_bytes(b"another content")
    file.check()
    path.rename(aside)
    with pytest.raises(Displaced, match=r"'arena\.sqlite3' was deleted, moved or replaced"):
        file.check()
    path.write_bytes(b"one")
    with pytest.raises(Displaced):
        file.check()
    aside.rename(path)
    file.check()


def test_the_log_beside_it_is_missed_as_well(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite3"
    log, aside = Path(f"{path}-wal"), tmp_path / "aside"
    path.touch()
    file = DatabaseFile(path)
    file.check()
    log.touch()
    file.check()
    log.rename(aside)
    with pytest.raises(Displaced, match=r"'arena\.sqlite3-wal' was deleted, moved or replaced"):
        file.check()
    aside.rename(log)
    file.check()
