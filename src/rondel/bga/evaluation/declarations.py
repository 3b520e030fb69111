"""Declarations: the constants, classes and methods that the files of a project declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.php import namespace
from rondel.bga.php.namespace import Namespace
from rondel.bga.php.source import LANGUAGE, Place, Source, found, part, parts

_QUERY: Final = Query(
    LANGUAGE,
    """
    (class_declaration) @class
    (interface_declaration) @class
    (trait_declaration) @class
    (enum_declaration) @class
    (const_declaration) @const
    (function_call_expression function: (_) @function) @call
    """,
)


@dataclass
class Constant:
    """A constant: its full name and its expression."""

    name: str
    source: Source
    node: Node
    names: Namespace
    owner: Class | None = None

    @property
    def place(self) -> Place:
        """Where its value is written."""
        return self.source.place(self.node)


@dataclass
class Method:
    """A method of a class, with its attributes (``PossibleAction``): short names to full names."""

    name: str
    source: Source
    node: Node
    attributes: dict[str, str]

    @property
    def place(self) -> Place:
        """Where it begins: at its name, below its attributes."""
        named = self.node.child_by_field_name("name")
        return self.source.place(named if named is not None else self.node)


@dataclass
class Class:
    """A class, interface, trait or enum."""

    name: str
    source: Source
    node: Node
    names: Namespace
    parents: list[str]
    constants: dict[str, Constant] = field(default_factory=dict)
    cases: dict[str, Node | None] = field(default_factory=dict)
    methods: dict[str, Method] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """Where its name is written."""
        return self.source.place(self.node.child_by_field_name("name") or self.node)

    @property
    def short(self) -> str:
        """Its name without the namespace."""
        return self.name.rpartition("\\")[2]


class Declarations:
    """All that some files declare.

    >>> files = Source(b"<?php define('A', 2); class B { const C = 3; function d() {} }", "a.php")
    >>> declared = Declarations([files])
    >>> [str(each.place) for each in declared.constants["A"]], sorted(declared.named("b").methods)
    (['a.php:1'], ['d'])
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self.constants: dict[str, list[Constant]] = {}
        self.classes: dict[str, Class] = {}
        self.repeated: list[tuple[Class, Class]] = []
        """Classes declared twice under one full name: the declaration that counts, and the other."""
        self._short: dict[str, list[Class]] = {}
        self._taken: list[Source] = []
        for source in sources:
            self.take(source)

    def named(self, name: str) -> Class | None:
        """The class of a full name, or of a short one that only one class has; cases of letters do not count."""
        known = self.classes.get(name.lower())
        if known is not None:
            return known
        short = self._short.get(name.rpartition("\\")[2].lower(), [])
        return short[0] if len(short) == 1 else None

    def line(self, owner: Class) -> Iterator[Class]:
        """A class, then what it extends and uses, as far as the project declares it."""
        waiting, seen = [owner], set[str]()
        while waiting:
            each = waiting.pop(0)
            if each.name in seen:
                continue
            seen.add(each.name)
            yield each
            waiting.extend(known for name in each.parents if (known := self.named(name)) is not None)

    def take(self, source: Source) -> None:
        """Add the declarations of a file, once."""
        if source in self._taken:
            return
        self._taken.append(source)
        names = namespace.of(source)
        for kind, node in found(_QUERY, source.root):
            if kind == "class":
                self._class(source, node, names)
            elif kind == "const" and not _in_class(node):
                for each in _elements(source, node, names):
                    self.constants.setdefault(names.full(each.name), []).append(each)
            elif kind == "call":
                self._define(source, node, names)

    def _define(self, source: Source, node: Node, names: Namespace) -> None:
        function = node.child_by_field_name("function")
        if function is None or source.text(function).lstrip("\\").lower() != "define":
            return
        given = [parts(each)[-1] for each in parts(node.child_by_field_name("arguments")) if parts(each)]
        if len(given) < 2 or given[0].type not in ("string", "encapsed_string"):
            return
        written = [each for each in parts(given[0]) if each.type == "string_content"]
        if len(parts(given[0])) == len(written) == 1:
            name = source.text(written[0])
            if any(each.source is source for each in self.constants.get(name, [])) and _is_guarded(node, name, source):
                return  # the file defined it before, so the guard never lets this one pass
            self.constants.setdefault(name, []).append(Constant(name, source, given[1], names))

    def _class(self, source: Source, node: Node, names: Namespace) -> None:
        named = node.child_by_field_name("name")
        if named is None:
            return
        owner = Class(names.full(source.text(named)), source, node, names, [])
        for clause in ("base_clause", "class_interface_clause"):
            owner.parents.extend(names.of_class(source.text(each)) for each in parts(part(node, clause)))
        for member in parts(node.child_by_field_name("body")):
            if member.type == "const_declaration":
                for each in _elements(source, member, names):
                    each.owner = owner
                    owner.constants[each.name] = each
            elif member.type == "use_declaration":
                owner.parents.extend(names.of_class(source.text(each)) for each in parts(member) if each.type.endswith("name"))
            elif member.type == "enum_case":
                case = member.child_by_field_name("name")
                if case is not None:
                    owner.cases[source.text(case)] = member.child_by_field_name("value")
            elif member.type == "method_declaration":
                method = _method(source, member, names)
                owner.methods[method.name.lower()] = method
        first = self.classes.setdefault(owner.name.lower(), owner)
        if first is not owner:
            self.repeated.append((first, owner))
            return
        self._short.setdefault(owner.short.lower(), []).append(owner)


def _is_guarded(node: Node, name: str, source: Source) -> bool:
    """Whether a definition stands in an ``if`` that asks for nothing but that the constant is not defined yet."""
    above = node.parent
    while above is not None and above.type in ("expression_statement", "compound_statement"):
        above = above.parent
    if above is None or above.type != "if_statement":
        return False
    asked = "".join(source.text(above.child_by_field_name("condition") or above).split()).lower().replace('"', "'")
    return asked.replace("\\", "") == f"(!defined('{name.lower()}'))"


def _in_class(node: Node) -> bool:
    return node.parent is not None and node.parent.type in ("declaration_list", "enum_declaration_list")


def _elements(source: Source, node: Node, names: Namespace) -> Iterator[Constant]:
    for each in parts(node):
        if each.type == "const_element":
            name, *value = parts(each)
            if value:
                yield Constant(source.text(name), source, value[-1], names)


def _method(source: Source, node: Node, names: Namespace) -> Method:
    named = node.child_by_field_name("name")
    written = [
        source.text(parts(each)[0])
        for group in parts(node.child_by_field_name("attributes"))
        for each in parts(group)
        if parts(each)
    ]
    attributes = {each.rpartition("\\")[2]: names.of_class(each) for each in written}
    return Method(source.text(named) if named is not None else "", source, node, attributes)
