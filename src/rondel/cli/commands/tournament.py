"""``rondel tournament``: players against each other."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.arguments import GameName, Json, Options, Seats


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Who plays, separated by commas: bots (random, greedy, mcts:100), programs (pipe:./my_bot), programs that run "
            "already (ws://localhost:9000); NAME=mcts:100 gives one a name.",
        ),
    ],
    number: Annotated[int, typer.Option("--games", min=1, help="Games for each line-up; seats rotate.")] = 10,
    seed: Annotated[
        int, typer.Option(help="Makes the tournament the same each time (not for bots that think by the clock).")
    ] = 0,
    swiss: Annotated[
        int | None, typer.Option(min=1, metavar="ROUNDS", help="So many Swiss rounds, instead of everyone against everyone.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="How long a program may take for an answer.")] = 60.0,
    limit: Annotated[int | None, typer.Option(min=1, help="After so many answers a game is a draw.")] = None,
    memory: Annotated[
        int, typer.Option(min=1, metavar="MB", help="How much memory a program may take: address space, and on Linux only.")
    ] = 4096,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Play on so many processes of this machine; by default on this one.")
    ] = None,
    ray: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, `auto`, or `local` for one of this machine."),
    ] = "",
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Keep the games and write the report there; the same command again goes on where it was broken off.",
        ),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Let players play each other, everyone against everyone or in Swiss rounds.

    Line-ups that differ only in their seats play the same game, so that luck favours nobody. Who breaks down, takes too long
    or answers what is no move has lost.
    """
    from rondel.cli.tournament import tournament as run

    run(
        game,
        players=players,
        games=number,
        seed=seed,
        options=option or [],
        seats=seats,
        swiss=swiss,
        seconds=seconds,
        limit=limit,
        memory=memory,
        workers=workers,
        ray=ray,
        folder=into,
        as_json=as_json,
    )
