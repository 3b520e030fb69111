"""Reports: every law tried on many random games of one class, and what was found, for people and for programs.

    report = examine(Nim, games=50, seconds=10)
    print("\\n".join(report.lines()))

Each failure says the law, the seed and what was played, and how to see it again: as a command and as Python.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from rondel import door
from rondel.engine import Game
from rondel.engine.rules import rules_of
from rondel.errors import RondelError
from rondel.testing.law import PLIES, Answers
from rondel.testing.laws import LAWS, SLOW, Trial, attempt
from rondel.testing.observation import Observation

Progress = Callable[[str], None]
"""Told, now and then, what is being done."""
Describe = Callable[[Exception], str]

SHARE: Final = 5
"""Slow laws are tried on one in so many games."""
SHOWN: Final = 12
"""Answers that a line of the report shows of a game."""


def _plainly(error: Exception) -> str:
    return str(error) if isinstance(error, RondelError) else f"{type(error).__name__}: {error}"


class Subject:
    """What is examined: a game class, as it is called and set up."""

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
        """What to type to try a law once more on the same game."""
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
        game = f"rondel.load({self.called!r})" if self.called.endswith(".py") else f"rondel.find({self.called!r})"
        return f"game = rondel.replay({json.dumps(given)}, game={game})"


class Failure:
    """One fault: which laws it breaks, in which game, and how to see it again."""

    def __init__(self, message: str, trial: Trial, subject: Subject, plies: int) -> None:
        self.message = message
        self.laws = [trial.law]
        self.seed = trial.seed
        self.played = trial.played
        self.command = subject.command(trial.law, trial.seed, plies)
        self.python = subject.python(trial.played)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "message": self.message,
            "laws": self.laws,
            "seed": self.seed,
            "played": [list(answer) for answer in self.played],
            "command": self.command,
            "python": self.python,
        }

    def lines(self, skipped: Container[str] = ()) -> list[str]:
        """For people; ``skipped`` are the laws for which there was nothing to try."""
        every = set(self.laws).issuperset([law for law in LAWS if law not in skipped])
        laws = f"law {self.laws[0]!r}" if len(self.laws) == 1 else "every law" if every else f"laws {', '.join(self.laws)}"
        played = [f"{role}:{text}" for role, text in self.played]
        hidden = len(played) - SHOWN
        shown = " ".join([f"({hidden} more) ...", *played[-SHOWN:]] if hidden > 0 else played)
        return [
            f"  - {self.message} ({laws}, seed {self.seed})",
            f"      played: {shown or 'nothing yet'}",
            f"      again:  {self.command}",
            f"      there:  {self.python}",
        ]


class Report:
    """What was examined, and what was found."""

    def __init__(self, subject: Subject, laws: Sequence[str]) -> None:
        self.subject = subject
        self.laws = list(laws)
        self.failures: list[Failure] = []
        self.tried: dict[str, int] = dict.fromkeys(laws, 0)
        """On how many games each law was tried."""
        self.skipped: dict[str, str] = {}
        """Why a law found nothing to try in any of them."""
        self.games = 0
        self.seconds = 0.0
        self.stopped = False
        """Whether time was up before all games were played."""
        self.seen: Observation | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.failures

    def notes(self) -> list[str]:
        """What is no fault, but good to know."""
        found = list(rules_of(self.subject.kind).notes)
        seen = self.seen
        if seen is None or not seen.games:
            return found
        declared = self.subject.kind.facts
        found.extend(f"law {law!r} was not tried: {why}" for law, why in self.skipped.items())
        found.extend(
            f"{what} of {state} read {name!r} for somebody it is hidden from: make sure that they tell nothing of it"
            for state, what, name in sorted(seen.peeks)
        )
        found.extend(f"never reached: {each}" for each in seen.unreached())
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
            "stopped": self.stopped,
            "seconds": round(self.seconds, 2),
            "problems": [each.message for each in self.failures],
            "failures": [each.to_json() for each in self.failures],
            "skipped": self.skipped,
            "seen": seen.facts().to_json() if seen is not None else {},
            "unreached": seen.unreached() if seen is not None else [],
            "notes": self.notes(),
        }

    def lines(self) -> list[str]:
        """For people."""
        count = len(self.failures)
        tried = f", and {len(self.laws)} laws on {self.games} random games" if self.games else ""
        late = "; time was up before all games were played" if self.stopped else ""
        lines = [f"{self.subject.kind.name}: checked the definition{tried}{late}"]
        for failure in self.failures:
            lines.extend(failure.lines(self.skipped))
        lines.extend(f"  note: {each}" for each in self.notes())
        return [*lines, f"{count} problem{'' if count == 1 else 's'} found" if count else "nothing wrong found"]


def examine(
    kind: type[Game] | Subject,
    *,
    games: int = 10,
    seconds: float | None = None,
    seed: int = 0,
    plies: int = PLIES,
    laws: Sequence[str] = (),
    progress: Progress | None = None,
    describe: Describe = _plainly,
) -> Report:
    """Try the laws (all, or those named) on random games with seeds from ``seed`` on, until ``games`` or ``seconds`` are up.

    A law that is broken is not tried again. The same fault found by several laws is told once. ``describe`` puts an error into
    words. A game that cannot even be started raises what its rules raise.
    """
    subject = kind if isinstance(kind, Subject) else Subject(kind)
    names = list(laws) or list(LAWS)
    report = Report(subject, names)
    report.seen = Observation(subject.kind)
    begun = time.monotonic()
    until = None if seconds is None else begun + seconds
    broken: set[str] = set()
    held: set[str] = set()
    for number in range(games):
        if until is not None and time.monotonic() > until and number:
            report.stopped = True
            break
        report.games += 1
        for law in names:
            if law in broken or (law in SLOW and number % SHARE):
                continue
            if progress is not None:
                progress(f"game {number + 1} of {games}, law {law}")
            trial = attempt(partial(subject.start, seed + number), law, seed=seed + number, plies=plies)
            if trial.skipped:
                report.skipped.setdefault(law, trial.skipped)
                continue
            held.add(law)
            report.tried[law] += 1
            if trial.error is not None:
                broken.add(law)
                _add(report, Failure(describe(trial.error), trial, subject, plies))
        if not broken:
            report.seen.play(subject.start(seed + number), Random(seed + number))  # noqa: S311 (which moves is no secret)
    report.skipped = {law: why for law, why in report.skipped.items() if law not in held}
    report.seconds = time.monotonic() - begun
    return report


def _add(report: Report, failure: Failure) -> None:
    """Tell one fault that breaks many laws once."""
    for known in report.failures:
        if known.message == failure.message:
            known.laws.extend(failure.laws)
            return
    report.failures.append(failure)
