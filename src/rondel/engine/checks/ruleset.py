"""The rule set of one game: its states, actions and transitions, checked once before the first game.

All problems of the rules are found before the first game, and reported together. Nothing here depends on a position.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, Any, Final, get_args

from rondel.engine.checks import declarations, hooks
from rondel.engine.checks.attribute_guard import guarded
from rondel.engine.checks.source_annotations import given, jumps, targets
from rondel.engine.checks.source_places import Place, place_of, place_of_text
from rondel.engine.checks.transitions import Node, Route, States, path_problems, ways
from rondel.engine.components.journal import owners_of
from rondel.engine.declarations import facts, showcase
from rondel.engine.declarations.action import Action, parameters
from rondel.engine.declarations.action_decorators import OWN
from rondel.engine.declarations.option import settle
from rondel.engine.declarations.state import ChanceState, GameEnd, MultipleActivePlayers, State
from rondel.engine.text import PLAYERS, faults
from rondel.engine.visibility import RESERVED
from rondel.errors import DefinitionError, closest

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_KINDS: Final = ("ActivePlayer", "MultipleActivePlayers", "PrivateState", "Automatic", "ChanceState")


class Rules(States):
    """The checked rules of a game class. Raises `DefinitionError` that lists all problems."""

    def __init__(self, game: type[Definition]) -> None:
        super().__init__()
        self.game = game
        self.problems: list[str] = []
        self._places: list[Place | None] = []
        """The places of the problems, as far as they are known."""
        self.tried = False
        """Whether a game has been set up, so that its attributes have been checked."""
        found = _states_of(game)
        self._checked: list[Action] = []
        self.abstract: dict[str, list[str]] = {}
        """The names of the states that extend each base, by the name of the base."""
        states = [*[each for each in found if not _abstract(each)], GameEnd]
        for number, kind in enumerate(states):
            node = Node(number, kind(), _bases(kind, states))
            self.nodes.append(node)
            self.by_class[kind] = node
            if node.name in self.by_name:
                self.problems.append(f"two states are named {node.name!r}; give one of them another name")
            self.by_name[node.name] = node
            self._locate(kind)
        self._check_bases(found)
        self.several = any(node.several for node in self.nodes)
        """Whether any state has several active players."""
        self.first = self._first()
        self._locate(game, "setup" if self._writes("setup") else hooks.misspelt(game, "setup"))
        self._check_game()
        self._locate(game)
        for node in self.nodes:
            self._check_node(node)
            self._locate(node.kind)
        if not any("'updates_progress'?" in each for each in self.problems):  # as the fix of a misspelt one
            self.problems += declarations.progress(self.game, self.nodes, measures=self._writes("measure"))
            self._locate(game, hooks.misspelt(game, "measure") or "measure")
        for own, attribute, hook in hooks.misspellings(self.game):
            if not any(f"{attribute!r} meant" in each for each in self.problems):
                says = f"{own.__name__} defines {attribute!r}, which the engine does not know and nothing uses"
                self.problems.append(f"{says}; did you mean {hook!r}?")
                self._locate(own, attribute)
        if self.first and not self.problems:  # otherwise most problems of paths follow from the others
            for state, rule, problem in path_problems(self):
                self.problems.append(problem)
                action = self.by_class[state].by_action.get(rule) if state is not None else None
                self._locate(action.function if action is not None else state or game, rule)
        if self.problems:
            raise DefinitionError(game.__name__, self.problems, [str(each or "") for each in self._places])
        for node in self.nodes:
            node.ways = ways(self, node)
            node.routes = tuple([Route(action, node.ways[action.name]) for action in node.actions])
            for action in node.actions:
                action.seat(game.seats)
                function = action.function if len(action.parameters) == 1 else None
                node.plays[action.name] = (action, function, node.ways[action.name])
            sole = node.actions[0] if len(node.actions) == 1 else None
            node.countable = all(each.listing is not None or not each.parts for each in node.actions)
            if sole is not None and sole.listing is not None and sole.guard is None:
                node.sole = sole
        self.starts: dict[object, Node] = {
            first: node for first, node in self.nodes[-1].ways["setup"].items() if isinstance(first, type) and node.rests
        }
        """The first states in which a player is asked at once, by class."""
        self.roles: tuple[str, ...] = tuple(game.seats[: game.fewest or len(game.seats)])
        """The roles of a game with the default number of players."""
        self.owners = owners_of(self.roles)
        """The possible owners of tokens in such a game."""
        self.alone: tuple[tuple[str, ...], ...] = tuple([(role,) for role in game.seats])
        """Each seat as a party of its own."""
        self.defaults = settle(game.options, {})
        """The default value of each option; shared by all games, so never written."""
        self.part_bits: dict[str, int] = {"play_order": 1, "scores": 2}
        """A bit for each name of a prop or container: the engine's own, and those that were found valid in earlier games."""
        self._names_of_each: dict[str, dict[str, str]] = {}
        self.settled = self.defaults
        """A one-entry cache: the option values of the last game with other values than the defaults."""
        self.kinds = tuple(game.kinds)
        """All kinds of token."""
        for each in self.kinds:
            each.serve(game.seats)
        self.guarded = guarded(game)
        """Whether assignments to a game's attributes pass the attribute guard, which takes time."""
        self.rivals = not (game.cooperative or game.teams)
        """Whether every role is a party of its own."""
        self.counts = bool(game.stats)
        """Whether the game has statistics."""
        self.lowest_wins = bool(game.lowest_wins)
        """Whether the lowest score wins."""
        self.scores = self._writes("score")
        """Whether the game computes its score, and does not use the one that rules set."""
        self.breaks_ties = self._writes("tie_break")
        """Whether the game has a tie break besides the order of elimination."""
        self.notes: list[str] = [*declarations.progress_notes(game, self.nodes), *hooks.notes(game)]
        """Notes for `rondel check`: possible omissions that are no errors."""

    def _locate(self, subject: object, attribute: str = "") -> None:
        """Note the place of the problems that were found since the last call."""
        if len(self._places) < len(self.problems):
            place = place_of(subject, attribute)
            self._places += [place] * (len(self.problems) - len(self._places))

    def names_of_each(self, name: str) -> dict[str, str]:
        """The names of the parts that `Game.each` makes, by role: ``hand_west`` for ``hand``."""
        names = self._names_of_each.get(name)
        if names is None:
            names = self._names_of_each[name] = {role: f"{name}_{role}" for role in self.game.seats}
        return names

    # -- checks --------------------------------------------------------------------------------------------------------

    def _first(self) -> tuple[str, ...]:
        found = targets(self.game.setup, _definer(self.game, "setup")) if self._writes("setup") else None
        if not found:
            meant = "" if self._writes("setup") else hooks.misspelt(self.game, "setup")
            self.problems.append(
                "setup does not say which state comes first; write 'def setup(self) -> To[FirstState]:' and return it"
                + (f"; is {meant!r} meant to be 'setup'?" if meant else "")
            )
            return ()
        return self._known(found, "setup")

    def _check_game(self) -> None:
        game: Any = self.game  # see `is_a`
        if not game.seats:
            self.problems.append('the game has no seats; write seats = ("black", "white")')
        if isinstance(game.seats, str):
            self.problems.append(f"seats = {game.seats!r} is one text; write seats = ({game.seats!r}, ...), a name for each")
            self._locate(game, "seats")
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
        self._locate(game, "seats")
        for attribute, found in (
            ("options", declarations.options(self.game)),
            ("kinds", declarations.kinds(self.game)),
            ("effects", declarations.effects(self.game)),
            ("colours", declarations.colours(self.game)),
            ("facts", facts.faults(game.facts)),
            ("showcase", showcase.faults(game.showcase, game.fewest or len(game.seats), len(game.seats))),
            ("score_visible_to", declarations.visibility(self.game)),
            ("score_sheet", declarations.score_sheet(self.game)),
            ("teams", declarations.teams(self.game)),
            ("stats", declarations.statistics(self.game)),
            ("migrations", declarations.migrations(self.game, self.by_name)),
        ):
            self.problems += found
            self._locate(game, attribute)
        for text, problem in declarations.faces(self.game):
            self.problems.append(problem)
            self._places.append(place_of_text(self.game, text) or place_of(self.game, "kinds"))
        self._add(hooks.of_game(self.game), self.game)

    def _writes(self, hook: str) -> bool:
        """Whether the game's author has written this method."""
        return hooks.writes(self.game, hook)

    def _check_bases(self, found: Iterable[type[State[Any]]]) -> None:
        """Check the bases that states share."""
        extended: dict[type[State[Any]], list[str]] = {}
        for node in self.nodes:
            for kind in _bases(node.kind, self.by_class):
                extended.setdefault(kind, []).append(node.name)
        for kind, names in extended.items():
            self.abstract[kind.__name__] = names
            if _abstract(kind):  # other bases are for any game, and may have attributes of their own
                self._add(hooks.of_state(kind), kind)
        for kind in found:
            if _abstract(kind) and kind not in extended:
                self.problems.append(
                    f"state {kind.__name__!r} is abstract and no state extends it; extend it, or leave out abstract = True"
                )
                self._locate(kind, "abstract")

    def _check_node(self, node: Node) -> None:
        if node.end:
            return
        name = f"state {node.name!r}"
        if not node.name.isascii():
            self.problems.append(f"{name} is not plain ASCII; states are named in records and on the wire")
        elif not node.name.isidentifier():
            self.problems.append(f"{name} has no plain name; use ASCII letters, digits and _, as in 'PlayerTurn'")
        self._locate(node.kind)
        self._add(hooks.of_state(node.kind), node.kind)
        if isinstance(node.state, ChanceState):
            self._check_hook(node, ChanceState, "happens", needed=True)
            if getattr(node.kind, "outcomes", None) is ChanceState.outcomes:
                self.problems.append(f"{name} has no 'outcomes'; write 'def outcomes(self, game):' and return what may happen")
        elif node.enters:
            self._edges(node, "enter", node.kind.enter, _definer(node.kind, "enter"), needed=node.automatic)
        if node.automatic:
            if not node.enters:
                self.problems.append(
                    f"{name} is automatic but has no 'enter'; write 'def enter(self, game) -> To[NextState]:'"
                    f"{node.base_of(self.nodes)}"
                )
            if node.actions:
                self.problems.append(
                    f"{name} is automatic and has the action {node.actions[0].name!r}; hang it on a player's state"
                )
        elif node.one or node.several or node.private:
            if node.master:
                self._check_hook(node, MultipleActivePlayers, "first", needed=True)
            elif not node.actions:
                self.problems.append(
                    f"{name} has no action, so its player could do nothing; write one with @on({node.name}, ...)"
                    f"{node.base_of(self.nodes)}"
                )
            self._check_texts(node)
        else:
            self.problems.append(f"{name} is of no known kind; extend one of {', '.join(_KINDS)}")
        declining = [action.name for action in node.actions if action.declines]
        if len(declining) > 1:
            self.problems.append(
                f"{name} can be declined by {' and by '.join(map(repr, declining))}, and an absent player needs one move; hang "
                f"all but one on with @on({node.name}, ...)"
            )
        for action in node.actions:
            self._check_action(node, action)
            if node.master and not action.out_of_turn:
                self.problems.append(
                    f"action {action.name!r} of {name} is never offered: its players act in private states, and those who do "
                    f"not may only use what is declared out of turn, @on({node.name}, ..., out_of_turn=True)"
                )
        self._check_labels(node)

    def _add(self, found: Iterable[tuple[str, str]], kind: type[Any]) -> None:
        """Add problems of attributes of a class."""
        for attribute, problem in found:
            self.problems.append(problem)
            self._locate(kind, attribute)

    def _check_labels(self, node: Node) -> None:
        """Check that labels are for targets of their rule, and that each means one state."""
        own = [rule for rule in (*node.edges, *node.jumps) if rule not in node.by_action]
        given = [(action.name, action.labels, [action.name]) for action in node.actions]
        meant: dict[str, str] = {}
        for name, labels, rules in [*given, ("enter", node.kind.labels, own)]:
            where = f"a label of {name!r} of state {node.name!r}"
            goals = [goal for rule in rules for goal in node.edges.get(rule, ())]
            action = node.by_action.get(rules[0]) if rules else None
            called = labels if action is None else {node.meant(action, goal): labels[goal] for goal in labels}
            for goal in self._known(list(called), where):
                label = called[goal]
                if goal not in goals and not any(rule in node.jumps for rule in rules):
                    self.problems.append(f"{where} is for {goal!r}, where it does not go; it goes to {', '.join(goals)}")
                elif meant.setdefault(label, goal) != goal or (label in self.by_name and label != goal):
                    self.problems.append(f"{where}, {label!r}, stands for another state as well; give each a label of its own")

    def _check_hook(self, node: Node, kind: type[State[Any]], hook: str, *, needed: bool) -> None:
        """Read the targets of a hook other than ``enter``."""
        function = getattr(node.kind, hook)
        if function is getattr(kind, hook):
            self.problems.append(f"state {node.name!r} has no {hook!r}; write 'def {hook}(self, game, ...) -> To[NextState]:'")
        else:
            self._edges(node, hook, function, _definer(node.kind, hook), needed=needed)

    def _check_texts(self, node: Node) -> None:
        self._locate(node.kind)
        message: Any  # see `is_a`
        for what, message in (("description", node.kind.description), ("my_turn", node.kind.my_turn)):
            if not isinstance(message, str):
                continue  # reported by the check of hooks
            if not message and ((what == "description" and node.private) or (what == "my_turn" and node.master)):
                continue  # never shown
            if not message:
                example = '_("{actplayer} must play")' if what == "description" else '_("{you} must play")'
                self.problems.append(f"state {node.name!r} has no {what}; write {what} = {example}")
            else:
                self.problems += faults(f"{what} of state {node.name!r}", message, self._fillable(node, message))
            self._locate(node.kind, what)

    def _fillable(self, node: Node, message: str) -> tuple[str, ...] | None:
        """The placeholders that a text of a state may use; None if they are only known in play."""
        if not faults("", message, PLAYERS):
            return PLAYERS
        known = list(PLAYERS)
        for each in [node, *(other for other in self.nodes if node.private and other.master)]:
            if each.kind.args is not State.args:
                keys = given(each.kind, "args")
                if keys is None:
                    return None
                known += keys
        return tuple(dict.fromkeys(known))

    def _check_action(self, node: Node, action: Action) -> None:
        if len([other for other in node.actions if other.name == action.name]) > 1 and action is not node.actions[0]:
            self.problems.append(
                f"action {action.name!r} of state {node.name!r} is defined twice; give one of them another name"
            )
        known = len(self.problems)
        self._locate(node.kind)
        self._check_function(node, action)
        self._edges(node, action.name, action.function, "", needed=True, action=action)
        if action in self._checked:  # an action that states share is reported once
            del self.problems[known:], self._places[known:]
        self._checked.append(action)
        self._locate(action.function)

    def _check_function(self, node: Node, action: Action) -> None:
        name = f"action {action.name!r} of state {node.name!r}"
        names = parameters(action.function)[1:]
        action.parameters = names
        if not action.name.isascii():
            self.problems.append(f"{name} is not plain ASCII; moves are typed and stored by it")
        if action.together is not None:
            if action.parts:
                self.problems.append(f"{name} has both 'all_options' and 'options'; keep one of them")
            if not hooks.takes(action.together, 1):
                self.problems.append(f"all_options of {name} receive the game, and nothing else")
            self._locate(action.together)
        elif len(action.parts) != len(names):
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
            self.problems += hooks.plain(part, f"options number {number + 1} of {name}", yields=True)
            self._locate(part)
        if action.guard is not None and not hooks.takes(action.guard, 1):
            self.problems.append(
                f"'{action.name}.available' of state {node.name!r} takes ({', '.join(parameters(action.guard))}); it receives "
                "the game, and nothing else"
            )
        elif action.guard is not None:
            self.problems += hooks.plain(action.guard, f"'{action.name}.available' of state {node.name!r}")
        self._locate(action.guard or action.function)
        self.problems += hooks.plain(action.function, name)
        self.problems += faults(f"message of {name}", action.message, (*PLAYERS, *names))
        self.problems += declarations.says(name, action.says, names)
        self._locate(action.function)

    def _edges(
        self,
        node: Node,
        rule: str,
        function: Callable[..., Any],
        owner: str,
        *,
        needed: bool,
        action: Action | None = None,
    ) -> None:
        self._locate(node.kind)
        if jumps(function, owner):
            node.jumps.append(rule)
            return
        found = targets(function, owner)
        if not found:
            if needed:
                self.problems.append(
                    f"{rule!r} of state {node.name!r} does not say where it goes; annotate it '-> To[NextState]' and return it"
                )
                self._locate(function)
            return
        if action is not None:
            found = list(dict.fromkeys([node.meant(action, goal) for goal in found]))
        node.edges[rule] = self._known(found, f"{rule!r} of state {node.name!r}")
        self._locate(function)

    def _known(self, names: list[str], where: str) -> tuple[str, ...]:
        known: list[str] = []
        for name in names:
            if name in self.by_name:
                known.append(name)
                continue
            if name in self.abstract:
                self.problems.append(
                    f"{where} goes to {name!r}, which is only the base of {_listed(self.abstract[name])}; go to one of these"
                )
                continue
            close = closest(name, self.by_name)
            fix = f"did you mean {close!r}?" if close else f"known: {', '.join(self.by_name)}"
            self.problems.append(f"{where} goes to the unknown state {name!r}; {fix}")
        return tuple(known)


_RULES: Final[dict[type[Any], Rules]] = {}


def rules_of(game: type[Definition]) -> Rules:
    """The rules of a game class, checked at the first call. Raises `DefinitionError`."""
    rules = _RULES.get(game)
    if rules is None:
        rules = _RULES[game] = Rules(game)
    return rules


def _states_of(game: type[Definition]) -> list[type[State[Any]]]:
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


def _bases(kind: type[State[Any]], states: Container[type[State[Any]]]) -> list[type[State[Any]]]:
    """The author's classes that a state extends, without other states, the nearest first."""
    return [
        each
        for each in kind.__mro__[1:]
        if issubclass(each, State) and each not in states and getattr(each, "__module__", "") != OWN
    ]


def _abstract(kind: type[State[Any]]) -> bool:
    """Whether a state class declares itself a base; the declaration is not inherited."""
    return bool(vars(kind).get("abstract"))


def _listed(names: Iterable[str]) -> str:
    return ", ".join([repr(name) for name in names])


def _definer(kind: type[Any], name: str) -> str:
    """The name of the class in whose body ``name`` is defined."""
    for each in kind.__mro__:
        if name in vars(each):
            return each.__name__
    return ""
