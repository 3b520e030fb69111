"""``rondel check``: checks the definition of a game, then the laws of the test kit on random games.

With ``--records`` it tries stored records instead, with ``--lang`` it lists untranslated texts. `rondel check --help`
lists the checks. It cannot know the intended rules.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Self, TextIO

import typer

from rondel.cli.arguments import GameName, Json, Options, Seats
from rondel.cli.named import named, settled
from rondel.errors import BadOption, DefinitionError, RulesError
from rondel.fault import told

if TYPE_CHECKING:
    from rondel.testing.records import Kept
    from rondel.testing.report import Report, Subject
    from rondel.testing.watch import Watch

BUDGET: Final = 15.0
"""Seconds of processor time that the laws share by default."""
GAMES: Final = 10
"""Games that each law is tried on at most, where no other number is given."""
EVERY: Final = 2.0
"""Seconds between two lines of progress without a terminal."""


def check(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "--playthroughs", min=0, help="Try each law on this number of random games, without a time limit."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0, help="Share this number of seconds among the laws; by default 15 of processor time, on up to 10 games."
        ),
    ] = None,
    long: Annotated[bool, typer.Option("--long", help="Try each law on 10 random games, however long that takes.")] = False,
    seed: Annotated[int, typer.Option(help="The seed of the first of them.")] = 0,
    limit: Annotated[int, typer.Option(min=1, help="How many answers of each game to follow.")] = 200,
    law: Annotated[list[str] | None, typer.Option("--law", metavar="LAW", help="Only this law; may be repeated.")] = None,
    option: Options = None,
    seats: Seats = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Instead, try the records and snapshots in this folder under the present rules.",
        ),
    ] = None,
    lang: Annotated[
        str, typer.Option(metavar="LANG", help="Instead, list the texts without a translation into this language.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Check the rules of a game.

    First the definition: states, transitions, actions and texts. Then the laws that hold for every game, on random games:
    the same seed and answers give the same game; moves are listed once and can be played; other moves are refused; a move
    that is taken back leaves no trace; records, copies and snapshots give the same position, also in another process; a rule
    that asks has the same effect if it has all answers at once; views and events are plain JSON data, and their texts can be
    filled in; no role learns hidden information; games end, also if players leave; the declared facts are true. It cannot
    check that the rules are the ones you meant.

    By default the laws share some seconds: each is tried on the beginning of a game first, then on whole games while there is
    time, and the report says how deep that went. A rule that does not return within 3 seconds is stopped and reported with
    its line.

    Each problem is reported with the seed, the played moves, and a command that reproduces it. States and actions that were
    never reached are notes.
    """
    if records is not None:
        _records(game, records, as_json=as_json)
        return
    if lang:
        _untranslated(game, lang, as_json=as_json)
        return
    from rondel.testing import LAWS
    from rondel.testing.report import Report, Subject, examine
    from rondel.testing.watch import Watch, effort
    from rondel.translations.messages import mark_faults, sources

    unknown = [each for each in law or [] if each not in LAWS]
    if unknown:
        raise BadOption(f"there is no law {unknown[0]!r}; the laws are {', '.join(LAWS)}")
    problems: list[str] = []
    report: Report | None = None
    title = game
    watch = Watch(last_resort=True)
    if seconds is None and games is None and not law and not long:
        seconds, watch = BUDGET, Watch(clock=effort, last_resort=True)
    try:
        kind = watch.run(lambda: named(game))
    except RulesError as error:  # a file that cannot even be loaded is a finding
        problems.append(str(error))
    else:
        title = kind.name
        subject = Subject(kind, called=game, seats=seats, options=settled(kind, option or []))
        problems = startable(subject, seed, watch) or [each for file in sources(kind) for each in mark_faults(file)]
        if not problems:
            with Line(quiet=as_json) as line:
                report = examine(
                    subject,
                    games=GAMES if games is None else games,
                    seconds=seconds,
                    seed=seed,
                    plies=limit,
                    laws=law or [],
                    progress=line.show,
                    found=line.found,
                    describe=told,
                    watch=watch,
                )
        if report is not None and report.slow() and not as_json:
            sys.stderr.write(f"time: {report.slow()}\n")
    _print(title, problems, report, as_json=as_json)
    if problems or (report is not None and not report.ok):
        raise SystemExit(1)


def startable(subject: "Subject", seed: int, watch: "Watch | None" = None) -> list[str]:
    """The faults that prevent a start: those of the definition, or the exception of the setup. Raises `BadOption`.

    >>> from rondel.testing.report import Subject
    >>> startable(Subject(named("tic_tac_toe")), 1)
    []
    """
    from rondel.testing.causes import place_near, raised_at
    from rondel.testing.watch import Watch

    try:
        (watch or Watch()).run(lambda: subject.start(seed))
    except DefinitionError as error:
        return error.placed()
    except BadOption:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
        said = told(error)
        place = raised_at(error, subject.kind) or place_near(subject.kind, str(error), [])
        return [f"the game cannot be started: {said}" + (f" ({place})" if place is not None and str(place) not in said else "")]
    return []


class Line:
    """Progress on standard error: at a terminal one line that is overwritten, in a pipe or a file a further line every 2 s."""

    def __init__(self, *, quiet: bool, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out or sys.stderr
        self._quiet = quiet
        self._over = self._out.isatty()
        self._clock = clock
        self._told: float | None = None
        self._width = 0

    def show(self, text: str) -> None:
        """Show the present task."""
        now = self._clock()
        if self._quiet:
            return
        if self._over:
            self._out.write("\r" + text.ljust(self._width))
            self._width = len(text)
        elif self._told is None or now - self._told >= EVERY:
            self._told = now
            self._out.write(f"checking: {text}\n")
        self._out.flush()

    def found(self, problem: str) -> None:
        """Show a problem as soon as it is found; the report repeats it, with the played moves."""
        if self._quiet:
            return
        self._clear()
        self._out.write(f"found: {problem}\n")
        self._out.flush()

    def _clear(self) -> None:
        if self._over and self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._clear()


def _print(title: str, problems: list[str], report: "Report | None", *, as_json: bool) -> None:
    from rondel.testing import LAWS

    verdict = f"{len(problems)} problem{'' if len(problems) == 1 else 's'} found"
    if as_json:
        found: dict[str, Any] = {"ok": False, "laws": list(LAWS), "games": 0, "verdict": verdict, "problems": problems}
        print(json.dumps(report.to_json() if report is not None else {"game": title, **found}))
        return
    if report is not None:
        lines = report.lines()
    else:
        lines = [f"{title}: checked the definition", *(f"  - {problem}" for problem in problems), verdict]
    print("\n".join(lines))


# -- kept records ------------------------------------------------------------------------------------------------------


def _records(name: str, folder: Path, *, as_json: bool) -> None:
    """Print the result for each file; exit code 1 if one neither replays nor migrates.

    Raises `UnknownGame`, `BadRecord` for a folder without records, and `DefinitionError` for rules that cannot work.
    """
    from rondel.engine.checks.ruleset import rules_of
    from rondel.testing.records import FAILS, MIGRATES, OTHER, REPLAYS, RESTORES, examine

    counted = (
        (REPLAYS, "replay"),
        (RESTORES, "only restore"),
        (MIGRATES, "migrate"),
        (FAILS, "cannot go on"),
        (OTHER, "of other games"),
    )
    kind = named(name)
    rules_of(kind)
    found = examine(kind, folder)
    lost = [each for each in found if each.outcome in (FAILS, RESTORES)]
    if as_json:
        files = [each.to_json() for each in found]
        print(json.dumps({"game": kind.name, "version": kind.version, "ok": not lost, "files": files}))
    else:
        print(f"{kind.name}, version {kind.version}: {len(found)} file{'' if len(found) == 1 else 's'} in {folder}")
        for each in found:
            print(f"  {each.file}: {_fate(each)}")
        counts = [f"{len([each for each in found if each.outcome == outcome])} {says}" for outcome, says in counted]
        print(", ".join(each for each in counts if not each.startswith("0 ")))
    if lost:
        raise SystemExit(1)


def _fate(kept: "Kept") -> str:
    """The line for one file."""
    from rondel.testing.records import MIGRATES, OTHER, REPLAYS, RESTORES

    written = f"{kept.what} of version {kept.version}, {kept.answers} answer{'' if kept.answers == 1 else 's'}"
    if kept.outcome == REPLAYS:
        return f"replays ({written})"
    if kept.outcome in (MIGRATES, RESTORES):
        return f"{kept.outcome} ({written}; it does not replay: {kept.problem})"
    if kept.outcome == OTHER:
        return f"not tried: {kept.problem}"
    return f"cannot go on ({written}): {kept.problem}"


# -- texts without a translation ---------------------------------------------------------------------------------------


def _untranslated(name: str, lang: str, *, as_json: bool) -> None:
    """Print each text without a translation; exit code 1 if there is one.

    Raises `UnknownGame`, and `BadOption` for a language without translations.
    """
    from rondel.translations.library import LIBRARY
    from rondel.translations.messages import messages
    from rondel.translations.missing import missing

    kind = named(name)
    if lang != "en" and LIBRARY.catalogue(lang) is None:
        raise BadOption(
            f"nothing is translated into {lang!r}; there are {', '.join(LIBRARY.languages())}. A game's own translations are "
            f"in a folder locale/ beside its file: locale/{lang.replace('-', '_')}.po"
        )
    try:
        lost, count = missing(kind, lang), len(messages(kind))
    except RulesError as error:
        raise SystemExit(_fault(kind.name, error, as_json=as_json)) from None
    if as_json:
        print(
            json.dumps({"game": kind.name, "lang": lang, "ok": not lost, "texts": count, "missing": lost}, ensure_ascii=False)
        )
    else:
        print(f"{kind.name}: {count} texts, {len(lost) or 'none'} not translated into {lang}")
        for each in lost:
            print(f"  - {each}")
    if lost:
        raise SystemExit(1)


def _fault(name: str, error: RulesError, *, as_json: bool) -> int:
    """Print the error that prevents reading the texts; returns the exit code."""
    print(json.dumps({"game": name, "ok": False, "problems": [str(error)]}) if as_json else f"{name}: {error}")
    return 1
