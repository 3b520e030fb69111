"""Write what the editor of the playground completes and explains: the engine's public names, and the members of its classes.

Each has its signature and the first sentence of its docstring, read off the sources as in the API reference.
`scripts/pages.py` writes the file; a test compares.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from definitions import Found, members, order, resolve, signature
from reference import PAGES, public

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "playground" / "completions.json"
ROOMS = ("rondel", "rondel.engine")
"""The modules whose names rules use; each page of the reference with one of them."""


def written() -> str:
    """The file: ``names`` are what rules import, each as name, signature, sentence and module; ``members`` are those of all
    classes, each as name, signature, sentence and class."""
    shown = [
        (name, module, (name, module) in page.bases)
        for page in PAGES
        if page.module == ROOMS[0] or page.module.startswith(ROOMS[1])
        for name, module in public(page.name)
    ]
    given = {name for name, _module, _base in shown}
    names: list[list[str]] = []
    inside: list[list[str]] = []
    for name, module, base in shown:
        found = resolve(name, module)
        if found is None:
            raise SystemExit(f"{module} has no public name {name!r}")
        if not base:
            names.append([name, _signature(found, name), sentence(found.doc), module])
        inside += [[each.name, _on_one_line(each.heading), sentence(each.doc), name] for each in members(found, given)]
    return f'{{\n"names": [\n{_rows(names)}\n],\n"members": [\n{_rows(inside)}\n]\n}}\n'


def sentence(doc: str) -> str:
    """The first sentence of a docstring, without markup.

    >>> sentence("The **score** of a role, see `Game.score`. More.")
    'The score of a role, see Game.score.'
    """
    first = " ".join(doc.partition("\n\n")[0].split())
    return re.sub(r"\*\*|`", "", re.split(r"(?<=[.:]) (?=[A-Z])|:$", first, maxsplit=1)[0])


def _signature(found: Found, name: str) -> str:
    if isinstance(found.node, ast.FunctionDef):
        return _on_one_line(signature(found.node, name))
    if isinstance(found.node, ast.ClassDef):
        inits = [each for base in order(found) if isinstance(base.node, ast.ClassDef) for each in base.node.body]
        init = next((each for each in inits if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
        return f"class {_on_one_line(signature(init, name, method=True)) if init is not None else name}"
    return name


def _on_one_line(heading: str) -> str:
    """A signature on one line.

    >>> _on_one_line("f(\\n    a: int,\\n    b: int,\\n) -> None")
    'f(a: int, b: int) -> None'
    """
    return re.sub(r",?\s*\n\s*\)", ")", re.sub(r"\(\n\s*", "(", heading)).replace(",\n    ", ", ")


def _rows(rows: list[list[str]]) -> str:
    return ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
