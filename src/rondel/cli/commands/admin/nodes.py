"""``rondel admin nodes``: the servers that share a database."""

from rondel.cli.commands.admin.options import HERE, Database, Json
from rondel.cli.commands.admin.outcome import done, many, stop, tell


def nodes(database: Database = None, as_json: Json = False) -> None:
    """List the running servers of a PostgreSQL database: since when each runs, and whether it hears the others."""
    from rondel.server.ops.database import open_arena
    from rondel.server.ops.nodes import NodeReport, reports

    if database is None:
        stop("an arena in a folder has one server; for a PostgreSQL database give its address with --database", 2)

    async def found() -> list[NodeReport]:
        async with open_arena(HERE, database) as reached:
            return await reached.read(reports)

    listed = done(found())
    for each in listed:
        if as_json:
            tell(each)
            continue
        state = "does not hear the others" if each.is_blind else "hears the others"
        if each.unseen:
            state = f"not seen for {_lasting(each.unseen)}"
        print(f"{each.name}  {each.id}  up {_lasting(each.up)}  {state}  missed messages {many(each.missed, 'time')}")
    if not listed and not as_json:
        print("No server runs on this database.")


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
