"""Scopes: the place of an expression, and the meaning of its names and variables."""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from rondel.bga.evaluation.declarations import Class
from rondel.bga.php.namespace import Namespace
from rondel.bga.php.source import Source, part
from rondel.bga.php.value import Unread, Value


@dataclass
class Scope:
    """The scope of an expression: its file, the names of the file, the variables so far, and the enclosing class."""

    source: Source
    names: Namespace
    variables: dict[str, Value] = field(default_factory=dict)
    owner: Class | None = None

    def unread(self, node: Node, why: str) -> Unread:
        """The source of a node, as an unread value."""
        return Unread(self.source.place(node), self.source.excerpt(node), why)

    def variable(self, node: Node) -> str:
        """The name of the variable that a node is, or ``""``."""
        named = part(node, "name")
        return self.source.text(named) if node.type == "variable_name" and named is not None else ""
