"""The law about determinism (its planted faults: test_registry.py), and a report on a game that breaks it."""

from __future__ import annotations

import doctest
from pathlib import Path

import rondel
from rondel.testing.laws import determinism as module
from rondel.testing.report import examine
from tests.testing.faults import planted


def test_rules_that_use_pythons_random_are_one_problem() -> None:
    report = examine(planted.Fickle, games=10)
    (failure,) = report.failures
    assert "two games with the same seed and answers differ" in failure.message
    assert "never by Python's random" in failure.message
    assert "no other law was tried any further" in report.ended


CLOCKED = """
import time
from rondel import ActivePlayer, EVERYONE, Game, GameEnd, Prop, To, on


class Clocked(Game):
    seats = ("one",)

    def setup(self) -> "To[Turn]":
        self.hour = self.add(Prop("hour", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Clocked]):
    description = my_turn = "{you} must go"


@on(Turn, "{actplayer} goes")
def go(game: Clocked) -> To[Turn] | To[GameEnd]:
    game.hour.value += time.perf_counter_ns()
    return Turn
"""


def test_doctests() -> None:
    assert doctest.testmod(module).failed == 0


def test_the_message_names_the_difference_and_the_line_that_reads_the_clock(tmp_path: Path) -> None:
    (tmp_path / "clocked.py").write_text(CLOCKED)
    (failure,) = examine(rondel.load(tmp_path / "clocked.py"), games=1, laws=["determinism"]).failures
    said = "the rules use time.perf_counter_ns, so that two games with the same seed and answers differ: prop 'hour' is "
    assert failure.message.startswith(said)
    line = CLOCKED[: CLOCKED.index("perf_counter_ns")].count("\n") + 1
    assert failure.message.endswith(f" (clocked.py line {line})")


def test_rules_that_raise_are_one_problem_of_every_law(tmp_path: Path) -> None:
    (tmp_path / "forgetful.py").write_text(
        CLOCKED.replace("    game.hour.value += time.perf_counter_ns()\n    return Turn\n", "    game.hour.value += 1\n")
    )
    (failure,) = examine(rondel.load(tmp_path / "forgetful.py"), games=1).failures
    assert "'go' of state 'Turn' returned nothing" in failure.message
    assert "moves" in failure.laws
