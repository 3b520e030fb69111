"""Scopes: where an expression stands, and what its names and variables mean there."""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from rondel.bga.evaluation.declarations import Class
from rondel.bga.php.namespace import Namespace
from rondel.bga.php.source import Source, part
from rondel.bga.php.value import Unread, Value


@dataclass
class Scope:
    """Where an expression stands: its file, the names there, the variables so far, and the class around it."""

    source: Source
    names: Namespace
    variables: dict[str, Value] = field(default_factory=dict)
    owner: Class | None = None

    def unread(self, node: Node, why: str) -> Unread:
        """What stands at a node, as something that could not be read."""
        return Unread(self.source.place(node), self.source.excerpt(node), why)

    def variable(self, node: Node) -> str:
        """The name of the variable that a node is, or ``""``."""
        named = part(node, "name")
        return self.source.text(named) if node.type == "variable_name" and named is not None else ""
