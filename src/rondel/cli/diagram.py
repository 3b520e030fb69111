"""``rondel diagram``: the states of a game as a Mermaid diagram, read off its rules."""

from __future__ import annotations

import rondel
from rondel.cli.named import named
from rondel.engine.rules import rules_of


def diagram(name: str) -> None:
    """Print it. Raises `DefinitionError` for rules that cannot work."""
    print(mermaid(named(name)))


def mermaid(kind: type[rondel.Game]) -> str:
    """The diagram's text: an edge for every transition, labelled by the action that takes it.

    >>> print(mermaid(named("tic_tac_toe")))
    stateDiagram-v2
        [*] --> PlayerTurn
        PlayerTurn --> PlayerTurn : mark
        PlayerTurn --> GameEnd : mark
        GameEnd --> [*]
    """
    rules = rules_of(kind)
    lines = ["stateDiagram-v2"]
    lines.extend(f"    [*] --> {first}" for first in rules.first)
    for node in rules.nodes:
        # What a state does by itself on entering needs no label; an automatic state does nothing else.
        labels: dict[str, list[str]] = {}
        for rule, goals in node.edges.items():
            for goal in goals:
                labels.setdefault(goal, []).append("" if rule == "enter" else rule)
        for goal, taken in labels.items():
            label = ", ".join(each for each in taken if each)
            lines.append(f"    {node.name} --> {goal}" + (f" : {label}" if label else ""))
        if node.automatic:
            lines.append(f"    {node.name} : {node.name} (automatic)")
    lines.append("    GameEnd --> [*]")
    return "\n".join(lines)
