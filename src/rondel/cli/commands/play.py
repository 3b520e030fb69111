"""``rondel play``: a game in the terminal or, with ``--web``, in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.arguments import GameName, Lang, Options, Seats, Show
from rondel.cli.ending import serving


def play(
    game: GameName,
    role: Annotated[str, typer.Option("--as", metavar="ROLE", help="The role you play; `none` to watch.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who plays the other roles: level:1 to level:5, random, greedy, mcts, mcts:500 (simulations), mcts:2s "
            "(seconds), policy:FILE, or person (at this terminal); several, separated by commas, in the order of the seats. "
            "By default level:3, or random in a game of your own that hides something.",
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Makes chance and the bots' luck the same each time.")] = None,
    option: Options = None,
    seats: Seats = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Write the record of the game to this file; with --web that of the last game, when the server is stopped."
        ),
    ] = None,
    lang: Lang = "",
    web: Annotated[bool, typer.Option("--web", help="Play in the browser instead; the address is printed.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --web, the port; a free one if it is in use.")] = 8000,
    show: Show = None,
) -> None:
    """Play a game in the terminal, or with --web in the browser."""
    if not web:
        from rondel.cli.play import play as run

        run(game, role=role, against=against, seed=seed, options=option or [], seats=seats, record=record, lang=lang)
        return
    from rondel.cli.web import web as run_web

    with serving():
        run_web(
            game,
            role=role,
            against=against,
            seed=seed,
            options=option or [],
            seats=seats,
            record=record,
            port=port,
            show=show,
            lang=lang,
        )
