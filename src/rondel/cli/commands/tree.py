"""``rondel tree``: the tree of a game, drawn."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.arguments import GameName, Json, Options, Seats


def tree(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many answers deep to draw.")] = 2,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many moves of one position to draw; JSON has them all.")] = 12,
    solve: Annotated[
        bool, typer.Option("--solve", help="Say what each position is worth with best play: small games.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Write a picture to this file.")] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Draw the tree of a game: what may be played, and what may come of it, chance's outcomes included."""
    from rondel.cli.tree import tree as run

    run(
        game,
        depth=depth,
        after=after or [],
        most=most,
        solve=solve,
        svg=svg,
        options=option or [],
        seats=seats,
        as_json=as_json,
    )
