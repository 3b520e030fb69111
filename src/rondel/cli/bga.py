"""``rondel bga``: projects for Board Game Arena Studio, read, checked, walked over and brought along."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import rondel
from rondel.bga import Machine, Reading, State
from rondel.bga.checks import check as findings_of
from rondel.bga.evaluation.builder import END, SETUP
from rondel.bga.finding import SEVERITIES, Finding
from rondel.bga.machine.walk import Stuck, Walks, walk
from rondel.bga.porting.skeleton import Skeleton, write
from rondel.bga.porting.sketch import snake
from rondel.cli.chart import Arrow, Box, Chart
from rondel.cli.new import named_well
from rondel.errors import BadOption, meant

FORMATS = ("text", "github", "json")


def bring(path: Path, *, as_json: bool, folder: Path, name: str) -> None:
    """Print the machine of a project as data, or write the skeleton of a game.

    Raises `NotAProject`, `NothingRead`, and `BadOption` for a name that cannot be one or files that cannot be written.
    """
    reading = Reading(path)
    if as_json:
        print(json.dumps(reading.machine.to_json(), ensure_ascii=False))
        return
    reading.require("bring over")
    if not name:
        name = snake(reading.project.root.resolve().name).strip("_")
        name = f"my_{name}" if name in rondel.games() or name in sys.stdlib_module_names else name
    named_well(name)
    skeleton = Skeleton(reading, name)
    try:
        module, table = write(skeleton, folder)
    except FileExistsError as error:
        said = f"{error.filename} is there already, and nothing is written over"
        raise BadOption(f"{said}; choose another name, --name NAME, or folder, --into DIR") from error
    except OSError as error:
        raise BadOption(f"cannot write to {str(folder)!r}: {error.strerror}; choose another folder, --into DIR") from error
    drafts = skeleton.sketch.drafts
    actions = sum(len(each.acts) for each in drafts)
    print(f"{module}: {len(drafts)} states and {actions} actions; what was PHP is a TODO with its place")
    print(f"{table}: what is called what")
    for each in reading.machine.unread:
        print(f"not read: {each}")
    print(f"Next: rondel check {module}, rondel diagram {module}, rondel play {module}")


def check(path: Path, *, form: str, fail_on: str) -> None:
    """Print what is wrong with a project. Ends with exit code 1 if anything is as bad as ``fail_on``.

    Raises `NotAProject`, and `BadOption` for a format or a severity that there is not.
    """
    if form not in FORMATS:
        raise BadOption(meant(form, f"--format {form} is not known", FORMATS))
    if fail_on not in (*SEVERITIES, "never"):
        raise BadOption(meant(fail_on, f"--fail-on {fail_on} is not known", (*SEVERITIES, "never")))
    found = findings_of(path)
    bad = fail_on != "never" and any(SEVERITIES.index(each.severity) <= SEVERITIES.index(fail_on) for each in found)
    counts = {severity: sum(each.severity == severity for each in found) for severity in SEVERITIES}
    if form == "json":
        listed = [each.to_json() for each in found]
        print(json.dumps({"path": path.as_posix(), "ok": not bad, "findings": listed, "counts": counts}, ensure_ascii=False))
    else:
        for each in found:
            print(each.to_github() if form == "github" else each)
        if form == "text":
            print(_summary(path, counts))
    if bad:
        raise SystemExit(1)


def _summary(path: Path, counts: dict[str, int]) -> str:
    said = ", ".join(f"{count} {severity}{'' if count == 1 else 's'}" for severity, count in counts.items() if count)
    return f"{path}: {said or 'nothing found'}"


# -- charts ------------------------------------------------------------------------------------------------------------

_KINDS = {
    "activeplayer": ("player", "one player"),
    "multipleactiveplayer": ("several", "several players"),
    "private": ("private", "private"),
    "game": ("automatic", "game"),
    "manager": ("end", "manager"),
}


def charted(title: str, machine: Machine, found: Sequence[Finding]) -> Chart:
    """A machine as a chart: states by kind, transitions by label, and what is wrong beside the state it is in."""
    boxes: list[Box] = []
    arrows: list[Arrow] = []
    for state in machine.by_id.values():
        kind, words = _KINDS.get(state.type, ("player", state.type or "no type"))
        boxes.append(Box(str(state.id), state.name, kind, f"{state.id}, {words}", roams=["a rule"] if state.roams else []))
        for each in machine.transitions(state):
            goal = "?" if each.target is None else str(each.target)
            # What a state does by itself on entering needs no label.
            label = "" if each.returned and each.label.lower() == "onenteringstate" else each.label
            arrows.append(Arrow(str(state.id), goal, label, faulty=each.target not in machine.by_id))
        private = machine.resolve(state.get("initialprivate"))
        if private is not None:
            arrows.append(Arrow(str(state.id), str(private), "each player"))
    known = {each.key for each in boxes}
    for goal in dict.fromkeys(each.goal for each in arrows if each.goal not in known):
        boxes.append(Box(goal, goal, "player", "no state", faults=["it is not there"]))
    chart = Chart(title, boxes, arrows, [str(SETUP)], [str(END)])
    for finding in found:
        within = _around(machine, finding)
        box = chart.box(str(within.id)) if within is not None else None
        if box is not None and finding.severity != "note":
            box.faults.append(finding.message)
    return chart


def _around(machine: Machine, finding: Finding) -> State | None:
    """The state in whose lines a finding is: the last one that begins before it."""
    before = [each for each in machine.states if each.place.file == finding.place.file and each.place <= finding.place]
    return max(before, key=lambda each: each.place, default=None)


# -- walks -------------------------------------------------------------------------------------------------------------


def walk_over(path: Path, *, walks: int, players: int, leaving: float, seed: int, as_json: bool) -> None:
    """Print what random walks over the machine of a project came upon. Ends with exit code 1 if a leaver stops the table.

    Raises `NotAProject`, and `NothingRead` where there is no machine.
    """
    reading = Reading(path)
    machine = reading.machine
    reading.require("walk over")
    found = walk(reading, walks, players=players, leaving=leaving, seed=seed)
    states = list(machine.by_id.values())
    missed = found.unvisited(states)
    stuck = sorted(found.stuck.values(), key=lambda each: each.state.place)
    if as_json:
        print(
            json.dumps(
                {
                    "path": path.as_posix(),
                    "walks": walks,
                    "ended": found.ended,
                    "endless": found.endless,
                    "visits": [[each.id, each.name, found.visits[each.id]] for each in states],
                    "unvisited": [each.id for each in missed],
                    "unjudged": [each.id for each in found.unjudged],
                    "dead": [[key, times] for key, times in found.dead.items()],
                    "stuck": [each.to_json() for each in stuck],
                },
                ensure_ascii=False,
            )
        )
    else:
        _told(machine, found, missed, stuck)
    if stuck:
        raise SystemExit(1)


def _told(machine: Machine, found: Walks, missed: Sequence[State], stuck: Sequence[Stuck]) -> None:
    stopped = sum(each.times for each in stuck)
    print(
        f"{found.walks} walks: {found.ended} came to the end, {stopped} were stopped by a leaver, "
        f"{found.endless} went on and on"
    )
    for state in machine.by_id.values():
        print(f"{found.visits[state.id]:>8}  {state.id:>4}  {state.name}")
    for state in missed:
        print(f"never reached: {state.name!r} ({state.place})")
    for key, times in found.dead.items():
        state = machine.by_id[key]
        said = "it is known only when it runs where this goes on" if state.roams else "no way out"
        print(f"{said}: {state.name!r} ended {times} {'walk' if times == 1 else 'walks'} ({state.place})")
    if found.unjudged:
        print(
            f"whether a leaver stops the table is not known in {len(found.unjudged)} states: "
            "the code that plays on for who has left is not at hand; give the project's folder"
        )
    for each in stuck:
        way = " → ".join(each.path[-6:])
        met = "once" if each.times == 1 else f"{each.times} times"
        print(f"{each.state.place}: {each}; met {met}, first by {way}")
