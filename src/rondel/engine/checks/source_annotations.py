"""Annotations read from the source of the rules: where each rule may go, and the types of its parts.

Authors annotate rules with their target states: ``-> To[PlayerTurn] | To[GameEnd]``. Interpreted functions carry their
annotations. Compiled ones do not, so the annotation is read from the source file beside the compiled one.
`rondel.engine.checks.ruleset` checks the result.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, ForwardRef, Literal, Union, get_args, get_origin

from rondel.engine.declarations.state import Jump

_SOURCES: Final[dict[str, dict[str, str]]] = {}
"""The return annotations of the functions of each compiled module, by qualified name."""

ASKING: Final = frozenset({"choose", "choose_some", "choose_each"})
"""The methods of a game by which a rule asks a question."""


def targets(function: Callable[..., Any], owner: str = "") -> list[str] | None:
    """The names of the target states of a rule; None without an annotation. ``owner`` is the class of a method.

    >>> def rule(game: object) -> "To[PlayerTurn] | To[GameEnd]": ...
    >>> targets(rule)
    ['PlayerTurn', 'GameEnd']
    """
    annotation = _annotation(function, owner)
    if annotation is None:
        return None
    return names_in(annotation) if isinstance(annotation, str) else _named(annotation)


def jumps(function: Callable[..., Any], owner: str = "") -> bool:
    """Whether a rule may go to any state: ``-> Jump``.

    >>> def rule(game: object) -> "Jump": ...
    >>> jumps(rule)
    True
    """
    annotation = _annotation(function, owner)
    if isinstance(annotation, str):
        tree = ast.parse(annotation, mode="eval").body
        while isinstance(tree, ast.Constant) and isinstance(tree.value, str):  # written in quotes
            tree = ast.parse(tree.value, mode="eval").body
        return any(isinstance(node, ast.expr) and _last(node) == "Jump" for node in ast.walk(tree))
    anywhere = get_args(Jump)[0]  # ``str`` alone allows the names and labels of the other targets
    return anywhere in get_args(annotation)


def names_in(annotation: str) -> list[str]:
    """The names of the states in an annotation's text; empty for ``None``."""
    tree = ast.parse(annotation, mode="eval")
    if isinstance(tree.body, ast.Constant) and isinstance(tree.body.value, str):  # written in quotes
        return names_in(tree.body.value)
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and _last(node.value) in ("To", "type"):
            found.extend(name for name in _inner(node.slice) if name not in found)
    return found


def _inner(node: ast.AST) -> list[str]:
    """The names in an expression; of ``states.PlayerTurn`` only the last part."""
    if isinstance(node, ast.Name | ast.Attribute):
        return [_last(node)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):  # To["PlayerTurn"]
        return _inner(ast.parse(node.value, mode="eval").body)
    return [name for each in ast.iter_child_nodes(node) for name in _inner(each)]


def _named(annotation: object, *, inside: bool = False) -> list[str]:
    """The names of the states in an evaluated annotation, of a module without ``from __future__ import annotations``."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        return _inner(ast.Constant(annotation))
    if inside and isinstance(annotation, type):
        return [annotation.__name__]
    inside = inside or get_origin(annotation) is type
    found = [name for each in get_args(annotation) for name in _named(each, inside=inside)]
    return list(dict.fromkeys(found))


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return ""


def _annotation(function: Callable[..., Any], owner: str) -> object:
    """The return annotation of a rule, as text or evaluated; None without one."""
    annotations = getattr(function, "__annotations__", None)
    if annotations:
        return (annotations["return"] or "None") if "return" in annotations else None
    # A compiled method has no module, but a class.
    module = getattr(getattr(function, "__objclass__", function), "__module__", None)
    if module is None or getattr(function, "__code__", None) is not None:
        return None
    if module not in _SOURCES:
        _SOURCES[module] = _read(module)
    name = f"{owner}.{function.__name__}" if owner else function.__name__
    return _SOURCES[module].get(name)


def given(kind: type[Any], method: str) -> tuple[str, ...] | None:
    """The keys of the dict that a method returns; None if they cannot be read from its source.

    Every ``return`` must have a dict display with literal keys; the result has the keys of all of them.
    """
    definer = next((each for each in kind.__mro__ if method in vars(each)), None)
    tree = _tree(definer.__module__) if definer is not None else None
    if definer is None or tree is None:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == definer.__name__:
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name == method:
                    return _keys(inner)
    return None


def _keys(function: ast.FunctionDef) -> tuple[str, ...] | None:
    found: list[str] = []
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not function:
            return None
        if isinstance(node, ast.Return):
            if not isinstance(node.value, ast.Dict):
                return None
            for key in node.value.keys:
                if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                    return None
                found.append(key.value)
    return tuple(dict.fromkeys(found))


def _tree(module: str) -> ast.Module | None:
    """The syntax tree of a module; for a compiled one, of the .py file beside it."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return None
    source = Path(file).with_name(Path(file).name.split(".")[0] + ".py")
    return ast.parse(source.read_text(encoding="utf-8")) if source.exists() else None


def _read(module: str) -> dict[str, str]:
    """The return annotations of a compiled module."""
    tree = _tree(module)
    if tree is None:
        return {}
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            found[node.name] = ast.unparse(node.returns)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.returns is not None:
                    found[f"{node.name}.{inner.name}"] = ast.unparse(inner.returns)
    return found


# -- the parts of moves ------------------------------------------------------------------------------------------------


def alternatives(function: Callable[..., Any], part: str) -> list[object] | None:
    """The alternatives of a parameter of a rule, by its annotation: types as `Named`, the values of a ``Literal``, None
    included, and the numbers of an ``Annotated[int, range(1, 401)]``. None if the annotation is missing or has another form.

    Names in it, of numbers and of other annotations, are those of the rule's module.

    >>> def rule(game: object, cell: "Cell", promotion: "Literal['queen', 'rook'] | None") -> None: ...
    >>> alternatives(rule, "cell"), alternatives(rule, "promotion")
    ([Named('Cell')], ['queen', 'rook', None])
    >>> def pay(game: object, coins: "Annotated[int, range(1, 5)]") -> None: ...
    >>> alternatives(pay, "coins")
    [1, 2, 3, 4]
    """
    module = getattr(function, "__module__", "")
    known: Mapping[str, Any] = vars(sys.modules[module]) if module in sys.modules else {}
    annotations = getattr(function, "__annotations__", None)
    if annotations:
        return _written(annotations[part], known) if part in annotations else None
    tree = _tree(module)
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            for argument in node.args.args:
                if argument.arg == part and argument.annotation is not None:
                    return _spelt(argument.annotation, known)
    return None


class Named:
    """A type in an annotation, by name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Named({self.name!r})"


def _written(annotation: object, known: Mapping[str, Any]) -> list[object] | None:
    """The alternatives of an annotation, as text or evaluated."""
    if isinstance(annotation, str):
        return _spelt(ast.parse(annotation, mode="eval").body, known)
    if get_origin(annotation) is Annotated:
        kind, *said = get_args(annotation)
        ranges = [each for each in said if isinstance(each, range)]
        return list(ranges[0]) if kind is int and ranges else _written(kind, known)
    if annotation is None or annotation is type(None):
        return [None]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if isinstance(annotation, type) and not get_args(annotation):
        return [Named(annotation.__name__)]
    found: list[object] = []
    if get_origin(annotation) not in (Union, UnionType):
        return None
    for each in get_args(annotation):
        inner = _written(each, known)
        if inner is None:
            return None
        found.extend(inner)
    return found


def _spelt(node: ast.expr, known: Mapping[str, Any]) -> list[object] | None:
    """The alternatives of the syntax tree of an annotation; ``known`` are the names of its module."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):  # written in quotes
            return _spelt(ast.parse(node.value, mode="eval").body, known)
        return [None] if node.value is None else None
    if isinstance(node, ast.BinOp):
        left, right = _spelt(node.left, known), _spelt(node.right, known)
        return None if left is None or right is None else [*left, *right]
    if isinstance(node, ast.Subscript):
        if _last(node.value) == "Annotated" and isinstance(node.slice, ast.Tuple):
            kind, *said = node.slice.elts
            ranges = [numbers for each in said if (numbers := _range(each, known)) is not None]
            return list(ranges[0]) if _last(kind) == "int" and ranges else _spelt(kind, known)
        if _last(node.value) != "Literal":
            return None
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return [each.value for each in inner if isinstance(each, ast.Constant)]
    name = _last(node)
    other = known.get(name)
    if get_origin(other) is Annotated:  # Chips = Annotated[int, range(1, 401)]
        return _written(other, known)
    return [Named(name)] if name else None


def _range(node: ast.expr, known: Mapping[str, Any]) -> range | None:
    """The range that an expression is: ``range(1, STACK + 1)``; None for another expression."""
    if not isinstance(node, ast.Call) or _last(node.func) != "range" or node.keywords or not 1 <= len(node.args) <= 3:
        return None
    numbers = [_number(each, known) for each in node.args]
    return None if None in numbers else range(*[each for each in numbers if each is not None])


def _number(node: ast.expr, known: Mapping[str, Any]) -> int | None:
    """The whole number that an expression is: a number, a name of the module, and sums, differences and products of these."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        found = known.get(node.id)
        return found if type(found) is int else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        below = _number(node.operand, known)
        return None if below is None else -below
    if isinstance(node, ast.BinOp):
        left, right = _number(node.left, known), _number(node.right, known)
        if left is not None and right is not None:
            if isinstance(node.op, ast.Add):
                return left + right
            if isinstance(node.op, ast.Sub):
                return left - right
            if isinstance(node.op, ast.Mult):
                return left * right
    return None


def asks(game: type[Any], modules: Iterable[str]) -> bool:
    """Whether a rule of a game may ask a question: whether its modules, or modules of the same package that they import, call a
    method of `ASKING`. True if there is no source.

    ``modules`` are the modules of its states and actions.
    """
    top = game.__module__.partition(".")[0]
    own = [game.__module__, *modules]
    waiting = own[:]
    met: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in met or module.startswith(("rondel.engine", "rondel.errors")):
            continue
        met.add(module)
        tree = _tree(module)
        if tree is None:
            if module in own:
                return True
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKING:
                return True
            if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.partition(".")[0] == top:
                waiting.extend([node.module, *[f"{node.module}.{alias.name}" for alias in node.names]])
    return False
