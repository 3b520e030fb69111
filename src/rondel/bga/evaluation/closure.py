"""Closures: anonymous functions passed to a built-in function of PHP, such as ``array_map(fn ($id) => ..., $ids)``.

Only closures of a single expression are evaluated, and only with known values: nothing is run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from rondel.bga.evaluation.scope import Scope
from rondel.bga.php.conversion import as_truth
from rondel.bga.php.source import Place, part, parts
from rondel.bga.php.value import Array, Value

TAKES: Final = {"array_map": 0, "array_filter": 1}
"""Functions of PHP's own that take one, and which argument it is; in small letters."""


@dataclass(frozen=True)
class Closure:
    """A function: its parameter names, the expression it returns, and its place."""

    parameters: tuple[str, ...]
    returned: Node
    scope: Scope

    def bound(self, given: Sequence[Value]) -> Scope:
        """The scope of its returned expression, for some arguments. Raises `ValueError` for too few."""
        if len(given) < len(self.parameters):
            raise ValueError("it is given fewer arguments than it takes")
        variables = {**self.scope.variables, **dict(zip(self.parameters, given, strict=False))}
        return Scope(self.scope.source, self.scope.names, variables, self.scope.owner)


def of(node: Node, scope: Scope) -> Closure | None:
    """The function that a node is, if it is one of a single expression."""
    body = node.child_by_field_name("body")
    if node.type not in ("arrow_function", "anonymous_function") or body is None:
        return None
    named = [each.child_by_field_name("name") for each in parts(node.child_by_field_name("parameters"))]
    parameters = tuple(scope.variable(each) for each in named if each is not None)
    if node.type == "arrow_function":
        return Closure(parameters, body, scope)
    only = parts(body)
    if len(only) != 1 or only[0].type != "return_statement" or not parts(only[0]):
        return None
    # It sees only the variables it names.
    used = [scope.variable(each) for each in parts(part(node, "anonymous_function_use_clause"))]
    variables = {name: value for name, value in scope.variables.items() if name in used}
    return Closure(parameters, parts(only[0])[0], Scope(scope.source, scope.names, variables, scope.owner))


def call(name: str, made: Closure | None, given: Sequence[Value], place: Place, value: Callable[[Node, Scope], Value]) -> Value:
    """The result of ``array_map`` or ``array_filter``; ``value`` evaluates. Raises `ValueError` for anything but an array."""
    arrays = [each for each in given if isinstance(each, Array) and not each.gaps]
    if len(arrays) != len(given) or not arrays or (made is None and name == "array_map"):
        raise ValueError(f"the argument of {name}() is not an array")
    result = Array()
    if name == "array_filter":
        for entry in arrays[0]:
            if as_truth(entry.value if made is None else value(made.returned, made.bound([entry.value]))):
                result.put(entry.key, entry.value, entry.place)
    elif made is not None and len(arrays) == 1:
        for entry in arrays[0]:
            result.put(entry.key, value(made.returned, made.bound([entry.value])), place)
    elif made is not None:
        for number in range(max(len(each) for each in arrays)):
            row = [list(each)[number].value if number < len(each) else None for each in arrays]
            result.append(value(made.returned, made.bound(row)), place)
    return result
