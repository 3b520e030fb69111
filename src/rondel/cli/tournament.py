"""``rondel tournament``: players against each other; the standings in the terminal, and all of it in a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rondel.cli.named import named, settled
from rondel.errors import BadOption
from rondel.tournament.execution.cluster import Cluster
from rondel.tournament.execution.executor import Executor, Serial
from rondel.tournament.execution.processes import Processes
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Outcome
from rondel.tournament.report import Report
from rondel.tournament.tournament import Tournament


def tournament(
    name: str,
    *,
    players: str,
    games: int,
    seed: int,
    options: Sequence[str],
    seats: int | None,
    swiss: int | None,
    seconds: float | None,
    limit: int | None,
    memory: int,
    workers: int | None,
    ray: str,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Play it and print the standings, best first; with a ``folder``, keep there what is needed to go on, and the report.

    Ends the program with 1 if games were spoilt. Raises `UnknownGame`, `BadOption`, `UnknownBot`.
    """
    kind = named(name)
    contest = Tournament(
        str(Path(name).absolute()) if name.endswith(".py") else kind.name,
        players.split(","),
        games=games,
        seed=seed,
        seats=seats,
        options=settled(kind, options),
        rounds=swiss,
        seconds=seconds,
        limit=limit,
        memory=memory << 20,
    )
    ledger = Ledger(folder / "outcomes.jsonl", contest.describe()) if folder is not None else None
    try:
        with _executor(workers, ray) as executor, _bar() as bar:
            task = bar.add_task(kind.name, total=contest.total)
            outcomes = contest.run(executor, ledger=ledger, told=lambda outcome: bar.advance(task))
    finally:
        if ledger is not None:
            ledger.close()
    report = Report(contest, outcomes)
    if folder is not None:
        (folder / "standings.json").write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
        (folder / "report.html").write_text(report.to_html(), encoding="utf-8")
    if as_json:
        print(json.dumps(report.to_json()))
    else:
        _print(report, folder)
    if report.spoilt:
        raise SystemExit(1)


def _executor(workers: int | None, ray: str) -> Executor:
    if ray and workers is not None:
        raise BadOption("--workers is for this machine and --ray for a cluster: give one of them")
    if ray:
        return Cluster(ray)
    return Serial() if workers is None else Processes(workers)


def _bar() -> Progress:
    """How far it is, where somebody can see it; nothing else."""
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


def _print(report: Report, folder: Path | None) -> None:
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


_FAULTS = {"illegal": "no legal move", "crash": "it broke down", "timeout": "no answer in time", "left": "it left"}


def _first(outcomes: Sequence[Outcome], code: str) -> str:
    """The first message of a fault of that code."""
    for each in outcomes:
        if each.fault is not None and each.fault.code == code and each.fault.message:
            return f" ({each.id}: {each.fault.message})"
    return ""
