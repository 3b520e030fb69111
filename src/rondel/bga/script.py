"""Scripts: what the statements of a states file do to its variables, one after the other, without running it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tree_sitter import Node, Query

from rondel.bga import functions, namespace
from rondel.bga.builder import METHODS
from rondel.bga.conversion import as_truth
from rondel.bga.evaluator import EFFECTS, Evaluator, Scope, name_of
from rondel.bga.source import LANGUAGE, Source, found, parts
from rondel.bga.value import Array, Unread, Value

_WRITES: Final = Query(
    LANGUAGE,
    """
    (assignment_expression left: (_) @left)
    (augmented_assignment_expression left: (_) @left)
    (reference_assignment_expression left: (_) @left)
    """,
)
_QUIET: Final = frozenset(
    {
        "php_tag", "php_end_tag", "text", "text_interpolation", "comment", "namespace_definition", "namespace_use_declaration",
        "declare_statement", "function_definition", "class_declaration", "interface_declaration", "trait_declaration",
        "enum_declaration", "const_declaration", "global_declaration", "echo_statement", "empty_statement", "exit_statement",
        "function_static_declaration",
    }
)  # fmt: skip
"""Statements that change no variable here; what they declare is read elsewhere."""

SILENT: Final = frozenset({"define", "defined", "var_dump", "print_r", "error_log", "assert", "json_encode"})
"""Functions that change nothing they are given."""

DEEPEST: Final = 30
"""Files that include each other in turn, at most."""


class _Stop(Exception):
    """A ``return``, ``break`` or ``continue``."""

    def __init__(self, kind: str, value: Value = None) -> None:
        super().__init__(kind)
        self.kind, self.value = kind, value


class Script:
    """Carries out the files of a project, as far as their statements are about values that stand in them.

    ``find`` gives the source of a file that is included, by what is written and the file it is written in, or none.
    ``unread`` are the statements that were not read; ``lost`` the files that are not there.

    >>> from rondel.bga.declarations import Declarations
    >>> source = Source(b"<?php $a = ['x' => 1]; $a['y'] = 2; foreach ($a as $k => $v) { $b[] = $k; }", "a.php")
    >>> script = Script(Evaluator(Declarations([source])), lambda path, by: None)
    >>> returned = script.run(source)
    >>> script.variables["a"].to_json(), script.variables["b"].to_json()
    ({'x': 1, 'y': 2}, ['x', 'y'])
    """

    def __init__(self, evaluator: Evaluator, find: Callable[[str, Source], Source | None]) -> None:
        self.evaluator = evaluator
        self.variables: dict[str, Value] = {}
        self.unread: list[Unread] = []
        self.lost: list[Unread] = []
        self._find = find
        self._depth = 0
        evaluator.effect = self._effect

    def run(self, source: Source) -> Value:
        """Carry out a file; returns what it returns."""
        self.evaluator.included.append(source)
        self.evaluator.declared.take(source)
        scope = Scope(source, namespace.of(source), self.variables)
        self._depth += 1
        try:
            self._block(parts(source.root), scope)
        except _Stop as stop:
            return stop.value
        finally:
            self._depth -= 1
        return 1

    def _block(self, nodes: list[Node], scope: Scope) -> None:
        for node in nodes:
            self._statement(node, scope)

    def _statement(self, node: Node, scope: Scope) -> None:
        if node.type in _QUIET:
            return
        match node.type:
            case "expression_statement":
                self._expression(node, scope)
            case "compound_statement" | "colon_block":
                self._block(parts(node), scope)
            case "if_statement":
                self._if(node, scope)
            case "foreach_statement":
                self._foreach(node, scope)
            case "unset_statement":
                for each in parts(node):
                    self._unset(each, scope)
            case "return_statement":
                inner = parts(node)
                raise _Stop("return", self.evaluator.value(inner[0], scope) if inner else None)
            case "continue_statement" | "break_statement":
                if parts(node):
                    self._pass_by(node, scope, "leaving several loops at once is not read")
                raise _Stop(node.type.partition("_")[0])
            case "ERROR":
                self._pass_by(node, scope, "this is not PHP")
            case _:
                self._pass_by(node, scope, f"a {node.type.replace('_', ' ')} is not read")

    def _expression(self, node: Node, scope: Scope) -> None:
        inner = parts(node)
        if not inner:
            return
        if inner[0].type.endswith("call_expression"):
            self._call(inner[0], scope)
        value = self.evaluator.value(inner[0], scope)
        # A call for its own sake does nothing to what is read; what an assignment could not read stays in its variable.
        known = inner[0].type in EFFECTS or inner[0].type.endswith("call_expression")
        if isinstance(value, Unread) and not known:
            self.unread.append(value)

    def _call(self, node: Node, scope: Scope) -> None:
        """A call for its own sake may change the arrays it is given, by reference."""
        named = node.child_by_field_name("function")
        name = scope.source.text(named).lstrip("\\").lower() if named is not None else ""
        given = [parts(each)[-1] for each in parts(node.child_by_field_name("arguments")) if parts(each)]
        if name in SILENT or name in functions.KNOWN:
            return
        for number, each in enumerate(given):
            array = scope.variables.get(name_of(each, scope.source))
            if not isinstance(array, Array):
                continue
            if number == 0 and name == "ksort" and len(given) == 1:
                array.sort()
            elif number == 0 and name == "array_push":
                for value in given[1:]:
                    array.append(self.evaluator.value(value, scope), scope.source.place(value))
            elif number == 0 or name not in ("ksort", "array_push"):
                array.gaps.append(self._named(node, scope, "what this does to the array is known only when it runs"))

    def _if(self, node: Node, scope: Scope) -> None:
        branches: list[tuple[Node | None, Node | None]] = [
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        ]
        for other in node.children_by_field_name("alternative"):
            branches.append((other.child_by_field_name("condition"), other.child_by_field_name("body")))
        for condition, body in branches:
            truth = True
            if condition is not None:
                value = self.evaluator.value(condition, scope)
                if isinstance(value, Unread):
                    self._taint(node, scope, value)
                    return
                truth = as_truth(value)
            if truth:
                if body is not None:
                    self._statement(body, scope)
                return

    def _foreach(self, node: Node, scope: Scope) -> None:
        over, target, *_ = parts(node)
        body = node.child_by_field_name("body")
        array = self.evaluator.value(over, scope)
        if not isinstance(array, Array) or body is None:
            why = array if isinstance(array, Unread) else self._named(over, scope, "it is no array to go over")
            self._taint(node, scope, why)
            return
        key, each = (parts(target)[0], parts(target)[-1]) if target.type == "pair" else (None, target)
        by_reference = each.type == "by_ref"
        variable = name_of(parts(each)[-1] if by_reference else each, scope.source)
        if not variable:
            self._pass_by(node, scope, "this way to go over an array is not read")
            return
        for entry in array if by_reference else array.copy():
            if key is not None:
                scope.variables[name_of(key, scope.source)] = entry.key
            scope.variables[variable] = entry.value
            stopped = self._turn(body, scope)
            if by_reference:
                array.put(entry.key, scope.variables[variable], entry.place)
            if stopped:
                break
        # What could not be read of the array would have been gone over as well.
        self.unread.extend(each for each in array.gaps if each not in self.unread)

    def _turn(self, body: Node, scope: Scope) -> bool:
        """One turn of a loop; returns whether it was the last."""
        try:
            self._statement(body, scope)
        except _Stop as stop:
            if stop.kind == "return":
                raise
            return stop.kind == "break"
        return False

    # -- assignments ---------------------------------------------------------------------------------------------------

    def _effect(self, node: Node, scope: Scope) -> Value:
        if node.type.startswith(("require", "include")):
            return self._include(node, scope)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return self._named(node, scope, "it is not whole")
        value = self.evaluator.value(right, scope)
        if node.type == "augmented_assignment_expression":
            value = self._augmented(node, left, value, scope)
        if isinstance(value, Array) and node.type != "reference_assignment_expression":
            value = value.copy()
        return self._assign(left, value, scope)

    def _assign(self, left: Node, value: Value, scope: Scope) -> Value:
        variable = name_of(left, scope.source)
        if variable:
            scope.variables[variable] = value
            return value
        if left.type == "member_access_expression":
            known = self._property(left, scope)
            if known is not None:
                known[0].put(known[1], value, scope.source.place(left))
                return value
        if left.type != "subscript_expression":
            self.unread.append(self._named(left, scope, "an assignment to this is not read"))
            return value
        holder, *key = parts(left)
        array = self._array_at(holder, scope)
        if array is None:
            return value
        place = scope.source.place(left)
        if not key:
            array.append(value, place)
            return value
        at = self.evaluator.value(key[0], scope)
        if isinstance(at, Unread):
            array.gaps.append(at)
            return value
        try:
            array.put(at, value, place)
        except ValueError as error:
            array.gaps.append(self._named(key[0], scope, str(error)))
        return value

    def _array_at(self, node: Node, scope: Scope) -> Array | None:
        """The array that an assignment writes into; made where there is none, as PHP does."""
        variable = name_of(node, scope.source)
        if variable:
            array = scope.variables.get(variable)
            if array is None:
                array = scope.variables[variable] = Array()
            return array if isinstance(array, Array) else None
        known = self._property(node, scope) if node.type == "member_access_expression" else None
        if known is not None:
            owner, name = known
            if owner.get(name) is None:
                owner.put(name, Array(), scope.source.place(node))
            held = owner.get(name)
            return held if isinstance(held, Array) else None
        if node.type != "subscript_expression":
            self.unread.append(self._named(node, scope, "an assignment to this is not read"))
            return None
        holder, *key = parts(node)
        outer = self._array_at(holder, scope)
        if outer is None:
            return None
        at = self.evaluator.value(key[0], scope) if key else outer.next
        if isinstance(at, Unread):
            outer.gaps.append(at)
            return None
        try:
            inner = outer.get(at)
            if inner is None:
                inner = Array()
                outer.put(at, inner, scope.source.place(node))
        except ValueError as error:
            outer.gaps.append(self._named(node, scope, str(error)))
            return None
        return inner if isinstance(inner, Array) else None

    def _property(self, node: Node, scope: Scope) -> tuple[Array, str] | None:
        """The built state and its key that a property stands for."""
        inner = parts(node)
        owner = self.evaluator.value(inner[0], scope)
        key = METHODS.get(scope.source.text(inner[-1]).lower())
        return (owner, key) if isinstance(owner, Array) and owner.built and key is not None else None

    def _augmented(self, node: Node, left: Node, value: Value, scope: Scope) -> Value:
        operator = node.child_by_field_name("operator")
        before = self.evaluator.value(left, scope)
        written = scope.source.text(operator) if operator is not None else ""
        if written == "+=" and isinstance(before, Array):
            if isinstance(value, Array):
                return before.plus(value)
            after = before.copy()
            after.gaps.append(value if isinstance(value, Unread) else self._named(node, scope, "it is no array"))
            return after
        if written == "??=":
            return value if isinstance(before, Unread) or before is None else before
        if written == ".=" and isinstance(before, str) and isinstance(value, str):
            return str(before) + str(value)
        if written in ("+=", "-=") and isinstance(before, int) and isinstance(value, int):
            return before + value if written == "+=" else before - value
        return self._named(node, scope, f"{written} is not read here")

    def _unset(self, node: Node, scope: Scope) -> None:
        variable = name_of(node, scope.source)
        if variable:
            scope.variables.pop(variable, None)
            return
        inner = parts(node)
        array = self.evaluator.value(inner[0], scope) if len(inner) == 2 else None
        key = self.evaluator.value(inner[1], scope) if len(inner) == 2 else None
        if isinstance(array, Array) and not isinstance(key, Unread | Array):
            array.remove(key)
        else:
            self.unread.append(self._named(node, scope, "what is taken out here is not known"))

    def _include(self, node: Node, scope: Scope) -> Value:
        path = self.evaluator.value(parts(node)[0], scope)
        if not isinstance(path, str):
            self.lost.append(path if isinstance(path, Unread) else self._named(node, scope, "it names no file"))
            return self.lost[-1]
        source = self._find(str(path), scope.source)
        if source is None:
            self.lost.append(self._named(node, scope, "the project has no such file"))
            return self.lost[-1]
        if source in self.evaluator.included and (node.type.endswith("once_expression") or self._depth > DEEPEST):
            return True
        return self.run(source)

    # -- what is not read ----------------------------------------------------------------------------------------------

    def _named(self, node: Node, scope: Scope, why: str) -> Unread:
        return Unread(scope.source.place(node), scope.source.excerpt(node), why)

    def _pass_by(self, node: Node, scope: Scope, why: str) -> None:
        self._taint(node, scope, self._named(node, scope, why))

    def _taint(self, node: Node, scope: Scope, unread: Unread) -> None:
        """Whatever a statement that was not read may have written is uncertain from here on."""
        self.unread.append(unread)
        for _name, left in found(_WRITES, node):
            at = left
            while at.type == "subscript_expression":
                at = parts(at)[0]
            variable = name_of(at, scope.source)
            before = scope.variables.get(variable)
            if isinstance(before, Array):
                before.gaps.append(unread)
            elif variable:
                scope.variables[variable] = unread
