"""Reports: the results of every law on many random games of one class, for people and for programs.

    report = examine(Nim, games=50, seconds=10)
    print("\\n".join(report.lines()))

Each failure has the law, the seed, the played moves, and a command and Python code that reproduce it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final

from rondel import door
from rondel.engine import Game
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.checks.source_places import Place
from rondel.errors import RondelError, RulesError
from rondel.testing.causes import LEAK, SECRECY, Cause, cause_of, uses
from rondel.testing.law import PLIES, Answers, BrokenLaw
from rondel.testing.laws.determinism import ADVICE
from rondel.testing.laws.registry import LAWS, Trial, attempt
from rondel.testing.observation import Observation
from rondel.testing.schedule import SHORT, Schedule
from rondel.testing.watch import SlowRule, TimeUp, Watch

Progress = Callable[[str], None]
"""Called with the present task, now and then."""
Describe = Callable[[Exception], str]

SHOWN: Final = 12
"""Answers that a line of the report shows of a game."""
PASTED: Final = 200
"""The answers at most of a game that a line of Python for people plays again."""
SLOW_LAW: Final = 0.5
"""The least seconds of a law that the report lists."""
STEERED: Final = 20
"""The games at most that are played to reach the actions that random play did not reach."""
PLACED: Final = re.compile(r"\w+\.py line \d+")
"""A place within a message."""
_HOOK: Final = re.compile(r"((?:'enter' of state '\w+' returned|measure of \w+ is|score\(.*?\) of \w+ is)).*")
"""A hook that returned something wrong: it is the same fault whatever it returned, and whenever."""
EXPLAINING: Final = 3.0
"""The seconds of processor time at most in which the cause of a fault is looked for."""


def _plainly(error: Exception) -> str:
    return str(error) if isinstance(error, RondelError) else f"{type(error).__name__}: {error}"


class Subject:
    """The examined game class, with its name and setup."""

    def __init__(
        self, kind: type[Game], *, called: str = "", seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.kind = kind
        self.called = called or kind.name
        """How `rondel check` was told which game: a name, or a file."""
        self.seats = seats
        self.options = dict(options or {})

    def start(self, seed: int) -> Game:
        """A game with this seed."""
        return door.new(self.kind, seats=self.seats, seed=seed, options=self.options)

    def command(self, law: str, seed: int, plies: int) -> str:
        """The command that tries a law again on the same game."""
        words = ["rondel", "check", self.called, "--law", law, "--seed", str(seed), "--games", "1"]
        if self.seats is not None:
            words += ["--seats", str(self.seats)]
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"]
        if plies != PLIES:
            words += ["--limit", str(plies)]
        return " ".join(words)

    def python(self, played: Answers) -> str:
        """A line of Python that brings the game to where a law broke."""
        record = {
            "rondel": 1,
            "game": self.kind.name,
            "version": self.kind.version,
            "seats": self.seats,
            "options": self.options,
            "answers": [list(answer) for answer in played],
        }
        given = {name: value for name, value in record.items() if value is not None}
        file = self.called if self.called.endswith(".py") else str(door.loaded_from(self.kind) or "")
        game = f"rondel.load({file!r})" if file else f"rondel.find({self.called!r})"
        return f"game = rondel.replay({json.dumps(given)}, game={game})"


class Failure:
    """One fault: which laws it breaks, in which game, and how to see it again."""

    def __init__(self, message: str, trial: Trial, subject: Subject, plies: int) -> None:
        self.message = message
        self.key = message
        """The same for failures with the same cause."""
        self.place: Place | None = None
        """Where its cause is written, as far as it is known."""
        self.laws = [trial.law]
        self.differs = isinstance(trial.error, RondelError) and not isinstance(trial.error, RulesError)
        """Whether a law or a replay found it, and not the rules themselves by raising an error."""
        self.seed = trial.seed
        self.played = trial.played
        self.command = subject.command(trial.law, trial.seed, plies)
        self.python = subject.python(trial.played)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "message": self.message,
            "place": None if self.place is None else self.place.to_json(),
            "laws": self.laws,
            "seed": self.seed,
            "played": [list(answer) for answer in self.played],
            "command": self.command,
            "python": self.python,
        }

    def lines(self, skipped: Container[str] = ()) -> list[str]:
        """For people; ``skipped`` are the laws that did not apply."""
        every = set(self.laws).issuperset([law for law in LAWS if law not in skipped])
        laws = f"law {self.laws[0]!r}" if len(self.laws) == 1 else "every law" if every else f"laws {', '.join(self.laws)}"
        played = [f"{role}:{text}" for role, text in self.played]
        hidden = len(played) - SHOWN
        shown = " ".join([f"({hidden} more) ...", *played[-SHOWN:]] if hidden > 0 else played)
        there = self.python
        if len(played) > PASTED:
            there = f"after {len(played)} answers, too many for a line: {self.command} --json has them, as python"
        return [
            f"  - {self.message} ({laws}, seed {self.seed})",
            f"      played: {shown or 'nothing yet'}",
            f"      again:  {self.command}",
            f"      there:  {there}",
        ]


class Report:
    """The examined game, and the findings."""

    def __init__(self, subject: Subject, laws: Sequence[str]) -> None:
        self.subject = subject
        self.laws = list(laws)
        self.failures: list[Failure] = []
        self.tried: dict[str, int] = dict.fromkeys(laws, 0)
        """On how many games each law was tried."""
        self.skipped: dict[str, str] = {}
        """The reason for which a law applied to none of the games."""
        self.asked = 0
        """How many games were asked for."""
        self.games = 0
        """How many games were played."""
        self.begun: list[str] = []
        """The laws that were tried on the beginning of a game."""
        self.cut: list[str] = []
        """The laws whose last game was cut short by the time limit, with the running rule."""
        self.ended = ""
        """Why a fault ended the whole examination; empty if none did."""
        self.seconds = 0.0
        self.times: dict[str, float] = {}
        """The seconds spent on each law."""
        self.stopped = False
        """Whether time was up before all games were played."""
        self.seen: Observation | None = None

    @property
    def ok(self) -> bool:
        """Whether there are no problems, and the laws were not all left untested for lack of time."""
        return not self.failures and not self.vain

    @property
    def untried(self) -> list[str]:
        """The laws that were not tested, for lack of time or of games: on no whole game, and not on the beginning of one."""
        return [law for law in self.laws if not self.tried[law] and law not in self.begun and law not in self.skipped]

    @property
    def vain(self) -> bool:
        """Whether games were asked for, and time or games were lacking to test any of the laws that may apply."""
        untried = self.untried
        return bool(self.asked and untried) and len(untried) + len(self.skipped) == len(self.laws)

    @property
    def unreached(self) -> list[str]:
        """The states, actions and transitions that no watched game reached; empty if time was up before the end of one."""
        seen = self.seen
        return [] if seen is None or (self.stopped and not seen.finished) else seen.unreached()

    def notes(self) -> list[str]:
        """Observations that are not faults."""
        found = list(rules_of(self.subject.kind).notes)
        seen = self.seen
        if seen is None or not seen.games:
            return found
        declared = self.subject.kind.facts
        found.extend(f"law {law!r} was not tried: {why}" for law, why in self.skipped.items())
        found.extend(
            f"{what} of {state} read {name!r} for a role from which it is hidden: make sure that they reveal nothing of it"
            for state, what, name in sorted(seen.peeks)
        )
        found.extend(f"{place} uses {name}: {ADVICE}" for place, name in uses(self.subject.kind))
        found.extend(f"never reached: {each}" for each in self.unreached)
        found.extend(seen.unseen(declared))
        if declared is None:
            found.append(f"declares no facts; seen in {seen.finished} finished games: facts = {seen.facts()!r}")
        return found

    def to_json(self) -> dict[str, Any]:
        """Plain data, for programs."""
        seen = self.seen
        return {
            "game": self.subject.kind.name,
            "ok": self.ok,
            "laws": self.laws,
            "games": self.games,
            "tried": self.tried,
            "untried": self.untried,
            "stopped": self.stopped,
            "cut": self.cut,
            "ended": self.ended,
            "seconds": round(self.seconds, 2),
            "times": {law: round(seconds, 3) for law, seconds in self.times.items()},
            "verdict": self.verdict(),
            "problems": [each.message for each in self.failures],
            "failures": [each.to_json() for each in self.failures],
            "skipped": self.skipped,
            "seen": seen.facts().to_json() if seen is not None else {},
            "unreached": self.unreached,
            "notes": self.notes(),
        }

    def depth(self) -> list[str]:
        """How deep it went, in lines for people; none where every law was tried on every game."""
        lines: list[str] = []
        if self.stopped:
            counts: dict[int, list[str]] = {}
            for law in self.laws:
                if law not in self.skipped:
                    counts.setdefault(self.tried[law], []).append(law)
            for number, laws in sorted(counts.items(), reverse=True):
                if number:
                    lines.append(f"  depth: on {number} whole game{'' if number == 1 else 's'}: {', '.join(laws)}")
            short = [law for law in counts.get(0, ()) if law in self.begun]
            if short:
                lines.append(f"  depth: only on the first {SHORT} answers of a game: {', '.join(short)}")
            if self.untried:
                lines.append(f"  depth: not at all: {', '.join(self.untried)}")
            if self.cut:
                lines.append(f"  depth: cut short: {', '.join(self.cut)}")
            if self.seen is not None and not self.seen.finished:
                lines.append("  depth: unreached states are not listed: no game was watched to its end")
            more = f"--long tries every law on {self.asked} games, --seconds S goes on for S seconds"
            lines.append(f"  depth: {self.seconds:.0f} s were spent; {more}")
        if self.ended:
            lines.append(f"  depth: {self.ended}")
        return lines

    def lines(self) -> list[str]:
        """For people."""
        laws = f"{len(self.laws)} law{'' if len(self.laws) == 1 else 's'}"
        games = f"{self.games} random game{'' if self.games == 1 else 's'}"
        tried = f", and {laws} on {games}" if self.games else ""
        late = "; time was up before all games were played" if self.stopped else ""
        lines = [f"{self.subject.kind.name}: checked the definition{tried}{late}", *self.depth()]
        for failure in self.failures:
            lines.extend(failure.lines(self.skipped))
        lines.extend(f"  note: {each}" for each in self.notes())
        return [*lines, self.verdict()]

    def slow(self) -> str:
        """The laws that took long, with their times, for people; empty if none did."""
        found = sorted([(seconds, law) for law, seconds in self.times.items() if seconds >= SLOW_LAW], reverse=True)
        return ", ".join([f"{law} {seconds:.1f} s" for seconds, law in found])

    def verdict(self) -> str:
        """The last line for people: how many problems were found, or what "nothing wrong" leaves out."""
        count = len(self.failures)
        if count:
            return f"{count} problem{'' if count == 1 else 's'} found"
        if self.vain:
            return "nothing is known: no law was tried to the end; give it more time, by --seconds or --long"
        if not self.asked:
            return "nothing wrong found in the definition; no law was tried"
        if len(self.skipped) == len(self.laws):
            return "nothing wrong found in the definition; no law found anything to try"
        if self.untried:
            return f"nothing wrong found in what was tried; {len(self.untried)} of {len(self.laws)} laws were not"
        return "nothing wrong found"


def examine(
    kind: type[Game] | Subject,
    *,
    games: int = 10,
    seconds: float | None = None,
    seed: int = 0,
    plies: int = PLIES,
    laws: Sequence[str] = (),
    progress: Progress | None = None,
    found: Progress | None = None,
    describe: Describe = _plainly,
    watch: Watch | None = None,
) -> Report:
    """The report on the laws (all, or the named ones), tried on random games with seeds from ``seed`` on.

    Without ``seconds`` every law is tried on all ``games``; with ``seconds`` the laws share the time, and the running trial is
    cut short at the end. A broken law is not tried again; rules that are not deterministic, or do not return, end the report.
    A fault found by several laws is reported once, and passed to ``found`` at once. ``describe`` turns an error into a text. A
    game that cannot be started raises the exception of its rules. The ``watch`` has the clock that counts the seconds.

    >>> import rondel
    >>> report = examine(rondel.find("tic_tac_toe"), games=1, laws=("pop",))
    >>> report.ok, report.games
    (True, 1)
    """
    subject = kind if isinstance(kind, Subject) else Subject(kind)
    names = list(laws) or list(LAWS)
    report = Report(subject, names)
    report.asked = games
    report.seen = Observation(subject.kind)
    watch = watch or Watch()
    clock = watch.clock
    begun = clock()
    watch.until = None if seconds is None else begun + seconds
    schedule = Schedule(names, games, plies, budget=seconds is not None)
    held: set[str] = set()

    def note(trial: Trial, followed: int) -> None:
        if trial.error is not None:
            _add(report, _failure(trial, trial.error, subject, followed, describe), found)
            _end(report, trial)

    while schedule.left and not report.ended:
        now = clock()
        if watch.until is not None and now > watch.until and report.games:
            report.stopped = True
            break
        task = schedule.next(None if watch.until is None else watch.until - now)
        if task.game >= report.games:
            if report.games:
                _observe(report, seed + report.games - 1, watch, note)
            report.games = task.game + 1
        if progress is not None:
            progress(f"game {task.game + 1} of {games}, law {task.law}")
        start = partial(subject.start, seed + task.game)
        trial = attempt(start, task.law, seed=seed + task.game, plies=task.plies, watch=watch)
        schedule.spent(task, clock() - now, skipped=bool(trial.skipped))
        if trial.skipped:
            report.skipped.setdefault(task.law, trial.skipped)
            continue
        held.add(task.law)
        if trial.cut:
            report.cut.append(f"{task.law} ({trial.cut_at})" if trial.cut_at else task.law)
            report.stopped = True
            break
        report.tried[task.law] += task.whole
        if not task.whole:
            report.begun.append(task.law)
        if trial.error is not None:
            schedule.drop(task.law)
            note(trial, task.plies)
    if report.games:
        _observe(report, seed + report.games - 1, watch, note)
        _steer(report, seed, watch, note)
    report.skipped = {law: why for law, why in report.skipped.items() if law not in held}
    report.seconds = clock() - begun
    report.times = schedule.times
    return report


def _steer(report: Report, seed: int, watch: Watch, note: Callable[[Trial, int], None]) -> None:
    """Play games to the actions that random play has not reached, while there is time."""
    seen = report.seen
    for number in range(STEERED):
        if seen is None or not seen.games or not seen.idle() or report.failures or report.stopped:
            return
        _observe(report, seed + number, watch, note, steered=True)


def _observe(report: Report, seed: int, watch: Watch, note: Callable[[Trial, int], None], *, steered: bool = False) -> None:
    """Play a game for the notes of the report, unless a fault was found."""
    seen = report.seen
    if seen is None or report.failures:
        return
    try:
        watch.run(lambda: seen.play(report.subject.start(seed), Random(seed), steered=steered))  # noqa: S311 (which moves is no secret)
    except TimeUp:
        report.stopped = True
    except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
        trial = Trial("facts", seed)  # which plays the same game
        trial.error = error
        note(trial, PLIES)


def _end(report: Report, trial: Trial) -> None:
    """End the examination for a fault that makes all other laws meaningless, or would stop each of them."""
    if isinstance(trial.error, SlowRule):
        report.ended = "no law was tried any further, for each of them calls the rule that does not return"
    elif trial.law == "determinism" and isinstance(trial.error, BrokenLaw):
        report.failures = [each for each in report.failures if not each.differs or trial.law in each.laws]
        report.ended = "no other law was tried any further: they compare two games that must be the same"


def _failure(trial: Trial, error: Exception, subject: Subject, followed: int, describe: Describe) -> Failure:
    """The failure of a trial, with its cause."""
    raised = error.__cause__ if isinstance(error, BrokenLaw) else None
    known = raised if isinstance(raised, RulesError) else error
    start = partial(subject.start, trial.seed)
    cause = Cause("", None)
    if not isinstance(error, SlowRule):  # which names the line itself
        with suppress(Exception):  # rules that are wrong may raise anything here too
            watch = Watch(until=time.process_time() + EXPLAINING, clock=time.process_time)
            cause = watch.run(lambda: cause_of(subject.kind, error, trial.law, start, trial.seed, trial.played))
    message = cause.message or describe(known)
    named = PLACED.search(message)
    placed = f"{message} ({cause.place})" if cause.place is not None and named is None else message
    failure = Failure(placed, trial, subject, followed)
    failure.place = cause.place
    failure.key = named[0] if named is not None else _HOOK.sub(r"\1", message) if _HOOK.match(message) else cause.key or message
    return failure


def _add(report: Report, failure: Failure, found: Progress | None) -> None:
    """Report a fault that breaks many laws once."""
    leaks = [each for each in report.failures if SECRECY.intersection(each.laws) and each.differs]
    if failure.key == LEAK and leaks:
        failure.key = leaks[0].key
    elif leaks and leaks[0].key == LEAK and SECRECY.intersection(failure.laws):  # the same leak, with its place
        report.failures.remove(leaks[0])
        failure.laws.extend(leaks[0].laws)
    for known in report.failures:
        if known.key == failure.key:
            known.laws.extend(failure.laws)
            return
    report.failures.append(failure)
    if found is not None:
        found(failure.message)
