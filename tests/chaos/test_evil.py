"""R14 in short."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import evil


def test_rules_and_bots_that_do_what_they_should_not_harm_their_own_table_alone(tmp_path: Path) -> None:
    figure = evil.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert int(str(figure.measured["tables marked and kept"])) == 1
