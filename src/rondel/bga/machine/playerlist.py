"""Player lists: whether an array of players is known to have at least one player in every game."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node, Query

from rondel.bga.php.source import LANGUAGE, Source, found, parts

_ASSIGNED: Final = Query(LANGUAGE, "(assignment_expression left: (variable_name) right: (_)) @assignment")
_CHANGED: Final = Query(
    LANGUAGE,
    """
    (unset_statement) @change
    (augmented_assignment_expression) @change
    (reference_assignment_expression) @change
    (foreach_statement) @change
    (formal_parameters) @change
    (function_call_expression function: (name) @function (#any-of? @function "array_pop" "array_shift" "array_splice")) @change
    """,
)
_KEEPING: Final = {"array_keys": 0, "array_values": 0, "array_unique": 0, "array_reverse": 0, "array_map": 1, "array_column": 0}
"""Functions that give at least one element if an argument has one, and which argument that is."""
_TABLE: Final = frozenset({"loadplayersbasicinfos"})
"""Methods of the framework that return all players of the table."""


def is_filled(node: Node, source: Source, method: Node, seen: frozenset[str] = frozenset()) -> bool:
    """Whether an expression within a method is an array with at least one element.

    >>> def filled(code):
    ...     source = Source(b"<?php function f($given) { " + code + b" }", "a.php")
    ...     function = source.root.named_children[1]
    ...     return is_filled(parts(parts(parts(function)[-1])[-1])[0], source, function)
    >>> filled(b"[$id];"), filled(b"$a = [$id]; $a;"), filled(b"array_keys($this->loadPlayersBasicInfos());")
    (True, True, True)
    >>> filled(b"[];"), filled(b"$given;"), filled(b"[...$given];"), filled(b"$a = []; $a[] = $id; $a;")
    (False, False, False, False)
    """
    inner = parts(node)
    match node.type:
        case "parenthesized_expression" | "argument" if inner:
            return is_filled(inner[-1], source, method, seen)
        case "array_creation_expression":
            return any(_adds(each, source, method, seen) for each in inner)
        case "conditional_expression":
            ends = [node.child_by_field_name("body"), node.child_by_field_name("alternative")]
            return all(each is not None and is_filled(each, source, method, seen) for each in ends)
        case "member_call_expression":
            named = node.child_by_field_name("name")
            return named is not None and source.text(named).lower() in _TABLE
        case "function_call_expression":
            return _returns_filled(node, source, method, seen)
        case "variable_name":
            name = source.text(node)
            if name in seen or _may_shrink(name, source, method):
                return False
            assigned = [parts(each) for _kind, each in found(_ASSIGNED, method)]
            values = [pair[-1] for pair in assigned if source.text(pair[0]) == name]
            return bool(values) and all(is_filled(each, source, method, seen | {name}) for each in values)
    return False


def _adds(element: Node, source: Source, method: Node, seen: frozenset[str]) -> bool:
    inner = parts(element)
    if inner and inner[0].type == "variadic_unpacking":
        return is_filled(parts(inner[0])[0], source, method, seen)
    return bool(inner)


def _returns_filled(call: Node, source: Source, method: Node, seen: frozenset[str]) -> bool:
    function = call.child_by_field_name("function")
    name = source.text(function).lower().lstrip("\\") if function is not None else ""
    given = [parts(each)[-1] for each in parts(call.child_by_field_name("arguments")) if parts(each)]
    if name == "array_merge":
        return any(is_filled(each, source, method, seen) for each in given)
    at = _KEEPING.get(name)
    return at is not None and at < len(given) and is_filled(given[at], source, method, seen)


def _may_shrink(name: str, source: Source, method: Node) -> bool:
    """Whether a variable is a parameter, or is changed by anything but a plain assignment."""
    for kind, node in found(_CHANGED, method):
        if kind != "change":
            continue
        changed = parts(node)[1:-1] if node.type == "foreach_statement" else [node]
        if any(name == source.text(each) for part_ in changed for each in _variables(part_)):
            return True
    return False


def _variables(node: Node) -> list[Node]:
    if node.type == "variable_name":
        return [node]
    return [each for child in node.named_children for each in _variables(child)]
