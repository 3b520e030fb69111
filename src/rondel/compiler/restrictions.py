"""What the compiler takes and then does differently, without a word: found in the source before it is compiled."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from rondel.compiler.refusal import DIFFERENT, UNSUPPORTED, Refusal
from rondel.compiler.source_modules import SourceModules

_Make = Callable[[ast.expr | ast.stmt | ast.keyword, str, str, str], Refusal]
"""Makes a refusal for a node: its kind, what it is, the fix."""


def restricted(modules: SourceModules) -> list[Refusal]:
    """The refusals for all modules of a game."""
    return [each for name, tree in modules.trees.items() for each in _in_module(modules.files[name], tree)]


def _in_module(file: Path, tree: ast.Module) -> Iterator[Refusal]:
    def refused(node: ast.expr | ast.stmt | ast.keyword, kind: str, message: str, fix: str) -> Refusal:
        return Refusal(kind, file, node.lineno, node.col_offset + 1, message, fix)

    for top in tree.body:
        if isinstance(top, ast.FunctionDef) and top.name == "_":
            yield refused(
                top,
                DIFFERENT,
                "a compiled function called _ gets another name",
                "define it under a plain name, and write _ = NAME below it",
            )
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for each in node.keywords:
            if each.arg == "metaclass":
                yield refused(
                    each,
                    UNSUPPORTED,
                    "a class with a metaclass",
                    "leave it out; an abstract method can raise NotImplementedError instead",
                )
            else:
                yield refused(
                    each,
                    DIFFERENT,
                    f"the compiler drops the keyword {each.arg!r} of a class statement",
                    "assign it in the body of the class",
                )
        yield from _decorators(node, refused)


def _decorators(node: ast.ClassDef, refused: _Make) -> Iterator[Refusal]:
    """Decorators that read a name of the same class body, which is not there while compiled code makes the class."""
    defined: set[str] = set()
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef):
            for each in inner.decorator_list:
                names = {name.id for name in ast.walk(each) if isinstance(name, ast.Name)} & defined
                setter = isinstance(each, ast.Attribute) and each.attr in ("setter", "deleter", "getter")
                if names and not setter:
                    yield refused(
                        each,
                        UNSUPPORTED,
                        f"a decorator that reads {min(names)!r} of the same class",
                        "move both functions to the top of the module, as @on(STATE, ...) does",
                    )
            defined.add(inner.name)
        elif isinstance(inner, ast.Assign):
            defined.update(name.id for target in inner.targets for name in ast.walk(target) if isinstance(name, ast.Name))
