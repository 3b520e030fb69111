"""R15 in short: new rules at one node after the other."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import deploys


def test_new_rules_come_to_the_nodes_without_a_table_lost_or_faulted(tmp_path: Path) -> None:
    figure = deploys.run(tmp_path, short=True)
    assert figure.met, str(figure)
