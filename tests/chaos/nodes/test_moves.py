"""R7 in short: that moves are made at two nodes and counted. How many a second, the long form says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.nodes import moves


@pytest.mark.long
def test_moves_of_two_nodes_are_counted_and_told_apart_from_the_database(tmp_path: Path) -> None:
    figure = moves.run(tmp_path, short=True)
    ((how, rate),) = figure.measured.items()
    assert how.startswith("moves per CPU-second with 2 nodes, hashed")
    assert int(str(rate)) > 50, str(figure)
