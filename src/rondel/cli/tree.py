"""``rondel tree``: what may be played from a position on, as text, as a picture, or as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import rondel
from rondel.cli.named import named, settled
from rondel.search.tree.drawing import as_svg, as_text
from rondel.search.tree.tree import Node, Tree


def tree(
    name: str,
    *,
    depth: int,
    after: Sequence[str],
    most: int,
    solve: bool,
    svg: Path | None,
    options: Sequence[str],
    seats: int | None,
    as_json: bool,
) -> None:
    """Print the tree below the position after some moves; write the picture if there is to be one.

    Raises `IllegalMove` for a move that cannot be played, `BadOption` for a file that cannot be written, and `Unsolvable` for a
    game that cannot be solved.
    """
    kind = named(name)
    game = rondel.new(kind, seats=seats, options=settled(kind, options), chance="explicit")
    node = Tree(game, merge=solve).walk(*after)
    if solve:
        node.solve()
    if svg is not None:
        try:
            svg.write_text(as_svg(node, depth, most=most), encoding="utf-8")
        except OSError as error:
            raise rondel.errors.BadOption(f"{svg} cannot be written: {error.strerror}; choose another file") from error
    if as_json:
        print(json.dumps({"game": kind.name, "options": dict(game.scene()["options"]), "tree": to_json(node, depth)}))
    elif svg is None:
        print(as_text(node, depth, most=most))


def to_json(node: Node, depth: int) -> dict[str, Any]:
    """A node as plain data, with all below it as deep as asked for."""
    data: dict[str, Any] = {"description": node.description}
    if node.value is not None:
        data["value"] = node.value
    if depth <= 0 or node.is_over:
        return data
    data["moves"] = [
        {
            "move": branch.move.text,
            "role": branch.move.role,
            "description": branch.description,
            **({"probability": branch.probability} if node.is_chance else {}),
            "after": to_json(branch.child, depth - 1),
        }
        for branch in node.moves
    ]
    return data
