"""Run the tests of rules, laws, players, server and commands on every supported Python that is installed.

    python3 scripts/pythons.py              all that are found
    python3 scripts/pythons.py 3.12 3.13    these; one that is missing is a failure
    python3 scripts/pythons.py --list       where they are

Each version has an environment of its own in ``build/pythons``. Pythons are looked for on the PATH and among those of pyenv.
The end of the output names the versions that were not found, and adds the results up.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import prepare
from check import SCALE
from results import Result, failures, pytest_counts, skips, tell, total

ROOT = prepare.ROOT
PLACE = ROOT / "build" / "pythons"
LOGS = ROOT / "test-artefacts" / "logs"
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
"""The versions that Rondel is written for. The classifiers in ``pyproject.toml`` name those that have passed these tests."""
INSTALLING = 3600.0
"""Seconds after which an installation of all packages is given up."""
ASKED = "import sys; sys.exit('{}' != '%d.%d' % sys.version_info[:2])"
"""A program that ends with 0 in the Python of a version."""
TESTS = (
    (
        *("engine", "shelf", "search", "players", "learning", "tournament", "turnbase", "translations", "testing", "cli"),
        *("test_door.py", "test_errors.py", "test_extras.py", "test_installation.py", "test_readme.py"),
    ),
    ("client", "server"),
)
"""The folders and files under ``tests`` that are run, in two processes. What is left out does not depend on the version of
Python: the page, the compiled build, the documentation, and comparisons with other engines."""


def candidates(version: str) -> Iterable[Path]:
    """The files that may be this version of Python, the likeliest first."""
    if f"{sys.version_info[0]}.{sys.version_info[1]}" == version:
        yield Path(sys.executable)
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    # The directory of pyenv that is on the PATH has a stub that runs only the version that is chosen.
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    yield from sorted(kept.glob(f"{version}.*/bin/python"), reverse=True)
    if os.name == "nt" and (launcher := shutil.which("py")):
        argv = [launcher, f"-{version}", "-c", "import sys; print(sys.executable)"]
        said = subprocess.run(argv, capture_output=True, text=True, check=False)
        if said.returncode == 0:
            yield Path(said.stdout.strip())


def find(version: str) -> Path | None:
    """A Python of this version that runs; None if there is none."""
    return next((each for each in candidates(version) if prepare.runs([each, "-c", ASKED.format(version)])), None)


def environment(version: str, python: Path) -> Path:
    """The Python of an environment with Rondel and its test tools, made or brought up to date.

    Raises `prepare.SetupError`.
    """
    place = PLACE / version
    inside = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = place / "prepared.json"
    made_from = [ROOT / "pyproject.toml", ROOT / "constraints.txt", prepare.SERVER / "pyproject.toml"]
    wanted = {"key": prepare.digest(made_from), "python": str(python)}
    if inside.exists() and stamp.exists() and json.loads(stamp.read_text(encoding="utf-8")) == wanted:
        return inside
    with prepare.Doing(f"making an environment of Python {version} in {place.relative_to(ROOT)}"):
        prepare.run([python, "-m", "venv", "--clear", place], f"Remove {place.relative_to(ROOT)} and try again.")
        prepare.install(inside, ["test"], INSTALLING)
    stamp.write_text(json.dumps(wanted), encoding="utf-8")
    return inside


def tested(version: str, python: Path) -> Result:
    """Run the tests on one version. Their output is kept in ``test-artefacts/logs``.

    Raises `prepare.SetupError`.
    """
    inside = environment(version, python)
    begun = time.monotonic()
    with ThreadPoolExecutor(len(TESTS)) as pool:
        ran = list(pool.map(partial(run, inside), TESTS))
    said = "\n".join([each.stdout + each.stderr for each in ran])
    LOGS.mkdir(parents=True, exist_ok=True)
    (LOGS / f"python-{version}.log").write_text(said, encoding="utf-8", errors="backslashreplace")
    counts = total([Result("", pytest_counts(each.stdout), 0.0) for each in ran])
    failed = any(each.returncode for each in ran)
    if failed and not counts["failed"]:
        counts["failed"] = 1
    broken = failures(said)
    told = "\n".join([*broken, f"the whole output: {(LOGS / f'python-{version}.log').relative_to(ROOT)}"]) if failed else ""
    return Result(f"Python {version}", counts, time.monotonic() - begun, told, skipped=skips(said), broken=broken)


def run(python: Path, tests: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run some tests in an environment."""
    argv = [str(python), "-m", "pytest", "-q", "-rsfE", "-p", "no:cacheprovider", "-p", "no:playwright"]
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RONDEL_COMPILED")}
    env.setdefault("RONDEL_LONG", SCALE)
    named = [str(ROOT / "tests" / each) for each in tests]
    return subprocess.run([*argv, *named], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def main(arguments: Sequence[str]) -> int:
    """Test the requested versions, or all that are found; 1 if a test fails or a requested version is missing."""
    wanted = [each for each in arguments if each != "--list"]
    if unknown := [each for each in wanted if each not in SUPPORTED]:
        print(f"rondel: Python {', '.join(unknown)} is not supported; there are {', '.join(SUPPORTED)}", file=sys.stderr)
        return 2
    found = {version: find(version) for version in wanted or SUPPORTED}
    if "--list" in arguments:
        for version, python in found.items():
            print(f"{version}  {python or 'not found'}")
        return 0
    results = []
    for version, python in found.items():
        if python is not None:
            try:
                results.append(tested(version, python))
            except prepare.SetupError as error:
                results.append(Result(f"Python {version}", {"failed": 1}, 0.0, str(error)))
            tell(results[-1])
    missing = [version for version, python in found.items() if python is None]
    if missing:
        prepare.say(f"not found here, and so not tested: Python {', '.join(missing)}")
    print(", ".join(f"{number} {word}" for word, number in total(results).items()))
    return 1 if any(each.failed for each in results) or (wanted and missing) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
