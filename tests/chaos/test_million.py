"""R8 in short: the queries, and how the database finds what they ask for."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import million


def test_the_lobby_reads_no_more_than_it_shows(tmp_path: Path) -> None:
    figure = million.run(tmp_path, short=True)
    assert figure.met, str(figure)
