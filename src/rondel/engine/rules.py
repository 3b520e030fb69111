"""The rules of one game, put together and checked once: its states, their actions, and the graph they make.

Every offender is found before the game is first played, and all are listed at once. Nothing here knows a position.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, get_args

from rondel.engine.action import ACTIONS, Action, parameters
from rondel.engine.graph import targets
from rondel.engine.option import Option
from rondel.engine.state import ActivePlayer, Automatic, GameEnd, State
from rondel.engine.text import PLAYERS, faults
from rondel.engine.visibility import RESERVED
from rondel.errors import BadOption, DefinitionError

if TYPE_CHECKING:
    from rondel.engine.game import Game

_STATE_HOOKS: Final = ("description", "my_turn", "updates_progress", "enter", "args")
_KINDS: Final = ("ActivePlayer", "Automatic")


class Node:
    """A state within the rules of a game: its one instance and what hangs on it."""

    def __init__(self, number: int, state: State[Any]) -> None:
        self.number = number
        self.state = state
        self.kind = type(state)
        self.name: str = self.kind.__name__
        self.actions: list[Action] = list(ACTIONS.get(self.kind, ()))
        self.by_action: dict[str, Action] = {action.name: action for action in self.actions}
        self.automatic = isinstance(state, Automatic)
        self.end = isinstance(state, GameEnd)
        self.enters = self.kind.enter is not State.enter
        """Whether it has an ``enter`` of its own."""
        self.updates_progress: bool = self.kind.updates_progress
        self.placeholders = PLAYERS if self.kind.args is State.args else None
        """Those its texts may use; None if its args may bring any."""
        self.goals: dict[type[State[Any]], Node] = {}
        """The states its rules may go to, by class; all of them from the end, where a game is before it begins."""
        self.edges: dict[str, tuple[str, ...]] = {}
        """The states each rule of it says it goes to, by the rule's name."""


class Rules:
    """The checked rules of a game class. Raises `DefinitionError` listing all that is wrong."""

    def __init__(self, game: type[Game]) -> None:
        self.game = game
        self.nodes: list[Node] = []
        self.by_class: dict[type[State[Any]], Node] = {}
        self.by_name: dict[str, Node] = {}
        self.problems: list[str] = []
        self.tried = False
        """Whether a game has been set up by them, and what it keeps in its attributes been looked at."""
        for number, kind in enumerate([*_states_of(game), GameEnd]):
            node = Node(number, kind())
            self.nodes.append(node)
            self.by_class[kind] = node
            if node.name in self.by_name:
                self.problems.append(f"two states are named {node.name!r}; give one of them another name")
            self.by_name[node.name] = node
        self.first = self._first()
        self._check_game()
        for node in self.nodes:
            self._check_node(node)
        self._check_paths()
        for node in self.nodes:
            named = {self.by_name[name] for goals in node.edges.values() for name in goals}
            node.goals = self.by_class if node.end else {goal.kind: goal for goal in named}
        if self.problems:
            raise DefinitionError(game.__name__, self.problems)

    # -- checks --------------------------------------------------------------------------------------------------------

    def _first(self) -> tuple[str, ...]:
        written = any("setup" in vars(each) for each in self.game.__mro__ if each.__module__ != "rondel.engine.game")
        found = targets(self.game.setup, _definer(self.game, "setup")) if written else None
        if not found:
            self.problems.append(
                "setup does not say which state comes first; write 'def setup(self) -> To[FirstState]:' and return it"
            )
            return ()
        return self._known(found, "setup")

    def _check_game(self) -> None:
        game: Any = self.game  # what an author wrote may be of any type, also where this is compiled
        if not game.seats:
            self.problems.append('the game has no seats; write seats = ("black", "white")')
        if isinstance(game.seats, str):
            self.problems.append(f"seats = {game.seats!r} is one text; write seats = ({game.seats!r}, ...), a name for each")
            return
        for role in game.seats:
            if role in RESERVED or not role.isidentifier() or not role.isascii():
                self.problems.append(
                    f"{role!r} cannot be a role; use plain ASCII letters, digits and _, and none of {RESERVED}"
                )
        if len(set(game.seats)) != len(game.seats):
            self.problems.append(f"seats {game.seats!r} name a role twice")
        if not 0 <= game.fewest <= len(game.seats):
            self.problems.append(f"fewest is {game.fewest}; the game has {len(game.seats)} seats")
        self._check_options()

    def _check_options(self) -> None:
        options: Iterable[Any] = self.game.options
        for option in options:
            if not isinstance(option, Option):
                self.problems.append(f"options hold {option!r}, which is no option; write options = (Option('size', 8), ...)")
                continue
            try:
                option.check(option.default)
            except BadOption as error:
                self.problems.append(f"the default of an option does not fit it: {error}")
            except TypeError:
                self.problems.append(
                    f"option {option.name!r} goes from {option.low!r} to {option.high!r}; only whole numbers bound an option"
                )

    def _check_node(self, node: Node) -> None:
        if node.end:
            return
        name = f"state {node.name!r}"
        if not node.name.isascii():
            self.problems.append(f"{name} is not plain ASCII; states are named in records and on the wire")
        for attribute in vars(node.kind):
            if not attribute.startswith("_") and attribute not in _STATE_HOOKS:
                close = difflib.get_close_matches(attribute, _STATE_HOOKS, 1)
                fix = f"did you mean {close[0]!r}?" if close else "put helpers on the game, or start the name with _"
                self.problems.append(f"{name} defines {attribute!r}, which no state has; {fix}")
        if node.enters:
            self._edges(node, "enter", targets(node.kind.enter, _definer(node.kind, "enter")), needed=node.automatic)
        if node.automatic:
            if not node.enters:
                self.problems.append(f"{name} is automatic but has no 'enter'; write 'def enter(self, game) -> To[NextState]:'")
            if node.actions:
                self.problems.append(
                    f"{name} is automatic and has the action {node.actions[0].name!r}; hang it on a player's state"
                )
        elif isinstance(node.state, ActivePlayer):
            if not node.actions:
                self.problems.append(
                    f"{name} has no action, so its player could do nothing; write one with @on({node.name}, ...)"
                )
            self._check_texts(node)
        else:
            self.problems.append(f"{name} is of no known kind; extend one of {', '.join(_KINDS)}")
        for action in node.actions:
            self._check_action(node, action)

    def _check_texts(self, node: Node) -> None:
        for what, message in (("description", node.kind.description), ("my_turn", node.kind.my_turn)):
            if not message:
                example = '_("{actplayer} must play")' if what == "description" else '_("{you} must play")'
                self.problems.append(f"state {node.name!r} has no {what}; write {what} = {example}")
            else:
                self.problems += faults(f"{what} of state {node.name!r}", message, node.placeholders)

    def _check_action(self, node: Node, action: Action) -> None:
        name = f"action {action.name!r} of state {node.name!r}"
        names = parameters(action.function)[1:]
        action.parameters = names
        if not action.name.isascii():
            self.problems.append(f"{name} is not plain ASCII; moves are typed and stored by it")
        if len([other for other in node.actions if other.name == action.name]) > 1 and action is not node.actions[0]:
            self.problems.append(f"{name} is defined twice; give one of them another name")
        if len(action.parts) != len(names):
            self.problems.append(
                f"{name} has {len(names)} part{'' if len(names) == 1 else 's'} ({', '.join(names) or 'none'}) but options for "
                f"{len(action.parts)}; write one '@{action.name}.options' function for each part, in order"
            )
        for number, part in enumerate(action.parts):
            if len(parameters(part)) != number + 1:
                self.problems.append(
                    f"options number {number + 1} of {name} take {len(parameters(part))} parameters; "
                    f"they receive the game and the {number} part{'' if number == 1 else 's'} before"
                )
        self.problems += faults(f"message of {name}", action.message, (*PLAYERS, *names))
        self._edges(node, action.name, targets(action.function), needed=True)

    def _edges(self, node: Node, rule: str, found: list[str] | None, *, needed: bool) -> None:
        if not found:
            if needed:
                self.problems.append(
                    f"{rule!r} of state {node.name!r} does not say where it goes; annotate it '-> To[NextState]' and return it"
                )
            return
        node.edges[rule] = self._known(found, f"{rule!r} of state {node.name!r}")

    def _known(self, names: list[str], where: str) -> tuple[str, ...]:
        known: list[str] = []
        for name in names:
            if name in self.by_name:
                known.append(name)
                continue
            close = difflib.get_close_matches(name, self.by_name, 1)
            fix = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(self.by_name)}"
            self.problems.append(f"{where} goes to the unknown state {name!r}; {fix}")
        return tuple(known)

    def _check_paths(self) -> None:
        if not self.first or self.problems:
            return  # Paths would only repeat what is wrong already.
        reached = self._reach(self.first)
        for node in self.nodes:
            if node.name not in reached:
                what = "the game never ends" if node.end else f"state {node.name!r} is never reached"
                fix = "some rule must return GameEnd" if node.end else "no rule says '-> To[" + node.name + "]'"
                self.problems.append(f"{what}; {fix}")
            elif not node.end and GameEnd.__name__ not in self._reach((node.name,)) and GameEnd.__name__ in reached:
                self.problems.append(f"from state {node.name!r} the end is never reached")

    def _reach(self, start: Iterable[str]) -> set[str]:
        reached: set[str] = set()
        waiting = list(start)
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                for goals in self.by_name[name].edges.values():
                    waiting.extend(goals)
        return reached


_RULES: Final[dict[type[Any], Rules]] = {}


def rules_of(game: type[Game]) -> Rules:
    """The rules of a game class, checked when they are first asked for. Raises `DefinitionError`."""
    rules = _RULES.get(game)
    if rules is None:
        rules = _RULES[game] = Rules(game)
    return rules


def _states_of(game: type[Game]) -> list[type[State[Any]]]:
    """The state classes written for this game (``class PlayerTurn(ActivePlayer[Reversi])``)."""
    found: list[type[State[Any]]] = []
    waiting: list[type[State[Any]]] = [State]
    seen: set[type[State[Any]]] = set()
    while waiting:
        for kind in waiting.pop(0).__subclasses__():
            if kind in seen:
                continue
            seen.add(kind)
            waiting.append(kind)
            for base in getattr(kind, "__orig_bases__", ()):
                if any(isinstance(arg, type) and issubclass(game, arg) for arg in get_args(base)):
                    found.append(kind)
    return found


def _definer(kind: type[Any], name: str) -> str:
    """The name of the class in whose body ``name`` is defined."""
    for each in kind.__mro__:
        if name in vars(each):
            return each.__name__
    return ""
