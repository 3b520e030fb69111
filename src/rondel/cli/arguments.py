"""Arguments and options that several commands take, with their help texts."""

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name (see `rondel games`), or a Python file with one, a package's folder, or a module's dotted name.",
    ),
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
Seats = Annotated[int | None, typer.Option(help="The number of players, where the game leaves a choice.")]
Lang = Annotated[
    str,
    typer.Option(
        envvar=["LC_ALL", "LC_MESSAGES", "LANG"],
        show_envvar=False,
        show_default=False,
        help="The language to speak (en, de, ja); by default the environment's, or English where that is not there.",
    ),
]
Show = Annotated[
    bool | None,
    typer.Option(
        "--open/--no-open", help="Open the browser, or not; by default only on a machine with a screen.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Studio = Annotated[
    Path, typer.Argument(metavar="PATH", help="The folder of a project for Board Game Arena Studio, or its states.inc.php.")
]
