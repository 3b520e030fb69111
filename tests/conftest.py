"""What every test may ask for."""

from __future__ import annotations

import gc
import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache, partialmethod
from pathlib import Path
from typing import TypeVar

import hypothesis
import pytest

T = TypeVar("T")

SCALE = float(os.environ.get("RONDEL_LONG", "0.05"))
"""How long the long laws are, as a part of full length; `make test-long` sets 1."""

# How long one example may take says more about what else the machine is doing than about the code.
hypothesis.settings.register_profile(
    "rondel",
    deadline=None,  # a busy machine is no failure
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize=SCALE < 1,  # `make test` tries the same examples each time; `make test-long` looks for new ones
)
hypothesis.settings.load_profile("rondel")

# Several tests run at a time, and none of them imports NumPy before this. Threads that multiply small matrices would only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell has what it runs in the background ignore interrupts, which programs hand down; those the tests start are interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say by how much the long laws are scaled."""
    return f"long laws: {SCALE:.0%} of full length (RONDEL_LONG)"


def sampled(each: Sequence[T], sample: Sequence[T]) -> Sequence[T]:
    """What a costly test is run for: ``each`` in `make test-long`, a ``sample`` of it in `make test`."""
    return each if SCALE >= 1 else sample


def many(full: int, sample: int) -> int:
    """How many games a costly test plays: a ``sample`` in `make test`, ``full`` in `make test-long`, and ten times as many with
    ``RONDEL_LONG=10``."""
    return round(full * SCALE) if SCALE >= 1 else sample


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """How often a long law is to be tried: ``scaled(10_000)`` is 500 in `make test` and 10,000 in `make test-long`."""
    return lambda full: max(1, round(full * SCALE))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> float:
    """The seconds of processor time after which `rondel check` reports a rule in this test: a tenth of the usual limit."""
    from rondel.testing.watch import RULE_SECONDS, Watch  # here, because coverage begins after this file is read

    limit = RULE_SECONDS / 10
    monkeypatch.setattr(Watch, "__init__", partialmethod(Watch.__init__, limit=limit))
    return limit


def pytest_configure() -> None:
    """Make sure that tests meant for the compiled build do not quietly run on the interpreted one."""
    if os.environ.get("RONDEL_COMPILED"):
        spec = importlib.util.find_spec("rondel.engine.components.journal")
        if spec is None or spec.origin is None or spec.origin.endswith(".py"):
            raise pytest.UsageError("RONDEL_COMPILED is set, but the engine found is not compiled; PYTHONPATH=build/compiled?")


def pytest_collection_finish() -> None:
    """Leave the modules and tests, which stay to the end, out of collections, and have fewer of them: with the defaults of
    Python they took a sixth of the time of a run. Have Typer build the tree of a command once: it took 9 ms of each call."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    for name in ("typer.main.get_command", "typer.testing._get_command"):
        module, _, function = name.rpartition(".")
        if module in sys.modules:  # a test calls the command, whose tree is the same at each call
            setattr(sys.modules[module], function, cache(getattr(sys.modules[module], function)))


TESTS = Path(__file__).parent
ON_COMPILED = tuple(
    TESTS / each for each in ("shelf", "search", "learning", "adapters", "testing/laws", "translations/test_wire.py")
)
"""What tests the engine by many games runs on the compiled rules alone where there is a compiler: nothing is found twice."""
ON_BOTH = tuple(TESTS / "shelf" / each for each in ("test_laws.py", "test_golden.py", "test_untried.py"))
"""But for the laws and a golden playthrough of every shipped game, which are to be the same on both builds."""


@cache
def _is_for_the_compiled_build(file: Path) -> bool:
    return file not in ON_BOTH and not {file, *file.parents}.isdisjoint(ON_COMPILED)


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is for the compiled build (``played``), and leave out there what only plain Python can do:
    ``@pytest.mark.interpreted("why")``. Tests with a browser come last: from the first one on, the loop of Playwright runs in
    this thread, and no other can. What is for `make test-long` alone (``long``) is not collected else."""
    items.sort(key=lambda item: TESTS / "browser" in item.path.parents)
    if SCALE < 1 and (long := [item for item in items if item.get_closest_marker("long")]):
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    for item in items:
        mark = item.get_closest_marker("interpreted")
        if mark:
            if os.environ.get("RONDEL_COMPILED"):
                item.add_marker(pytest.mark.skip(reason=f"interpreted only: {mark.args[0]}"))
        elif _is_for_the_compiled_build(item.path):
            item.add_marker(pytest.mark.played)
