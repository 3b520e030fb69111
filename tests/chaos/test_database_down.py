"""R11 in short: a database that goes away."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import database_down


def test_a_database_that_goes_away_costs_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    figure = database_down.run(tmp_path, short=True)
    assert figure.met, str(figure)
