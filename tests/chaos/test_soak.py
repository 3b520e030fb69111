"""The soak in short, and that what grows is noticed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.chaos import soak
from tests.chaos.players import Json, read
from tests.chaos.soak import Sample, drift


def test_an_evening_in_short(tmp_path: Path) -> None:
    figure = soak.run(tmp_path, short=True)
    assert figure.met, str(figure)
    for what in ("moves acknowledged", "rounds begun anew", "times that somebody came back to where they were"):
        assert int(str(figure.measured[what])) > 5, what
    notes = read(tmp_path / "regulars" / "journal.jsonl")
    assert soak.chat(tmp_path / "arena.sqlite3", notes)[0] > 0
    connection = sqlite3.connect(tmp_path / "arena.sqlite3")
    connection.execute("UPDATE chat SET number = number + 1000")
    connection.commit()
    connection.close()
    said = "; ".join(soak.chat(tmp_path / "arena.sqlite3", notes)[1])
    assert "has gaps" in said
    assert "was heard as" in said


@pytest.mark.parametrize(
    ("grows", "said"),
    [
        ("nothing", ""),
        ("memory", "MiB of memory: 100.0 in the second third, 110.0 in the last"),
        ("files", "open files"),
        ("ms", "acknowledged, at the 99th percentile"),
        ("cpu", "CPU time"),
    ],
)
def test_what_grows_is_noticed(grows: str, said: str) -> None:
    samples, notes, used = [], list[Json](), 0.0
    for second in range(600):
        late = 1 if second < 400 else 2
        used += 0.01 * (late if grows == "cpu" else 1)
        memory = 1024 * (110 if late == 2 and grows == "memory" else 100)
        samples.append(Sample(float(second), memory, 50 * (late if grows == "files" else 1), 5, used))
        notes += [{"event": "acked", "at": second + 0.5, "ms": 5.0 * (late if grows == "ms" else 1)}]
    failures, _ = drift(samples, notes, 0, 600)
    assert len(failures) == (grows != "nothing")
    assert said in "".join(failures)
