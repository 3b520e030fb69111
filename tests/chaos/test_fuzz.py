"""R9 in short."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import fuzz


def test_hostile_frames_are_answered_and_break_nothing(tmp_path: Path) -> None:
    figure = fuzz.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert int(str(figure.measured["legal moves among them"])) > 50
