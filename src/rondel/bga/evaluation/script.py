"""Scripts: evaluates the statements of a states file one after another, without running PHP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.evaluation.evaluator import EFFECTS, Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.evaluation.slot import Slots
from rondel.bga.php import functions, namespace
from rondel.bga.php.conversion import as_truth, equal
from rondel.bga.php.source import LANGUAGE, Source, found, parts
from rondel.bga.php.value import Array, Unread, Value

_WRITES: Final = Query(
    LANGUAGE,
    """
    (assignment_expression left: (_) @left)
    (augmented_assignment_expression left: (_) @left)
    (reference_assignment_expression left: (_) @left)
    (update_expression argument: (_) @left)
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
"""Statements that change no variable; `declarations` reads them."""

SILENT: Final = frozenset({"define", "defined", "var_dump", "print_r", "error_log", "assert", "json_encode"})
"""Functions that do not change their arguments."""

DEEPEST: Final = 30
"""Files that include each other in turn, at most."""


MOST: Final = 10_000
"""The most iterations of all conditional loops together."""


class _Stop(Exception):
    """A ``return``, ``break`` or ``continue``; ``levels`` is the number of loops that the last two leave."""

    def __init__(self, kind: str, value: Value = None, loops: int = 1) -> None:
        super().__init__(kind)
        self.kind, self.value, self.loops = kind, value, loops


class Script:
    """Evaluates the files of a project, as far as the files give the values.

    ``find`` returns the source of an included file, by the written path and the including file, or ``None``.
    ``unread`` lists the unread statements, ``lost`` the missing files.

    >>> from rondel.bga.evaluation.declarations import Declarations
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
        self._slots = Slots(evaluator, self.unread)
        self._depth = 0
        self._turns = 0
        evaluator.effect = self._effect

    def run(self, source: Source) -> Value:
        """Evaluate a file; returns its return value."""
        self.evaluator.constants.included.append(source)
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
            case "for_statement" | "while_statement" | "do_statement":
                self._loop(node, scope)
            case "switch_statement":
                self._switch(node, scope)
            case "unset_statement":
                for each in parts(node):
                    self._unset(each, scope)
            case "return_statement":
                inner = parts(node)
                raise _Stop("return", self.evaluator.value(inner[0], scope) if inner else None)
            case "continue_statement" | "break_statement":
                loops = self.evaluator.value(parts(node)[0], scope) if parts(node) else 1
                raise _Stop(node.type.partition("_")[0], loops=loops if isinstance(loops, int) else 1)
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
        # A bare call changes no value; an unread assignment leaves the unread value in its variable.
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
            array = scope.variables.get(scope.variable(each))
            if not isinstance(array, Array):
                continue
            if number == 0 and name == "ksort" and len(given) == 1:
                array.sort()
            elif number == 0 and name == "array_push":
                for value in given[1:]:
                    array.append(self.evaluator.value(value, scope), scope.source.place(value))
            elif number == 0 or name not in ("ksort", "array_push"):
                array.gaps.append(scope.unread(node, "only the running game knows its effect on the array"))

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
            why = array if isinstance(array, Unread) else scope.unread(over, "it is not an array to go over")
            self._taint(node, scope, why)
            return
        key, each = (parts(target)[0], parts(target)[-1]) if target.type == "pair" else (None, target)
        by_reference = each.type == "by_ref"
        variable = scope.variable(parts(each)[-1] if by_reference else each)
        if not variable:
            self._pass_by(node, scope, "this way to go over an array is not read")
            return
        for entry in array if by_reference else array.copy():
            if key is not None:
                scope.variables[scope.variable(key)] = entry.key
            scope.variables[variable] = entry.value
            stopped = self._turn([body], scope)
            if by_reference:
                array.put(entry.key, scope.variables[variable], entry.place)
            if stopped:
                break
        # The loop would also go over the unread entries of the array.
        self.unread.extend(each for each in array.gaps if each not in self.unread)

    def _loop(self, node: Node, scope: Scope) -> None:
        """``for``, ``while`` and ``do``, as long as their condition is known."""
        begin, condition = node.child_by_field_name("initialize"), node.child_by_field_name("condition")
        update, bodies = node.child_by_field_name("update"), node.children_by_field_name("body")
        if begin is not None:
            self.evaluator.value(begin, scope)
        first = True
        while self._turns < MOST:
            self._turns += 1
            if condition is not None and not (first and node.type == "do_statement"):
                value = self.evaluator.value(condition, scope)
                if isinstance(value, Unread):
                    self._taint(node, scope, value)
                    return
                if not as_truth(value):
                    return
            if self._turn(bodies, scope):
                return
            if update is not None:
                self.evaluator.value(update, scope)
            first = False
        self._pass_by(node, scope, f"it goes round more than {MOST} times")

    def _switch(self, node: Node, scope: Scope) -> None:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        value = self.evaluator.value(condition, scope) if condition is not None else None
        arms = parts(body)
        begin = next((number for number, arm in enumerate(arms) if arm.type == "default_statement"), len(arms))
        for number, arm in enumerate(arms):
            asked = arm.child_by_field_name("value")
            if asked is None:
                continue
            case = self.evaluator.value(asked, scope)
            for each in (value, case):
                if isinstance(each, Unread):
                    self._taint(node, scope, each)
                    return
            if equal(value, case):
                begin = number
                break
        # The following cases run too, until a break.
        statements = [each for arm in arms[begin:] for each in parts(arm) if each != arm.child_by_field_name("value")]
        self._turn(statements, scope)

    def _turn(self, body: list[Node], scope: Scope) -> bool:
        """One turn of a loop; returns whether it was the last."""
        try:
            self._block(body, scope)
        except _Stop as stop:
            if stop.kind == "return":
                raise
            if stop.loops > 1:
                raise _Stop(stop.kind, loops=stop.loops - 1) from None
            return stop.kind == "break"
        return False

    # -- assignments ---------------------------------------------------------------------------------------------------

    def _effect(self, node: Node, scope: Scope) -> Value:
        if node.type.startswith(("require", "include")):
            return self._include(node, scope)
        if node.type == "update_expression":
            return self._count(node, scope)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return scope.unread(node, "it is not whole")
        value = self.evaluator.value(right, scope)
        if node.type == "augmented_assignment_expression":
            value = self._augmented(node, left, value, scope)
        if isinstance(value, Array) and node.type != "reference_assignment_expression":
            value = value.copy()
        self._assign(left, value, scope)
        return value

    def _assign(self, left: Node, value: Value, scope: Scope) -> None:
        if left.type == "list_literal":
            self._assign_list(left, value, scope)
            return
        slot = self._slots.find(left, scope)
        if slot is not None:
            slot.put(value)

    def _assign_list(self, left: Node, value: Value, scope: Scope) -> None:
        """An assignment to a list: each of its parts takes the value at its key, or at its number."""
        segments: list[list[Node]] = [[]]
        for each in left.children:
            if each.type == ",":
                segments.append([])
            elif each.is_named:
                segments[-1].append(each)
        for number, segment in enumerate(segments):
            if not segment:
                continue
            *key, target = segment
            at = self.evaluator.value(key[0], scope) if key else number
            if isinstance(value, Array) and not value.gaps and isinstance(at, int | str):
                self._assign(target, value.get(at), scope)
            else:
                self._assign(target, scope.unread(left, "the assigned value is not known"), scope)

    def _count(self, node: Node, scope: Scope) -> Value:
        """``$i++`` and its like."""
        argument, operator = node.child_by_field_name("argument"), node.child_by_field_name("operator")
        slot = self._slots.find(argument, scope) if argument is not None else None
        before = slot.get() if slot is not None else None
        if slot is None or operator is None or isinstance(before, bool) or not isinstance(before, int | float):
            unread = scope.unread(node, "it counts a value that is not a number")
            if slot is not None:
                slot.put(unread)
            return unread
        after = before + 1 if operator.type == "++" else before - 1
        slot.put(after)
        return after if node.children[0] == operator else before

    def _augmented(self, node: Node, left: Node, value: Value, scope: Scope) -> Value:
        operator = node.child_by_field_name("operator")
        before = self.evaluator.value(left, scope)
        written = scope.source.text(operator) if operator is not None else ""
        if written == "+=" and isinstance(before, Array):
            if isinstance(value, Array):
                return before.plus(value)
            after = before.copy()
            after.gaps.append(value if isinstance(value, Unread) else scope.unread(node, "it is no array"))
            return after
        if written == "??=":
            return value if isinstance(before, Unread) or before is None else before
        if written == ".=" and isinstance(before, str) and isinstance(value, str):
            return str(before) + str(value)
        if written in ("+=", "-=") and isinstance(before, int) and isinstance(value, int):
            return before + value if written == "+=" else before - value
        return scope.unread(node, f"{written} is not supported")

    def _unset(self, node: Node, scope: Scope) -> None:
        variable = scope.variable(node)
        if variable:
            scope.variables.pop(variable, None)
            return
        inner = parts(node)
        array = self.evaluator.value(inner[0], scope) if len(inner) == 2 else None
        key = self.evaluator.value(inner[1], scope) if len(inner) == 2 else None
        if isinstance(array, Array) and not isinstance(key, Unread | Array):
            array.remove(key)
        else:
            self.unread.append(scope.unread(node, "the removed value is not known"))

    def _include(self, node: Node, scope: Scope) -> Value:
        path = self.evaluator.value(parts(node)[0], scope)
        if not isinstance(path, str):
            self.lost.append(path if isinstance(path, Unread) else scope.unread(node, "it names no file"))
            return self.lost[-1]
        source = self._find(str(path), scope.source)
        if source is None:
            self.lost.append(scope.unread(node, "the project has no such file"))
            return self.lost[-1]
        if source in self.evaluator.constants.included and (node.type.endswith("once_expression") or self._depth > DEEPEST):
            return True
        return self.run(source)

    # -- unread statements ---------------------------------------------------------------------------------------------

    def _pass_by(self, node: Node, scope: Scope, why: str) -> None:
        self._taint(node, scope, scope.unread(node, why))

    def _taint(self, node: Node, scope: Scope, unread: Unread) -> None:
        """Marks the variables that an unread statement may have written as uncertain."""
        self.unread.append(unread)
        for _name, left in found(_WRITES, node):
            at = left
            while at.type == "subscript_expression":
                at = parts(at)[0]
            variable = scope.variable(at)
            before = scope.variables.get(variable)
            if isinstance(before, Array):
                before.gaps.append(unread)
            elif variable:
                scope.variables[variable] = unread
