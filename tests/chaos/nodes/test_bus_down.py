"""R2 in short: a bus that is dead for a while."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import bus_down


def test_a_dead_bus_costs_nothing_and_makes_nobody_absent(tmp_path: Path) -> None:
    figure = bus_down.run(tmp_path, short=True)
    assert figure.met, str(figure)
