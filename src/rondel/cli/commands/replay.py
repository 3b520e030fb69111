"""``rondel replay``: a recorded game, played again."""

from typing import Annotated

import typer

from rondel.cli.commands.arguments import Json, Lang


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record (JSON), or - for the standard input.")],
    game: Annotated[
        str | None, typer.Option(metavar="FILE", help="The file with the game, where that is not one of `rondel games`.")
    ] = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Replay the record of a game and show how it stands."""
    from rondel.cli.replay import replay as run

    run(file, game=game, lang=lang, as_json=as_json)
