"""The evaluator: the value of a PHP expression, as far as the files give it; otherwise an `Unread`.

Nothing is run: functions of the project are never called, and of PHP's built-in functions only those of ``functions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tree_sitter import Node

from rondel.bga.evaluation import builder, closure
from rondel.bga.evaluation.constants import Constants, Unknown
from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php import functions, literal, operation
from rondel.bga.php.conversion import as_number, as_text, as_truth, identical
from rondel.bga.php.source import parts
from rondel.bga.php.value import Array, Case, Key, Unread, Value, as_key


class _Unreadable(Exception):
    """Within an expression: it cannot be read, and why."""

    def __init__(self, unread: Unread) -> None:
        super().__init__(str(unread))
        self.unread = unread


class Evaluator:
    """Evaluates expressions within a project.

    >>> from rondel.bga.php import namespace
    >>> from rondel.bga.php.source import Source
    >>> source = Source(b"<?php const A = 2; A . 'x';", "a.php")
    >>> evaluator = Evaluator(Declarations([source]))
    >>> evaluator.value(source.root.named_children[2].named_children[0], Scope(source, namespace.of(source)))
    '2x'
    """

    def __init__(self, declared: Declarations) -> None:
        self.declared = declared
        self.effect: Callable[[Node, Scope], Value] | None = None
        """Evaluates assignments and includes within expressions; without it they are unread."""
        self.constants = Constants(declared, lambda constant, scope: self.value(constant.node, scope))

    def value(self, node: Node, scope: Scope) -> Value:
        """The value of an expression."""
        try:
            return self._value(node, scope)
        except _Unreadable as error:
            return error.unread
        except RecursionError:
            return scope.unread(node, "it is nested too deeply")

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _value(self, node: Node, scope: Scope) -> Value:
        source = scope.source
        match node.type:
            case "integer" | "float":
                return literal.number(source.text(node))
            case "string" | "encapsed_string" | "heredoc" | "nowdoc":
                return literal.text(source, node, lambda inner: self._text(inner, scope))
            case "boolean":
                return source.text(node).lower() == "true"
            case "null":
                return None
            case "parenthesized_expression" | "error_suppression_expression" | "argument" | "by_ref":
                return self._value(parts(node)[-1], scope)
            case "array_creation_expression":
                return self._array(node, scope)
            case "name" | "qualified_name" | "relative_name":
                return self._name(node, scope)
            case "variable_name":
                return self._variable(node, scope)
            case "dynamic_variable_name" if node.parent is not None and node.parent.type in ("encapsed_string", "heredoc_body"):
                return self._variable(node, scope)
            case "subscript_expression":
                return self._subscript(node, scope)
            case "class_constant_access_expression":
                owner, member = parts(node)[0], parts(node)[-1]
                if owner.type in ("name", "qualified_name", "relative_name", "relative_scope") and not parts(member):
                    names = source.text(owner), source.text(member)
                    return self._known(node, scope, lambda: self.constants.member(*names, scope))
            case "member_access_expression":
                return self._property(node, scope)
            case "unary_op_expression":
                return self._unary(node, scope)
            case "binary_expression":
                return self._binary(node, scope)
            case "conditional_expression":
                return self._conditional(node, scope)
            case "cast_expression":
                return self._cast(node, scope)
            case "match_expression":
                return self._match(node, scope)
            case "sequence_expression":
                return [self._value(each, scope) for each in parts(node)][-1]
            case "function_call_expression":
                return self._call(node, scope)
            case "scoped_call_expression" | "member_call_expression":
                return self._chain(node, scope)
            case _ if node.type in EFFECTS and self.effect is not None:
                return self.effect(node, scope)
        raise self._refuse(node, scope, _WHY.get(node.type, "this is not read"))

    def _known(self, node: Node, scope: Scope, find: Callable[[], Value]) -> Value:
        """What a name stands for."""
        try:
            return find()
        except Unknown as error:
            raise self._refuse(node, scope, str(error)) from None

    def _text(self, node: Node, scope: Scope) -> str:
        value = self._read(node, scope)
        try:
            return as_text(value)
        except ValueError as error:
            raise self._refuse(node, scope, str(error)) from None

    def _read(self, node: Node, scope: Scope) -> Value:
        """A value that must be known. Raises for an unknown one."""
        value = self._value(node, scope)
        if isinstance(value, Unread):
            raise _Unreadable(value)
        return value

    def _array(self, node: Node, scope: Scope) -> Array:
        array = Array()
        for element in parts(node):
            place = scope.source.place(element)
            inner = parts(element)
            if not inner:
                continue
            if inner[0].type == "variadic_unpacking":
                taken = self.value(parts(inner[0])[0], scope)
                if isinstance(taken, Array):
                    array.spread(taken)
                else:
                    array.gaps.append(_as_unread(taken, scope.unread(inner[0], "it is not an array, so it cannot be spread")))
                continue
            value = self.value(inner[-1], scope)
            if len(inner) == 1:
                array.append(value, place)
                continue
            key = self.value(inner[0], scope)
            try:
                array.write(self._checked(key), value, place)
            except _Unreadable as error:
                array.gaps.append(error.unread)
            except ValueError as error:
                array.gaps.append(scope.unread(inner[0], str(error)))
        return array

    def _checked(self, value: Value) -> Value:
        if isinstance(value, Unread):
            raise _Unreadable(value)
        return value

    def _name(self, node: Node, scope: Scope) -> Value:
        name = scope.source.text(node)
        match name.upper():
            case "__DIR__":
                return scope.source.path.parent.as_posix()
            case "__FILE__":
                return scope.source.path.as_posix()
            case "__LINE__":
                return scope.source.place(node).line
            case "__CLASS__" if scope.owner is not None:
                return scope.owner.name
            case "__NAMESPACE__":
                return scope.names.name
            case "PHP_EOL":
                return "\n"
            case "PHP_INT_MAX":
                return 2**63 - 1
        return self._known(node, scope, lambda: self.constants.named(name, scope))

    def _variable(self, node: Node, scope: Scope) -> Value:
        name = scope.source.text(parts(node)[0]) if parts(node) else scope.source.text(node)
        if name == "this":
            raise self._refuse(node, scope, "$this is known only while the game runs")
        if name not in scope.variables:
            raise self._refuse(node, scope, f"the files that were read give ${name} no value")
        return scope.variables[name]

    def _subscript(self, node: Node, scope: Scope) -> Value:
        inner = parts(node)
        if len(inner) < 2:
            raise self._refuse(node, scope, "it has no key")
        array, key = self._read(inner[0], scope), self._key(inner[1], scope)
        if not isinstance(array, Array):
            raise self._refuse(node, scope, "it is no array")
        if key not in array.entries:
            raise self._refuse(node, scope, f"there is no key {key!r}")
        return array.entries[key].value

    def _key(self, node: Node, scope: Scope) -> Key:
        # In a text, "$a[key]" has a bare word for a key.
        around = node.parent.parent if node.parent is not None else None
        if node.type == "name" and around is not None and around.type in ("encapsed_string", "heredoc_body"):
            return as_key(scope.source.text(node))
        try:
            return as_key(self._read(node, scope))
        except ValueError as error:
            raise self._refuse(node, scope, str(error)) from None

    def _property(self, node: Node, scope: Scope) -> Value:
        inner = parts(node)
        if scope.source.text(inner[0]) != "$this":
            owner = self._read(inner[0], scope)
            if isinstance(owner, Case):
                match scope.source.text(inner[-1]):
                    case "value":
                        return owner.value
                    case "name":
                        return owner.name
            if isinstance(owner, Array) and owner.built:
                key = builder.METHODS.get(scope.source.text(inner[-1]).lower(), "")
                return owner.entries[key].value if key in owner.entries else None
        raise self._refuse(node, scope, "properties are known only while the game runs")

    def _unary(self, node: Node, scope: Scope) -> Value:
        inner = parts(node)[-1]
        operator = node.children[0].type
        try:
            return operation.turn(operator, self._read(inner, scope))
        except ValueError as error:
            raise self._refuse(node, scope, str(error)) from None

    def _binary(self, node: Node, scope: Scope) -> Value:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        named = node.child_by_field_name("operator")
        if left is None or right is None or named is None:
            raise self._refuse(node, scope, "it is not whole")
        operator = scope.source.text(named).lower()
        try:
            if operator == "??":
                return self._read(left, scope) if self._set(left, scope) else self._value(right, scope)
            if operator in ("&&", "and"):
                return as_truth(self._read(left, scope)) and as_truth(self._read(right, scope))
            if operator in ("||", "or"):
                return as_truth(self._read(left, scope)) or as_truth(self._read(right, scope))
            if operator == "+":
                return self._plus(node, left, right, scope)
            return operation.apply(operator, self._read(left, scope), self._read(right, scope))
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            raise self._refuse(node, scope, str(error)) from None

    def _plus(self, node: Node, left: Node, right: Node, scope: Scope) -> Value:
        one, other = self._read(left, scope), self.value(right, scope)
        if isinstance(one, Array):
            if isinstance(other, Array):
                return one.plus(other)
            # The first wins, so its known keys stay known with any other array.
            sum_ = one.copy()
            sum_.gaps.append(_as_unread(other, scope.unread(right, "it is not an array, so it cannot be added to one")))
            return sum_
        return as_number(one) + as_number(self._checked(other))

    def _set(self, node: Node, scope: Scope) -> bool:
        """Whether ``isset`` holds."""
        inner = parts(node)
        if node.type in ("error_suppression_expression", "parenthesized_expression"):
            return self._set(inner[-1], scope)
        if node.type == "variable_name":
            name = scope.source.text(inner[0])
            return name in scope.variables and self._checked(scope.variables[name]) is not None
        if node.type == "subscript_expression" and len(inner) == 2:
            if not self._set(inner[0], scope):
                return False
            array = self._read(inner[0], scope)
            if not isinstance(array, Array):
                return False
            if array.gaps and self._key(inner[1], scope) not in array.entries:
                raise _Unreadable(array.gaps[0])
            return self._checked(array.get(self._key(inner[1], scope))) is not None
        return self._read(node, scope) is not None

    def _conditional(self, node: Node, scope: Scope) -> Value:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        other = node.child_by_field_name("alternative")
        if condition is None or other is None:
            raise self._refuse(node, scope, "it is not whole")
        value = self._read(condition, scope)
        if as_truth(value):
            return value if body is None else self._value(body, scope)
        return self._value(other, scope)

    def _cast(self, node: Node, scope: Scope) -> Value:
        kind, inner = node.child_by_field_name("type"), node.child_by_field_name("value")
        if kind is None or inner is None:
            raise self._refuse(node, scope, "it is not whole")
        try:
            return operation.cast(scope.source.text(kind), self._read(inner, scope))
        except ValueError as error:
            raise self._refuse(node, scope, str(error)) from None

    def _match(self, node: Node, scope: Scope) -> Value:
        condition = node.child_by_field_name("condition")
        if condition is None:
            raise self._refuse(node, scope, "it is not whole")
        value = self._read(condition, scope)
        other: Node | None = None
        for arm in parts(node.child_by_field_name("body")):
            result = arm.child_by_field_name("return_expression")
            if arm.type == "match_default_expression":
                other = result
                continue
            asked = parts(arm.child_by_field_name("conditional_expressions"))
            if result is not None and any(identical(value, self._read(each, scope)) for each in asked):
                return self._value(result, scope)
        if other is None:
            raise self._refuse(node, scope, "no arm of it matches")
        return self._value(other, scope)

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _call(self, node: Node, scope: Scope) -> Value:
        function = node.child_by_field_name("function")
        given = [each for each in parts(node.child_by_field_name("arguments")) if parts(each)]
        if function is None or function.type not in ("name", "qualified_name", "relative_name"):
            raise self._refuse(node, scope, "only the running game knows the result of a closure")
        name = scope.source.text(function).rpartition("\\")[2].lower()
        match name:
            case "isset":
                return all(self._set(parts(each)[-1], scope) for each in given)
            case "empty" if given:
                inner = parts(given[0])[-1]
                return not (self._set(inner, scope) and as_truth(self._read(inner, scope)))
            case "defined" if given:
                return self.constants.is_defined(as_text(self._read(given[0], scope)).lstrip("\\"), scope)
            case "define" if len(given) > 1:
                self.constants.executed.add(as_text(self._read(given[0], scope)))
                return True
            case "constant" if given:
                called = as_text(self._read(given[0], scope)).lstrip("\\")
                owner, _, member = called.rpartition("::")
                if owner:
                    return self._known(node, scope, lambda: self.constants.member("\\" + owner, member, scope))
                return self._known(node, scope, lambda: self.constants.named(called, scope))
            case "dirname" if given:
                return as_text(self._read(given[0], scope)).rstrip("/").rpartition("/")[0]
        if name in closure.TAKES and given:
            return self._mapped(name, [parts(each)[-1] for each in given], node, scope)
        try:
            return functions.call(name, [self._read(each, scope) for each in given], scope.source.place(node))
        except KeyError:
            raise self._refuse(
                node, scope, f"only the running game knows the result of {scope.source.text(function)}()"
            ) from None
        except ValueError as error:
            raise self._refuse(node, scope, str(error)) from None

    def _mapped(self, name: str, given: list[Node], node: Node, scope: Scope) -> Value:
        """A function of PHP's own that calls one which is written out where it is given."""
        at = closure.TAKES[name]
        written = given[at] if at < len(given) else None
        made = closure.of(written, scope) if written is not None else None
        if written is not None and made is None:
            raise self._refuse(written, scope, "functions are not run")
        rest = [self._read(each, scope) for each in given if each is not written]
        try:
            return closure.call(name, made, rest, scope.source.place(node), self._read)
        except ValueError as error:
            raise self._refuse(node, scope, str(error)) from None

    def _chain(self, node: Node, scope: Scope) -> Value:
        """A call of a method of the builder, or of one that marks texts."""
        calls: list[builder.Call] = []
        at = node
        while at.type == "member_call_expression":
            calls.append(self._one(at, scope))
            inner = at.child_by_field_name("object")
            if inner is None:
                break
            at = inner
        owner = at.child_by_field_name("scope")
        if at.type == "scoped_call_expression" and owner is not None:
            short = scope.names.of_class(scope.source.text(owner)).rpartition("\\")[2].lower()
            if short == "gamestatebuilder":
                calls.append(self._one(at, scope))
                return builder.build(calls[::-1])
        name = node.child_by_field_name("name")
        if name is not None and scope.source.text(name).lower() in functions.MARKS:
            given = [self._read(each, scope) for each in parts(node.child_by_field_name("arguments")) if parts(each)]
            return functions.call(scope.source.text(name).lower(), given, scope.source.place(node))
        raise self._refuse(node, scope, "only the running game knows the result of a method")

    def _one(self, node: Node, scope: Scope) -> builder.Call:
        name = node.child_by_field_name("name")
        given = [self.value(parts(each)[-1], scope) for each in parts(node.child_by_field_name("arguments")) if parts(each)]
        written = scope.source.text(name) if name is not None else ""
        place = scope.source.place(name if name is not None else node)
        return builder.Call(written, given, place, scope.source.excerpt(node))

    def _refuse(self, node: Node, scope: Scope, why: str) -> _Unreadable:
        return _Unreadable(scope.unread(node, why))


EFFECTS: Final = frozenset(
    {
        "assignment_expression",
        "augmented_assignment_expression",
        "reference_assignment_expression",
        "update_expression",
        "require_expression",
        "require_once_expression",
        "include_expression",
        "include_once_expression",
    }
)
"""Expressions with a side effect."""

_WHY: Final = {
    "object_creation_expression": "only the running game knows an object",
    "anonymous_function": "functions are not run",
    "arrow_function": "functions are not run",
    "scoped_property_access_expression": "properties are known only while the game runs",
    "ERROR": "this is not PHP",
}


def _as_unread(value: Value, otherwise: Unread) -> Unread:
    return value if isinstance(value, Unread) else otherwise
