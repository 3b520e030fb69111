"""``rondel diagram``: the states of a game, read off its rules, or of a project for Board Game Arena, read off its PHP."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import rondel
from rondel.cli.chart import Arrow, Box, Chart, as_mermaid, as_svg, as_text
from rondel.cli.named import named
from rondel.engine.checks.state_graph import END, outline
from rondel.errors import BadOption, meant

FORMATS: Final[dict[str, Callable[[Chart], str]]] = {"mermaid": as_mermaid, "svg": as_svg, "text": as_text}


def diagram(name: str, form: str) -> None:
    """Print it.

    Raises `DefinitionError` for rules that cannot work, `NotAProject`, `NothingRead`, `BadOption` for a format there is not.
    """
    if form not in FORMATS:
        raise BadOption(meant(form, f"--format {form} is not known", FORMATS))
    print(FORMATS[form](_of_project(Path(name)) if _is_project(name) else chart(named(name))).rstrip("\n"))


def _is_project(name: str) -> bool:
    """Whether a path to a project is meant: a file of PHP, or a folder, unless a game is called so."""
    return name.endswith(".php") or (Path(name).is_dir() and name not in rondel.games())


def _of_project(path: Path) -> Chart:
    # Loaded here, so that a game is drawn without a parser for PHP.
    from rondel.bga.checks.all import of
    from rondel.bga.machine.reader import Reading
    from rondel.cli.bga import charted

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
    return as_mermaid(chart(kind))


def chart(kind: type[rondel.Game]) -> Chart:
    """The states and transitions of a game. Raises `DefinitionError` for rules that cannot work.

    >>> [box.name for box in chart(named("reversi")).boxes]
    ['PlayerTurn', 'NextPlayer', 'GameEnd']
    """
    found = outline(kind)
    boxes = [Box(each.name, each.name, each.kind, each.words, roams=list(each.jumps)) for each in found.places]
    arrows = [Arrow(way.begin, way.goal, way.label) for way in found.ways]
    return Chart(kind.name, boxes, arrows, list(found.first), [END])
