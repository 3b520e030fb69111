"""``rondel admin vacation``: the vacation of an account, for players who cannot reach the page."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.commands.admin.options import HERE, Data, Database
from rondel.cli.commands.admin.outcome import day, done, stop

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from rondel.server.features.vacations.vacation_log import Balance


def vacation(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")],
    give: Annotated[int, typer.Option(metavar="DAYS", min=0, max=365, help="Days to add to its balance.")] = 0,
    begin: Annotated[bool, typer.Option("--begin", help="Begin a vacation: its clocks for days stand.")] = False,
    end: Annotated[bool, typer.Option("--end", help="End its vacation.")] = False,
    by: Annotated[str, typer.Option(metavar="NAME", help="The moderator who decides, for the log.")] = "",
    reason: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the log.")] = "",
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Show the vacation of an account, give it days, and begin or end it. Its tables follow within seconds."""
    from rondel.server.features.vacations import hosting
    from rondel.server.ops import database as arena_db
    from rondel.server.protocol.refused import Refusal

    changes = bool(give or begin or end)
    if begin and end:
        stop("--begin and --end exclude each other: choose one", 2)
    if changes and not (by.strip() and reason.strip()):
        stop("a change is written into the log with its author and its reason: give --by NAME and --reason TEXT", 2)
    now = time.time_ns() // 1_000_000

    def change(connection: "Connection") -> "Balance":
        if not changes:
            return hosting.balance(connection, name)
        return hosting.change(connection, name, hosting.Change(now, by, reason, give, begin=begin, end=end))

    async def run() -> "Balance":
        async with arena_db.open_arena(data, database, changes=changes) as reached:
            return await (reached.write(change) if changes else reached.read(change))

    try:
        found = done(run())
    except Refusal as refusal:
        stop(refusal.message, 1)
    left = hosting.days(found.left(now))
    away = f"{name!r} is on vacation until {day(found.until)} at the latest" if found.until > now else f"{name!r} is here"
    print(f"{away}; {left} of vacation are left.")
