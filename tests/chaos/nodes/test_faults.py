"""R2 in short: three nodes, of which one is killed, one frozen and one cut off."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import faults


def test_nothing_is_lost_when_nodes_are_killed_frozen_and_cut_off(tmp_path: Path) -> None:
    figure = faults.run(tmp_path, short=True)
    assert figure.met, str(figure)
