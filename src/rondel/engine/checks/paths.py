"""Paths: which states the rules of a game lead to, and what is wrong with where they lead.

What is looked at is the graph that the rules say of themselves (`rondel.engine.checks.source_annotations`); nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rondel.engine.declarations.state import GameEnd

if TYPE_CHECKING:
    from rondel.engine.checks.node import Node
    from rondel.engine.checks.ruleset import Rules


def problems(rules: Rules) -> list[str]:
    """What is wrong: private states entered from elsewhere, states never reached, and those without a way to the end."""
    found = _crossings(rules)
    reached = _reached(rules, rules.first)
    for node in rules.nodes:
        if node.name not in reached:
            what = "the game never ends" if node.end else f"state {node.name!r} is never reached"
            fix = f"no rule says '-> To[{node.name}]'{node.base_of(rules.nodes)}"
            found.append(f"{what}; {'some rule must return GameEnd' if node.end else fix}")
        elif not node.end and GameEnd.__name__ not in _reached(rules, (node.name,)) and GameEnd.__name__ in reached:
            found.append(f"from state {node.name!r} the end is never reached")
    return found


def _crossings(rules: Rules) -> list[str]:
    """Private states are entered from a master or from another private state, and from nowhere else."""
    found: list[str] = []
    for name in rules.first:
        if rules.by_name[name].private:
            found.append(
                f"setup goes to the private state {name!r}; go to the MultipleActivePlayers state whose 'first' leads there"
            )
    for node in rules.nodes:
        for rule, goals in node.edges.items():
            for name in goals:
                goal = rules.by_name[name]
                if goal.private and not node.private and not (node.master and rule != "enter"):
                    found.append(
                        f"{rule!r} of state {node.name!r} goes to the private state {name!r}; private states begin where "
                        "the 'first' of a MultipleActivePlayers state says, and lead to each other"
                    )
                elif rule == "first" and node.master and not goal.private:
                    found.append(
                        f"'first' of state {node.name!r} goes to {name!r}, which is no private state; extend PrivateState"
                    )
                elif goal.master and node.name in _private_of(rules, goal):
                    found.append(
                        f"{rule!r} of the private state {node.name!r} goes to {name!r}, where its player is already; "
                        "go to the state that follows when everybody is done"
                    )
    return found


def _private_of(rules: Rules, master: Node) -> set[str]:
    """The private states of a master."""
    reached: set[str] = set()
    waiting = [name for rule, goals in master.edges.items() if rule != "enter" for name in goals]
    while waiting:
        name = waiting.pop()
        if name not in reached and rules.by_name[name].private:
            reached.add(name)
            waiting.extend(each for goals in rules.by_name[name].edges.values() for each in goals)
    return reached


def _reached(rules: Rules, start: Iterable[str]) -> set[str]:
    """Those states and all that may come after; a rule that may go anywhere goes to private states from private ones only."""
    reached: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            node = rules.by_name[name]
            for goals in node.edges.values():
                waiting.extend(goals)
            if node.jumps:
                waiting.extend(each.name for each in rules.nodes if not each.private or node.private)
    return reached
