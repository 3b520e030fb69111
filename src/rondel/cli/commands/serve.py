"""``rondel serve``: the arena. The server does the work itself, so that no module of this name is on the floor above."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from rondel.cli.exit_codes import end, serving


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; a free one is taken if it is in use.")] = 8000,
    data: Annotated[Path, typer.Option(help="The folder in which the tables are kept.")] = Path(".rondel"),
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="RONDEL_DATABASE",
            help="Keep the tables in PostgreSQL instead (postgresql://user:password@host/name).",
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(
            metavar="BUS",
            envvar="RONDEL_BUS",
            help="What connects several servers of one PostgreSQL database: postgres (the default there), a Valkey or Redis "
            "(valkey://:password@host), or none for one server alone.",
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="GAME:BOT", help="Open a table against a bot and print its address (reversi:mcts).")
    ] = None,
    game: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="Have this game, too, which is not shipped; its rules run in processes of their own. May be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A trusted proxy in front of the server, or a network of them (127.0.0.1): its headers give the client's "
            "address. May be repeated.",
        ),
    ] = None,
    nodes: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Serve with so many processes on one PostgreSQL, one for each core at most; needs --database. All sockets "
            "of a table go to one of them.",
        ),
    ] = 1,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Serve metrics for Prometheus at a separate address (127.0.0.1:9100); not for the public.",
        ),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="FORM", help="How to write the log, on the standard error: plain or json.")
    ] = "plain",
    frame_ancestors: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN",
            help="Let pages of this origin (https://club.example.org) show a table in a frame of theirs. May be repeated.",
        ),
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="RONDEL_MAIL",
            help="Send mails by this server (smtp://user:password@mail.example.org?from=arena@example.org): turns, and "
            "links for forgotten passwords. Needs --url.",
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="RONDEL_URL",
            help="The public address of the arena (https://arena.example.org): for links in mails, and for notifications in "
            "browsers.",
        ),
    ] = None,
    seasons: Annotated[
        str,
        typer.Option(
            metavar="LENGTH",
            envvar="RONDEL_SEASONS",
            help="How long a season of ratings is, by the calendar (UTC): month, quarter, year, or off for none. A change "
            "counts from the next game on; with several servers, give it to each.",
        ),
    ] = "quarter",
    dev: Annotated[
        bool,
        typer.Option(
            "--dev",
            help="Serve the developer's view at /dev/tree: the tree of any game or table. It shows hidden information to "
            "everybody who can reach the address.",
        ),
    ] = False,
    new: Annotated[
        bool,
        typer.Option("--new", help="Begin a new arena after the database was deleted. An existing database is refused."),
    ] = False,
    accept_loss: Annotated[
        bool,
        typer.Option(
            "--accept-loss", help="Serve the database that is there, though a part of it is missing or it is another arena's."
        ),
    ] = False,
) -> None:
    """Start the arena: tables in the browser, for people and bots."""
    from rondel.extras import MissingExtra, need
    from rondel.server import UnusableFolder
    from rondel.server import serve as run
    from rondel.server import serve_nodes as run_nodes
    from rondel.server.accounts.mail.mail_server import NoMailServer, mail_server, public_address
    from rondel.server.dev.trees import Unfold
    from rondel.server.features.ratings.season_dates import LENGTHS

    unfold: Unfold | None = None
    if dev:
        from rondel.search.tree.unfolding import Unfolding

        unfold = Unfolding
    if log not in ("plain", "json"):
        end(f"the log is written as plain or as json, and not as {log!r}", 2)
    if seasons not in LENGTHS:
        end(f"--seasons is one of {', '.join(LENGTHS)}, and not {seasons!r}", 2)
    try:
        mails = None if mail is None else mail_server(mail, url or "")
        if mails is not None:
            need("mail")
        public = public_address(url) if url else ""
    except (NoMailServer, MissingExtra) as error:
        end(str(error), 2)
    settings: dict[str, Any] = {
        "host": host,
        "port": port,
        "data": data,
        "open_table": table,
        "proxies": proxy or (),
        "games": game or (),
        "metrics": metrics,
        "embedders": frame_ancestors or (),
        "bus": bus,
        "mail": mails,
        "url": public,
        "seasons": seasons,
        "log": log,
    }
    with serving():
        try:
            if nodes != 1:
                if dev or new or accept_loss:
                    end("--nodes goes with none of --dev, --new and --accept-loss: leave one or the other out", 2)
                return run_nodes(nodes, database, **settings)
            run(database=database, unfold=unfold, new=new, accept_loss=accept_loss, **settings)
        except UnusableFolder as error:
            end(f"{error}\nChoose another folder: {_called()} serve --data FOLDER", 1)


def _called() -> str:
    """The command to type to run this program again: its name, or its path if the name alone would not find it."""
    import os
    import shutil

    own = Path(sys.argv[0])
    if own.name != "rondel" or shutil.which("rondel") == str(own):
        return "rondel"
    return os.path.relpath(own)  # `make play` starts the one in .venv
