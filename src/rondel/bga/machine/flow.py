"""Flow: the calls of a method that can run, given what is known of its variables. Nothing is run.

A statement after an unconditional ``return`` cannot run, nor can a branch whose condition is known to be false. A condition
that is not known takes both branches.
"""

from __future__ import annotations

from typing import Final

from tree_sitter import Node, Query

from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php import functions
from rondel.bga.php.conversion import as_truth, equal
from rondel.bga.php.source import LANGUAGE, found, parts
from rondel.bga.php.value import Unread, Value

_WRITES: Final = Query(
    LANGUAGE,
    """
    (assignment_expression) @write
    (augmented_assignment_expression) @write
    (reference_assignment_expression) @write
    (update_expression) @write
    (foreach_statement) @write
    (unset_statement) @write
    (argument (variable_name)) @write
    """,
)
"""Nodes that may change a variable. An argument may be passed by reference."""
_LABELS: Final = Query(LANGUAGE, "(named_label_statement) @label")
_CALLS: Final = frozenset({"member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression"})
_LOOPS: Final = frozenset({"while_statement", "for_statement", "foreach_statement", "do_statement"})
_LEAVES: Final = frozenset({"return_statement", "break_statement", "continue_statement", "exit_statement"})
_BY_VALUE: Final = frozenset(
    {*functions.KNOWN, "isset", "is_null", "is_string", "is_int", "is_numeric", "var_export", "print_r"}
)
_LATER: Final = frozenset({"anonymous_function", "arrow_function", "function_definition", "class_declaration"})


class Flow:
    """The calls and returns of one method body that can run: ``calls`` and ``returns`` have the bytes of their nodes.

    ``variables`` are the values of parameters; other variables are followed through plain assignments.
    """

    def __init__(self, body: Node, scope: Scope, evaluator: Evaluator, variables: dict[str, Value] | None = None) -> None:
        self.calls: set[tuple[int, int]] = set()
        self.returns: set[tuple[int, int]] = set()
        self.guarded: set[tuple[int, int]] = set()
        """The calls that run only if an unknown condition on one of the given variables holds, or does not hold."""
        self._given = set(variables or {})
        self._guards = 0
        self._evaluator = evaluator
        self._scope = Scope(scope.source, scope.names, dict(variables or {}), scope.owner)
        self._left: list[bool] = []
        """Of each loop and switch around a statement, whether a break leaves it."""
        # A label can be jumped to from anywhere.
        self._all = any(True for _label in found(_LABELS, body))
        self._statement(body)

    def runs(self, call: Node) -> bool:
        """Whether a call may run."""
        return self._all or (call.start_byte, call.end_byte) in self.calls

    def ends(self, statement: Node) -> bool:
        """Whether a ``return`` may run."""
        return self._all or (statement.start_byte, statement.end_byte) in self.returns

    @property
    def acts(self) -> bool:
        """Whether any call of a method may run."""
        return self._all or bool(self.calls)

    # -- statements: each returns whether the next statement may run ---------------------------------------------------

    def _statement(self, node: Node) -> bool:
        match node.type:
            case "compound_statement" | "colon_block" | "case_statement" | "default_statement":
                return self._block([each for each in parts(node) if each != node.child_by_field_name("value")])
            case "if_statement":
                return self._if(node)
            case "switch_statement":
                return self._switch(node)
            case "try_statement":
                return self._try(node)
            case "expression_statement":
                return self._expression_statement(node)
            case kind if kind in _LOOPS:
                self._forget(node)
                self._left.append(False)
                for each in parts(node):
                    self._part(each)
                self._left.pop()
                self._forget(node)
                return True
            case kind if kind in _LEAVES:
                self._visit(node)
                self.returns.add((node.start_byte, node.end_byte))
                if kind in ("break_statement", "continue_statement"):
                    self._break(node)
                return False
        self._visit(node)
        self._forget(node)
        return True

    def _part(self, node: Node) -> None:
        if node.type.endswith("statement") or node.type == "colon_block":
            self._statement(node)
        else:
            self._visit(node)

    def _block(self, statements: list[Node]) -> bool:
        return all(self._statement(each) for each in statements)

    def _expression_statement(self, node: Node) -> bool:
        inner = parts(node)
        if not inner:
            return True
        self._visit(inner[0])
        if inner[0].type == "throw_expression":
            return False
        if inner[0].type == "assignment_expression":
            left, right = inner[0].child_by_field_name("left"), inner[0].child_by_field_name("right")
            name = self._scope.variable(left) if left is not None else ""
            if name and right is not None:
                self._forget(right)
                self._set(name, self._evaluator.value(right, self._scope))
                if self._asks_for_given(right):
                    self._given.add(name)
                return True
        self._forget(node)
        return True

    def _if(self, node: Node) -> bool:
        before = dict(self._scope.variables)
        ends: list[dict[str, Value]] = []
        opened = 0
        branches: list[tuple[Node | None, Node | None]] = [
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        ]
        others = node.children_by_field_name("alternative")
        branches += [(each.child_by_field_name("condition"), each.child_by_field_name("body")) for each in others]
        for condition, body in branches:
            self._scope.variables = dict(before)
            holds = True if condition is None else self._condition(condition)
            before = dict(self._scope.variables)
            # It guards its own branch and the later ones; the statement after them too if a branch leaves the method.
            guards = holds is None and condition is not None and self._asks_for_given(condition)
            self._guards += guards
            goes_on = holds is not False and (body is None or self._statement(body))
            if goes_on:
                ends.append(self._scope.variables)
            opened += guards and goes_on
            if holds:
                self._guards -= opened
                return self._join(ends)
        self._guards -= opened
        return self._join([*ends, before])

    def _switch(self, node: Node) -> bool:
        subject, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        if subject is None or body is None:
            return True
        self._visit(subject)
        value = self._evaluator.value(subject, self._scope)
        entered, surely = self._entered(value, parts(body))
        self._forget(body)
        before, falls = dict(self._scope.variables), False
        self._left.append(False)
        for arm in parts(body):
            if arm in entered or falls:
                self._scope.variables = dict(before)
                falls = self._statement(arm)
        self._scope.variables = before
        # The next statement runs after a break, at the end of the last case, or if no case matches.
        return self._left.pop() or falls or not surely

    def _break(self, node: Node) -> None:
        """Mark the loop or switch that a ``break`` leaves, or a ``continue`` continues; in a switch both are the same."""
        written = self._evaluator.value(parts(node)[0], self._scope) if parts(node) else 1
        count = written if isinstance(written, int) else 1
        if 0 < count <= len(self._left):
            self._left[-count] = True

    def _entered(self, value: Value, arms: list[Node]) -> tuple[list[Node], bool]:
        """The cases at which a switch may begin, and whether it begins at one of them in any case."""
        entered: list[Node] = []
        for arm in arms:
            asked = arm.child_by_field_name("value")
            if asked is None:
                continue
            same = self._same(value, self._evaluator.value(asked, self._scope))
            if same is not False:
                entered.append(arm)
            if same:
                return entered, True
        others = [arm for arm in arms if arm.type == "default_statement"]
        return [*entered, *others], bool(others)

    def _same(self, one: Value, other: Value) -> bool | None:
        if isinstance(one, Unread) or isinstance(other, Unread):
            return None
        try:
            return equal(one, other)
        except ValueError:
            return None

    def _try(self, node: Node) -> bool:
        ends = []
        for each in parts(node):
            body = each if each.type == "compound_statement" else each.child_by_field_name("body")
            self._forget(node)
            if body is not None and self._statement(body) and each.type != "finally_clause":
                ends.append(self._scope.variables)
        self._forget(node)
        return bool(ends)

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _visit(self, node: Node) -> None:
        """Take the calls within an expression."""
        match node.type:
            case kind if kind in _LATER:
                self._take_all(node)
                return
            case "conditional_expression":
                condition = node.child_by_field_name("condition")
                body, other = node.child_by_field_name("body"), node.child_by_field_name("alternative")
                holds = self._condition(condition) if condition is not None else None
                for each, unless in ((body, False), (other, True)):
                    if each is not None and holds is not unless:
                        self._visit(each)
                return
            case "binary_expression":
                self._condition(node)
                return
            case kind if kind in _CALLS:
                self.calls.add((node.start_byte, node.end_byte))
                if self._guards:
                    self.guarded.add((node.start_byte, node.end_byte))
        for each in node.named_children:
            self._visit(each)

    def _take_all(self, node: Node) -> None:
        if node.type in _CALLS:
            self.calls.add((node.start_byte, node.end_byte))
        for each in node.named_children:
            self._take_all(each)

    def _condition(self, node: Node) -> bool | None:
        """Whether a condition is true, ``None`` if unknown; collects the calls within it."""
        if node.type == "parenthesized_expression" and parts(node):
            return self._condition(parts(node)[-1])
        if node.type == "unary_op_expression" and node.children[0].type == "!":
            holds = self._condition(parts(node)[-1])
            return None if holds is None else not holds
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if node.type == "binary_expression" and left is not None and right is not None and operator is not None:
            match self._scope.source.text(operator).lower():
                case "&&" | "and":
                    return self._both(left, right, stop=False)
                case "||" | "or":
                    return self._both(left, right, stop=True)
            self._visit(left)
            self._visit(right)
        else:
            for each in node.named_children:
                self._visit(each)
            if node.type in _CALLS:
                self.calls.add((node.start_byte, node.end_byte))
        value = self._evaluator.value(node, self._scope)
        self._forget(node)
        if isinstance(value, Unread):
            return None
        try:
            return as_truth(value)
        except ValueError:
            return None

    def _asks_for_given(self, node: Node) -> bool:
        return any(name in self._given for name in self._named(node))

    def _both(self, left: Node, right: Node, *, stop: bool) -> bool | None:
        """``&&`` stops at a false side, ``||`` at a true one."""
        one = self._condition(left)
        if one is stop:
            return stop
        other = self._condition(right)
        if other is stop:
            return stop
        return None if one is None or other is None else not stop

    # -- variables -----------------------------------------------------------------------------------------------------

    def _set(self, name: str, value: Value) -> None:
        if isinstance(value, Unread):
            self._scope.variables.pop(name, None)
        else:
            self._scope.variables[name] = value

    def _forget(self, node: Node) -> None:
        """Forget every variable that a node may change."""
        if not self._scope.variables:
            return
        for _kind, write in found(_WRITES, node):
            if write.type == "foreach_statement":
                changed = parts(write)[1:-1]
            elif write.type in ("argument", "unset_statement", "update_expression"):
                changed = parts(write)
            else:
                left = write.child_by_field_name("left")
                changed = [left] if left is not None else []
            if write.type == "argument" and self._is_known(write):
                continue
            for each in changed:
                for name in self._named(each):
                    self._scope.variables.pop(name, None)

    def _is_known(self, argument: Node) -> bool:
        """Whether a call keeps a variable it is given: methods, and functions known to take it by value."""
        call = argument.parent.parent if argument.parent is not None else None
        if call is None or call.type != "function_call_expression":
            return call is not None and call.type in _CALLS
        function = call.child_by_field_name("function")
        return function is not None and self._scope.source.text(function).lower().lstrip("\\") in _BY_VALUE

    def _named(self, node: Node) -> list[str]:
        if node.type == "variable_name":
            return [self._scope.variable(node)]
        inner = parts(node)
        if node.type in ("subscript_expression", "member_access_expression"):
            return self._named(inner[0]) if inner else []
        return [name for each in inner for name in self._named(each)]

    def _join(self, ends: list[dict[str, Value]]) -> bool:
        """Keep the values on which all branches agree."""
        if not ends:
            return False
        first, *rest = ends
        self._scope.variables = {
            name: value for name, value in first.items() if all(name in each and each[name] is value for each in rest)
        }
        return True
