"""Transitions: the states of a game's rules, the transitions between them, and checks of the graph.

A `Node` is one state with its actions and transitions. A rule returns the class of a state, its name, or the label of a
transition. It must be one of the targets in the rule's own annotation (`rondel.engine.checks.source_annotations`); those of
other rules of the same state do not count. ``-> Jump`` allows every state. `path_problems` checks the graph of all states
without playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rondel.engine.declarations.action import ACTIONS, Action
from rondel.engine.declarations.state import (
    ActivePlayer,
    Automatic,
    ChanceState,
    GameEnd,
    MultipleActivePlayers,
    PrivateState,
    State,
)
from rondel.engine.text import PLAYERS
from rondel.errors import RulesError, closest, quoted


class Route:
    """An action of a state and its target states, for the searches, which need both at every step."""

    def __init__(self, action: Action, ways: dict[object, Node]) -> None:
        self.action = action
        self.name = action.name
        self.goals: tuple[Node, ...] = tuple(dict.fromkeys(ways.values()))

    def to(self, target: object) -> Node | None:
        """The target state of the class that a rule has returned; None for a name, a label, or no target."""
        for goal in self.goals:
            if goal.kind is target:
                return goal
        return None


class Node:
    """A state within the rules of a game: its instance, actions and transitions."""

    def __init__(self, number: int, state: State[Any], bases: Iterable[type[State[Any]]] = ()) -> None:
        self.number = number
        self.state = state
        self.kind = type(state)
        self.name: str = self.kind.__name__
        self.actions: list[Action] = [action for each in (self.kind, *bases) for action in ACTIONS.get(each, ())]
        """Its own actions, then those of its bases, which it shares with other states."""
        self.out_of_turn: list[Action] = [action for action in self.actions if action.out_of_turn]
        """The actions that roles may use while they are not active."""
        self.countable = False
        """Whether each of its actions lists its options by one function, or has no parts."""
        self.sole: Action | None = None
        """Its only action, if it has one and one function lists all its options; None otherwise."""
        self.by_action: dict[str, Action] = {action.name: action for action in self.actions}
        self.says: dict[str, str] = {each.name: each.says for each in self.actions if each.says and isinstance(each.says, str)}
        """The short form of each action that has one text for all its moves."""
        self.worded: dict[str, Action] = {each.name: each for each in self.actions if not isinstance(each.says, str)}
        """The actions by name that a function words, move by move."""
        self.automatic = isinstance(state, Automatic)
        self.one = isinstance(state, ActivePlayer)
        """Whether one player acts: the current player."""
        self.several = isinstance(state, MultipleActivePlayers)
        self.private = isinstance(state, PrivateState)
        self.master = isinstance(state, MultipleActivePlayers) and type(state).first is not MultipleActivePlayers.first
        """Whether its players are in private states."""
        self.end = isinstance(state, GameEnd)
        self.enters = self.kind.enter is not State.enter
        """Whether it has an ``enter`` of its own."""
        self.rests = not self.enters and not self.several
        """Whether a rule that goes there is done at once: a player is asked, or the game ends."""
        self.updates_progress: bool = self.kind.updates_progress
        self.placeholders: tuple[str, ...] | None = PLAYERS if self.kind.args is State.args else None
        """The placeholders of its texts; None if its args may define more."""
        self.asked: dict[str, None] = {}
        """The texts of its questions that were found sound."""
        self.ways: dict[str, dict[object, Node]] = {}
        """The target states of each rule: see `ways`."""
        self.routes: tuple[Route, ...] = ()
        """Its actions with their target states."""
        self.plays: dict[str, tuple[Action, Callable[..., Any] | None, dict[object, Node]]] = {}
        """Its actions by name, each with its function if it has one parameter, and its targets."""
        self.edges: dict[str, tuple[str, ...]] = {}
        """The names of the target states of each rule, by the rule's name."""
        self.jumps: list[str] = []
        """The rules that may go to any state."""

    def route(self, rule: str) -> Route:
        """The action of that name."""
        for route in self.routes:
            if route.name is rule:  # the same string in every listed move
                return route
        return next(route for route in self.routes if route.name == rule)

    def label(self, rule: str, goal: str) -> str:
        """The label of a rule's transition to the state of that name; the rule's name by default."""
        action = self.by_action.get(rule)
        labels = self.kind.labels if action is None else action.labels
        if action is not None and goal == self.name:
            return labels.get(goal, labels.get(action.state.__name__, rule))
        return labels.get(goal, rule)

    def base_of(self, nodes: Iterable[Node]) -> str:
        """A hint for a problem of a state that other states extend; otherwise empty."""
        names = [each.name for each in nodes if each is not self and issubclass(each.kind, self.kind)]
        return f"; if it is only the base of {', '.join(map(repr, names))}, write abstract = True in it" if names else ""

    def meant(self, action: Action, goal: str) -> str:
        """The target state that an action names; the name of its base means the present state."""
        return self.name if goal == action.state.__name__ else goal


class States:
    """The states of one game's rules, by class and by name."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        """All states; the last is the end of the game."""
        self.by_class: dict[type[State[Any]], Node] = {}
        self.by_name: dict[str, Node] = {}
        self.first: tuple[str, ...] = ()
        """The names of the first states, which ``setup`` may return."""


# -- targets of a rule -------------------------------------------------------------------------------------------------


def ways(states: States, node: Node) -> dict[str, dict[object, Node]]:
    """The target states of each rule of a state: by class, by name, and by label if the label means one state. The end of the
    game has the rule ``setup``, whose targets are the first states."""
    if node.end:
        return {"setup": _ways(states, node, "setup", states.first)}
    # The ``enter`` of a chance state is the engine's and has the targets of ``happens``.
    said = {"enter": "happens"} if isinstance(node.state, ChanceState) else {}
    return {
        rule: _ways(states, node, said.get(rule, rule), node.edges.get(said.get(rule, rule), ()))
        for rule in (*node.by_action, "enter", "first")
    }


def _ways(states: States, node: Node, rule: str, said: tuple[str, ...]) -> dict[object, Node]:
    goals = [goal for goal in states.nodes if goal.name in said]
    if rule in node.jumps:
        goals = [goal for goal in states.nodes if not goal.private or node.private or node.master]
    found: dict[object, Node] = {}
    meant: dict[str, list[Node]] = {}
    for goal in goals:
        found[goal.kind] = found[goal.name] = goal
        meant.setdefault(node.label(rule, goal.name), []).append(goal)
    action = node.by_action.get(rule)
    if action is not None and action.state is not node.kind and found.get(node.kind) is node:
        found[action.state] = node  # the base as a target means the present state
    for label, several in meant.items():
        if len(several) == 1:  # otherwise the label is ambiguous
            found.setdefault(label, several[0])
    return found


def goal_of(states: States, node: Node, target: Any, rule: str) -> Node:
    """The target state of a rule of ``node`` that returned ``target``. Raises `RulesError` if the rule does not declare it."""
    try:
        return node.ways[rule][target]
    except (KeyError, TypeError):  # undeclared or unhashable
        raise _astray(states, node, target, rule) from None


def _astray(states: States, node: Node, target: Any, rule: str) -> RulesError:
    """The error for a rule with an undeclared target, or none."""
    known = node.ways[rule]
    goals = ", ".join(dict.fromkeys([each.name for each in known.values()])) or "nowhere"
    if rule == "enter" and isinstance(node.state, ChanceState):
        rule = "happens"
    what = repr(rule) if node.end else f"{rule!r} of state {node.name!r}"  # there is no state yet in setup
    if target is None:
        return RulesError(
            f"{what} returned nothing; end it with 'return ...' on every way through, a state that it says it goes to: {goals}"
        )
    name = target.__name__ if isinstance(target, type) and target in states.by_class else target
    if isinstance(name, str) and name in states.by_name:
        if states.by_name[name].private and not node.private:
            return RulesError(
                f"{what} went to the private state {name!r}, to which only players of a master come; go to the "
                "MultipleActivePlayers state whose 'first' leads there"
            )
        return RulesError(
            f"{what} went to {name!r}, which it does not say: it goes to {goals}; return one of these, or annotate it "
            f"'-> ... | To[{name}]'"
        )
    if isinstance(name, str):
        return RulesError(_unknown(what, name, known, node, rule))
    if type(name) in known:
        return RulesError(f"{what} returned an object of {type(name).__name__}; return the class itself, {type(name).__name__}")
    shown = name.__name__ if isinstance(name, type) else quoted(name)
    return RulesError(f"{what} returned {shown}, which is no state of its game; it goes to {goals}")


def _unknown(what: str, name: str, known: dict[object, Node], node: Node, rule: str) -> str:
    """The message for an unknown label or name."""
    names = [each for each in known if isinstance(each, str)]
    owner = next((each for each, ways in node.ways.items() if name in ways and each != rule), "")
    close = closest(name, names)
    hint = f"which is a label of {owner!r}; " if owner else f"did you mean {close!r}? " if close else ""
    joint = ", " if owner else "; "
    return f"{what} took the unknown transition {name!r}{joint}{hint}known: {', '.join(names) or 'none'}"


# -- the whole graph ---------------------------------------------------------------------------------------------------


Found = tuple[type[State[Any]] | None, str, str]
"""A problem of the graph: the class of a state, None for the game; the rule, or "" for the whole state; the message."""


def path_problems(states: States) -> list[Found]:
    """The problems of the graph: private states entered from elsewhere, unreachable states, and states without a path to the
    end."""
    found = _crossings(states)
    reached = _reached(states, states.first)
    for node in states.nodes:
        if node.name not in reached:
            what = "the game never ends" if node.end else f"state {node.name!r} is never reached"
            fix = f"no rule says '-> To[{node.name}]'{node.base_of(states.nodes)}"
            kind = None if node.end else node.kind
            found.append((kind, "", f"{what}; {'some rule must return GameEnd' if node.end else fix}"))
        elif not node.end and GameEnd.__name__ not in _reached(states, (node.name,)) and GameEnd.__name__ in reached:
            says = f"from state {node.name!r} the end is never reached; a rule on the way from it must return GameEnd"
            found.append((node.kind, "", says))
    return found


def _crossings(states: States) -> list[Found]:
    """The transitions into private states that do not come from a master or from another private state."""
    found: list[Found] = []
    for name in states.first:
        if states.by_name[name].private:
            says = f"setup goes to the private state {name!r}; go to the MultipleActivePlayers state whose 'first' leads there"
            found.append((None, "setup", says))
    for node in states.nodes:
        for rule, goals in node.edges.items():
            for name in goals:
                says = _crossing(states, node, rule, states.by_name[name])
                if says:
                    found.append((node.kind, rule, says))
    return found


def _crossing(states: States, node: Node, rule: str, goal: Node) -> str:
    """The problem of a transition into a private state, or out of one; empty if there is none."""
    if goal.private and not node.private and not (node.master and rule != "enter"):
        return (
            f"{rule!r} of state {node.name!r} goes to the private state {goal.name!r}; private states begin where "
            "the 'first' of a MultipleActivePlayers state says, and lead to each other"
        )
    if rule == "first" and node.master and not goal.private:
        return f"'first' of state {node.name!r} goes to {goal.name!r}, which is no private state; extend PrivateState"
    if goal.master and node.name in _private_of(states, goal):
        return (
            f"{rule!r} of the private state {node.name!r} goes to {goal.name!r}, where its player is already; "
            "go to the state that follows when everybody is done"
        )
    return ""


def _private_of(states: States, master: Node) -> set[str]:
    """The private states of a master."""
    reached: set[str] = set()
    waiting = [name for rule, goals in master.edges.items() if rule != "enter" for name in goals]
    while waiting:
        name = waiting.pop()
        if name not in reached and states.by_name[name].private:
            reached.add(name)
            waiting.extend(each for goals in states.by_name[name].edges.values() for each in goals)
    return reached


def _reached(states: States, start: Iterable[str]) -> set[str]:
    """All states reachable from ``start``. A `Jump` reaches private states from private states only."""
    reached: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            node = states.by_name[name]
            for goals in node.edges.values():
                waiting.extend(goals)
            if node.jumps:
                waiting.extend(each.name for each in states.nodes if not each.private or node.private)
    return reached
