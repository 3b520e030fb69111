"""The watch: a rule that does not return is stopped and named, and a time limit ends the work."""

from __future__ import annotations

import doctest
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.errors import RulesError
from rondel.testing import watch as module
from rondel.testing.report import examine
from rondel.testing.watch import SlowRule, TimeUp, Watch, spent

GAME = '''
"""A game whose rules loop where they are told to."""
import itertools
import time
from rondel import ActivePlayer, EVERYONE, Game, GameEnd, Prop, To, on

def hang(place):
    while place == {place!r}:
        pass  # LOOP


class Loop(Game):
    """One player."""
    name = "loop"
    seats = ("one",)

    def setup(self) -> "To[Turn]":
        hang("setup")
        return Turn


class Turn(ActivePlayer[Loop]):
    """The only turn."""
    description = "{{actplayer}} must go"
    my_turn = "{{you}} must go"

    def enter(self, game: Loop) -> None:
        hang("enter")

    def args(self, game: Loop, role: str) -> dict[str, int]:
        hang("args")
        return {{}}


@on(Turn, "{{actplayer}} goes {{far}}")
def go(game: Loop, far: int) -> To[GameEnd]:
    try:
        hang("action")
    except Exception:
        hang("action")
    hang("score")
    game.set_score("one", 1)
    return GameEnd


@go.options
def how_far(game: Loop):
    hang("options")
    return (1, 2)
'''
LINE = GAME.partition("  # LOOP")[0].count("\n") + 1


def test_doctests() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("place", ["setup", "enter", "args", "action", "options", "score"])
def test_a_rule_that_does_not_return_is_named(place: str, tmp_path: Path) -> None:
    file = tmp_path / "loop.py"
    file.write_text(GAME.format(place=place))
    kind = rondel.load(file)
    report = examine(kind, games=2, watch=Watch(limit=0.3))
    [failure] = report.failures
    assert "a rule ran for more than 0.3 s and did not return: in hang, loop.py line " in failure.message
    assert f"line {LINE - 1}" in failure.message or f"line {LINE}" in failure.message
    assert len(failure.laws) == 1
    assert report.ended
    assert report.lines()[-1] == "1 problem found"


def test_a_file_that_does_not_load(tmp_path: Path) -> None:
    file = tmp_path / "stuck.py"
    file.write_text("while True:\n    x = 1\n")
    with pytest.raises(SlowRule, match=r"at stuck\.py line [12]"):
        Watch(limit=0.3).run(lambda: rondel.load(file))


def spin() -> None:
    """A rule, for all that the watch knows, that catches everything."""
    while True:
        try:
            time.perf_counter()
        except BaseException:
            if time.perf_counter() > spin.until:  # type: ignore[attr-defined]
                raise
            continue


def test_a_rule_that_catches_everything_is_interrupted_again() -> None:
    spin.until = time.perf_counter() + 1  # type: ignore[attr-defined]
    with pytest.raises(SlowRule, match=r"in spin, test_watch\.py line"):
        Watch(limit=0.1).run(spin)


def test_a_rule_that_exits_and_catches_the_replacing_error_is_named() -> None:
    def rule() -> None:
        try:
            os._exit(0)
        except BaseException:  # noqa: BLE001 - as careless rules do
            return

    end = os._exit
    with pytest.raises(RulesError, match=r"the rules end the program \(os\._exit\(0\)\)"):
        Watch().run(rule)
    assert os._exit is end


def test_the_ending_call_is_reported_as_it_was_written() -> None:
    with pytest.raises(RulesError, match=r"the rules end the program \(os\._exit\(status=0\)\)"):
        Watch().run(lambda: os._exit(status=0))


def test_a_child_of_the_rules_may_end() -> None:
    def rule() -> int:
        child = os.fork()
        if not child:
            os._exit(7)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert Watch().run(rule) == 7


CATCHES = """
import time
from rondel.testing import watch

watch.IGNORED = 5

def spin():
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            continue

watch.Watch(limit=0.1, last_resort=True).run(spin)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
def test_a_tick_during_a_look_starts_no_other_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine so busy that a look takes longer than a tick."""
    looks: list[int] = []

    def tick_again(_: Watch) -> None:
        looks.append(len(looks))
        if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
            signal.raise_signal(signal.SIGALRM)

    def work() -> str:
        signal.raise_signal(signal.SIGALRM)
        return "done"

    monkeypatch.setattr(Watch, "_resort", tick_again)
    assert Watch().run(work) == "done"
    assert len(looks) < 20


def test_the_last_resort_ends_a_rule_that_catches_every_interrupt() -> None:
    done = subprocess.run([sys.executable, "-c", CATCHES], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert re.match(r"rondel: a rule ran for .* in spin, .* line \d+.*; the rule catches every exception", done.stderr)


def test_a_rule_that_ends_the_program_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "leaves.py"
    file.write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(RulesError, match="the rules end the program"):
        Watch().run(lambda: rondel.load(file))


def test_a_loop_of_short_sleeps_is_slow_by_the_clock() -> None:
    """It computes for a twenty-fifth of the time: too little to be slow by that soon, too much for a rule that waits."""
    used, passed = time.thread_time(), time.monotonic()

    def rule() -> None:
        while True:
            if time.thread_time() - used > (time.monotonic() - passed) / 25:
                time.sleep(0.001)

    with pytest.raises(SlowRule, match=r"in rule, test_watch\.py line"):
        Watch(limit=0.2, until=time.monotonic() + 4).run(rule)


def test_a_rule_that_sleeps() -> None:
    with pytest.raises(SlowRule, match=r"test_watch\.py line"):
        Watch(limit=0.2).run(lambda: time.sleep(100))


def test_many_short_rules_are_none_that_is_slow() -> None:
    """Together they take far longer than the limit; each is a call of its own."""
    law: dict[str, Any] = {"__name__": "rondel.testing.some_law", "time": time, "rule": lambda: sum(range(2000))}
    source = "def work():\n    end = time.thread_time() + 0.6\n    while time.thread_time() < end:\n        rule()\n"
    exec(source, law)  # noqa: S102 - a law of the kit, which is no rule
    Watch(limit=0.3).run(law["work"])


def test_time_that_is_up_says_which_slow_rule_was_running() -> None:
    """The rule may end; the one after it is not waited for."""

    def slow() -> None:
        end = time.thread_time() + 0.4
        while time.thread_time() < end:
            pass

    law: dict[str, Any] = {"__name__": "rondel.testing.some_law", "slow": slow}
    exec("def work():\n    while True:\n        slow()\n", law)  # noqa: S102 - a law of the kit, which is no rule
    with pytest.raises(TimeUp, match=r"in slow, test_watch.py line \d+, which had run for"):
        Watch(limit=60, until=time.monotonic() + 0.2).run(law["work"])


def test_a_rule_that_does_not_return_is_named_though_time_is_up_before_its_limit() -> None:
    def rule() -> None:
        while True:
            pass

    with pytest.raises(SlowRule, match=r"ran for more than 0.5 s and did not return: in rule, test_watch.py line \d+"):
        Watch(limit=0.5, until=time.monotonic()).run(rule)


def test_the_timer_and_its_handler_are_as_before() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(SlowRule):
        Watch(limit=0.1).run(lambda: time.sleep(100))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_in_another_thread_nothing_is_watched() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(Watch(limit=0.0).run(lambda: 7)))
    thread.start()
    thread.join()
    assert found == [7]


@pytest.mark.parametrize(
    ("used", "passed", "counted"),
    [((9.0, 1.0, 4.0, 1.0), 15.0, 15.0), ((9.0, 1.0, 4.0, 1.0), 17.0, 15.0), ((2.0, 0.5, 0.0, 0.0), 17.0, 15.0)],
)
def test_a_budget_of_fifteen_seconds_ends_after_seventeen_by_the_clock(
    used: tuple[float, float, float, float], passed: float, counted: float
) -> None:
    assert spent(os.times_result((*used, 0.0)), passed) == pytest.approx(counted)
