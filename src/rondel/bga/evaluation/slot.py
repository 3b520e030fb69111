"""Slots: where PHP writes to: a variable, a key of an array that may be made on the way, a property of a built state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from rondel.bga.evaluation.builder import METHODS
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php.source import Place, parts
from rondel.bga.php.value import Array, Unread, Value, as_key


@dataclass
class Variable:
    """A variable."""

    variables: dict[str, Value]
    name: str

    def get(self) -> Value:
        """The value; ``None`` if there is none."""
        return self.variables.get(self.name)

    def put(self, value: Value) -> None:
        """Put something there."""
        self.variables[self.name] = value


@dataclass
class Element:
    """A key of an array; without a key (``None``) the value is appended."""

    array: Array
    key: Value
    place: Place

    def get(self) -> Value:
        """The value; ``None`` if there is none."""
        return None if self.key is None else self.array.get(self.key)

    def put(self, value: Value) -> None:
        """Put something there."""
        if self.key is None:
            self.array.append(value, self.place)
        else:
            self.array.put(self.key, value, self.place)


Slot: TypeAlias = "Variable | Element"


class Slots:
    """Finds the slots of a project; ``unread`` takes the expressions that are not slots."""

    def __init__(self, evaluator: Evaluator, unread: list[Unread]) -> None:
        self._evaluator = evaluator
        self._unread = unread

    def find(self, node: Node, scope: Scope) -> Slot | None:
        """The slot of a node, or ``None`` if it is unknown; an uncertain one is noted as unread."""
        name = scope.variable(node)
        if name:
            return Variable(scope.variables, name)
        if node.type == "member_access_expression":
            owner, named = self._evaluator.value(parts(node)[0], scope), scope.source.text(parts(node)[-1]).lower()
            if isinstance(owner, Array) and owner.built and named in METHODS:
                return Element(owner, METHODS[named], scope.source.place(node))
        if node.type == "subscript_expression":
            return self._element(node, scope)
        self._unread.append(scope.unread(node, "an assignment to this is not read"))
        return None

    def _element(self, node: Node, scope: Scope) -> Slot | None:
        holder, *key = parts(node)
        slot = self.find(holder, scope)
        array = slot.get() if slot is not None else None
        if slot is not None and array is None:
            array = Array()
            slot.put(array)
        if not isinstance(array, Array):
            return None
        at = self._evaluator.value(key[0], scope) if key else None
        if isinstance(at, Unread):
            array.gaps.append(at)
            return None
        try:
            return Element(array, as_key(at) if key else None, scope.source.place(node))
        except ValueError as error:
            array.gaps.append(scope.unread(key[0], str(error)))
            return None
