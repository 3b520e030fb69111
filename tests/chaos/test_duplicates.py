"""R4 in short."""

from __future__ import annotations

from pathlib import Path

from tests.chaos import duplicates


def test_a_message_has_one_effect_however_often_it_is_sent(tmp_path: Path) -> None:
    figure = duplicates.run(tmp_path, short=True)
    assert figure.met, str(figure)
    assert all(int(str(count)) > 0 for what, count in figure.measured.items() if "differed" not in what), str(figure)
