"""Private attributes stay in their room. The classes that an author holds keep theirs; their readers are listed.

A game's completion and its reference show no name with an underscore, so `Game`, the states, tokens, props and containers keep
what only the engine needs under one. Every other class names without an underscore what another room reads.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "rondel"

HELD = (
    "engine/game.py",
    *(f"engine/play/{each}.py" for each in ("playable", "referee", "scoring", "in_progress")),
    *(f"engine/declarations/{each}.py" for each in ("definition", "state", "result", "statistic", "play_order")),
    *(f"engine/components/{each}.py" for each in ("token", "prop", "counter", "part", "container", "pile", "playing_cards")),
    *(path.relative_to(PACKAGE).as_posix() for path in sorted((PACKAGE / "engine" / "components" / "boards").glob("*.py"))),
)
"""The modules of the classes that an author holds."""

READERS = {
    "learning": "numbers the moves, and encodes containers by their cells",
    "players/bots": "the rollout bot looks at the chance of the game it imagines",
    "search/strategies": "the extensive form reads chance without a copy",
    "server/catalog": "shows a game's options",
    "testing": "the laws compare what no author may see",
    "testing/laws": "the same",
    "translations": "collects the texts of a definition",
    "turnbase": "writes containers in their own order",
}
"""Rooms outside the engine that read private attributes of these classes, and why."""

MOST = 10
"""Accesses to private attributes of other classes across rooms; the number may only go down."""


def room(module: str) -> str:
    return module.rpartition("/")[0]


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def defined(nodes: list[ast.AST]) -> set[str]:
    """The private names that the classes and functions of a module define."""
    names: set[str] = set()
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=targets):
                names.update(each.id for each in targets if isinstance(each, ast.Name))
    return {name for name in names if private(name)}


def reached(nodes: list[ast.AST]) -> list[str]:
    """The private names that a module reads of other objects than ``self``."""
    return [
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and private(node.attr)
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]


@cache
def reach() -> tuple[dict[str, int], list[str]]:
    """Reads of what an author holds, counted by room, and every other read across rooms."""
    homes: dict[str, set[str]] = defaultdict(set)
    reads: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if "migrations" in path.parts:
            continue
        module = path.relative_to(PACKAGE).as_posix()
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        for name in defined(nodes):
            homes[name].add(module)
        reads[module] = reached(nodes)
    held: dict[str, int] = defaultdict(int)
    across = []
    for module, names in reads.items():
        for name in names:
            places = homes.get(name, set())
            if module in places or not places:
                continue
            if places.intersection(HELD):
                held[room(module)] += 1
            elif all(room(each) != room(module) for each in places):
                across.append(f"{module}: {name} of {min(places)}")
    return held, across


def test_no_room_reads_the_private_attributes_of_another() -> None:
    _, across = reach()
    assert len(across) <= MOST, "\n".join(sorted(across))


def test_the_rooms_that_read_what_an_author_holds_are_listed() -> None:
    held, _ = reach()
    assert {each for each in held if not each.startswith("engine")} == set(READERS)
