"""``rondel games``: the games there are."""

from typing import Annotated

import typer

from rondel.cli.commands.arguments import Json, Lang


def games(
    lang: Lang = "",
    long: Annotated[bool, typer.Option("--long", help="Say also what each is about.")] = False,
    as_json: Json = False,
) -> None:
    """List the games there are.

    For how many each is, the least and the most answers it takes, and whether anything in it is hidden or random; a dash
    stands for what a game does not say, and for a length without an end.
    """
    from rondel.cli.games import games as run

    run(lang=lang, long=long, as_json=as_json)
