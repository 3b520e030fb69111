"""``rondel diagram``: the states of a game as a Mermaid diagram, read off its rules."""

from __future__ import annotations

from typing import Final

import rondel
from rondel.cli.named import named
from rondel.engine import ChanceState
from rondel.engine.rules import Node, Rules, rules_of


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
    for node in _in_order(rules):
        # What a state does by itself on entering needs no label, unless its rules give it one.
        labels: dict[str, list[str]] = {}
        for rule, goals in node.edges.items():
            for goal in goals:
                label = node.label(rule, goal)
                labels.setdefault(goal, []).append("" if label in _BY_ITSELF else label)
        for goal, taken in labels.items():
            label = ", ".join(each for each in taken if each)
            lines.append(f"    {node.name} --> {goal}" + (f" : {label}" if label else ""))
        kind_of = _kind(node)
        if kind_of:
            lines.append(f"    {node.name} : {node.name} ({kind_of})")
        for rule in node.jumps:
            lines.append(f"    note right of {node.name} : {rule} may go anywhere")
    lines.append("    GameEnd --> [*]")
    return "\n".join(lines)


_BY_ITSELF: Final = ("enter", "happens", "first")


def _in_order(rules: Rules) -> list[Node]:
    """The states as a game comes to them, and then those that are only jumped to."""
    found = list(rules.first)
    for name in found:
        found.extend(dict.fromkeys(goal for goals in rules.by_name[name].edges.values() for goal in goals if goal not in found))
    return [rules.by_name[name] for name in dict.fromkeys([*found, *rules.by_name])]


def _kind(node: Node) -> str:
    """What kind of state it is, where not simply the current player acts."""
    if node.automatic:
        return "chance" if isinstance(node.state, ChanceState) else "automatic"
    if node.private:
        return "private"
    if node.several:
        return "several players, each in a private state" if node.master else "several players"
    return ""
