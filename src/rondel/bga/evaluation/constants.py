"""Constants: the values of a project's names: constants of its files, of its classes, and cases of its enums."""

from __future__ import annotations

from collections.abc import Callable

from rondel.bga.evaluation.declarations import Class, Constant, Declarations
from rondel.bga.evaluation.framework import STATE_TYPES
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php.conversion import identical
from rondel.bga.php.source import Source
from rondel.bga.php.value import Case, Unread, Value


class Unknown(LookupError):
    """A name has no known value; the message gives the reason."""


class Constants:
    """The constants that some files declare; ``value`` evaluates the expression of one."""

    def __init__(self, declared: Declarations, evaluate: Callable[[Constant, Scope], Value]) -> None:
        self.declared = declared
        self.included: list[Source] = []
        """The files that were carried out so far."""
        self.executed: set[str] = set()
        """The names that ``define`` was come by for."""
        self._evaluate = evaluate
        self._values: dict[int, Value] = {}
        self._under_way: set[int] = set()

    def value(self, constant: Constant) -> Value:
        """What a constant stands for."""
        key = id(constant)
        if key not in self._values:
            if key in self._under_way:
                return Unread(constant.place, constant.name, "a constant that is defined by itself")
            self._under_way.add(key)
            scope = Scope(constant.source, constant.names, {}, constant.owner)
            self._values[key] = self._evaluate(constant, scope)
            self._under_way.discard(key)
        return self._values[key]

    def named(self, name: str, scope: Scope) -> Value:
        """The constant of a name, as seen from a place. Raises `Unknown`."""
        for full in scope.names.of_constant(name.removeprefix("\\") if name.startswith("\\") else name):
            defined = self.declared.constants.get(full, [])
            values = [self.value(each) for each in defined]
            if not values:
                continue
            if all(_same(each, values[0]) for each in values[1:]):
                return values[0]
            # Of different definitions, those of the states file and its includes count.
            for near in ([scope.source], self.included):
                own = [value for each, value in zip(defined, values, strict=True) if each.source in near]
                if own and all(_same(each, own[0]) for each in own):
                    return own[0]
            where = ", ".join(str(each.place) for each in defined)
            raise Unknown(f"the project defines it more than once, with different values: {where}")
        raise Unknown("no file of the project defines this constant")

    def is_defined(self, name: str, scope: Scope) -> bool:
        """Whether a constant is defined already, as guards test it; of the file being evaluated, only the constants so far."""
        others = [each for each in self.declared.constants.get(name, []) if each.source is not scope.source]
        return name in self.executed or bool(others)

    def member(self, owner: str, name: str, scope: Scope) -> Value:
        """A constant or a case of a class; ``class`` is its full name. Raises `Unknown`."""
        short = owner.lower()
        if short in ("self", "static") and scope.owner is not None:
            known: Class | None = scope.owner
        elif short == "parent" and scope.owner is not None:
            line = [each for each in self.declared.line(scope.owner) if each is not scope.owner]
            known = line[0] if line else None
        else:
            if name.lower() == "class":
                return scope.names.of_class(owner)
            known = self.declared.named(scope.names.of_class(owner))
        if known is not None:
            return known.name if name.lower() == "class" else self._of(known, name)
        if scope.names.of_class(owner).rpartition("\\")[2] == "StateType" and name in STATE_TYPES:
            return Case("StateType", name, STATE_TYPES[name])
        raise Unknown(f"no file of the project declares the class {owner}")

    def _of(self, owner: Class, name: str) -> Value:
        for each in self.declared.line(owner):
            if name in each.constants:
                return self.value(each.constants[name])
            if name in each.cases:
                backed = each.cases[name]
                if backed is None:
                    return Case(each.name, name)
                behind = Constant(name, each.source, backed, each.names, each)
                return Case(each.name, name, self._evaluate(behind, Scope(each.source, each.names, {}, each)))
        raise Unknown(f"{owner.name} has no constant {name}")


def _same(one: Value, other: Value) -> bool:
    try:
        return identical(one, other)
    except ValueError:
        return False
