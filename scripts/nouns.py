"""Which game carries which noun of the engine, for the page ``docs/nouns.md``: read off the sources of the games.

A noun is a class that authors find at the front door of the engine, an attribute of a game or of a state, or one of a few
methods and parameters that are nouns of their own. A game carries it if its source names it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
ENGINE: Final = ROOT / "src" / "rondel" / "engine"
SHELF: Final = ROOT / "src" / "rondel" / "shelf"
TRIALS: Final = (ROOT / "examples" / "cookbook", ROOT / "tests" / "authors", ROOT / "tests" / "engine" / "rules")
"""Recipes, trial games of authors, and small games for tests."""
PASSIVE: Final = ("Action", "Container", "InformationState", "State")
"""Classes at the front door that authors use in annotations only."""
METHODS: Final[Mapping[str, Sequence[str]]] = {
    "tokens that lie face down": ("turn_down", "shown_to"),
    "a pile in a known order": ("put_on_top", "put_under"),
    "a pile that is cut or searched": ("cut", "search"),
    "a pile that is shuffled": ("shuffle", "shuffle_in"),
    "a simultaneous secret answer": ("choose_each",),
    "a question in the middle of a rule": ("choose", "choose_some", "confirm"),
    "an end that all share": ("all_win",),
    "players who are out": ("eliminate",),
    "an imagined deal": ("suppose",),
}
"""The methods that are nouns, by what they stand for."""
PARAMETERS: Final[Mapping[str, str]] = {
    "an area of six-sided places": "hexes",
    "transitions with a label": "labels",
    "several tokens on a place": "capacity",
}
"""The parameters of calls that are nouns, by what they stand for."""
WITHOUT: Final[Mapping[str, str]] = {
    "`Jump`": "A rule whose targets are named is checked; no shipped game needs more.",
    "`migrations`": "Records of every release replay under the rules of today.",
    "`version`": "All shipped games have their first version.",
    "a pile that is cut or searched": "The piles of shipped games are shuffled, and have no order.",
}
"""What no shipped game carries, with the reason. A test compares."""
USUAL: Final = 20
"""A noun that more games carry needs no example."""
HEAD: Final = """# Which game uses what

Where to see a part of the engine at work. `make docs` writes this page from the sources: a game is listed if its rules name
the part. Parts that more than half of the games use are left out. The last column has recipes of
[the cookbook](cookbook/index.md) and games in the tests, for parts that no shipped game uses.

| part | shipped games | elsewhere |
| --- | --- | --- |
"""


class Named(NamedTuple):
    """What a source names."""

    names: frozenset[str]
    attributes: frozenset[str]
    """Set in the body of a class."""
    members: frozenset[str]
    """Called on something, or defined as a method."""
    keywords: frozenset[str]


def read(sources: Iterable[Path]) -> Named:
    """What these files name."""
    names, attributes, members, keywords = set[str](), set[str](), set[str](), set[str]()
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Name(id=name):
                    names.add(name)
                case ast.Attribute(attr=name):
                    members.add(name)
                case ast.FunctionDef(name=name):
                    members.add(name)
                case ast.keyword(arg=str(name)):
                    keywords.add(name)
                case ast.ClassDef(body=body):
                    attributes.update([each.id for line in body for each in _assigned(line) if isinstance(each, ast.Name)])
                case _:
                    pass
    return Named(frozenset(names), frozenset(attributes), frozenset(members), frozenset(keywords))


def _assigned(line: ast.stmt) -> Sequence[ast.expr]:
    return line.targets if isinstance(line, ast.Assign) else [line.target] if isinstance(line, ast.AnnAssign) else []


@cache
def games() -> dict[str, Named]:
    """What each shipped game names."""
    found = {path.stem: [path] for path in SHELF.glob("*.py") if path.stem != "__init__"}
    found.update({path.parent.name: sorted(path.parent.rglob("*.py")) for path in SHELF.glob("*/__init__.py")})
    return {name: read(found[name]) for name in sorted(found)}


@cache
def trials() -> dict[str, Named]:
    """What each recipe and each game of the tests names, by its path."""
    found = [path for folder in TRIALS for path in sorted(folder.rglob("*.py")) if not path.name.startswith(("test_", "__"))]
    return {path.relative_to(ROOT).as_posix(): read([path]) for path in found}


def classes() -> list[str]:
    """The classes at the front door of the engine."""
    front = ast.parse((ENGINE / "__init__.py").read_text(encoding="utf-8"))
    names = [each.name for line in front.body if isinstance(line, ast.ImportFrom) for each in line.names]
    return sorted([name for name in names if name[0].isupper() and not name.isupper() and name not in PASSIVE])


def declared(module: str) -> list[str]:
    """The class variables that a module of declarations lets authors set."""
    tree = ast.parse((ENGINE / "declarations" / f"{module}.py").read_text(encoding="utf-8"))
    lines = [line for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for line in node.body]
    return [
        line.target.id
        for line in lines
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and "ClassVar" in ast.dump(line.annotation)
    ]


def carries(noun: str, named: Named) -> bool:
    """Whether a source carries a noun of `nouns`."""
    plain = noun.strip("`")
    if noun in METHODS:
        return not named.members.isdisjoint(METHODS[noun])
    if noun in PARAMETERS:
        return PARAMETERS[noun] in named.keywords | named.attributes
    if plain == "Migration":
        return "migrations" in named.attributes
    return plain in (named.names if plain[0].isupper() else named.attributes)


@cache
def nouns() -> tuple[str, ...]:
    """All nouns as the page writes them: classes, attributes, methods and parameters."""
    variables = [name for module in ("definition", "state") for name in declared(module) if not name.startswith("_")]
    own = [f"`{name}`" for name in (*classes(), *dict.fromkeys(variables)) if name not in ("Migration", "labels")]
    return (*own, *METHODS, *PARAMETERS)


def carriers(noun: str) -> list[str]:
    """The shipped games that carry a noun."""
    return [name for name, named in games().items() if carries(noun, named)]


def others(noun: str) -> list[str]:
    """The recipes and games of the tests that carry a noun."""
    return [path for path, named in trials().items() if carries(noun, named)]


def written() -> str:
    """The page."""
    lines = []
    for noun in nouns():
        found = carriers(noun)
        if len(found) <= USUAL:
            shown = ", ".join([f"[{name}](games/{name}.md)" for name in found]) or f"none: {WITHOUT.get(noun, 'it is missing')}"
            also = "" if found else ", ".join([f"`{path}`" for path in others(noun)[:3]])
            lines.append(f"| {noun} | {shown} | {also} |\n")
    return HEAD + "".join(lines)
