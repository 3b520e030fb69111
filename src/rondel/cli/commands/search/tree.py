"""``rondel tree``: the game tree from a position, as text, as a picture, or as data."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rondel.cli.arguments import GameName, Json, Options, Seats
from rondel.cli.named import explicit, named
from rondel.errors import BadOption

if TYPE_CHECKING:
    from rondel.search.tree.tree import Node

TOLD: Final = 5_000
"""After so many positions each, the number is written."""


def tree(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many answers deep to draw.")] = 2,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="The most moves of one position to draw; JSON has them all.")] = 12,
    solve: Annotated[
        bool, typer.Option("--solve", help="Add the value of each position under best play: small games.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Write a picture to this file.")] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Draw the tree of a game: all moves and their positions, chance's outcomes included."""
    from rondel.search.tree.drawing import as_svg, as_text
    from rondel.search.tree.tree import Tree

    kind = named(game)
    begun = explicit(kind, option, seats)
    node = Tree(begun, merge=solve, told=_told).walk(*(after or []))
    if solve:
        node.solve()
    if svg is not None:
        try:
            svg.write_text(as_svg(node, depth, most=most), encoding="utf-8")
        except OSError as error:
            raise BadOption(f"{svg} cannot be written: {error.strerror}; choose another file") from error
    if as_json:
        print(json.dumps({"game": kind.name, "options": dict(begun.scene()["options"]), "tree": to_json(node, depth)}))
    elif svg is None:
        print(as_text(node, depth, most=most))


def _told(made: int) -> None:
    """Writes the progress to standard error, at a terminal or not."""
    if made % TOLD == 0:
        print(f"rondel: {made:,} positions so far", file=sys.stderr, flush=True)


def to_json(node: "Node", depth: int) -> dict[str, Any]:
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
