"""Nodes: the states of one game's rules, each with the actions that hang on it and the ways that lead on from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rondel.engine.declarations.action import ACTIONS, Action
from rondel.engine.declarations.state import ActivePlayer, Automatic, GameEnd, MultipleActivePlayers, PrivateState, State
from rondel.engine.text import PLAYERS


class Route:
    """An action of a state, and the states it says it goes to: a search looks for both at every step."""

    def __init__(self, action: Action, ways: dict[object, Node]) -> None:
        self.action = action
        self.name = action.name
        self.goals: tuple[Node, ...] = tuple(dict.fromkeys(ways.values()))

    def to(self, target: object) -> Node | None:
        """The state whose class a rule has returned; None for a name, a label, or what is none of its goals."""
        for goal in self.goals:
            if goal.kind is target:
                return goal
        return None


class Node:
    """A state within the rules of a game: its one instance and what hangs on it."""

    def __init__(self, number: int, state: State[Any], bases: Iterable[type[State[Any]]] = ()) -> None:
        self.number = number
        self.state = state
        self.kind = type(state)
        self.name: str = self.kind.__name__
        self.actions: list[Action] = [action for each in (self.kind, *bases) for action in ACTIONS.get(each, ())]
        """Its own, then those that it shares with other states because they hang on a base of them."""
        self.out_of_turn: list[Action] = [action for action in self.actions if action.out_of_turn]
        """Those that roles may use that are not active."""
        self.sole: Action | None = None
        """Its action, if it has just one, as most have, and one function lists what it may be used for."""
        self.by_action: dict[str, Action] = {action.name: action for action in self.actions}
        self.automatic = isinstance(state, Automatic)
        self.one = isinstance(state, ActivePlayer)
        """Whether one player acts, the current one."""
        self.several = isinstance(state, MultipleActivePlayers)
        self.private = isinstance(state, PrivateState)
        self.master = isinstance(state, MultipleActivePlayers) and type(state).first is not MultipleActivePlayers.first
        """Whether its players are in private states."""
        self.end = isinstance(state, GameEnd)
        self.enters = self.kind.enter is not State.enter
        """Whether it has an ``enter`` of its own."""
        self.rests = not self.enters and not self.several
        """Whether a rule that goes there is done at once: a player is asked, or the game is over."""
        self.updates_progress: bool = self.kind.updates_progress
        self.placeholders: tuple[str, ...] | None = PLAYERS if self.kind.args is State.args else None
        """Those its texts may use; None if its args may bring any."""
        self.ways: dict[str, dict[object, Node]] = {}
        """The states each of its rules may go to: see `transition.ways`."""
        self.routes: tuple[Route, ...] = ()
        """Its actions, each with where it goes."""
        self.plays: dict[str, tuple[Action, Callable[..., Any] | None, dict[object, Node | None]]] = {}
        """Its actions by name, each with its function, if it has just one part, and with the states it may go to: None for
        those where more happens at once than that a player is asked, or that the game is over."""
        self.edges: dict[str, tuple[str, ...]] = {}
        """The states each rule of it says it goes to, by the rule's name."""
        self.jumps: list[str] = []
        """The rules that may go anywhere."""

    def route(self, rule: str) -> Route:
        """The action of that name, which is one of this state's own."""
        for route in self.routes:
            if route.name is rule:  # as every move has it that the action lists
                return route
        return next(route for route in self.routes if route.name == rule)

    def label(self, rule: str, goal: str) -> str:
        """What the transition is called that a rule takes to the state of that name: by its label, or else by the rule."""
        action = self.by_action.get(rule)
        labels = self.kind.labels if action is None else action.labels
        if action is not None and goal == self.name:
            return labels.get(goal, labels.get(action.state.__name__, rule))
        return labels.get(goal, rule)

    def base_of(self, nodes: Iterable[Node]) -> str:
        """What to add to a problem of a state that may be meant as a base of others."""
        names = [each.name for each in nodes if each is not self and issubclass(each.kind, self.kind)]
        return f"; if it is only the base of {', '.join(map(repr, names))}, write abstract = True in it" if names else ""

    def meant(self, action: Action, goal: str) -> str:
        """The state that an action means by a name: by its base's the one that is on, where the action hangs on a base."""
        return self.name if goal == action.state.__name__ else goal
