"""R19 in short."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.chaos import seasons


def test_a_season_is_closed_over_kills_with_each_game_counted_once(tmp_path: Path) -> None:
    figure = seasons.run(tmp_path, short=True)
    assert figure.met, str(figure)
    with closing(sqlite3.connect(tmp_path / "arena.sqlite3")) as connection:
        stored = connection.execute("SELECT season, sum(rounds) FROM season_ratings GROUP BY season").fetchall()
    assert stored == [("2026-Q2", 60), ("2026-Q3", 60)], "30 games of two players each"
