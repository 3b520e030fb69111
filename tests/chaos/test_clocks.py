"""R10 in short: clocks over a kill and a stop, with the machine's clock an hour off."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import clocks


def test_nobody_is_charged_for_time_in_which_there_was_no_server(tmp_path: Path) -> None:
    figure = clocks.run(tmp_path, short=True)
    assert figure.met, str(figure)
