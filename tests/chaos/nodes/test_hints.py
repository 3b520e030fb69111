"""R7 in short: that what nine nodes say is heard. What it costs, the long form says."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import hints


def test_what_nine_nodes_say_is_heard(tmp_path: Path) -> None:
    figure = hints.run(tmp_path, short=True)
    assert figure.met, str(figure)
