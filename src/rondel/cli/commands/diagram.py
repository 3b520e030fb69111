"""``rondel diagram``: the states of a game, read off its rules, or of a project for Board Game Arena, read off its PHP."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import rondel
from rondel.cli.named import named
from rondel.errors import BadOption, meant

if TYPE_CHECKING:
    from rondel.bga import Machine, State
    from rondel.bga.finding import Finding
    from rondel.cli.chart import Chart


def diagram(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game's name, a Python file with one, or the folder or states.inc.php of a project for Board Game Arena.",
        ),
    ],
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="mermaid, svg (a picture) or text.")] = "mermaid",
) -> None:
    """Draw the states of a game by kind, with their transitions by label.

    In a project for Board Game Arena the faults are marked.
    """
    from rondel.cli.chart import as_mermaid, as_svg, as_text

    formats = {"mermaid": as_mermaid, "svg": as_svg, "text": as_text}
    if form not in formats:
        raise BadOption(meant(form, f"--format {form} is not known", formats))
    print(formats[form](_of_project(Path(game)) if _is_project(game) else chart(named(game))).rstrip("\n"))


def _is_project(name: str) -> bool:
    """Whether a path to a project is meant: a file of PHP, or a folder, unless a game is called so."""
    return name.endswith(".php") or (Path(name).is_dir() and name not in rondel.games())


def _of_project(path: Path) -> "Chart":
    from rondel.bga.checks.all import of
    from rondel.bga.machine.reader import Reading

    reading = Reading(path)
    reading.require("draw")
    return charted(path.resolve().name, reading.machine, of(reading))


def mermaid(kind: type[rondel.Game]) -> str:
    """The diagram's text: an edge for every transition, labelled by the action that takes it.

    >>> print(mermaid(named("tic_tac_toe")))
    stateDiagram-v2
        [*] --> PlayerTurn
        PlayerTurn --> PlayerTurn : mark
        PlayerTurn --> GameEnd : mark
        GameEnd --> [*]
    """
    from rondel.cli.chart import as_mermaid

    return as_mermaid(chart(kind))


def chart(kind: type[rondel.Game]) -> "Chart":
    """The states and transitions of a game. Raises `DefinitionError` for rules that cannot work.

    >>> [box.name for box in chart(named("reversi")).boxes]
    ['PlayerTurn', 'NextPlayer', 'GameEnd']
    """
    from rondel.cli.chart import Arrow, Box, Chart
    from rondel.engine.checks.state_graph import END, state_graph

    graph = state_graph(kind)
    boxes = [Box(each.name, each.name, each.kind, each.words, roams=list(each.jumps)) for each in graph.states]
    arrows = [Arrow(each.begin, each.goal, each.label) for each in graph.transitions]
    return Chart(kind.name, boxes, arrows, list(graph.first), [END])


_KINDS: Final = {
    "activeplayer": ("player", "one player"),
    "multipleactiveplayer": ("several", "several players"),
    "private": ("private", "private"),
    "game": ("automatic", "game"),
    "manager": ("end", "manager"),
}


def charted(title: str, machine: "Machine", found: "Sequence[Finding]") -> "Chart":
    """A machine as a chart: states by kind, transitions by label, and faults beside their state."""
    from rondel.bga.evaluation.builder import END, SETUP
    from rondel.cli.chart import Arrow, Box, Chart

    boxes: list[Box] = []
    arrows: list[Arrow] = []
    for state in machine.by_id.values():
        kind, words = _KINDS.get(state.type, ("player", state.type or "no type"))
        boxes.append(Box(str(state.id), state.name, kind, f"{state.id}, {words}", roams=["a rule"] if state.roams else []))
        for each in machine.transitions(state):
            goal = "?" if each.target is None else str(each.target)
            # An automatic transition on entering needs no label.
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


def _around(machine: "Machine", finding: "Finding") -> "State | None":
    """The state of a finding: the last state that begins before its line."""
    before = [each for each in machine.states if each.place.file == finding.place.file and each.place <= finding.place]
    return max(before, key=lambda each: each.place, default=None)
