"""State classes: the states of 2025's spelling, one class each in ``modules/php/States``.

The arguments of the parent constructor ``GameState`` give the state; ``#[PossibleAction]`` marks the possible actions;
and the return values of the methods are the transitions.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.evaluation.declarations import Class, Declarations, Method
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.framework import GAME_STATE, PARAMETERS, PRIVATE
from rondel.bga.evaluation.scope import Scope
from rondel.bga.machine.flow import Flow
from rondel.bga.machine.machine import State
from rondel.bga.machine.playerlist import is_filled
from rondel.bga.machine.wrapper import Called, Handed, Wrappers, argument
from rondel.bga.php.source import LANGUAGE, Place, found, part, parts
from rondel.bga.php.value import Array, Case, Unread, Value

FRAMEWORK: Final = "gamestate"
KEYS: Final = {
    "name": "name",
    "type": "type",
    "description": "description",
    "descriptionMyTurn": "descriptionmyturn",
    "transitions": "transitions",
    "updateGameProgression": "updateGameProgression",
    "initialPrivate": "initialprivate",
}
"""The keys of an array of states by those parameters."""

_PARENT: Final = Query(LANGUAGE, "(scoped_call_expression scope: (relative_scope)) @call")
_RETURN: Final = Query(LANGUAGE, "(return_statement) @return (anonymous_function) @inner")
_ASSIGNED: Final = Query(
    LANGUAGE,
    """
    (assignment_expression left: (variable_name) right: (_)) @assignment
    (augmented_assignment_expression left: (variable_name) right: (_)) @augmented
    """,
)
_ACTION: Final = re.compile(r"act[A-Z_0-9]")
_DEEPEST: Final = 10


def state_classes(declared: Declarations) -> list[Class]:
    """The classes that are states: those that extend ``GameState``, are not abstract, and know their ids."""
    found_ = [
        each
        for each in declared.classes.values()
        if each.node.type == "class_declaration" and not _abstract(each) and _extends(each, declared)
    ]
    above = {known.name for each in found_ for name in each.parents if (known := declared.named(name)) is not None}
    return [each for each in found_ if each.name not in above or not _asks_for_id(each)]


def _asks_for_id(owner: Class) -> bool:
    """Whether a class has a parameter for its id: then its subclasses are states, and it is not."""
    method = owner.methods.get("__construct")
    given = parts(method.node.child_by_field_name("parameters")) if method is not None else []
    for each in given:
        name = each.child_by_field_name("name")
        if name is not None and owner.source.text(name) == "$id" and each.child_by_field_name("default_value") is None:
            return True
    return False


def read(owner: Class, evaluator: Evaluator, wrappers: Wrappers) -> tuple[Value, State]:
    """The id of a state class, and the state; its unread values are in its keys.

    Raises nothing: a class whose constructor cannot be followed has an `Unread` for its id.
    """
    declared = evaluator.declared
    place = owner.source.place(owner.node.child_by_field_name("name") or owner.node)
    given = _constructed(owner, {}, evaluator, 0)
    keys = Array()
    if isinstance(given, Unread):
        return given, State("", keys, place, owner.name)
    named = given.get("name")
    keys.put("name", owner.short if named is None or named[0] is None else named[0], place if named is None else named[1])
    for parameter, key in KEYS.items():
        if parameter in given and parameter != "name":
            value, at = given[parameter]
            keys.put(key, value.value if isinstance(value, Case) else value, at)
    _hooks(owner, keys, declared, place)
    identity = given.get("id", (Unread(place, owner.name, "the constructor gives no id"), place))[0]
    state = State("", keys, place, owner.name)
    state.foreign = [(name, at) for name, (_value, at) in given.items() if name and name not in PARAMETERS]
    for method in _methods(owner, declared).values():
        if not _may_move(method):
            continue
        for goal in _returned(method, owner, evaluator, set(), wrappers):
            if goal.dead:
                state.dead.add(goal.place)
            if isinstance(goal.value, Unread):
                state.roams = True
            elif goal.private in (None, state.type == "private"):
                state.returns.append((method.name, goal.value, goal.place))
            elif state.type == "private":
                state.exits.append((method.name, goal.value, goal.place))
    return identity, state


def _hooks(owner: Class, keys: Array, declared: Declarations, place: Place) -> None:
    """The keys that methods stand for: possible actions, ``getArgs``, ``onEnteringState``."""
    methods = _methods(owner, declared)
    actions = Array()
    for method in methods.values():
        if "PossibleAction" in method.attributes:
            actions.append(method.name, method.place)
    if len(actions):
        keys.put("possibleactions", actions, actions.entries[0].place)
    for name, key in (("getargs", "args"), ("onenteringstate", "action")):
        if name in methods:
            keys.put(key, methods[name].name, methods[name].place)


def _methods(owner: Class, declared: Declarations) -> dict[str, Method]:
    """Its methods, those it inherits included."""
    found_: dict[str, Method] = {}
    for each in declared.line(owner):
        for name, method in each.methods.items():
            found_.setdefault(name, method)
    return found_


def _abstract(owner: Class) -> bool:
    return part(owner.node, "abstract_modifier") is not None


def _extends(owner: Class, declared: Declarations) -> bool:
    return any(_is_framework(name, declared) for each in declared.line(owner) for name in each.parents)


def _is_framework(name: str, declared: Declarations) -> bool:
    """Whether a name means the framework's ``GameState``, and not a class of the project that is called so too."""
    if name.lower() == GAME_STATE.lower():
        return True
    return name.rpartition("\\")[2].lower() == FRAMEWORK and name.lower() not in declared.classes


# -- the constructor ---------------------------------------------------------------------------------------------------


def _constructed(
    owner: Class, given: dict[str, Value], evaluator: Evaluator, depth: int
) -> dict[str, tuple[Value, Place]] | Unread:
    """The arguments of the framework's constructor, by parameter name."""
    here = owner.source.place(owner.node)
    if depth > _DEEPEST:
        return Unread(here, owner.name, "its constructors call each other without end")
    for each in evaluator.declared.line(owner):
        method = each.methods.get("__construct")
        if method is None:
            continue
        scope = Scope(each.source, each.names, _bound(method, given, evaluator, each), each)
        call = _parent_call(method)
        if call is None:
            return Unread(method.place, f"{each.short}::__construct", "it does not call the constructor of GameState")
        parent = next((name for name in each.parents), "")
        above = evaluator.declared.named(parent)
        arguments = _arguments(call, scope, evaluator)
        if _is_framework(parent, evaluator.declared) or above is None:
            return _by_name(arguments, PARAMETERS)
        values = {name: value for name, (value, _place) in _by_name(arguments, _parameters(above, evaluator.declared)).items()}
        return _constructed(above, values, evaluator, depth + 1)
    return Unread(here, owner.name, "it has no constructor that gives an id")


def _bound(method: Method, given: dict[str, Value], evaluator: Evaluator, owner: Class) -> dict[str, Value]:
    """The variables of a constructor: its arguments, or the defaults."""
    bound: dict[str, Value] = {}
    for each in parts(method.node.child_by_field_name("parameters")):
        name = each.child_by_field_name("name")
        if name is None:
            continue
        written = method.source.text(name).lstrip("$&.")
        default = each.child_by_field_name("default_value")
        if written in given:
            bound[written] = given[written]
        elif default is not None:
            bound[written] = evaluator.value(default, Scope(owner.source, owner.names, {}, owner))
    return bound


def _parameters(owner: Class, declared: Declarations) -> list[str]:
    for each in declared.line(owner):
        method = each.methods.get("__construct")
        if method is not None:
            named = [one.child_by_field_name("name") for one in parts(method.node.child_by_field_name("parameters"))]
            return [method.source.text(one).lstrip("$&.") for one in named if one is not None]
    return list(PARAMETERS)


def _parent_call(method: Method) -> Node | None:
    for _kind, node in found(_PARENT, method.node):
        name = node.child_by_field_name("name")
        if name is not None and method.source.text(name).lower() == "__construct":
            return node
    return None


def _arguments(call: Node, scope: Scope, evaluator: Evaluator) -> list[tuple[str, Value, Place]]:
    """The arguments of a call: name, where it is given, value, place."""
    taken = []
    for each in parts(call.child_by_field_name("arguments")):
        name = each.child_by_field_name("name")
        inner = parts(each)
        if inner:
            written = scope.source.text(name) if name is not None else ""
            taken.append((written, evaluator.value(inner[-1], scope), scope.source.place(each)))
    return taken


def _by_name(
    arguments: list[tuple[str, Value, Place]], parameters: list[str] | tuple[str, ...]
) -> dict[str, tuple[Value, Place]]:
    named: dict[str, tuple[Value, Place]] = {}
    for number, (name, value, place) in enumerate(arguments):
        key = name or (parameters[number] if number < len(parameters) else "")
        named[key] = (value, place)
    return named


# -- return values of methods ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Goal:
    """A target of a method: a state, an id or a transition; ``private`` tells whether the called method moves a private state.

    A returned value is a transition of the state itself.
    """

    value: Value
    place: Place
    private: bool | None = None
    dead: bool = False


@dataclass
class _Body:
    """A method that is looked through: its class, where its expressions stand, and the methods that were come by."""

    method: Method
    owner: Class
    evaluator: Evaluator
    seen: set[str]
    wrappers: Wrappers

    def key(self, variable: str = "") -> str:
        """The key of the method, or of a variable of it, among those visited."""
        return f"{self.method.source.name}:{self.method.node.start_byte}${variable}"

    @functools.cached_property
    def scope(self) -> Scope:
        return Scope(self.method.source, self.owner.names, {}, self.owner)


def _returned(method: Method, owner: Class, evaluator: Evaluator, seen: set[str], wrappers: Wrappers) -> Iterator[_Goal]:
    """The possible targets of a method: its return values, its return types, and its calls of the state machine."""
    body = _Body(method, owner, evaluator, seen, wrappers)
    if body.key() in seen:
        return
    seen.add(body.key())
    declared_type = method.node.child_by_field_name("return_type")
    if declared_type is not None:
        yield from _types(declared_type, body)
    functions = [node for kind, node in found(_RETURN, method.node) if kind == "inner"]
    written = method.node.child_by_field_name("body")
    flow = Flow(written, body.scope, evaluator) if written is not None else None
    for kind, node in found(_RETURN, method.node):
        within = any(each.start_byte <= node.start_byte < each.end_byte for each in functions)
        if kind == "return" and not within and parts(node):
            dead = flow is not None and not flow.ends(node)
            for goal in _goals(parts(node)[0], body):
                yield dataclasses.replace(goal, dead=True) if dead else goal
    yield from _told(body)


def _told(body: _Body) -> Iterator[_Goal]:
    """Where the calls within a method tell the state machine to go."""
    key = body.key() + "()"
    if key not in body.seen:
        body.seen.add(key)
        for node in body.wrappers.calls(body.method):
            yield from _moved(node, body)


def _moved(call: Node, body: _Body) -> Iterator[_Goal]:
    """Where a call tells the state machine to go, be it by a method of the project that does so."""
    source, wrappers = body.method.source, body.wrappers
    here = Called(body.method, body.owner)
    move = wrappers.moves(call, source)
    if move is not None:
        handed = [Handed(*move, None)]
    else:
        called = wrappers.called(call, source, body.owner)
        handed = wrappers.handed(called) if called is not None else []
        if called is not None and wrappers.leads(called.method):
            yield from _told(dataclasses.replace(body, method=called.method, owner=called.owner))
    for each in handed:
        given = argument(call, each.position) or each.default
        if each.method == "setplayersmultiactive":
            players = argument(call, 0)
            if move is not None and players is not None and is_filled(players, source, body.method.node):
                continue
        if given is None:
            yield _Goal("", source.place(call), each.method in PRIVATE)
        elif wrappers.hands_on(here, given) is None or not wrappers.handed(here):
            for goal in _goals(given, body):
                yield dataclasses.replace(goal, private=each.method in PRIVATE)


def _may_move(method: Method) -> bool:
    """Whether its return value moves the machine: ``onEnteringState``, actions and ``zombie``.

    A method named ``activate`` is not an action, nor is one that the framework cannot call.
    """
    if method.name.lower() in ("onenteringstate", "zombie") or "PossibleAction" in method.attributes:
        return True
    shown = part(method.node, "visibility_modifier")
    return _ACTION.match(method.name) is not None and (shown is None or method.source.text(shown).lower() == "public")


def _types(node: Node, body: _Body) -> Iterator[_Goal]:
    """State classes that a return type names."""
    if node.type == "named_type":
        full = body.scope.names.of_class(body.scope.source.text(node))
        known = body.evaluator.declared.named(full)
        if known is not None and _extends(known, body.evaluator.declared):
            yield _Goal(known.name, body.scope.source.place(node))
        return
    for each in parts(node):
        yield from _types(each, body)


def _goals(node: Node, body: _Body) -> Iterator[_Goal]:
    """The values an expression may have, of those that are states, ids or transitions."""
    source = body.scope.source
    match node.type:
        case "parenthesized_expression":
            yield from _goals(parts(node)[-1], body)
            return
        case "conditional_expression" | "match_expression":
            inner = node.child_by_field_name("body")
            arms = parts(inner) if node.type == "match_expression" else []
            ends = [arm.child_by_field_name("return_expression") for arm in arms]
            for each in ends if arms else [inner, node.child_by_field_name("alternative")]:
                if each is not None:
                    yield from _goals(each, body)
            return
        case "variable_name":
            name = body.scope.variable(node)
            assigned = [(kind, parts(each)) for kind, each in found(_ASSIGNED, body.method.node)]
            values = [(kind, each[1]) for kind, each in assigned if body.scope.variable(each[0]) == name]
            if values and body.key(name) not in body.seen:
                body.seen.add(body.key(name))
                yield from _assigned(values, node, body)
                return
        case "member_call_expression" | "nullsafe_member_call_expression" | "scoped_call_expression":
            called = body.wrappers.called(node, source, body.owner)
            if called is not None:
                yield from _returned(called.method, called.owner, body.evaluator, body.seen, body.wrappers)
                return
    value = body.evaluator.value(node, body.scope)
    if isinstance(value, Unread | str) or (isinstance(value, int) and not isinstance(value, bool)):
        yield _Goal(value, source.place(node))


def _assigned(values: list[tuple[str, Node]], variable: Node, body: _Body) -> Iterator[_Goal]:
    """The values of a variable, by assignments and additions."""
    source = body.scope.source
    if any(kind == "augmented" for kind, _node in values):
        why = "only the running game knows a variable after an addition"
        yield _Goal(Unread(source.place(variable), source.excerpt(variable), why), source.place(variable))
        return
    goals = [goal for _kind, each in values for goal in _goals(each, body)]
    # An empty value among others is the initial value of the variable.
    yield from [each for each in goals if each.value not in ("", 0)] or goals


def first_states(method: Method, owner: Class, evaluator: Evaluator) -> list[Value]:
    """The possible return values of ``setupNewGame``: the first state of the game."""
    body = _Body(method, owner, evaluator, set(), Wrappers(evaluator.declared))
    goals = [
        goal.value
        for kind, node in found(_RETURN, method.node)
        if kind == "return" and parts(node)
        for goal in _goals(parts(node)[0], body)
    ]
    return [each for each in goals if not isinstance(each, Unread)]
