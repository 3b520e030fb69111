"""Sources: files of PHP as a syntax tree, in which every node knows its file and line. PHP is never run.

The parser is tree-sitter's; it continues after a syntax error, so that one error does not hide the rest of a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rondel.extras import need

need("bga")

import tree_sitter_php  # noqa: E402
from tree_sitter import Language, Node, Parser, Query, QueryCursor  # noqa: E402

LANGUAGE: Final = Language(tree_sitter_php.language_php())
LONGEST: Final = 100
"""Characters of a source that a message repeats."""


@dataclass(frozen=True, order=True)
class Place:
    """A place: a file, relative to the working directory, and a line, from 1.

    >>> str(Place("states.inc.php", 12))
    'states.inc.php:12'
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Source:
    """One file of PHP.

    >>> source = Source(b"<?php $a = 1;", "a.php")
    >>> source.text(source.root), source.faults()
    ('<?php $a = 1;', [])
    """

    def __init__(self, code: bytes, name: str, path: Path | None = None) -> None:
        self.code = code
        self.name = name
        self.path = path if path is not None else Path(name)
        self.root: Node = Parser(LANGUAGE).parse(code).root_node

    def text(self, node: Node) -> str:
        """The text of a node."""
        return self.code[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def excerpt(self, node: Node) -> str:
        """The text of a node in one line, shortened if it is long."""
        words = " ".join(self.text(node).split())
        return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"

    def place(self, node: Node) -> Place:
        """Where a node begins."""
        return Place(self.name, node.start_point[0] + 1)

    def faults(self) -> list[Place]:
        """The syntax errors of the file. The parser reports the lines after an error too; only the first of them counts."""
        if not self.root.has_error:
            return []
        lines: set[int] = set()
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            # An error may span the file; the errors inside it give the line.
            inner = [each for each in node.children if each.has_error or each.is_error or each.is_missing]
            waiting.extend(inner)
            if not inner and (node.is_error or node.is_missing):
                lines.add(node.start_point[0] + 1)
        first = [Place(self.name, each) for each in sorted(lines) if each - 1 not in lines]
        # If the parser found no tree for the whole file, only the first error is certain.
        return first[:1] if self.root.is_error else first


def parts(node: Node | None) -> list[Node]:
    """The named children of a node, without comments.

    >>> [each.type for each in parts(Source(b"<?php /* a */ f(); // b", "a.php").root)]
    ['php_tag', 'expression_statement']
    """
    return [] if node is None else [each for each in node.named_children if each.type != "comment"]


def part(node: Node, kind: str) -> Node | None:
    """The first child of a kind, or none."""
    for each in node.named_children:
        if each.type == kind:
            return each
    return None


def found(query: Query, node: Node) -> Iterator[tuple[str, Node]]:
    """The captures of a query below a node, in the order of the file, each with its name."""
    captured = QueryCursor(query).captures(node)
    pairs = [(name, each) for name, nodes in captured.items() for each in nodes]
    yield from sorted(pairs, key=lambda pair: pair[1].start_byte)
