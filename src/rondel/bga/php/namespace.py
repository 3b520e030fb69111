"""Namespaces: the full name of a name in a file, by the file's ``namespace`` and ``use``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from rondel.bga.php.source import Source, part, parts


@dataclass
class Namespace:
    """The names of one file: its namespace, and its imports by alias.

    >>> names = of(Source(b"<?php namespace A; use B\\\\{C, D as E}; use const F\\\\G;", "a.php"))
    >>> names.of_class("C"), names.of_class("e"), names.of_class("X"), names.of_class("\\\\Y"), names.of_class("C\\\\Z")
    ('B\\\\C', 'B\\\\D', 'A\\\\X', 'Y', 'B\\\\C\\\\Z')
    >>> names.of_constant("G"), names.of_constant("H")
    (['F\\\\G'], ['A\\\\H', 'H'])
    """

    name: str = ""
    classes: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)

    def of_class(self, written: str) -> str:
        """The full name of a class."""
        if written.startswith("\\"):
            return written[1:]
        first, _, rest = written.partition("\\")
        if first.lower() == "namespace" and rest:
            return self.full(rest)
        known = self.classes.get(first.lower())
        if known is not None:
            return f"{known}\\{rest}" if rest else known
        return self.full(written)

    def of_constant(self, written: str) -> list[str]:
        """The full names a constant may have, in the order in which PHP looks."""
        if "\\" in written:
            return [self.of_class(written)]
        if written in self.constants:
            return [self.constants[written]]
        return [self.full(written), written] if self.name else [written]

    def full(self, name: str) -> str:
        """A name within this namespace."""
        return f"{self.name}\\{name}" if self.name else name


def of(source: Source) -> Namespace:
    """Read it off the top of a file."""
    names = Namespace()
    for node in parts(source.root):
        if node.type == "namespace_definition":
            named = node.child_by_field_name("name")
            names.name = source.text(named) if named is not None else ""
            for inner in parts(node.child_by_field_name("body")):
                if inner.type == "namespace_use_declaration":
                    _use(names, source, inner)
        elif node.type == "namespace_use_declaration":
            _use(names, source, node)
    return names


def imports(source: Source) -> Iterator[tuple[str, str, Node]]:
    """The classes that a file imports: alias, full name and place.

    >>> [each[:2] for each in imports(Source(b"<?php use A\\\\{B, C as D};", "a.php"))]
    [('B', 'A\\\\B'), ('D', 'A\\\\C')]
    """
    for node in parts(source.root):
        inner = parts(node.child_by_field_name("body")) if node.type == "namespace_definition" else [node]
        for each in inner:
            if each.type == "namespace_use_declaration":
                yield from [(short, full, at) for kind, short, full, at in _clauses(source, each) if kind == "class"]


def _use(names: Namespace, source: Source, node: Node) -> None:
    for kind, short, full, _at in _clauses(source, node):
        if kind == "const":
            names.constants[short] = full
        elif kind == "class":
            names.classes[short.lower()] = full


def _clauses(source: Source, node: Node) -> Iterator[tuple[str, str, str, Node]]:
    """What an import names: its kind (``class``, ``const``, ``function``), alias, full name and place."""
    prefix = part(node, "namespace_name")
    group = part(node, "namespace_use_group")
    before = f"{source.text(prefix)}\\" if prefix is not None and group is not None else ""
    kind = _kind(node)
    for clause in parts(group if group is not None else node):
        if clause.type != "namespace_use_clause":
            continue
        alias = clause.child_by_field_name("alias")
        (full, *_) = [source.text(each) for each in parts(clause)]
        full = before + full.removeprefix("\\")
        short = source.text(alias) if alias is not None else full.rpartition("\\")[2]
        yield kind or _kind(clause) or "class", short, full, clause


def _kind(node: Node) -> str:
    for each in node.children:
        if each.type in ("const", "function"):
            return each.type
    return ""
