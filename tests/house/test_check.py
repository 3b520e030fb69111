"""The runner of all checks: everything is counted once, nothing that failed is lost, and what cannot run is named."""

from __future__ import annotations

import sys
from pathlib import Path

import check
import pytest

FAILING = "import sys; print('it is broken'); sys.exit(1)"


@pytest.fixture(autouse=True)
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check, "LOGS", tmp_path / "logs")
    return tmp_path / "logs"


def test_a_check_without_counts_is_one() -> None:
    assert check.perform(check.Step("fine", [sys.executable, "-c", ""]), "1").counts == {"passed": 1}


def test_a_failure_is_shown_and_kept(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = check.perform(check.Step("a broken one", [sys.executable, "-c", FAILING]), "1")
    assert result.failed
    assert "| it is broken" in capsys.readouterr().out
    assert (logs / "a-broken-one.log").read_text(encoding="utf-8") == "it is broken\n"


def test_a_program_that_stops_before_it_counts_has_failed() -> None:
    result = check.perform(check.Step("crash", [sys.executable, "-c", FAILING], check.pytest_counts), "1")
    assert result.counts == {"failed": 1}


def test_tests_that_pass_with_too_little_coverage_have_failed() -> None:
    said = "print('FAIL Required test coverage of 95% not reached.'); print('7 passed in 0.1s'); raise SystemExit(1)"
    assert check.perform(check.Step("covered", [sys.executable, "-c", said], check.pytest_counts), "1").counts == {
        "passed": 7,
        "failed": 1,
    }


def test_a_step_that_takes_too_long_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "STEP_LIMIT", 0.2)
    result = check.perform(check.Step("slow", [sys.executable, "-c", "import time; time.sleep(20)"]), "1")
    assert result.failed
    assert result.seconds < 10


def test_what_cannot_run_is_named_and_fails_only_where_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    step = check.Step("browser", ["never started"], missing="no Chromium")
    monkeypatch.delenv("RONDEL_REQUIRE", raising=False)
    assert not check.perform(step, "1").failed
    assert check.perform(step, "1").missing == "no Chromium"
    monkeypatch.setenv("RONDEL_REQUIRE", "browser")
    assert check.perform(step, "1").failed


def test_the_scale_of_long_laws_reaches_the_tests(logs: Path) -> None:
    check.perform(check.Step("scale", [sys.executable, "-c", "import os; print(os.environ['RONDEL_LONG'])"]), "0.25")
    assert (logs / "scale.log").read_text(encoding="utf-8") == "0.25\n"


def test_steps_are_chosen_by_the_beginning_of_their_name() -> None:
    steps = [check.Step("lint", []), check.Step("page: tests", [])]
    assert [each.name for each in check.chosen(["page"], steps)] == ["page: tests"]
    assert check.chosen([], steps) == steps
    with pytest.raises(SystemExit, match="no step called tea; there are: lint, page: tests"):
        check.chosen(["tea"], steps)


def test_every_folder_of_tests_belongs_to_a_step() -> None:
    given = " ".join(part for step in check.steps() for part in step.argv)
    assert [each for each in check.test_folders() if each not in given] == []
