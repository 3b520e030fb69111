"""Run every kind of check and test, five at a time or more, and print the totals.

    python scripts/check.py                  all steps
    python scripts/check.py lint types       some of them
    python scripts/check.py --serial         one after the other, each with both cores
    python scripts/check.py --list           the available steps

Each step runs even if others failed. Its output goes to ``test-artefacts/logs``, and is shown if it failed. The end of the
output names each step that cannot run on this machine, with a remedy; with ``RONDEL_REQUIRE=all`` (or names of
steps) that is a failure. Ctrl-C ends all running steps. ``RONDEL_LONG`` scales the long laws: 1 is full length. This script
installs nothing (`prepare.py`).
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

import prepare
from lanes import Lanes, Processors, Programs
from results import Counts, Result, durations, failures, keep, line, pytest_counts, skips, stored, tell, total, vitest_counts

ROOT = prepare.ROOT
LOGS = ROOT / "test-artefacts" / "logs"
SCALE = "0.05"
"""How long the long laws are in `make test`, as a part of full length."""
LONG_ALONE = (
    "each planted mistake of an author under all laws, in the default time of `rondel check`",
    "all 2,598,960 poker hands; the deepest counts of perft; the larger boards of the exact searches",
    "chess, Hold'em and the insect game against other engines at full length (2 to 5 % of it here)",
    "every column of a damaged database row (every 36th here)",
    "6,000 seeds of the simulated arena (40 here); each of its planted bugs shows within 150",
    "each law at each setting of a shipped game (at twelve of them here, every twelfth law at the others)",
    "each recipe of the cookbook (every second here); all options in every language (every sixth here)",
    "the laws on shipped games after their first 80 answers; whatever is refused, at the further settings",
    "the law `processes` (three shipped games here), and `imagination` for the games of tests/authors",
    "two of five long battles at sea",
    "the studies of Leduc poker's levels and of Hearts against greedy bots",
    "each shipped game as an environment in every way (two of six here), in OpenSpiel (some ten here)",
    "a fifth and a sixth game of bots with each shipped game (a second to a sixth with long ones)",
    "each shipped game with bots at a table (every fifth here); what bots are told where something is hidden (every third)",
    "the form of all messages for 120 answers of each game (30 here); every kind of benchmark (every eighth here)",
    "by keys in the browser, every shipped game (five here, and one in part); by clicks the market of tests/authors",
    "by clicks of all its people in the browser, every shipped game from its first answer (four here, others by one person)",
    "in the browser, what each shipped game looks like in its middle (eight of them here)",
    "a newcomer's games (two of four here), long names, cards, tricks, layout and every page on every screen",
    "without a network in the browser, every shipped game to its result (one here); 200 records of each in Pyodide (two here)",
    "on a phone, all rules of accessibility for the pages of the documentation, and in the dark for every game (two here)",
    "pictures of the page that are only looked at; the pictures of the rules of each game (of every third here)",
    "how many moves a second a server makes (R7) and how much the lobby reads (R8); a table in a frame of another page",
)
"""What `make test` leaves out, or does with much smaller numbers than its scale."""
ENGINE_FLOOR = 95
"""Percent of the engine's lines and branches that its own tests must run. Tests of many whole games are marked ``no_cover``
(tracing doubles their time and finds nothing more) or ``played`` (they run on the compiled build alone)."""
STEP_LIMIT = 1800.0
LANES = 5
"""The number of steps that run at a time: more than the minimum of two cores, because servers and browsers mostly wait."""
MORE_LANES = 2
"""How many more run while the processors idle nevertheless."""
PACKAGES = "tests/server"
GROUPS = {
    "engine, covered": ("tests/engine",),
    "server: storage": tuple(
        f"{PACKAGES}/{each}" for each in ("storage", "ops", "history", "accounts", "catalog", "protocol", "telemetry", "lobby")
    ),
    "server: tables": tuple(f"{PACKAGES}/{each}" for each in ("live", "table", "features", "rule_host", "transport", "dev")),
    "server: whole": ("tests/client", f"{PACKAGES}/simulation"),
    "chaos": ("tests/chaos",),
    "games and players": tuple(
        f"tests/{each}"
        for each in ("testing", "authors", "shelf", "search", "players", "tournament", "learning", "turnbase", "adapters")
    ),
}
"""The folders whose tests are one step. Steps of about equal length keep all lanes busy to the end; each costs two seconds of
processor time to import and to collect. What is not named here goes with ``server: whole`` if it tests the server, and else it
is in the step ``the other rooms``."""
TAKES = {
    "engine, covered": 31,
    "server: storage": 50,
    "server: tables": 67,
    "server: whole": 46,
    "chaos": 54,
    "games and players": 50,
    "the other rooms": 79,
    "browser: tables": 101,
    "browser: sites": 107,
    "browser: pages": 122,
}
BROWSER = {
    "browser: tables": (
        *("all_games", "card_games", "chess", "choosing", "columns_and_fleets", "hot_seat", "keyboard"),
        *("motion", "other_games", "reversi", "tree", "tutorial"),
    ),
    "browser: sites": ("local", "offline", "playground", "playground_files", "site", "website"),
}
"""The tests in ``tests/browser`` that are one step; all that are not named here are the step ``browser: pages``."""
ALONE = ("tests/browser", "tests/compiled")
"""Folders that are steps of their own because they need a browser or a compiler."""
RULES = {
    "compiled: games": ("tests/shelf",),
    "compiled: engine": (
        *(f"tests/engine/{room}" for room in ("chance", "play", "records", "views", "test_game.py")),
        *(f"tests/engine/belief/test_{name}.py" for name in ("determinize", "information_state", "repair", "shared_history")),
        *("tests/learning", "tests/search", "tests/adapters", "tests/testing/laws", "tests/translations/test_wire.py"),
        *("tests/server/table/test_table.py", "tests/server/table/log"),
    ),
}
"""Tests of running rules, which differ between the builds: on the compiled one, some of them there alone (`tests/conftest.py`).
Messages, declarations and players run interpreted."""
UNSET = ("FORCE_COLOR", "PYTHONDONTWRITEBYTECODE")
"""Variables that the steps do not get. Without bytecode each of the hundreds of programs that the tests start would compile all
modules again, and pytest all tests."""


@dataclass
class Step:
    """One program to run, and the count of its results."""

    name: str
    argv: Sequence[str]
    count: Callable[[str], Counts] | None = None
    """Reads the counts from the program's output; None for a program that is one check."""
    cwd: Path = ROOT
    env: dict[str, str] = field(default_factory=dict)
    missing: str | None = None
    """The reason for which it cannot run here, with the remedy."""
    after: Sequence[str] = ()
    """The steps whose output it needs."""
    takes: float = 1.0
    """The approximate seconds of processor time, until a run has measured them: expensive steps begin early. Time by the clock
    says less, for it depends on what runs beside; an expensive step that begins last leaves a core idle."""


# -- the steps ---------------------------------------------------------------------------------------------------------


def python(*argv: str) -> list[str]:
    """A module of the environment, as a command."""
    return [str(prepare.PYTHON), "-m", *argv]


def folders(*names: str) -> list[str]:
    """The project's folders that contain Python files."""
    return [each for each in names if any((ROOT / each).rglob("*.py"))]


def test_folders() -> list[str]:
    """The folders with tests, and the tests beside them."""
    rooms = [each for each in (ROOT / "tests").iterdir() if each.is_dir() and any(each.rglob("test_*.py"))]
    return sorted(each.relative_to(ROOT).as_posix() for each in [*rooms, *(ROOT / "tests").glob("test_*.py")])


def grouped(tests: Sequence[str]) -> dict[str, list[str]]:
    """The folders and files of each step of `GROUPS` and of ``the other rooms``; steps without tests are left out."""
    found = {name: [each for each in given if (ROOT / each).exists()] for name, given in GROUPS.items()}
    taken = {each for given in GROUPS.values() for each in given}
    left = [each for each in (ROOT / PACKAGES).iterdir() if each.name.startswith("test_") or any(each.rglob("test_*.py"))]
    found["server: whole"] += sorted({each.relative_to(ROOT).as_posix() for each in left}.difference(taken))
    found["the other rooms"] = [each for each in tests if each not in (*taken, *ALONE, PACKAGES)]
    return {name: given for name, given in found.items() if given}


def browsed() -> dict[str, list[str]]:
    """The files of each step of `BROWSER` and of ``browser: pages``; steps without tests are left out."""
    left = {path.stem.removeprefix("test_"): path.relative_to(ROOT).as_posix() for path in (ROOT / ALONE[0]).glob("test_*.py")}
    found = {step: [left.pop(name) for name in names if name in left] for step, names in BROWSER.items()}
    found["browser: pages"] = sorted(left.values())
    return {name: given for name, given in found.items() if given}


def steps(serial: bool = False) -> list[Step]:
    """All steps, the quickest first; a step that has the machine to itself uses both cores."""
    npm = prepare.npm()
    npm_env = prepare.npm_environment(npm)
    chromium = prepare.browser()
    no_browser = (
        None
        if chromium
        else "No Chromium: install chromium-headless-shell, chromium or google-chrome, or name one in $CHROMIUM."
    )
    compile_problem = prepare.compiler()
    tests = test_folders()
    groups = grouped(tests)
    compiled_alone = [] if compile_problem else ["-m", "not played"]
    compiled = {"PYTHONPATH": str(ROOT / "build" / "compiled-for-tests"), "RONDEL_COMPILED": "1"}
    browsing = python("pytest", "-q", "-rsfE", "-p", "no:cacheprovider", "--durations=0", "--durations-min=0.5")
    pytest = [*browsing, "-p", "no:playwright"]
    two = ["-n", "2", "--dist", "worksteal"] if serial else []
    coverage = ["--cov=rondel.engine", "--cov-branch", "--cov-report=term-missing", f"--cov-fail-under={ENGINE_FLOOR}"]
    doctests = ["--doctest-modules", "--ignore=src/rondel/server/storage/migrations", "src", "scripts"]
    page, tree = ("page: build",), ("compiling",)
    found = [
        Step("format", [*python("ruff"), "format", "--check", "--quiet"]),
        Step("lint", [*python("ruff"), "check", "--quiet"]),
        Step("types", [*python("mypy"), *folders("src", "tests", "examples", "scripts", "benchmarks")], takes=20),
        Step("imports", [str(prepare.BIN / "lint-imports")], takes=3),
        Step("page: build", [str(prepare.PYTHON), "scripts/prepare.py", "client"], takes=5),
        Step("page: types, format and lint", [*npm, "run", "check"], cwd=ROOT / "web", env=npm_env, takes=5),
        Step("page: tests", [*npm, "test"], vitest_counts, cwd=ROOT / "web", env=npm_env, takes=10),
        Step("docstrings", [*pytest, *doctests], pytest_counts, takes=20),
        *(
            Step(
                name,
                [*pytest, *two, *(coverage if name == "engine, covered" else []), *compiled_alone, *given],
                pytest_counts,
                after=page,
                takes=TAKES[name],
            )
            for name, given in groups.items()
        ),
        *(
            Step(
                name,
                [*browsing, *given],
                pytest_counts,
                env={"CHROMIUM": chromium or ""},
                missing=no_browser,
                after=page,
                takes=TAKES[name],
            )
            for name, given in browsed().items()
        ),
        Step("compiling", [str(prepare.PYTHON), "scripts/compile.py", "--tests"], missing=compile_problem, takes=200),
        *(
            Step(name, [*pytest, *two, *given], pytest_counts, env=compiled, missing=compile_problem, after=tree, takes=65)
            for name, given in RULES.items()
        ),
        Step("both builds alike", [*pytest, "tests/compiled"], pytest_counts, missing=compile_problem, after=tree, takes=22),
    ]
    last = stored()
    for each in found:
        each.takes = last.get(each.name, {}).get("processor", each.takes)
    return found


def chosen(names: Sequence[str], available: Sequence[Step]) -> list[Step]:
    """The steps whose name starts with one of ``names``; all when none is given."""
    unknown = [name for name in names if not any(each.name.startswith(name) for each in available)]
    if unknown:
        raise SystemExit(f"no step called {', '.join(unknown)}; there are: {', '.join(each.name for each in available)}")
    return [each for each in available if not names or any(each.name.startswith(name) for name in names)]


def perform(step: Step, scale: str, programs: Programs) -> Result:
    """Run one step, store its output, and count its results."""
    if step.missing:
        required = os.environ.get("RONDEL_REQUIRE", "")
        must = required == "all" or any(each and step.name.startswith(each) for each in required.split(","))
        return Result(step.name, {"failed": 1} if must else {}, 0.0, missing=step.missing)
    begun = time.monotonic()
    env = {
        **{name: value for name, value in os.environ.items() if name not in UNSET},
        "RONDEL_LONG": scale,
        "NO_COLOR": "1",
        "PY_COLORS": "0",
        **step.env,
    }
    code, said, processor = programs.run(step.argv, step.cwd, env, STEP_LIMIT)
    said = re.sub(r"\x1b\[[0-9;]*m", "", said)
    seconds = time.monotonic() - begun
    counts = step.count(said) if step.count else {"failed" if code else "passed": 1}
    if code and not counts.get("failed"):
        counts = {**counts, "failed": 1}
    LOGS.mkdir(parents=True, exist_ok=True)
    (LOGS / (re.sub(r"\W+", "-", step.name) + ".log")).write_text(said, encoding="utf-8")
    # Without the durations, which would push the failures off the screen.
    told = re.sub(r"^[\d.]+s (?:call|setup|teardown) .*\n", "", said, flags=re.MULTILINE) if code else ""
    return Result(
        step.name, counts, seconds, told, skipped=skips(said), broken=failures(said), processor=processor, slow=durations(said)
    )


def in_lanes(wanted: Sequence[Step], scale: str, programs: Programs) -> list[Result]:
    """Run steps in parallel; reports each at its end, and all of them in order at the end."""
    ends: list[float] = []

    def ended(result: Result) -> None:
        ends.append(time.monotonic())
        tell(result)

    results = Lanes(LANES, partial(perform, scale=scale, programs=programs), ended, programs.end, more=MORE_LANES).run(wanted)
    print("\nAll in order:\n")
    for each in results:
        print(line(each))
    if len(ends) > 1:
        print(f"\nThe last step ran alone for {ends[-1] - ends[-2]:.0f} s.")
    return results


def in_order(wanted: Sequence[Step], scale: str, programs: Programs) -> list[Result]:
    """Run steps one after the other."""
    results = []
    try:
        for step in wanted:
            results.append(perform(step, scale, programs))
            tell(results[-1])
    except BaseException:
        programs.end()
        raise
    return results


def main(arguments: Sequence[str]) -> int:
    """Run the requested steps; the exit code is 1 if anything failed, 130 if it was stopped."""
    serial = "--serial" in arguments
    names = [each for each in arguments if not each.startswith("--")]
    unknown = [each for each in arguments if each.startswith("--") and each not in ("--serial", "--list")]
    if unknown:
        raise SystemExit(f"unknown option {unknown[0]}; known: --serial, --list")
    available = steps(serial)
    if "--list" in arguments:
        print("\n".join(each.name for each in available))
        return 0
    wanted = chosen(names, available)
    scale = os.environ.get("RONDEL_LONG", SCALE)
    begun, worked, processors = time.monotonic(), spent(), Processors()
    print(
        f"rondel: checking; long laws at {float(scale):.0%} of full length. Each step: by the clock, processor time\n",
        flush=True,
    )
    # Every end of this script also ends the programs it has started.
    signal.signal(signal.SIGTERM, interrupt)
    try:
        results = (in_order if serial else in_lanes)(wanted, scale, Programs())
    except KeyboardInterrupt:
        print("\nStopped, and with it all that was running.", flush=True)
        return 130
    print()
    for each in results:
        if each.missing:
            print(f"NOT RUN: {each.name}. {each.missing}")
        for skipped in each.skipped:
            print(f"SKIPPED in {each.name}: {skipped}")
    if float(scale) < 1:
        print(f"Long laws ran at {float(scale):.0%} of their full length; `make test-long` runs them whole, and alone runs:")
        print("\n".join(f"  {each}" for each in LONG_ALONE))
    failed = [each.name for each in results if each.failed]
    for each in results:
        for broken in each.broken:
            print(f"FAILED in {each.name}: {broken}")
    if failed:
        print(f"Failed: {', '.join(failed)}; the whole output is in {LOGS.relative_to(ROOT)}/.")
    keep(results)
    counts = total(results)
    print(
        f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped in {time.monotonic() - begun:.0f} s"
        f" ({spent() - worked:.0f} s of processor time; the processors were idle for {processors.idle():.0%} of it)"
    )
    return 1 if failed else 0


def spent() -> float:
    """The processor time of all programs that have ended, in seconds, over all cores."""
    times = os.times()
    return times.children_user + times.children_system


def interrupt(number: int, frame: FrameType | None) -> None:
    """The handler of a signal to end: the same as Ctrl-C."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except prepare.SetupError as error:
        sys.exit(f"rondel: {error}")
