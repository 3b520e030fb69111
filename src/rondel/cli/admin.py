"""``rondel admin``: what the host of an arena does to what is stored.

Exit code 0: all is well, or done. 1: something is wrong, or was not done. 2: it was called wrongly. Annotations are evaluated,
and not kept as texts, for the reason told in `rondel.cli.commands`.
"""

import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from rondel.cli.ending import end
from rondel.extras import need

T = TypeVar("T")

admin = typer.Typer(
    help="For hosts: what is in an arena, whether all of it replays, repair, backups, reports; while the arena runs or not.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Data = Annotated[Path, typer.Option(help="The folder in which the tables are kept.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", envvar="RONDEL_DATABASE", help="The tables are in PostgreSQL (postgresql://user:password@host/name)."
    ),
]
Games = Annotated[
    list[Path] | None,
    typer.Option(
        "--game", metavar="FILE", help="A game that is not shipped, as `rondel serve --game` has it. May be repeated."
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it, and do not only say what would be done.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs: one object a line.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="The id of a table, as in its address.")]
HERE = Path(".rondel")
MOST = 1_000_000
HYPHENS = {"ignore_unknown_options": True}  # the id of a table may begin with one


@admin.callback()
def _before() -> None:
    need("server")


@admin.command()
def tables(
    faulted: Annotated[bool, typer.Option("--faulted", help="Only those at which nobody can play.")] = False,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only those of this game.")] = None,
    after: Annotated[str, typer.Option(metavar="ID", help="Begin after this one: the next page.")] = "",
    most: Annotated[int, typer.Option(min=1, max=MOST, help="How many to list.")] = 50,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List the tables there are."""
    from rondel.server.ops import database as holdings

    async def found() -> list[holdings.Listed]:
        async with holdings.holdings(data, database) as reached:
            return await reached.read(
                lambda connection: holdings.listed(connection, faulted=faulted, game=game, after=after, most=most)
            )

    listed = _done(found())
    for each in listed:
        if as_json:
            _tell(each)
        else:
            wrong = f"  FAULTED: {each.fault}" if each.fault is not None else ""
            last = _day(each.last_at) if each.last_at is not None else "never"
            print(f"{each.id}  {each.game:<16} {each.answers:>6} answers, made {_day(each.created_at)}, last {last}{wrong}")
    if not as_json:
        if len(listed) == most:
            print(f"There may be more: --after {listed[-1].id}")
        elif not listed:
            print("No table is faulted." if faulted else "There is no such table.")


@admin.command(context_settings=HYPHENS)
def table(identity: Id, game: Games = None, data: Data = HERE, database: Database = None, as_json: Json = False) -> None:
    """Say what is stored of one table, and whether it replays. Hands, seeds and tokens are not shown."""
    from msgspec.structs import asdict

    from rondel.server.ops import database as holdings
    from rondel.server.ops import repair
    from rondel.server.ops import verify as audit
    from rondel.server.storage import table_repository as catalogue
    from rondel.server.storage.upsert import Damaged

    async def found() -> tuple[catalogue.TableEntry | None, audit.Verdict, int]:
        async with holdings.holdings(data, database) as reached:
            async with _hosts(game) as hosts:
                verdict = await audit.audit(reached, identity, hosts)
            if verdict is None:
                raise holdings.NoHoldings(f"there is no table {identity!r} here")
            try:
                entry = await reached.read(lambda connection: catalogue.find(connection, identity))
            except Damaged:  # which is what the verdict says
                entry = None
            return entry, verdict, len(await reached.read(lambda connection: repair.set_aside(connection, identity)))

    entry, verdict, aside = _done(found())
    if entry is None:
        if as_json:
            _tell({**asdict(verdict), "set_aside": aside})
        _end(verdict.problem or f"there is no table {identity!r} here", 1)
    seats = [f"{seat.role}: {seat.name or seat.bot or 'nobody'} ({seat.kind})" for seat in entry.seats]
    if as_json:
        told = {**asdict(verdict), "version": entry.version, "options": entry.options, "seats": seats}
        _tell({**told, "set_aside": aside})
        return
    print(f"{entry.id}: {entry.game}, rules of version {entry.version}, options {entry.options or 'as usual'}")
    for each in seats:
        print(f"  {each}")
    if entry.fault is not None:
        print(f"  FAULTED: {entry.fault}")
    print(f"  {_told(verdict)}")
    if aside:
        print(f"  {aside} answers were moved aside when it was repaired")


@admin.command(context_settings=HYPHENS)
def verify(
    identities: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="These tables; all, if none is named.")
    ] = None,
    game: Games = None,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Replay everything that was ever stored, and compare it with the digests that were stored with it.

    Every answer of every round is pushed again under the rules that are installed. A part of the database that is missing is
    reported. Nothing is changed.
    """
    from rondel.server.ops import database as holdings
    from rondel.server.ops import verify as audit
    from rondel.server.storage import watermark

    async def run() -> tuple[int, int, int, int]:
        count = answers = sealed = wrong = 0
        async with holdings.holdings(data, database) as reached, _hosts(game) as hosts:
            async for verdict in audit.audits(reached, identities or (), hosts):
                count += 1
                answers += verdict.answers
                sealed += verdict.sealed
                wrong += not verdict.sound
                if as_json:
                    _tell(verdict)
                elif not verdict.sound:
                    print(f"{verdict.table} ({verdict.game}): {_told(verdict)}")
        return count, answers, sealed, wrong

    lack = None if database is not None else _made(lambda: watermark.lack(holdings.there(data)))
    count, answers, sealed, wrong = _done(run())
    if lack is not None and as_json:
        _tell({"missing": lack.said})
    if not as_json:
        print(f"{_many(count, 'table')}, {_many(answers, 'answer')}, {_many(sealed, 'digest')} compared: ", end="")
        print(f"{_many(wrong, 'table')} wrong" if wrong else "all replay to what was stored")
    if lack is not None:
        _end(lack.said, 1)
    if wrong:
        raise SystemExit(1)


@admin.command(context_settings=HYPHENS)
def repair(identity: Id, yes: Yes = False, game: Games = None, data: Data = HERE, database: Database = None) -> None:
    """Have people play again at a table that is faulted.

    Where all of it replays the mark is cleared. Else what does not replay is moved aside, back to the last answer that does:
    nothing is deleted, and only with --yes.
    """
    from rondel.server.ops import database as holdings
    from rondel.server.ops import repair as upkeep
    from rondel.server.ops import verify as audit

    async def run() -> int:
        async with holdings.holdings(data, database) as reached:
            async with _hosts(game) as hosts:
                verdict = await audit.audit(reached, identity, hosts)
            if verdict is None:
                raise holdings.NoHoldings(f"there is no table {identity!r} here")
            remedy = upkeep.remedy(verdict)
            print(_told(verdict))
            if remedy == "none":
                print(
                    "The rules that are installed cannot begin this game: install those it was made with. Nothing was changed."
                )
                return 1
            if remedy == "nothing":
                print("There is nothing to repair.")
                return 0
            beyond = verdict.answers - (verdict.replays_to or 0)
            if remedy == "cut" and not yes:
                print(f"With --yes {_many(beyond, 'answer')} after number {verdict.replays_to} will be moved aside.")
                return 1
            moved = await reached.write(lambda connection: upkeep.repair(connection, verdict, time.time_ns() // 1_000_000))
            print(
                f"{_many(moved, 'answer')} moved aside; people can play again." if moved else "Cleared; people can play again."
            )
            return 0

    if code := _done(run()):
        raise SystemExit(code)


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file.")],
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Copy the whole arena into one new file, while it runs or not, and check the copy. It holds secrets: keep it safe."""
    from rondel.server.ops import backup as upkeep

    if database is not None:
        _end("PostgreSQL has a program of its own for this: pg_dump --format=custom --file FILE ADDRESS", 2)
    made = _made(lambda: upkeep.backup(data, file))
    if as_json:
        _tell(made)
    else:
        print(f"{made.file}: {_many(made.tables, 'table')}, {_many(made.answers, 'answer')}, {made.bytes:,} bytes, checked")
    if made.lack:
        _end(made.lack, 1)
    if made.incomplete:
        _end(f"answers are missing in the database, at {', '.join(made.incomplete)}: see `rondel admin verify`", 1)


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    yes: Yes = False,
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Put a backup into the folder of an arena that does not run. What is there now is given another name, and kept."""
    from rondel.server.ops import backup as upkeep

    if database is not None:
        _end("PostgreSQL has a program of its own for this: pg_restore --clean --dbname ADDRESS FILE", 2)
    if not yes:
        made = _made(lambda: upkeep.checked(file))
        print(f"{made.file} can be read: {_many(made.tables, 'table')}, {_many(made.answers, 'answer')}.")
        if made.incomplete:
            print(f"Answers are missing in it, at {', '.join(made.incomplete)}.")
        print(f"With --yes it becomes the arena in {str(data)!r}, and what is there now is kept under another name.")
        raise SystemExit(1)
    made, aside = _made(lambda: upkeep.restore(file, data))
    print(f"{_many(made.tables, 'table')} and {_many(made.answers, 'answer')} put back into {str(data)!r}.")
    if aside is not None:
        print(f"What was there before is {str(aside)!r} now.")
    if made.incomplete:
        _end(f"answers are missing in the backup, at {', '.join(made.incomplete)}: see `rondel admin verify`", 1)


@admin.command(context_settings=HYPHENS)
def forget(identity: Id, yes: Yes = False, data: Data = HERE, database: Database = None) -> None:
    """Delete a table and all that is stored about it, for good. Backups still have it."""
    from rondel.server.ops import database as holdings
    from rondel.server.storage import table_repository as catalogue

    async def run() -> int:
        async with holdings.holdings(data, database) as reached:
            entry = await reached.read(lambda connection: catalogue.find(connection, identity))
            if entry is None:
                raise holdings.NoHoldings(f"there is no table {identity!r} here")
            if not yes:
                print(f"With --yes this table of {entry.game} and all that was played at it is deleted for good.")
                return 1
            print(f"Deleted: {await reached.write(lambda connection: holdings.forget(connection, identity))} rows.")
            return 0

    if code := _done(run()):
        raise SystemExit(code)


@admin.command()
def compact(data: Data = HERE, database: Database = None) -> None:
    """Give back to the disk what the file of the arena no longer uses. Moves wait meanwhile: choose a quiet hour."""
    from rondel.server.ops import database as holdings

    if database is not None:
        _end("PostgreSQL does this by itself", 2)
    before, after = _made(lambda: holdings.compact(holdings.there(data)))
    print(f"{before:,} bytes before, {after:,} now")


@admin.command()
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Also those that are settled.")] = False,
    most: Annotated[int, typer.Option(min=1, max=MOST, help="How many to list.")] = 50,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List what people have reported of each other, the oldest first. `rondel admin settle` answers a report."""
    from rondel.server.features.moderation import moderation_log as docket
    from rondel.server.ops import database as holdings

    async def found() -> list[docket.Open]:
        async with holdings.holdings(data, database) as reached:
            return await reached.read(lambda connection: docket.found(connection, settled=everything, most=most))

    listed = _done(found())
    for each in listed:
        if as_json:
            _tell(each)
            continue
        report = each.report
        state = "open" if each.settled_at is None else f"settled {_day(each.settled_at)}"
        who = f"{report.name or 'nobody by name'} ({report.role or 'looking on'}) at table {report.table}"
        print(f"{report.id}  {_day(report.at)}  {report.reason:<6} {state}  {who}")
        if each.line:
            print(f"    said: {each.line}")
        if report.words:
            print(f"    the reporter: {report.words}")
        if each.others:
            print(f"    about the same person: {_many(each.others, 'other report')}")
    if not listed and not as_json:
        print("Nothing is reported.")


@admin.command()
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="The id of a report.")],
    by: Annotated[str, typer.Option(metavar="NAME", help="Who decides this: it is written into the log.")],
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why, for the log.")] = "",
    silence: Annotated[
        int, typer.Option(metavar="DAYS", min=0, max=36_500, help="Whoever it is about says nothing for so long.")
    ] = 0,
    lift: Annotated[bool, typer.Option("--lift", help="Whoever it is about may talk again.")] = False,
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Settle a report: with nothing but a note, or have whoever it is about say nothing in any chat for some days."""
    from rondel.server.features.moderation import moderation_log as docket
    from rondel.server.ops import database as holdings

    if not by.strip():
        _end("--by says who decides this: give a name", 2)
    if silence and lift:
        _end("--silence and --lift exclude each other", 2)
    now = time.time_ns() // 1_000_000
    until = now + silence * 86_400_000 if silence else 0 if lift else None
    deed = docket.Deed(now, by, "silence" if silence else "lift" if lift else "settle", report, "", until, note)

    async def run() -> None:
        async with holdings.holdings(data, database) as reached:
            await reached.write(lambda connection: docket.settle(connection, report, deed))

    _done(run())
    print(f"Settled; nothing may be said until {_day(until)}." if until else "Settled; they may talk." if lift else "Settled.")


@admin.command()
def deeds(
    most: Annotated[int, typer.Option(min=1, max=MOST, help="How many to list.")] = 50,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Show the moderators' log, the last deed first. Nothing of it can be changed or deleted."""
    from rondel.server.features.moderation import moderation_log as docket
    from rondel.server.ops import database as holdings

    async def found() -> list[docket.Deed]:
        async with holdings.holdings(data, database) as reached:
            return await reached.read(lambda connection: docket.deeds(connection, most))

    for each in _done(found()):
        if as_json:
            _tell(each)
        else:
            until = f" until {_day(each.until)}" if each.until else ""
            print(f"{_day(each.at)}  {each.moderator}: {each.deed}{until}, report {each.report}  {each.note}".rstrip())


@admin.command()
def password(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")],
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Set a new password for an account and end its sessions. It is asked for, or read from the standard input.

    While the server runs, pages that are open stay connected until they connect again.
    """
    import getpass
    import sys

    from sqlalchemy import Connection

    from rondel.server.accounts import principal_repository as directory
    from rondel.server.accounts import sessions
    from rondel.server.accounts.passwords import Passwords
    from rondel.server.ops import database as holdings
    from rondel.server.protocol.refused import Refusal

    typed = getpass.getpass("New password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")

    async def run() -> int:
        passwords = Passwords()
        try:
            async with holdings.holdings(data, database) as reached:
                entry = await reached.read(lambda connection: directory.account(connection, name))
                hashed = await passwords.hash(typed, entry.name)

                def change(connection: Connection) -> int:
                    directory.set_password(connection, entry.id, hashed)
                    return len(sessions.end_all(connection, entry.id))

                return await reached.write(change)
        except Refusal as refusal:
            _end(refusal.message, 1)
        finally:
            passwords.close()

    print(f"{name!r} has a new password; {_many(_done(run()), 'session')} ended.")


@asynccontextmanager
async def _hosts(games: list[Path] | None) -> AsyncIterator[Any]:
    """Those who have the rules of games that are not shipped."""
    from rondel.door import brought
    from rondel.server.rule_host.sandbox.pool import Hosts

    hosts = Hosts([*(games or ()), *brought()])
    try:
        await hosts.prepare()
        yield hosts
    finally:
        await hosts.close()


def _told(verdict: Any) -> str:
    """What an audit found, in words."""
    if verdict.sound:
        sealed = _many(verdict.sealed, "digest")
        return (
            f"{_many(verdict.answers, 'answer')}: all replay, and {sealed} compared agree{'s' if verdict.sealed == 1 else ''}"
        )
    where = "nothing replays" if verdict.replays_to is None else f"replays to number {verdict.replays_to}"
    return f"{_many(verdict.answers, 'answer')}: {where}: {verdict.problem}"


def _made(run: Any) -> Any:
    """What the call makes; the command ends with a sentence where it cannot be done."""
    from sqlite3 import Error

    from sqlalchemy.exc import SQLAlchemyError

    from rondel.server.features.moderation.moderation_log import UnknownReport
    from rondel.server.ops.backup import NoBackup
    from rondel.server.ops.database import NoHoldings
    from rondel.server.ops.repair import Moved
    from rondel.server.rule_host.sandbox.pool import NotHosted
    from rondel.server.storage.postgres import NotPostgres
    from rondel.server.storage.schema import DatabaseTooNew
    from rondel.server.storage.store import Down
    from rondel.server.storage.upsert import Damaged
    from rondel.server.storage.watermark import Unreadable

    try:
        return run()
    except (NoHoldings, NoBackup, UnknownReport, NotHosted, Moved, Down, DatabaseTooNew, Unreadable, Damaged, OSError) as error:
        _end(str(error), 1)
    except NotPostgres as error:
        _end(str(error), 2)
    except UnicodeEncodeError as error:  # of what was typed: nothing else that is no text comes here
        _end(f"{error.object!r} is not text in UTF-8: type it anew, where the terminal and the locale agree", 2)
    except (Error, SQLAlchemyError) as error:  # SQLAlchemy's own text has the statement in it
        _end(f"the database cannot be used, and nothing was changed: {getattr(error, 'orig', None) or error}", 1)


def _done(work: Coroutine[Any, Any, T]) -> T:
    import asyncio

    found: T = _made(lambda: asyncio.run(work))
    return found


def _end(message: str, code: int) -> NoReturn:
    from rondel.server.telemetry.logs import without_passwords

    end(without_passwords(message), code)


def _tell(found: Any) -> None:
    import msgspec

    print(msgspec.json.encode(found).decode())


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _day(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))
