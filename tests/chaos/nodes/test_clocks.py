"""R10 in short: clocks over a kill of two nodes whose machines are an hour apart."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.nodes import clocks


def test_nobody_is_charged_for_time_in_which_there_was_no_node(tmp_path: Path) -> None:
    figure = clocks.run(tmp_path, short=True)
    assert figure.met, str(figure)
