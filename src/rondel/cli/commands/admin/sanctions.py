"""``rondel admin`` on conduct: warn and suspend accounts, and stop tournaments."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rondel.cli.commands.admin.options import HERE, Data, Database
from rondel.cli.commands.admin.outcome import day, done, stop

if TYPE_CHECKING:
    from sqlalchemy import Connection

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
By = Annotated[str, typer.Option(metavar="NAME", help="Who decides this: it is written into the log.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why: the account reads it.")]
Tournament = Annotated[str, typer.Argument(metavar="ID", help="The id of a tournament, as in its address.")]


def warn(name: Name, by: By, reason: Reason, data: Data = HERE, database: Database = None) -> None:
    """Warn an account: its pages show the reason for 30 days."""
    _sanction(name, "warn", by, reason, None, data, database)
    print(f"{name!r} is warned.")


def suspend(
    name: Name,
    by: By,
    reason: Reason,
    days: Annotated[int, typer.Option(metavar="DAYS", min=1, max=36_500, help="For how long.")],
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Suspend an account for some days: it ends its games, and begins none. It leaves its tournaments."""
    until = time.time_ns() // 1_000_000 + days * 86_400_000
    _sanction(name, "suspend", by, reason, until, data, database)
    print(f"{name!r} is suspended until {day(until)}.")


def unsuspend(name: Name, by: By, reason: Reason = "", data: Data = HERE, database: Database = None) -> None:
    """End the suspension of an account."""
    _sanction(name, "unsuspend", by, reason or "-", 0, data, database)
    print(f"{name!r} is not suspended.")


def cancel(tournament: Tournament, by: By, reason: Reason, data: Data = HERE, database: Database = None) -> None:
    """Cancel a tournament. Games that go on are played to their end, and count nothing."""
    from rondel.server.features.moderation import sanctions

    at = time.time_ns() // 1_000_000
    action = _action("cancel", by, reason, None, tournament)
    _change(lambda connection: sanctions.cancel_tournament(connection, tournament, at, action), data, database)
    print("Cancelled.")


def remove(tournament: Tournament, name: Name, by: By, reason: Reason, data: Data = HERE, database: Database = None) -> None:
    """Remove a player from a tournament."""
    from rondel.server.features.moderation import sanctions

    action = _action("remove", by, reason, None, tournament)
    _change(lambda connection: sanctions.remove_entrant(connection, tournament, name, action), data, database)
    print(f"{name!r} is removed.")


def _sanction(name: str, kind: str, by: str, reason: str, until: int | None, data: Path, database: str | None) -> None:
    from rondel.server.features.moderation import sanctions

    action = _action(kind, by, reason, until)
    _change(lambda connection: sanctions.impose(connection, name, action), data, database)


def _action(kind: str, by: str, reason: str, until: int | None, subject: str = "") -> Any:
    from rondel.server.features.moderation.moderation_log import ModerationAction

    if not by.strip():
        stop("--by names the moderator: give a name", 2)
    if not reason.strip():
        stop("--reason says why: give a text, which is shown to the account", 2)
    return ModerationAction(time.time_ns() // 1_000_000, by, kind, subject, "", until, reason)


def _change(change: "Callable[[Connection], None]", data: Path, database: str | None) -> None:
    from rondel.server.ops import database as arena_db
    from rondel.server.protocol.refused import Refusal

    async def run() -> None:
        async with arena_db.open_arena(data, database, changes=True) as reached:
            await reached.write(change)

    try:
        done(run())
    except Refusal as refusal:
        stop(refusal.message, 1)
