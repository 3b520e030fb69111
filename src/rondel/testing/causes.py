"""Causes: what in the rules breaks a law, with its file and line.

A law compares games and knows no rules: it sees that two games differ. A cause is found afterwards, by a look at the rules:
the line of an exception, a use of Python's `random`, data beside the position that a rule changed, or the hook whose output
differs. Faults with the same cause are one problem of a report.
"""

from __future__ import annotations

import ast
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

from rondel.engine import CHANCE, Game
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.checks.source_places import Place, place_of
from rondel.engine.components.part import Part
from rondel.engine.components.token import Token
from rondel.errors import RondelError, RulesError
from rondel.testing.law import Answers, BrokenLaw, Make
from rondel.testing.laws.determinism import ADVICE, fickle
from rondel.testing.play import readers, walk
from rondel.translations.messages import sources as rule_files

KEEPING: Final = frozenset(
    ("determinism", "moves", "refusal", "pop", "undo", "record", "snapshot", "copy", "suspension", "delta", "imagination")
)
"""The laws that data beside the position breaks."""
SECRECY: Final = frozenset(("secrets", "histories", "canary", "imagination"))
"""The laws that an output of hidden information breaks."""
LEAK: Final = "leak"
"""The key of a leak whose place is not known: every leak also shows in the information state, and so breaks further laws."""
WATCHED: Final = 60
"""The answers of a game for which data beside the position are watched."""
DEEP: Final = 4
"""How deep collections within collections are compared."""
_CHANGING: Final = (
    *("append", "add", "insert", "extend", "update", "pop", "popleft", "appendleft", "remove", "discard", "clear"),
    *("setdefault", "sort", "reverse", "popitem"),
)
"""The methods that change a collection."""
_RULE: Final = re.compile(r"(?:, |')(?P<rule>\w+)(?:\([^']*\))?'? (?:of|in) (?:the private )?state '(?P<state>\w+)'")
_STATE: Final = re.compile(r"state '(?P<state>\w+)'")
_ARGUMENT: Final = re.compile(r"/args/(?P<name>\w+)")


class Cause:
    """The cause of a fault: a message of its own or "", and its place."""

    def __init__(self, message: str, place: Place | None, key: str | None = None) -> None:
        self.message = message
        self.place = place
        self.key = key if key is not None else str(place or "")
        """The same for faults with this cause; empty where the place is only near the fault."""


def cause_of(kind: type[Game], error: Exception, law: str, start: Make, seed: int, played: Answers) -> Cause:
    """The cause of a fault that a law found in a game; ``played`` are the answers before it."""
    inner = error.__cause__ if isinstance(error, BrokenLaw) and isinstance(error.__cause__, Exception) else error
    placed = raised_at(inner, kind)
    found: Cause | None = None
    message = str(error)
    if "only look" in message:
        found = _written(kind, start, played)
    elif "not over after" in message:
        given = "facts" if "facts allow" in message or "facts say" in message else ""
        return Cause("", (_absent(kind, message) if law == "zombie" else None) or place_of(kind, given), "not over")
    elif isinstance(error, BrokenLaw) and "facts say" in message:
        return Cause("", place_of(kind, "facts"), "facts")
    elif law == "translations":
        return Cause("", _text(kind, message))
    if placed is None and found is None and law in KEEPING and isinstance(error, RondelError):
        found = _loose(kind, message) or _kept_aside(kind, start, seed)
        if found is None and law == "determinism":
            found = _fickle(kind, str(error))
    if placed is None and found is None and law in SECRECY and isinstance(error, BrokenLaw):
        found = _leak(kind, str(error))
    if placed is None and found is None and law == "processes":
        found = _hashed(kind, message)
    if found is not None:
        return found
    if placed is not None:
        return Cause("", placed)
    place = place_near(kind, str(inner) if isinstance(inner, RulesError) else message, [text for _role, text in played])
    if isinstance(inner, RulesError) and _STATE.search(message):  # the engine names the state
        return Cause("", place)
    if law == "canary" or "information states differ" in message:
        return Cause("", place, LEAK)
    return Cause("", place, "")


def rule_modules(kind: type[Game]) -> list[ModuleType]:
    """The loaded modules of a game's rules."""
    files = {str(file) for file in rule_files(kind)}
    return [module for module in list(sys.modules.values()) if getattr(module, "__file__", None) in files]


# -- exceptions --------------------------------------------------------------------------------------------------------


def raised_at(error: BaseException, kind: type[Game]) -> Place | None:
    """The innermost line of the rules in the traceback of an error, or of its cause; None if there is none."""
    names = {module.__name__ for module in rule_modules(kind)}
    found: tuple[FrameType, int] | None = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") in names:
            found = frame, line
    if found is None:
        return raised_at(error.__cause__, kind) if error.__cause__ is not None else None
    return Place(Path(found[0].f_code.co_filename), found[1])


# -- data beside the position ------------------------------------------------------------------------------------------


def _kept_aside(kind: type[Game], start: Make, seed: int) -> Cause | None:
    """The attribute, class attribute or global that the rules of a game change while it is played; None if there is none."""
    with suppress(Exception):  # the fault that is explained here
        game = start()
        before = _aside(game)
        for move in walk(game, Random(seed), WATCHED):  # noqa: S311 (which moves is no secret)
            with suppress(Exception):
                game.push(move)
            for what, value in _aside(game).items():
                if what in before and before[what] != value:
                    return _changed(kind, *what)
    return None


def _loose(kind: type[Game], message: str) -> Cause | None:
    """The cause for a part or token that an attribute keeps; None for another message."""
    kept = re.search(rf"{kind.__name__}\.(\w+) keeps .*", message)
    return Cause(kept[0], _line(kind, lambda node: _writes(node, kept[1]), skip="setup")) if kept is not None else None


def _aside(game: Game) -> dict[tuple[str, str], object]:
    """All data beside the position, in a form to compare, by kind and name."""
    kind = type(game)
    found = {("attribute", name): _frozen(value) for name, value in vars(game).items() if not name.startswith("_")}
    for owner in [*kind.__mro__, *[node.kind for node in rules_of(kind).nodes]]:
        if not owner.__module__.startswith(("rondel.engine", "builtins", "typing")):
            data = {name: value for name, value in vars(owner).items() if not name.startswith("__")}
            found.update({("class attribute", name): _frozen(value) for name, value in data.items()})
    for module in rule_modules(kind):
        for name, value in vars(module).items():
            if not name.startswith("__"):
                found["global", name] = _frozen(value)
    return found


def _frozen(value: object, depth: int = DEEP) -> object:
    """A value in a form to compare later, when it may have changed in place."""
    if not depth or isinstance(value, type | Part | Token | Game | ModuleType | FunctionType | RondelError):
        return id(value)
    if isinstance(value, dict):
        return [(_frozen(name, depth - 1), _frozen(each, depth - 1)) for name, each in value.items()]
    if isinstance(value, list | tuple | deque):
        return [_frozen(each, depth - 1) for each in value]
    if isinstance(value, set | frozenset):
        return {repr(each) for each in value}
    if isinstance(value, Random):
        return value.getstate()
    if isinstance(value, str | bytes | bytearray | int | float | bool | None):
        return repr(value)
    own = getattr(value, "__dict__", None)
    if own and not type(value).__module__.startswith(("rondel.engine", "functools", "typing")):
        return {name: _frozen(each, depth - 1) for name, each in own.items()}
    return repr(value) if type(value).__module__ == "itertools" else id(value)


def _changed(kind: type[Game], what: str, name: str) -> Cause:
    """The cause for data that a rule changed."""
    written = f"{kind.__name__}.{name}" if "attribute" in what else name
    fix = f"self.{name} = self.add(Prop({name!r}, ...))" if what == "attribute" else "self.add(Prop(...)) in setup"
    return Cause(
        f"the rules change {written}, {'an' if what == 'attribute' else 'a'} {what}, during play: it is not undone, copied or "
        f"stored; keep what changes in a prop, {fix}",
        _line(kind, lambda node: _writes(node, name), skip="setup"),
    )


def _writes(node: ast.AST, name: str) -> bool:
    """Whether a node of a syntax tree changes a collection or variable of that name."""
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Delete):
        targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
        return any(
            _named(each.value if isinstance(each, ast.Subscript) else each, name)
            and (isinstance(each, ast.Subscript | ast.Attribute) or isinstance(node, ast.AugAssign | ast.Assign))
            for each in targets
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner = node.func.value
        changes = node.func.attr in _CHANGING and _named(owner.value if isinstance(owner, ast.Subscript) else owner, name)
        return changes or _named(owner, name)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "next" and bool(node.args) and _named(node.args[0], name)
    return False


def _named(node: ast.AST, name: str) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == name) or (isinstance(node, ast.Name) and node.id == name)


def _line(kind: type[Game], wanted: Callable[[ast.AST], bool], skip: str = "") -> Place | None:
    """The first line within a function of the rules that is wanted; None if there is none."""
    for file in rule_files(kind):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and function.name != skip:
                for node in _within(function):
                    if wanted(node):
                        return Place(file, getattr(node, "lineno", function.lineno))
    return None


def _within(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function in the order of its lines."""
    yield from sorted(
        [node for node in ast.walk(function) if hasattr(node, "lineno")],
        key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)),
    )


# -- hooks that change the position ------------------------------------------------------------------------------------


def _written(kind: type[Game], start: Make, played: Answers) -> Cause | None:
    """The line of a hook that changes the position; it is found by running the hooks again, line by line."""
    names = {module.__name__ for module in rule_modules(kind)}
    game = start()
    entries = game._journal.entries
    lines: list[tuple[FrameType, int]] = []
    found: list[tuple[FrameType, int]] = []

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        if frame.f_globals.get("__name__") not in names:
            return None
        if lines and len(entries) > before and not found:
            found.append(lines[-1])
        lines.append((frame, frame.f_lineno))
        return trace

    tracing = sys.gettrace()
    with suppress(Exception):
        for role, text in played:
            if role != CHANCE:
                game.push(text, role)
    before = len(entries)
    looks: list[Callable[[], object]] = [
        *[partial(game.moves, role) for role in game.active],
        *[partial(game.view, role) for role in readers(game)],
        *[partial(game.zombie_move, role) for role in game.active],
    ]
    for look in looks:
        sys.settrace(trace)
        try:
            look()
        except Exception:  # noqa: BLE001, S112 - the fault that is explained here
            continue
        finally:
            sys.settrace(tracing)
        if found:
            break
    if not found:
        return None
    frame, line = found[0]
    name = frame.f_code.co_name
    return Cause(
        f"{name!r} changes the position, but options, args and the other hooks only look; change it in an action or in 'enter'",
        Place(Path(frame.f_code.co_filename), line),
    )


# -- uses of Python's own chance, clock and hashes ---------------------------------------------------------------------


def uses(kind: type[Game]) -> list[tuple[Place, str]]:
    """The uses of nondeterministic functions in the rules, with their names."""
    return [(Place(file, line), name) for file in rule_files(kind) for line, name in fickle(file.read_text(encoding="utf-8"))]


def _fickle(kind: type[Game], message: str) -> Cause | None:
    """The cause for rules that use Python's `random` or a clock."""
    used = uses(kind)
    if not used:
        return None
    place, name = used[0]
    said = re.search(r"differ: (.*) \(rules draw", message)
    also = "".join(f", {each} in {where}" for where, each in used[1:3])
    return Cause(
        f"the rules use {name}{also}, so that two games with the same seed and answers differ"
        f"{f': {said[1]}' if said else ''}; {ADVICE}",
        place,
    )


def _hashed(kind: type[Game], message: str) -> Cause | None:
    """The cause for an iteration over a set, or a call of `hash` or `id`."""
    place = _line(kind, _by_hash)
    fix = "a set has no order of its own, and hash() and id() differ between processes: sort it, sorted(...)"
    return Cause(message if "sort it" in message else f"{message}; {fix}", place) if place is not None else None


def _by_hash(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ("hash", "id"):
            return True
        return node.func.id in ("list", "tuple", "next", "iter", "enumerate") and bool(node.args) and _a_set(node.args[0])
    return (isinstance(node, ast.For) and _a_set(node.iter)) or (
        isinstance(node, ast.ListComp | ast.GeneratorExp) and any(_a_set(each.iter) for each in node.generators)
    )


def _a_set(node: ast.AST) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    return called or isinstance(node, ast.Set | ast.SetComp)


# -- leaks -------------------------------------------------------------------------------------------------------------


def _leak(kind: type[Game], message: str) -> Cause | None:
    """The cause for an output that reveals hidden information: the hook or the call that makes it."""
    path = re.search(r": (/(?:view|events|scene|refusals|may_undo|record)[^:]*):", message)
    if path is None:
        return None
    output = path[1]
    if output.startswith("/view/scores"):
        name = "score" if rules_of(kind).scores else "scores"
        says = "the scores reveal what is hidden before the end"
        fix = "count only what all readers see, or leave out score_visible_to"
        return Cause(f"{message}; {says}: {fix}", place_of(kind, name))
    states = rules_of(kind).by_name
    found = _STATE.search(message)
    node = states.get(found["state"]) if found is not None else None
    if node is not None and re.match(r"/view/(question|args|texts)", output):
        return Cause("", place_of(node.kind, "args"))
    if node is not None and re.match(r"/(view/moves|refusals)", output):
        text = re.match(r"/view/moves: (\w+)", message[message.index(output) :])
        for action in node.actions:
            listing = action.together or (action.parts[0] if action.parts else action.guard)
            if listing is not None and (text is None or text[1] == action.name):
                return Cause("", place_of(listing))
    if output.startswith("/events"):
        named = _ARGUMENT.search(output)
        place = _line(kind, lambda each: _tells(each, named["name"] if named is not None else ""))
        return Cause("", place) if place is not None else None
    return None


def _tells(node: ast.AST, name: str) -> bool:
    """Whether a node calls ``notify`` or ``reword``, with that argument if it is given."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in ("notify", "reword"):
        return False
    return not name or name in [keyword.arg for keyword in node.keywords]


def _text(kind: type[Game], message: str) -> Place | None:
    """The place of the first text that a message names, as the last one in quotes that the rules contain."""
    for text in re.findall(r"'((?:[^'\\\\]|\\\\.)*)'", message)[1:]:
        for file in rule_files(kind):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and node.value == text:
                    return Place(file, node.lineno)
    return place_of(kind)


def _absent(kind: type[Game], message: str) -> Place | None:
    """The place of what is played for an absent player in the state that a message names."""
    found = _STATE.search(message)
    node = rules_of(kind).by_name.get(found["state"]) if found is not None else None
    if node is None:
        return None
    declining = [action.function for action in node.actions if action.declines]
    written = any("zombie" in vars(each) for each in node.kind.__mro__ if not each.__module__.startswith("rondel.engine"))
    return place_of(declining[0]) if declining and not written else place_of(node.kind, "zombie" if written else "")


# -- near the fault ----------------------------------------------------------------------------------------------------


def place_near(kind: type[Game], message: str, played: list[str]) -> Place | None:
    """The place of the rule, state or attribute that a message names, or of the last rule that was played."""
    attribute = re.search(rf"\b{kind.__name__}\.(\w+)", message)
    if attribute is not None:
        return _line(kind, lambda node: _writes(node, attribute[1])) or place_of(kind, attribute[1])
    hook = re.match(r"'?(setup|measure|score)\b.* ", message)
    if hook is not None:
        return place_of(kind, hook[1])
    states = rules_of(kind).by_name
    found = _RULE.search(message)
    if found is not None and found["state"] in states:
        node = states[found["state"]]
        action = node.by_action.get(found["rule"])
        return place_of(action.function) if action is not None else place_of(node.kind, found["rule"])
    found = _STATE.search(message)
    if found is not None and found["state"] in states:
        return place_of(states[found["state"]].kind)
    for text in reversed(played):
        for node in states.values():
            action = node.by_action.get(text.partition("(")[0])
            if action is not None:
                return place_of(action.function)
    return place_of(kind)
