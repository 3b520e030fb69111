"""The results of the steps of `check.py`: read from the output of the programs, added up, printed and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import prepare

ROOT = prepare.ROOT
DURATIONS = ROOT / "test-artefacts" / "durations.json"
SLOWEST = 10
"""How many of the slowest tests are printed."""

Counts = dict[str, int]


@dataclass
class Result:
    """How one step ended."""

    name: str
    counts: Counts
    seconds: float
    said: str = ""
    missing: str | None = None
    skipped: Sequence[str] = ()
    """Which tests were skipped, and why."""
    broken: Sequence[str] = ()
    """The failed tests, with their errors."""
    processor: float = 0.0
    """Its processor time in seconds, that of all it has started included."""
    slow: Sequence[tuple[float, str]] = ()
    """The seconds of each test of at least half a second, its fixtures included."""

    @property
    def failed(self) -> bool:
        """Whether the step failed."""
        return bool(self.counts.get("failed"))


def pytest_counts(said: str) -> Counts:
    """The counts in pytest's last line.

    >>> pytest_counts("=== 1 failed, 12 passed, 2 skipped, 1 error in 3.21s ===")
    {'failed': 2, 'passed': 12, 'skipped': 2}
    >>> pytest_counts("no tests ran in 0.01s")
    {}
    """
    return tally(re.findall(r"(\d+) (failed|passed|skipped|errors?|xfailed|xpassed)\b", last_line(said, r" in [\d.]+s")))


def skips(said: str) -> list[str]:
    """The place and reason of each skipped test, from pytest's output.

    >>> skips("SKIPPED [2] tests/a.py:3: plain Python only: no __dict__\\n1 passed, 2 skipped in 0.1s")
    ['tests/a.py:3: plain Python only: no __dict__']
    """
    return re.findall(r"^SKIPPED \[\d+\] (.+)$", said, re.MULTILINE)


def failures(said: str) -> list[str]:
    """The name and error of each failed test, from pytest's output.

    >>> failures("FAILED tests/a.py::test_b - assert 1 == 2\\nERROR tests/c.py - no such\\n1 failed, 1 error in 0.1s")
    ['tests/a.py::test_b - assert 1 == 2', 'tests/c.py - no such']
    """
    return re.findall(r"^(?:FAILED|ERROR) (.+)$", said, re.MULTILINE)


def durations(said: str) -> list[tuple[float, str]]:
    """The seconds of each slow test in pytest's own list, the slowest first; set-up and tear-down count.

    >>> durations("1.50s call tests/a.py::test_b\\n0.75s setup    tests/a.py::test_b\\n2.00s call tests/c.py::test_d[x y]\\n")
    [(2.25, 'tests/a.py::test_b'), (2.0, 'tests/c.py::test_d[x y]')]
    """
    found: dict[str, float] = {}
    for seconds, test in re.findall(r"^([\d.]+)s (?:call|setup|teardown) +(.+?) *$", said, re.MULTILINE):
        found[test] = found.get(test, 0.0) + float(seconds)
    return sorted(((round(seconds, 2), test) for test, seconds in found.items()), reverse=True)


def vitest_counts(said: str) -> Counts:
    """The counts in vitest's line about tests.

    >>> vitest_counts(" Test Files  3 passed (3)\\n      Tests  1 failed | 41 passed (42)\\n   Duration  1.2s")
    {'failed': 1, 'passed': 41}
    """
    return tally(re.findall(r"(\d+) (failed|passed|skipped|todo)\b", last_line(said, r"^\s*Tests\s")))


def tally(found: Sequence[tuple[str, str]]) -> Counts:
    """Counts as passed, failed and skipped: an error is a failure, an expected failure a pass.

    >>> tally([("2", "errors"), ("1", "xfailed")])
    {'failed': 2, 'passed': 1}
    """
    meaning = {"error": "failed", "errors": "failed", "xpassed": "failed", "xfailed": "passed", "todo": "skipped"}
    counts: Counts = {}
    for number, word in found:
        word = meaning.get(word, word)
        counts[word] = counts.get(word, 0) + int(number)
    return counts


def last_line(said: str, pattern: str) -> str:
    """The last line that matches; empty if none does."""
    return next((line for line in reversed(said.splitlines()) if re.search(pattern, line)), "")


def total(results: Sequence[Result]) -> Counts:
    """All counts added up.

    >>> total([Result("a", {"passed": 2}, 1.0), Result("b", {"failed": 1, "passed": 1}, 1.0)])
    {'passed': 3, 'failed': 1, 'skipped': 0}
    """
    return {word: sum(each.counts.get(word, 0) for each in results) for word in ("passed", "failed", "skipped")}


def line(result: Result) -> str:
    """How a step ended, in one line: its counts, its seconds by the clock, and those of processor time.

    >>> line(Result("lint", {"passed": 1}, 2.04, processor=1.5))
    '  lint                          1 passed                                   2.0 s   1.5 s'
    """
    if result.missing:
        return f"  {result.name:<30}cannot run here"
    return f"  {result.name:<30}{words(result.counts):<40}{result.seconds:6.1f} s{result.processor:6.1f} s"


def tell(result: Result) -> None:
    """Print the result of a step, and the end of its output if it failed."""
    print(line(result), flush=True)
    if result.said:
        print("\n".join("    | " + each for each in result.said.rstrip().splitlines()[-60:]), flush=True)


def words(counts: Counts) -> str:
    """Counts in words.

    >>> words({"passed": 3, "failed": 0, "skipped": 1})
    '3 passed, 1 skipped'
    """
    return ", ".join(f"{number} {word}" for word, number in counts.items() if number) or "nothing to run"


def stored() -> dict[str, dict[str, Any]]:
    """How long each step took when it last ran, as `keep` has written it; empty before the first run."""
    if not DURATIONS.exists():
        return {}
    steps: dict[str, dict[str, Any]] = json.loads(DURATIONS.read_text(encoding="utf-8"))
    return steps


def keep(results: Sequence[Result]) -> None:
    """Write how long each step and each slow test took into ``test-artefacts/durations.json``, and print the slowest."""
    slow = sorted(((seconds, f"{test} ({each.name})") for each in results for seconds, test in each.slow), reverse=True)
    if not slow:
        return
    steps = stored()
    steps |= {
        each.name: {
            "seconds": round(each.seconds, 1),
            "processor": round(each.processor, 1),
            "tests": {test: s for s, test in each.slow},
        }
        for each in results
    }
    DURATIONS.parent.mkdir(parents=True, exist_ok=True)
    DURATIONS.write_text(json.dumps(steps, indent=1), encoding="utf-8")
    print(f"\nSlowest tests, in seconds; all from half a second on are in {DURATIONS.relative_to(ROOT)}:")
    for seconds, test in slow[:SLOWEST]:
        print(f"  {seconds:6.1f}  {test}")
