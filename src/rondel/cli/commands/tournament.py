"""``rondel tournament``: players against each other; the standings in the terminal, and all of it in a folder."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rondel.cli.arguments import GameName, Json, Options, Seats
from rondel.cli.named import named, settled
from rondel.errors import BadOption

if TYPE_CHECKING:
    from rich.progress import Progress

    from rondel.tournament.execution.executor import Executor
    from rondel.tournament.outcome import Outcome
    from rondel.tournament.report import Report

_FAULTS: Final = {"illegal": "no legal move", "crash": "it broke down", "timeout": "no answer in time", "left": "it left"}


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="The players, separated by commas: bots (random, greedy, mcts:100), programs (pipe:./my_bot), running "
            "programs (ws://localhost:9000); NAME=mcts:100 gives one a name.",
        ),
    ],
    number: Annotated[int, typer.Option("--games", min=1, help="Games for each line-up; seats rotate.")] = 10,
    seed: Annotated[
        int, typer.Option(help="The seed, which makes the tournament reproducible (not for bots that think by the clock).")
    ] = 0,
    swiss: Annotated[
        int | None, typer.Option(min=1, metavar="ROUNDS", help="The number of Swiss rounds, instead of a round robin.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="How long a program may take for an answer.")] = 60.0,
    limit: Annotated[int | None, typer.Option(min=1, help="A game is a draw after this number of answers.")] = None,
    memory: Annotated[
        int, typer.Option(min=1, metavar="MB", help="How much memory a program may take: address space, and on Linux only.")
    ] = 4096,
    workers: Annotated[
        int | None, typer.Option(min=1, help="The number of processes on this machine; by default this one alone.")
    ] = None,
    ray: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, `auto`, or `local` for one of this machine."),
    ] = "",
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Store the games and the report in this folder; the same command continues an interrupted tournament.",
        ),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Play a tournament: a round robin or Swiss rounds.

    Line-ups that differ only in their seats play the same game, which reduces luck. A player that fails, takes too long
    or answers with an invalid move loses.
    """
    from rondel.tournament.ledger import Ledger
    from rondel.tournament.report import Report
    from rondel.tournament.tournament import Tournament

    kind = named(game)
    contest = Tournament(
        str(Path(game).absolute()) if game.endswith(".py") else kind.name,
        players.split(","),
        games=number,
        seed=seed,
        seats=seats,
        options=settled(kind, option or []),
        rounds=swiss,
        seconds=seconds,
        limit=limit,
        memory=memory << 20,
    )
    ledger = Ledger(into / "outcomes.jsonl", contest.describe()) if into is not None else None
    try:
        with _executor(workers, ray) as executor, _bar() as bar:
            task = bar.add_task(kind.name, total=contest.total)
            lines = Lines(kind.name, contest.total) if bar.disable else None

            def told(_outcome: "Outcome") -> None:
                bar.advance(task)
                if lines is not None:
                    lines.advance()

            outcomes = contest.run(executor, ledger=ledger, told=told)
    finally:
        if ledger is not None:
            ledger.close()
    report = Report(contest, outcomes)
    if into is not None:
        (into / "standings.json").write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
        (into / "report.html").write_text(report.to_html(), encoding="utf-8")
    if as_json:
        print(json.dumps(report.to_json()))
    else:
        _print(report, into)
    if report.spoilt:
        raise SystemExit(1)


def _executor(workers: int | None, ray: str) -> "Executor":
    from rondel.tournament.execution.cluster import Cluster
    from rondel.tournament.execution.executor import Serial
    from rondel.tournament.execution.processes import Processes

    if ray and workers is not None:
        raise BadOption("--workers is for this machine and --ray for a cluster: give one of them")
    if ray:
        return Cluster(ray)
    return Serial() if workers is None else Processes(workers)


class Lines:
    """The progress as lines of standard error, where it is no terminal: a line for each tenth of the games."""

    def __init__(self, game: str, total: int) -> None:
        self._game = game
        self._total = total
        self._played = 0

    def advance(self) -> None:
        """A game has ended."""
        before = self._played * 10 // self._total
        self._played += 1
        if self._played * 10 // self._total > before:
            print(f"{self._game}: {self._played} of {self._total} games", file=sys.stderr, flush=True)


def _bar() -> "Progress":
    """The progress as a bar, at a terminal only; see `Lines`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _print(report: "Report", folder: Path | None) -> None:
    rows = report.rows
    width = max(6, *(len(standing.name) for standing, _rating in rows))
    print(f"{'player':<{width}}  games   wins  draws losses  points a game (95 %)        rating (95 %)")
    for standing, rating in rows:
        row: dict[str, Any] = standing.to_json()
        low, high = standing.interval
        print(
            f"{standing.name:<{width}}  {row['games']:>5}  {row['wins']:>5}  {row['draws']:>5}  {row['losses']:>5}"
            f"  {standing.mean:.3f} ({low:.3f} to {high:.3f})  {rating.mean:>6.1f} ± {rating.interval[1] - rating.mean:.1f}"
        )
    for standing, _rating in rows:
        for code, count in standing.faults.items():
            print(f"{standing.name} lost {count} by a fault of its own: {_FAULTS[code]}{_first(report.outcomes, code)}")
    if report.spoilt:
        fault = report.spoilt[0].fault
        print(f"{len(report.spoilt)} games do not count, the first ({report.spoilt[0].id}): {fault.message if fault else ''}")
    if folder is not None:
        print(f"The report is in {folder / 'report.html'}")


def _first(outcomes: "Sequence[Outcome]", code: str) -> str:
    """The first message of a fault of that code."""
    for each in outcomes:
        if each.fault is not None and each.fault.code == code and each.fault.message:
            return f" ({each.id}: {each.fault.message})"
    return ""
