"""``rondel perft``: the ways to play the first answers, counted."""

from typing import Annotated

import typer

from rondel.cli.commands.arguments import GameName, Json, Options, Seats


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help="How many answers deep to count.")],
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Count the ways to play the first answers of a game, chance's outcomes included."""
    from rondel.cli.perft import perft as run

    run(game, depth=depth, options=option or [], seats=seats, as_json=as_json)
