"""The compiled build does what the interpreted one does: nothing differs silently.

The tests of the rooms run on both builds (`scripts/check.py`). Here is what can only be seen with the two side by side, or in a
process of its own: equal traces, objects left behind, classes initialised twice. docs/benchmarks.md lists what the compiler
treats differently, and which test would notice.
"""

from __future__ import annotations

from collections.abc import Callable

import compile as compile_script
import pytest

from tests.compiled.conftest import Run

SOURCES = ("tic_tac_toe", "reversi", "stones", "duel", "flock", "passing")
INTERPRETED = {name.removesuffix(".py").replace("/", ".") for name in compile_script.INTERPRETED}
GAMES = 200


def test_every_module_is_compiled_but_those_that_cannot_be(run: Run) -> None:
    origins = run("compiled", "origin")
    assert {name for name, file in origins.items() if file.endswith(".py")} == INTERPRETED


@pytest.mark.parametrize("source", SOURCES)
def test_both_builds_play_the_same_games(run: Run, source: str, scaled: Callable[[int], int]) -> None:
    games = str(scaled(60))
    interpreted, compiled = run("interpreted", "trace", source, games), run("compiled", "trace", source, games)
    for number, (one, other) in enumerate(zip(interpreted, compiled, strict=True)):
        assert one == other, f"line {number}"
        assert repr(one) == repr(other), f"line {number}: equal, but of another type"


@pytest.mark.parametrize("source", ["duel", "flock", "passing"])
def test_the_laws_hold_for_an_authors_own_file_on_the_compiled_engine(
    run: Run, source: str, scaled: Callable[[int], int]
) -> None:
    assert run("compiled", "laws", source, str(scaled(40))) == []


def test_games_leave_nothing_behind(run: Run) -> None:
    for source, (gained, circular) in run("compiled", "freed", str(GAMES)).items():
        assert gained < GAMES / 10, f"{GAMES} games of {source} left {gained} objects behind"
        late = {"Machine", "Token", "Grid"}.intersection(circular)
        assert not late, f"a dropped game of {source} is not freed at once: {circular}"


@pytest.mark.parametrize("build", ["interpreted", "compiled"])
def test_a_game_is_made_once(run: Run, build: str) -> None:
    for source, made in run(build, "begun").items():
        parts = {name: count for name, count in made.items() if name != "Grid"}
        assert parts == {"Machine": 1, "Journal": 1, "Log": 1}, source
        assert made["Grid"] <= 1, source


def test_a_question_has_no_traceback_and_an_error_has_one(run: Run) -> None:
    interpreted, compiled = run("interpreted", "asked"), run("compiled", "asked")
    assert interpreted["question"][:2] == ["ask", "choose"]
    assert compiled["question"] == ["ask"]
    assert compiled["error"] == interpreted["error"]


@pytest.mark.parametrize("build", ["interpreted", "compiled"])
def test_an_option_offered_twice_is_listed_once(run: Run, build: str) -> None:
    expected = ["point(a1)", "point(b1)", "point(a2)", "point(b2)"]
    assert run(build, "once") == [expected, expected]
