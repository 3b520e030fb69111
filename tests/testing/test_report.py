"""Reports: trials and findings, and the commands that reproduce them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rondel
from rondel.testing import LAWS
from rondel.testing.law import PLIES
from rondel.testing.laws.registry import Trial, attempt
from rondel.testing.observation import Observation
from rondel.testing.report import Failure, Report, Subject, examine
from rondel.testing.watch import Watch
from tests.testing.faults import planted
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Counting


def test_a_sound_game() -> None:
    report = examine(Bazaar, games=5, seed=3)
    assert report.ok
    assert report.failures == []
    assert set(report.tried) == set(LAWS)
    assert all(report.tried[law] == 5 for law in ("moves", "pop", "canary", "facts"))
    assert report.tried["processes"] == 1
    assert report.tried["histories"] >= 3  # chance may give no two games that differ only in what is hidden
    assert report.lines()[0] == f"bazaar: checked the definition, and {len(LAWS)} laws on 5 random games"
    assert report.lines()[-1] == "nothing wrong found"


def test_untried_laws_are_listed_with_the_reason() -> None:
    report = examine(Counting, games=2)
    assert report.skipped["secrets"] == "nothing is hidden from anybody"
    assert "  note: law 'suspension' was not tried: no rule waited for an answer" in report.lines()


def test_facts_to_be_declared_are_given_to_be_pasted() -> None:
    (note,) = [note for note in examine(Counting, games=3).notes() if "declares no facts" in note]
    assert "facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(" in note


def test_a_failure_says_how_to_see_it_again() -> None:
    report = examine(planted.HiddenPropInArgs, games=6, laws=["secrets"])
    (failure,) = report.failures
    assert failure.laws == ["secrets"]
    assert failure.command == f"rondel check bazaar --law secrets --seed {failure.seed} --games 1"
    again = attempt(lambda: planted.HiddenPropInArgs(seed=failure.seed), "secrets", seed=failure.seed)
    assert failure.message == f"{again.error} ({failure.place})"
    there = eval(  # noqa: S307 - what the report says to paste
        failure.python.removeprefix("game = ").replace("rondel.find('bazaar')", "kind"),
        {"rondel": rondel, "kind": planted.HiddenPropInArgs},
    )
    assert there.record()["answers"] == [list(answer) for answer in failure.played]


def test_a_long_game_is_no_line_to_paste() -> None:
    trial = Trial("end", 3)
    trial.played = [("red", "draw")] * 201
    failure = Failure("it is not over", trial, Subject(Bazaar), PLIES)
    assert "      played: (189 more) ... red:draw" in failure.lines()[1]
    assert failure.lines()[3] == (
        "      there:  after 201 answers, too many for a line: "
        "rondel check bazaar --law end --seed 3 --games 1 --json has them, as python"
    )
    trial.played = trial.played[:200]
    assert "there:  game = rondel.replay({" in Failure("it is not over", trial, Subject(Bazaar), PLIES).lines()[3]


def test_the_reproducing_command_has_the_options_of_the_call() -> None:
    subject = Subject(Bazaar, called="my/bazaar.py", seats=2, options={"size": 6})
    assert subject.command("pop", 7, 40) == (
        "rondel check my/bazaar.py --law pop --seed 7 --games 1 --seats 2 --option size=6 --limit 40"
    )
    assert subject.python([("red", "draw")]).endswith("game=rondel.load('my/bazaar.py'))")


def test_one_fault_that_breaks_many_laws_is_told_once() -> None:
    report = examine(planted.Stuck, games=2)
    messages = [failure.message for failure in report.failures]
    assert len(messages) == len(set(messages))
    assert any(len(failure.laws) > 3 for failure in report.failures)


def test_a_broken_law_is_not_tried_again() -> None:
    report = examine(planted.Forgetful, games=6, laws=["pop", "json"])
    assert report.tried["json"] == 6
    assert report.tried["pop"] < 6


def test_time_that_is_up_ends_it_after_a_whole_game() -> None:
    report = examine(Counting, games=1000, seconds=0, laws=["json"])
    assert (report.games, report.stopped) == (1, True)
    assert "time was up" in report.lines()[0]


def test_nothing_is_called_unreached_if_no_game_was_watched_to_its_end() -> None:
    report = Report(Subject(Counting), ["json"])
    report.games = 1
    report.seen = Observation(Counting)
    report.seen.play(Counting(seed=1), Random(1), most=1)
    assert [note for note in report.notes() if "never reached: state GameEnd" in note]
    report.stopped = True
    assert not [note for note in report.notes() if "never reached" in note]
    assert "  depth: unreached states are not listed: no game was watched to its end" in report.lines()


def test_progress_is_told() -> None:
    said: list[str] = []
    examine(Counting, games=2, laws=["json", "pop"], progress=said.append)
    assert said == [
        "game 1 of 2, law json",
        "game 1 of 2, law pop",
        "game 2 of 2, law json",
        "game 2 of 2, law pop",
    ]


def test_it_is_plain_data_for_programs(tmp_path: Path) -> None:
    data = examine(planted.LeakyLog, games=8, laws=["histories", "pop"]).to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["ok"] is False
    (failure,) = data["failures"]
    assert set(failure) == {"message", "place", "laws", "seed", "played", "command", "python"}
    assert data["problems"] == [failure["message"]]


@pytest.mark.parametrize("games", [0, 1])
def test_without_a_game_there_is_nothing_to_say(games: int) -> None:
    report = examine(Counting, games=games, laws=["json"])
    assert report.games == games
    assert ("on 1 random game" in report.lines()[0]) is bool(games)
    assert "random games" not in report.lines()[0]
    assert report.ok
    assert report.lines()[-1] == ("nothing wrong found" if games else "nothing wrong found in the definition; no law was tried")


class Clock:
    """Moves on by a second at each look."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 1
        return self.seconds


def test_laws_without_time_are_counted_in_the_last_line() -> None:
    report = examine(Counting, games=9, seconds=4, laws=["json", "pop", "delta", "copy"], watch=Watch(clock=Clock()))
    assert report.untried
    assert report.ok
    assert report.to_json()["untried"] == report.untried
    left = len(report.untried)
    assert report.lines()[-1] == f"nothing wrong found in what was tried; {left} of 4 laws were not"


def test_a_law_that_does_not_apply_is_no_result_where_time_ends_before_the_others() -> None:
    report = examine(Counting, games=9, seconds=1, laws=["suspension", "imagination"], watch=Watch(clock=Clock()))
    assert set(report.skipped) == {"suspension"}
    assert report.untried == ["imagination"]
    assert not report.ok
    assert report.verdict().startswith("nothing is known: no law was tried to the end")
