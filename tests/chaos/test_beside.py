"""R7 beside boardgame.io in short: that our half of the load plays. The ratios are in the long form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import beside


@pytest.mark.long
def test_the_load_plays_games_one_after_another(tmp_path: Path) -> None:
    ((what, rate),) = beside.run(tmp_path, short=True).measured.items()
    assert what.startswith("moves per CPU-second, interpreted")
    assert int(str(rate)) > 50
