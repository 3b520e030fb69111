"""Golden playthroughs: written on request, else compared; a change of the rules is a change of lines."""

from __future__ import annotations

import doctest
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from rondel.engine import To
from rondel.testing import BrokenLaw, golden
from rondel.testing.golden import VARIABLE, answers, chosen, playthrough
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Counting, Turn


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(import_module("rondel.testing.golden")).failed == 0


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A golden playthrough of Counting."""
    file = tmp_path / "new" / "counting.txt"
    monkeypatch.setenv(VARIABLE, "1")
    golden(partial(Counting, seed=1), file, seed=5)
    monkeypatch.delenv(VARIABLE)
    return file


def test_a_written_playthrough_matches(kept: Path) -> None:
    golden(partial(Counting, seed=1), kept)
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "counting, version 1, for odd, even"
    assert lines[1].startswith("  Turn, odd to answer; position ")
    assert lines[3] == "  odd may: say(1) say(2) say(3)"
    assert lines[4].startswith("> odd say(")
    assert lines[5].startswith("  odd hears: odd counts on by ")
    assert any(line.startswith("  GameEnd, over: ") for line in lines)


class Further(Counting):
    """The same, but to twenty-one at most, and by twos at least."""

    def listed(self) -> list[int]:
        return [number for number in (2, 3) if self.total.value + number <= 20]


class Renamed(Counting):
    """The same, where nobody wins."""

    def setup(self) -> To[Turn]:
        first = super().setup()
        self.total._value = 1
        return first


def test_a_change_of_the_rules_is_a_change_of_lines(kept: Path) -> None:
    with pytest.raises(BrokenLaw, match=r"'counting.txt' is another one now .*\n(.*\n)*-  odd may: say\(1\) say\(2\) say\(3\)"):
        golden(partial(Further, seed=1), kept)
    with pytest.raises(BrokenLaw, match=r"\n\+  Turn, odd to answer; position "):
        golden(partial(Renamed, seed=1), kept)


def test_an_illegal_move_of_the_text_is_named(kept: Path) -> None:
    lines = kept.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("> "))
    kept.write_text("\n".join([*lines[:first], "> odd say(7)", *lines[first + 1 :]]) + "\n", encoding="utf-8")
    with pytest.raises(BrokenLaw, match=r"\nIllegalMove: illegal move 'say\(7\)'"):
        golden(partial(Counting, seed=1), kept)


def test_a_missing_file_is_reported_with_the_way_to_write_it(tmp_path: Path) -> None:
    with pytest.raises(BrokenLaw, match=r"no golden playthrough 'x\.txt' yet: run this once with RONDEL_WRITE_GOLDEN=1"):
        golden(partial(Counting, seed=1), tmp_path / "x.txt")


def test_chance_and_secrets_are_in_it() -> None:
    played = chosen(Bazaar(seed=2), 3, 200)
    lines = list(playthrough(Bazaar(seed=2), played))
    assert answers(lines) == played
    assert sum(line.startswith("  chance draw(") for line in lines) >= 4
    assert lines[-1].startswith("  scores: red ")
