"""``rondel check``: the rules of a game, its kept records or its translations, tried."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.arguments import GameName, Json, Options, Seats


def check(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option("--games", "--playthroughs", min=0, help="Try each law on so many random games, however long that takes."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0, help="Share so many seconds among the laws; by default 15 of processor time, on up to 10 games."),
    ] = None,
    long: Annotated[bool, typer.Option("--long", help="Try each law on 10 random games, however long that takes.")] = False,
    seed: Annotated[int, typer.Option(help="The seed of the first of them.")] = 0,
    limit: Annotated[int, typer.Option(min=1, help="How many answers of each game to follow.")] = 200,
    law: Annotated[list[str] | None, typer.Option("--law", metavar="LAW", help="Only this law; may be repeated.")] = None,
    option: Options = None,
    seats: Seats = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Instead, try the records and snapshots in this folder: which go on, which migrate, which do not.",
        ),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="Instead, list what is not translated into this language.")] = "",
    as_json: Json = False,
) -> None:
    """Check the rules of a game.

    First the definition: states, transitions, actions and texts. Then the laws that hold for every game, on random games:
    the same seed and answers give the same game;
    moves are listed once and can be played; what is not listed is refused; a push taken back leaves no trace; records, copies
    and snapshots give the same position, also in another process; a rule that asks is the same run in one go; views and
    events are plain JSON data, and their texts can be filled in; nobody learns what is hidden from them; games end, also when
    players leave; the facts declared are so. It does not check that the rules are the ones you meant.

    By default the laws share some seconds: each is tried on the beginning of a game first, then on whole games while there is
    time, and the report says how deep that went. A rule that does not return within 3 seconds is stopped, and its line is told.

    Each problem is told with the seed and what was played, and with what to type to see it again. What was never reached is
    told as a note.
    """
    if records is not None:
        from rondel.cli.records import records as try_records

        try_records(game, records, as_json=as_json)
        return
    if lang:
        from rondel.cli.untranslated import untranslated

        untranslated(game, lang, as_json=as_json)
        return
    from rondel.cli.check import check as run

    run(
        game,
        games=games,
        seconds=seconds,
        long=long,
        seed=seed,
        limit=limit,
        laws=law or [],
        options=option or [],
        seats=seats,
        as_json=as_json,
    )
