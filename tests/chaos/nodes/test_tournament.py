"""R18 over nodes, in short."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import tournament


def test_a_tournament_goes_on_when_one_of_its_nodes_is_killed(tmp_path: Path) -> None:
    figure = tournament.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert figure.measured["nodes"] == 2
