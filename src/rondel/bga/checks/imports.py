"""Imports: names that a file imports from a namespace of the project that does not have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node, Query

from rondel.bga.evaluation.declarations import Class
from rondel.bga.evaluation.framework import is_framework
from rondel.bga.finding import Finding
from rondel.bga.machine.reader import Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.php.namespace import imports
from rondel.bga.php.source import LANGUAGE, Source, found

_USES: Final = Query(
    LANGUAGE,
    """
    (object_creation_expression (name) @name)
    (class_constant_access_expression . (name) @name)
    (scoped_call_expression scope: (name) @name)
    (scoped_property_access_expression scope: (name) @name)
    (base_clause (name) @name)
    (class_interface_clause (name) @name)
    (declaration_list (use_declaration (name) @name))
    """,
)
"""The places where PHP, or the framework by a class name, needs the class itself."""


def findings(reading: Reading, usage: Usage) -> Iterator[Finding]:
    """Imports of a class that the project has in another namespace only, if the file uses the class."""
    for source in reading.project.sources:
        for alias, full, node in imports(source):
            found_ = _misplaced(full, reading)
            used = _used(source, alias) if found_ is not None else None
            if found_ is None or used is None:
                continue
            said = f"{full} is imported, and the project has no such class"
            severity = "error" if reading.project.is_loaded(source.path) else "note"
            method = _around(used, source)
            if method and usage.is_uncalled(method, reading.machine.names):
                said, severity = f"{said}; nothing calls {method}()", "warning"
            yield Finding("import-missing", severity, source.place(node), said, f"did you mean {found_.name}?")


def _misplaced(full: str, reading: Reading) -> Class | None:
    """The only class of a short name in the project, if the import names another namespace under the same root."""
    short = full.rpartition("\\")[2].lower()
    known = [each for each in reading.declared.classes.values() if each.short.lower() == short]
    if full.lower() in reading.declared.classes or is_framework(full) or len(known) != 1:
        return None
    return known[0] if _root(known[0].name) == _root(full) != "" else None


def _root(full: str) -> str:
    """The namespace of a whole game: two names for the framework's ``Bga\\Games``, with the game's own; else one."""
    names = full.lower().split("\\")[:-1]
    return "\\".join(names[:3] if names[:2] == ["bga", "games"] else names[:1])


def _used(source: Source, alias: str) -> Node | None:
    """The first place that needs a class, outside the imports."""
    for _kind, node in found(_USES, source.root):
        if source.text(node).lower() == alias.lower():
            return node
    return None


def _around(node: Node, source: Source) -> str:
    at: Node | None = node
    while at is not None and at.type != "method_declaration":
        at = at.parent
    name = at.child_by_field_name("name") if at is not None else None
    return source.text(name) if name is not None else ""
