"""R7 in short: that moves are made and counted. How many a second, the long form says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import moves


@pytest.mark.long
def test_moves_are_counted_in_both_games(tmp_path: Path) -> None:
    figure = moves.run(tmp_path, short=True)
    assert [what.partition(",")[0] for what in figure.measured] == ["at tic_tac_toe", "at hearts"]
    assert all(int(str(rate)) > 50 for rate in figure.measured.values()), str(figure)
