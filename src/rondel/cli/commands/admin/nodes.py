"""``rondel admin nodes``: the servers that share a database."""

from typing import Annotated

import typer

from rondel.cli.commands.admin.options import Database, Json
from rondel.cli.commands.admin.outcome import done, many, stop, tell


def nodes(
    database: Database = None,
    bus: Annotated[
        str, typer.Option(metavar="KIND", envvar="RONDEL_BUS", help="The bus of the servers: postgres, or valkey://host.")
    ] = "postgres",
    as_json: Json = False,
) -> None:
    """List the running servers of a PostgreSQL database: since when each runs, and whether it hears the others."""
    from rondel.server.live.nodes.channel_bus import Channel
    from rondel.server.live.nodes.valkey_channel import NotValkey, ValkeyChannel
    from rondel.server.ops.nodes import NodeReport, heard
    from rondel.server.storage.postgres.channel import PostgresChannel

    if database is None:
        stop("an arena in a folder has one server; for a PostgreSQL database give its address with --database", 2)

    async def found() -> list[NodeReport]:
        channel: Channel = PostgresChannel(database) if bus == "postgres" else ValkeyChannel(bus)
        return await heard(channel)

    try:
        listed = done(found())
    except NotValkey as error:
        stop(str(error), 2)
    for each in listed:
        if as_json:
            tell(each)
            continue
        hears = "does not hear the others" if each.is_blind else "hears the others"
        print(f"{each.name}  {each.boot}  up {_lasting(each.up)}  {hears}  missed messages {many(each.missed, 'time')}")
    if not listed and not as_json:
        print("No server speaks on this bus.")


def _lasting(seconds: int) -> str:
    """A duration in its two largest units.

    >>> _lasting(7), _lasting(3_725), _lasting(200_000)
    ('0 min 7 s', '1 h 2 min', '2 d 7 h')
    """
    if seconds < 3_600:
        return f"{seconds // 60} min {seconds % 60} s"
    if seconds < 86_400:
        return f"{seconds // 3_600} h {seconds % 3_600 // 60} min"
    return f"{seconds // 86_400} d {seconds % 86_400 // 3_600} h"
