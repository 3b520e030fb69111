"""``rondel bga``: reads, checks, walks over and imports projects for Board Game Arena Studio."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import rondel
from rondel.cli.arguments import Json, Studio
from rondel.cli.named import named_well
from rondel.errors import BadOption, meant

if TYPE_CHECKING:
    from rondel.bga import Machine, State
    from rondel.bga.machine.walk import Stuck, Walks

bga = typer.Typer(
    help="Checks, walks over and imports projects for Board Game Arena Studio.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
FORMATS: Final = ("text", "github", "json")


@bga.command()
def check(
    path: Studio = Path(),
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, github (annotations) or json.")] = "text",
    fail_on: Annotated[
        str, typer.Option(metavar="SEVERITY", help="The least severity for exit code 1: error, warning, note, or never.")
    ] = "error",
    as_json: Json = False,
) -> None:
    """Check a project: its states, texts and transitions, and its code against them.

    Prints every finding with file, line, severity, the fix and a stable code. An error breaks a table during play, a warning
    is probably a mistake, a note may be intended. The check neither runs nor changes the project. Exit code 1: errors.
    """
    from rondel.bga.checks import check as findings_of
    from rondel.bga.finding import SEVERITIES

    form = "json" if as_json else form
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


@bga.command("import")
def bring(
    path: Studio,
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="The folder in which the files are written.")] = Path(),
    name: Annotated[str, typer.Option(metavar="NAME", help="The game's name in programs; by default the folder's name.")] = "",
    as_json: Json = False,
) -> None:
    """Import the state machine of a project: write a skeleton, NAME.py, and NAME_porting.md.

    The skeleton has the states, actions, transitions and texts of the project; its methods are TODOs with their lines of PHP.
    NAME_porting.md lists corresponding names. The import runs no PHP.

    With --json the command writes no file and prints the machine: `states`, the pairs of id and state in the order of the file,
    with their keys and values as in PHP, without `clienttranslate`; `supplied`, the states 1 and 99 if the file
    leaves them to the framework; and `unread`, the unread values, with file, line and reason.
    """
    from rondel.bga import Reading
    from rondel.bga.porting.skeleton import Skeleton, write
    from rondel.bga.porting.sketch import snake

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
        module, table = write(skeleton, into)
    except FileExistsError as error:
        said = f"{error.filename} exists already, and the import overwrites no file"
        raise BadOption(f"{said}; choose another name, --name NAME, or folder, --into DIR") from error
    except OSError as error:
        raise BadOption(f"cannot write to {str(into)!r}: {error.strerror}; choose another folder, --into DIR") from error
    drafts = skeleton.sketch.drafts
    actions = sum(len(each.acts) for each in drafts)
    print(f"{module}: {len(drafts)} states and {actions} actions; each PHP method is a TODO with its place")
    print(f"{table}: corresponding names")
    for each in reading.machine.unread:
        print(f"not read: {each}")
    print(f"Next: rondel check {module}, rondel diagram {module}, rondel play {module}")


@bga.command()
def walk(
    path: Studio = Path(),
    walks: Annotated[int, typer.Option(min=1, help="The number of random games.")] = 1000,
    players: Annotated[int, typer.Option(min=1, help="The number of players.")] = 3,
    leaving: Annotated[float, typer.Option(min=0, max=1, help="The chance of each player to leave before a turn.")] = 0.05,
    seed: Annotated[int, typer.Option(help="The seed of the walks.")] = 0,
    as_json: Json = False,
) -> None:
    """Walk through the state machine of a project at random, with players who leave.

    Prints the visits of each state, the unreached states, and the states in which an absent player stops the table. A walk runs
    no code of the project: it takes any transition of a state. Exit code 1: an absent player stops the table.
    """
    from rondel.bga import Reading
    from rondel.bga.machine.walk import walk as walked

    reading = Reading(path)
    machine = reading.machine
    reading.require("walk over")
    found = walked(reading, walks, players=players, leaving=leaving, seed=seed)
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


def _told(machine: "Machine", found: "Walks", missed: "Sequence[State]", stuck: "Sequence[Stuck]") -> None:
    stopped = sum(each.times for each in stuck)
    print(
        f"{found.walks} walks: {found.ended} came to the end, {stopped} were stopped by an absent player, "
        f"{found.endless} reached the limit of states"
    )
    for state in machine.by_id.values():
        print(f"{found.visits[state.id]:>8}  {state.id:>4}  {state.name}")
    for state in missed:
        print(f"never reached: {state.name!r} ({state.place})")
    for key, times in found.dead.items():
        state = machine.by_id[key]
        said = "only the running game knows the next state" if state.roams else "no way out"
        print(f"{said}: {state.name!r} ended {times} {'walk' if times == 1 else 'walks'} ({state.place})")
    if found.unjudged:
        print(
            f"unknown whether an absent player stops the table in {len(found.unjudged)} states: "
            "the code for absent players is missing; give the project's folder"
        )
    for each in stuck:
        way = " → ".join(each.path[-6:])
        met = "once" if each.times == 1 else f"{each.times} times"
        print(f"{each.state.place}: {each}; met {met}, first by {way}")
