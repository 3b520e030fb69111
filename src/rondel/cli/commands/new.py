"""``rondel new``: a game of one's own, begun."""

from pathlib import Path
from typing import Annotated

import typer


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What programs call it: small letters, digits and _.")],
    folder: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which the files are written.")] = Path(),
) -> None:
    """Begin a game of your own: write a small one that works, NAME.py, and its test, test_NAME.py."""
    from rondel.cli.new import new as run

    run(name, folder)
