"""The options that several commands of ``rondel admin`` take."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[Path, typer.Option(help="The folder in which the tables are kept.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", envvar="RONDEL_DATABASE", help="The tables are in PostgreSQL (postgresql://user:password@host/name)."
    ),
]
Games = Annotated[
    list[Path] | None,
    typer.Option(
        "--game", metavar="FILE", help="A game that is not shipped, as `rondel serve --game` has it. May be repeated."
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it; without this option the command only describes it.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs: one object a line.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="The id of a table, as in its address.")]
HERE = Path(".rondel")
MOST = 1_000_000
