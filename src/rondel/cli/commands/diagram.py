"""``rondel diagram``: the states of a game, drawn."""

from typing import Annotated

import typer


def diagram(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game's name, a Python file with one, or the folder or states.inc.php of a project for Board Game Arena.",
        ),
    ],
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="mermaid, svg (a picture) or text.")] = "mermaid",
) -> None:
    """Draw the states of a game: by kind, with their transitions by label.

    In a project for Board Game Arena what is wrong is marked.
    """
    from rondel.cli.diagram import diagram as run

    run(game, form)
