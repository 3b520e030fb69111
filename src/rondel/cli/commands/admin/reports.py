"""``rondel admin`` on reports: list them, settle them, show the moderators' log."""

import time
from typing import Annotated

import typer

from rondel.cli.commands.admin.options import HERE, MOST, Data, Database, Json
from rondel.cli.commands.admin.outcome import day, done, many, stop, tell

_SUBJECTS = {"cancel": "tournament", "remove": "tournament"}


def reports(
    everything: Annotated[bool, typer.Option("--all", help="Also those that are settled.")] = False,
    most: Annotated[int, typer.Option(min=1, max=MOST, help="How many to list.")] = 50,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List the reports of people, the oldest first. `rondel admin settle` settles one."""
    from rondel.server.features.moderation import moderation_log
    from rondel.server.ops import database as arena_db

    async def found() -> list[moderation_log.Open]:
        async with arena_db.open_arena(data, database) as reached:
            return await reached.read(lambda connection: moderation_log.found(connection, settled=everything, most=most))

    listed = done(found())
    for each in listed:
        if as_json:
            tell(each)
            continue
        report = each.report
        state = "open" if each.settled_at is None else f"settled {day(each.settled_at)}"
        where = f"{report.role or 'looking on'}) at table {report.table}" if report.table else f"{report.channel})"
        who = f"{report.name or 'nobody by name'} ({where}"
        print(f"{report.id}  {day(report.at)}  {report.reason:<6} {state}  {who}")
        if each.line:
            print(f"    said: {each.line.replace(chr(10), ' / ')}")
        if report.words:
            print(f"    the reporter: {report.words}")
        if each.others:
            print(f"    about the same person: {many(each.others, 'other report')}")
    if not listed and not as_json:
        print("Nothing is reported.")


def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="The id of a report.")],
    by: Annotated[str, typer.Option(metavar="NAME", help="Who decides this: it is written into the log.")],
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why, for the log.")] = "",
    silence: Annotated[
        int, typer.Option(metavar="DAYS", min=0, max=36_500, help="Mutes the reported person for this time.")
    ] = 0,
    lift: Annotated[bool, typer.Option("--lift", help="Unmutes the reported person.")] = False,
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Settle a report with a note, or mute the reported person in every chat for some days."""
    from rondel.server.features.moderation import moderation_log
    from rondel.server.ops import database as arena_db

    if not by.strip():
        stop("--by names the moderator: give a name", 2)
    if silence and lift:
        stop("--silence and --lift exclude each other", 2)
    now = time.time_ns() // 1_000_000
    until = now + silence * 86_400_000 if silence else 0 if lift else None
    action = moderation_log.ModerationAction(
        now, by, "silence" if silence else "lift" if lift else "settle", report, "", until, note
    )

    async def run() -> None:
        async with arena_db.open_arena(data, database, changes=True) as reached:
            await reached.write(lambda connection: moderation_log.settle(connection, report, action))

    done(run())
    print(f"Settled; muted until {day(until)}." if until else "Settled; they may talk." if lift else "Settled.")


def actions(
    most: Annotated[int, typer.Option(min=1, max=MOST, help="How many to list.")] = 50,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Show the moderators' log, the latest entry first. Entries cannot be changed or deleted."""
    from rondel.server.features.moderation import moderation_log
    from rondel.server.ops import database as arena_db

    async def found() -> list[moderation_log.ModerationAction]:
        async with arena_db.open_arena(data, database) as reached:
            return await reached.read(lambda connection: moderation_log.actions(connection, most))

    for each in done(found()):
        if as_json:
            tell(each)
        else:
            until = f" until {day(each.until)}" if each.until else ""
            subject = f", {_SUBJECTS.get(each.kind, 'report')} {each.report}" if each.report else ""
            print(f"{day(each.at)}  {each.moderator}: {each.kind}{until}{subject}  {each.note}".rstrip())
