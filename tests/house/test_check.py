"""The runner of all checks: everything is counted once, nothing that failed is lost, and what cannot run is named."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.util import cache_from_source
from pathlib import Path

import check
import pytest
import results
from lanes import Programs
from results import Result, pytest_counts

FAILING = "import sys; print('it is broken'); sys.exit(1)"
SCRIPTS = Path(check.__file__).parent


def perform(step: check.Step, scale: str = "1") -> Result:
    return check.perform(step, scale, Programs())


@pytest.fixture(autouse=True)
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check, "LOGS", tmp_path / "logs")
    return tmp_path / "logs"


def test_a_check_without_counts_is_one() -> None:
    assert perform(check.Step("fine", [sys.executable, "-c", ""])).counts == {"passed": 1}


def test_a_failure_is_shown_and_kept(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [result] = check.in_order([check.Step("a broken one", [sys.executable, "-c", FAILING])], "1", Programs())
    assert result.failed
    assert "| it is broken" in capsys.readouterr().out
    assert (logs / "a-broken-one.log").read_text(encoding="utf-8") == "it is broken\n"


def test_a_program_that_stops_before_it_counts_has_failed() -> None:
    result = perform(check.Step("crash", [sys.executable, "-c", FAILING], pytest_counts))
    assert result.counts == {"failed": 1}


def test_tests_that_pass_with_too_little_coverage_have_failed() -> None:
    said = "print('FAIL Required test coverage of 95% not reached.'); print('7 passed in 0.1s'); raise SystemExit(1)"
    assert perform(check.Step("covered", [sys.executable, "-c", said], pytest_counts)).counts == {
        "passed": 7,
        "failed": 1,
    }


def test_a_step_that_takes_too_long_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "STEP_LIMIT", 0.2)
    result = perform(check.Step("slow", [sys.executable, "-c", "import time; time.sleep(20)"]))
    assert result.failed
    assert result.seconds < 10


def test_what_cannot_run_is_named_and_fails_only_where_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    step = check.Step("browser", ["never started"], missing="no Chromium")
    monkeypatch.delenv("RONDEL_REQUIRE", raising=False)
    assert not perform(step).failed
    assert perform(step).missing == "no Chromium"
    monkeypatch.setenv("RONDEL_REQUIRE", "browser")
    assert perform(step).failed


def test_the_scale_of_long_laws_reaches_the_tests(logs: Path) -> None:
    perform(check.Step("scale", [sys.executable, "-c", "import os; print(os.environ['RONDEL_LONG'])"]), "0.25")
    assert (logs / "scale.log").read_text(encoding="utf-8") == "0.25\n"


def test_programs_keep_their_bytecode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "chair.py").write_text("LEGS = 4\n")
    perform(check.Step("sit", [sys.executable, "-c", "import chair"], cwd=tmp_path))
    assert Path(cache_from_source(str(tmp_path / "chair.py"))).exists()


def test_steps_are_chosen_by_the_beginning_of_their_name() -> None:
    steps = [check.Step("lint", []), check.Step("page: tests", [])]
    assert [each.name for each in check.chosen(["page"], steps)] == ["page: tests"]
    assert check.chosen([], steps) == steps
    with pytest.raises(SystemExit, match="no step called tea; there are: lint, page: tests"):
        check.chosen(["tea"], steps)


def test_side_by_side_what_fails_is_shown_at_once_and_all_are_listed_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [
        check.Step("late", [sys.executable, "-c", ""], after=("early",)),
        check.Step("early", [sys.executable, "-c", FAILING]),
    ]
    assert [each.failed for each in check.in_lanes(steps, "1", Programs())] == [False, True]
    told, _, listed = capsys.readouterr().out.partition("All in order:")
    assert [each.split()[0] for each in told.split("\n") if each] == ["early", "|", "late"]
    *each_step, alone = [each for each in listed.split("\n") if each]
    assert [each.split()[:3] for each in each_step] == [["late", "1", "passed"], ["early", "1", "failed"]]
    assert re.fullmatch(r"The last step ran alone for \d+ s\.", alone)


@pytest.mark.parametrize("serial", [True, False])
def test_both_ways_run_the_same_steps(serial: bool) -> None:
    steps = check.steps(serial)
    assert [each.name for each in steps] == [each.name for each in check.steps()]
    assert any("-n" in each.argv for each in steps) == serial
    names = [each.name for each in steps]
    assert [each.name for each in steps for other in each.after if names.index(other) >= names.index(each.name)] == []


def test_every_browser_test_is_in_one_step() -> None:
    found = [each for given in check.browsed().values() for each in given]
    assert sorted(found) == sorted(
        path.relative_to(check.ROOT).as_posix() for path in (check.ROOT / "tests/browser").glob("test_*.py")
    )
    assert len(found) > sum(map(len, check.BROWSER.values()))
    assert [len(check.browsed()[step]) for step in check.BROWSER] == [len(names) for names in check.BROWSER.values()]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal like Ctrl-C to one program")
@pytest.mark.parametrize("way", ["in_lanes", "in_order"])
def test_ctrl_c_ends_all_that_is_running(tmp_path: Path, way: str) -> None:
    """Also what a step has started itself, here a grandchild that writes down its number and waits."""
    note = tmp_path / "pid"
    grandchild = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid()) + ' '); time.sleep(60)"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {grandchild!r}])"
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"  # a job in the background does without
        f"import check, sys; step = lambda name: check.Step(name, [sys.executable, '-c', {child!r}]);"
        "check.steps = lambda serial: [step('a'), step('b')];"
        f"sys.exit(check.main({['--serial'] if way == 'in_order' else []}))"
    )
    runner = subprocess.Popen([sys.executable, "-c", code], cwd=SCRIPTS, stdout=subprocess.PIPE, text=True)
    while not (note.exists() and note.read_text().endswith(" ")):
        assert runner.poll() is None
        time.sleep(0.01)
    began = time.monotonic()
    runner.send_signal(signal.SIGINT)
    said, _ = runner.communicate(timeout=30)
    assert runner.returncode == 130
    assert "Stopped" in said
    while alive(int(note.read_text())):  # until whoever collects orphans has done so
        assert time.monotonic() - began < 20
        time.sleep(0.01)


def test_every_file_of_tests_belongs_to_one_step() -> None:
    """But for the files that are run a second time on the compiled build."""
    steps = [each for each in check.steps() if each.name not in check.RULES]
    given = [Path(part) for step in steps for part in step.argv if part.startswith("tests/")]
    for path in sorted((check.ROOT / "tests").rglob("test_*.py")):
        file = path.relative_to(check.ROOT)
        assert len([each for each in given if each == file or each in file.parents]) == 1, file


def test_durations_are_kept_and_the_slowest_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "ROOT", tmp_path)
    monkeypatch.setattr(results, "DURATIONS", tmp_path / "kept" / "durations.json")
    slow = [(float(each), f"tests/a.py::test_{each}") for each in range(1, 13)]
    results.keep([Result("rules", {"passed": 12}, 80.04, slow=slow), Result("lint", {"passed": 1}, 1.0)])
    kept = json.loads((tmp_path / "kept" / "durations.json").read_text(encoding="utf-8"))
    assert kept["rules"]["seconds"] == 80.0
    assert kept["rules"]["tests"]["tests/a.py::test_12"] == 12.0
    results.keep([Result("law", {"passed": 1}, 9.0, slow=slow[:1])])
    assert [results.stored()[each]["seconds"] for each in ("rules", "law")] == [80.0, 9.0]
    said = capsys.readouterr().out
    assert said.index("test_12 (rules)") < said.index("test_3 (rules)")
    assert "test_2 (rules)" not in said


@pytest.mark.parametrize(("scale", "collected"), [("0.05", "no tests collected (1 deselected)"), ("1", "1 test collected")])
def test_what_is_marked_long_is_collected_at_full_length_alone(scale: str, collected: str) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests/chaos/test_moves.py"],
        cwd=SCRIPTS.parent,
        env={**os.environ, "RONDEL_LONG": scale},
        capture_output=True,
        text=True,
        check=False,
    )
    assert collected in found.stdout
