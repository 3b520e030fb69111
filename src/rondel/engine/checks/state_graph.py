"""State graphs: the states and transitions of a game's rules as plain data, for diagrams and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rondel.engine.checks.ruleset import rules_of
from rondel.engine.declarations.state import ChanceState

if TYPE_CHECKING:
    from rondel.engine.checks.ruleset import Rules
    from rondel.engine.checks.transitions import Node
    from rondel.engine.declarations.definition import Definition

END: Final = "GameEnd"
"""The name of the state in which every game ends."""

_BY_ITSELF: Final = ("enter", "happens", "first")


class GraphState(NamedTuple):
    """A state of the graph."""

    name: str
    kind: str
    """``player``, ``several``, ``private``, ``automatic``, ``chance`` or ``end``."""
    words: str
    """The kind in words; empty for a state of the current player."""
    jumps: tuple[str, ...]
    """The rules of the state that may jump to any state."""


class GraphTransition(NamedTuple):
    """A transition between two states, by their names."""

    begin: str
    goal: str
    label: str
    """The label in diagrams; empty for a transition that the state takes by itself."""


class StateGraph(NamedTuple):
    """The states in the order in which a game reaches them, the end last; the transitions; the names of the first states."""

    states: tuple[GraphState, ...]
    transitions: tuple[GraphTransition, ...]
    first: tuple[str, ...]


def state_graph(kind: type[Definition]) -> StateGraph:
    """The state graph of a game's rules. Raises `DefinitionError` for rules that cannot work.

    >>> import rondel
    >>> graph = state_graph(rondel.find("tic_tac_toe"))
    >>> [state.name for state in graph.states], graph.first
    (['PlayerTurn', 'GameEnd'], ('PlayerTurn',))
    >>> [tuple(each) for each in graph.transitions]
    [('PlayerTurn', 'PlayerTurn', 'mark'), ('PlayerTurn', 'GameEnd', 'mark')]
    """
    rules = rules_of(kind)
    states: list[GraphState] = []
    transitions: list[GraphTransition] = []
    for node in _in_order(rules):
        kind_of, words = _kind(node)
        states.append(GraphState(node.name, kind_of, words, tuple(node.jumps)))
        for rule, goals in node.edges.items():
            for goal in goals:
                label = node.label(rule, goal)
                # A transition that a state takes by itself needs no label, unless its rules give it one.
                transitions.append(GraphTransition(node.name, goal, "" if label in _BY_ITSELF else label))
    states.append(GraphState(END, "end", "", ()))
    return StateGraph(tuple(states), tuple(transitions), tuple(rules.first))


def _in_order(rules: Rules) -> list[Node]:
    """The states in the order in which a game reaches them, then those that are only jumped to."""
    found = list(rules.first)
    for name in found:
        found.extend(
            dict.fromkeys([goal for goals in rules.by_name[name].edges.values() for goal in goals if goal not in found])
        )
    return [rules.by_name[name] for name in dict.fromkeys([*found, *rules.by_name]) if name != END]


def _kind(node: Node) -> tuple[str, str]:
    """The kind of a state, and the kind in words."""
    if node.automatic:
        return ("chance", "chance") if isinstance(node.state, ChanceState) else ("automatic", "automatic")
    if node.private:
        return "private", "private"
    if node.several:
        return "several", "several players, each in a private state" if node.master else "several players"
    return "player", ""
