"""``rondel solve``: what a game is worth with best play."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.arguments import GameName, Json, Options, Seats


def solve(
    game: GameName,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="How many answers ahead to look at most.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="How many positions to look at most.")] = 500_000,
    backwards: Annotated[
        bool, typer.Option("--backwards", help="Solve every position backwards from the ends: for small games that go round.")
    ] = False,
    iterations: Annotated[int, typer.Option(min=1, help="How often to go over a game that hides something.")] = 1_000,
    policy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Write how to play what hides something to this file."),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Find out what a game is worth with best play.

    A game of two without chance is searched as far ahead as the limits allow, which is to the end if it is small; where chance
    has its part, or more than two play, four answers ahead or as far as you say. A game that hides something is solved for all
    that its players may know, by CFR+: it tells how much a player who knew the policy could win against it.
    """
    from rondel.cli.solve import solve as run

    run(
        game,
        after=after or [],
        depth=depth,
        nodes=nodes,
        backwards=backwards,
        iterations=iterations,
        policy=policy,
        options=option or [],
        seats=seats,
        as_json=as_json,
    )
