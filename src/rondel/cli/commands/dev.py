"""``rondel dev``: serves a game to its author while it is being written: edit, save, look."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.arguments import Options, Seats, Show
from rondel.cli.browser import opener
from rondel.cli.casting import PERSON, cast
from rondel.cli.exit_codes import serving
from rondel.cli.named import typed
from rondel.errors import BadOption

if TYPE_CHECKING:
    from rondel.server import protocol


def dev(
    game: Annotated[
        str, typer.Argument(metavar="FILE", help="A Python file with a game, a package's folder, or a module's dotted name.")
    ],
    role: Annotated[str, typer.Option("--as", metavar="ROLE", help="The role you play against others; `none` to watch.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="The players of the other roles: level:1 to level:5, random, greedy, mcts, or person; several, separated by "
            "commas. By default person: you play every role.",
        ),
    ] = "",
    option: Options = None,
    seats: Seats = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; a free one is taken if it is in use.")] = 8000,
    show: Show = None,
) -> None:
    """Try a game while you write it: a table in the browser that follows every change of the file.

    Whenever the file is saved, the played moves are replayed under the new rules. The page and the terminal show
    moves that no longer fit, and faults of the file.
    """
    with serving():
        import logging
        import tempfile
        from pathlib import Path

        from rondel.search.tree.unfolding import Unfolding
        from rondel.server import serve
        from rondel.server.dev.built_page import outdated
        from rondel.server.dev.source import Source
        from rondel.server.dev.workbench import Bench
        from rondel.server.transport.static import CLIENT

        def wanted(info: "protocol.GameInfo") -> "protocol.NewTable":
            return table(info, role=role, against=against, options=option or [], seats=seats)

        def say(line: str) -> None:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

        logging.getLogger("rondel.server").setLevel(logging.CRITICAL)  # the bench prints the messages for the author
        if warning := outdated(CLIENT):
            say(warning)
        bench = Bench(Source.named(game), wanted, say)
        with tempfile.TemporaryDirectory(prefix="rondel-dev-") as folder:
            serve(port=port, data=Path(folder), unfold=Unfolding, bench=bench, opened=opener(show), say=say)


def table(
    game: "protocol.GameInfo", *, role: str, against: str, options: Sequence[str], seats: int | None
) -> "protocol.NewTable":
    """The author's table: every seat is the author's, except those of the players ``against``. Raises
    `BadOption`, `UnknownRole`."""
    from rondel.server import protocol

    count = game.fewest if seats is None else seats
    if not game.fewest <= count <= len(game.roles):
        raise BadOption(f"{game.name} is for {game.fewest} to {len(game.roles)} players, and not for {count}")
    who = cast(game.roles[:count], role, against or PERSON)
    chosen = typed({option["name"]: option["default"] for option in game.options}, options)
    return protocol.NewTable(game.name, tuple([_seat(each, spec) for each, spec in who.items()]), chosen)


def _seat(role: str, spec: str) -> "protocol.NewSeat":
    from rondel.server import protocol

    return protocol.NewSeat(role, "me") if spec == PERSON else protocol.NewSeat(role, "bot", spec)
