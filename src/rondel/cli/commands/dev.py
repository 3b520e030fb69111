"""``rondel dev``: a game at a table in the browser while it is being written."""

from typing import Annotated

import typer

from rondel.cli.commands.arguments import Options, Seats, Show
from rondel.cli.ending import serving


def dev(
    game: Annotated[
        str, typer.Argument(metavar="FILE", help="A Python file with a game, a package's folder, or a module's dotted name.")
    ],
    role: Annotated[str, typer.Option("--as", metavar="ROLE", help="The role you play against others; `none` to watch.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who plays the other roles: level:1 to level:5, random, greedy, mcts, or person; several, separated by "
            "commas. By default person: you play every role.",
        ),
    ] = "",
    option: Options = None,
    seats: Seats = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; a free one is taken if it is in use.")] = 8000,
    show: Show = None,
) -> None:
    """Try a game while you write it: a table in the browser that follows every change of the file.

    Whenever the file is saved, what was played is played again under the new rules. What no longer fits, and what is wrong in
    the file, is said on the page and here.
    """
    from rondel.cli.dev import dev as run

    with serving():
        run(game, role=role, against=against, options=option or [], seats=seats, port=port, show=show)
