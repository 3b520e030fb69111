"""``rondel admin`` on tables: list them, show one, replay them, repair one, delete one."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from rondel.cli.commands.admin.options import HERE, MOST, Data, Database, Games, Id, Json, Yes
from rondel.cli.commands.admin.outcome import day, done, made_of, many, stop, tell


def tables(
    faulted: Annotated[bool, typer.Option("--faulted", help="Only tables that are marked as faulted.")] = False,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only those of this game.")] = None,
    after: Annotated[str, typer.Option(metavar="ID", help="Begin after this one: the next page.")] = "",
    most: Annotated[int, typer.Option(min=1, max=MOST, help="How many to list.")] = 50,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List the tables."""
    from rondel.server.ops import database as arena_db

    async def found() -> list[arena_db.Listed]:
        async with arena_db.open_arena(data, database) as reached:
            return await reached.read(
                lambda connection: arena_db.list_tables(connection, faulted=faulted, game=game, after=after, most=most)
            )

    listed = done(found())
    for each in listed:
        if as_json:
            tell(each)
        else:
            if not each.game:
                print(f"{each.id}  DAMAGED: {each.fault}")
                continue
            wrong = f"  FAULTED: {each.fault}" if each.fault is not None else ""
            last = day(each.last_at) if each.last_at is not None else "never"
            print(f"{each.id}  {each.game:<16} {each.answers:>6} answers, made {day(each.created_at)}, last {last}{wrong}")
    if not as_json:
        if len(listed) == most:
            print(f"There may be more: --after {([each for each in listed if each.game] or listed)[-1].id}")
        elif not listed:
            print("No table is faulted." if faulted else "There is no such table.")


def table(identity: Id, game: Games = None, data: Data = HERE, database: Database = None, as_json: Json = False) -> None:
    """Show the stored data of one table, and whether it replays. Hands, seeds and tokens are not shown."""
    from msgspec.structs import asdict

    from rondel.server.ops import database as arena_db
    from rondel.server.ops import repair
    from rondel.server.ops import verify as verifier
    from rondel.server.storage import table_repository
    from rondel.server.storage.row_decoder import Damaged
    from rondel.server.table.entries import TableEntry

    async def found() -> tuple[TableEntry | None, verifier.Verdict, int]:
        async with arena_db.open_arena(data, database) as reached:
            async with _hosts(game) as hosts:
                verdict = await verifier.verify_table(reached, identity, hosts)
            if verdict is None:
                raise arena_db.NoArena(f"there is no table {identity!r} here")
            try:
                entry = await reached.read(lambda connection: table_repository.find(connection, identity))
            except Damaged:  # the verdict reports it
                entry = None
            return entry, verdict, len(await reached.read(lambda connection: repair.set_aside(connection, identity)))

    entry, verdict, aside = done(found())
    if entry is None:
        if as_json:
            tell({**asdict(verdict), "set_aside": aside})
        stop(verdict.problem or f"there is no table {identity!r} here", 1)
    seats = [f"{seat.role}: {seat.name or seat.bot or 'nobody'} ({seat.kind})" for seat in entry.seats]
    if as_json:
        told = {**asdict(verdict), "version": entry.version, "options": entry.options, "seats": seats}
        tell({**told, "set_aside": aside})
        return
    print(f"{entry.id}: {entry.game}, rules of version {entry.version}, options {entry.options or 'as usual'}")
    for each in seats:
        print(f"  {each}")
    if entry.fault is not None:
        print(f"  FAULTED: {entry.fault}")
    print(f"  {_told(verdict)}")
    if aside:
        print(f"  {aside} answers were moved aside when it was repaired")


def verify(
    identities: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="These tables; all, if none is named.")
    ] = None,
    game: Games = None,
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Replay all stored rounds, and compare them with their stored digests.

    Every answer of every round is replayed under the installed rules. The command reports missing parts of the database
    and, unless tables are named, every damaged row. It changes nothing.
    """
    from rondel.server.ops import database as arena_db
    from rondel.server.ops import scan
    from rondel.server.ops import verify as verifier
    from rondel.server.storage import watermark

    async def run() -> tuple[int, int, int, int]:
        count = answers = sealed = wrong = 0
        async with arena_db.open_arena(data, database) as reached, _hosts(game) as hosts:
            async for verdict in verifier.verify_tables(reached, identities or (), hosts):
                count += 1
                answers += verdict.answers
                sealed += verdict.sealed
                wrong += not verdict.sound
                if as_json:
                    tell(verdict)
                elif not verdict.sound:
                    print(f"{verdict.table} ({verdict.game}): {_told(verdict)}")
        return count, answers, sealed, wrong

    lack = None if database is not None else made_of(lambda: watermark.lack(arena_db.arena_file(data)))
    count, answers, sealed, wrong = done(run())
    broken = 0
    if database is None and not identities:
        for said in made_of(lambda: list(scan.damaged(arena_db.arena_file(data)))):
            broken += 1
            if as_json:
                tell({"damaged": said})
            else:
                print(said)
    if lack is not None and as_json:
        tell({"missing": lack.said})
    if not as_json:
        print(f"{many(count, 'table')}, {many(answers, 'answer')}, {many(sealed, 'digest')} compared: ", end="")
        print(f"{many(wrong, 'table')} wrong" if wrong else "all replay to the stored digests")
        if broken:
            print(f"{many(broken, 'damaged row')}: the server leaves them out, and a backup has them, too")
    if lack is not None:
        stop(lack.said, 1)
    if wrong or broken:
        raise SystemExit(1)


def repair(identity: Id, yes: Yes = False, game: Games = None, data: Data = HERE, database: Database = None) -> None:
    """Make a faulted table playable again.

    If all of it replays, the mark is cleared. Otherwise, with --yes, the answers after the last one that replays are moved
    aside; they are not deleted.
    """
    from rondel.server.ops import database as arena_db
    from rondel.server.ops import repair as upkeep
    from rondel.server.ops import verify as verifier

    async def run() -> int:
        async with arena_db.open_arena(data, database, changes=True) as reached:
            async with _hosts(game) as hosts:
                verdict = await verifier.verify_table(reached, identity, hosts)
            if verdict is None:
                raise arena_db.NoArena(f"there is no table {identity!r} here")
            remedy = upkeep.remedy(verdict)
            print(_told(verdict))
            if remedy == "damaged":
                print(
                    "The table's own row is damaged, and its answers cannot restore it: restore a "
                    "backup, or delete the table with `rondel admin forget`. Nothing was changed."
                )
                return 1
            if remedy == "none":
                print("The installed rules cannot begin this game: install the rules of its version. Nothing was changed.")
                return 1
            if remedy == "nothing":
                print("There is nothing to repair.")
                return 0
            beyond = verdict.answers - (verdict.replays_to or 0)
            if remedy == "cut" and not yes:
                print(f"With --yes {many(beyond, 'answer')} after number {verdict.replays_to} will be moved aside.")
                return 1
            moved = await reached.write(lambda connection: upkeep.repair(connection, verdict, time.time_ns() // 1_000_000))
            print(
                f"{many(moved, 'answer')} moved aside; people can play again." if moved else "Cleared; people can play again."
            )
            return 0

    if code := done(run()):
        raise SystemExit(code)


def forget(identity: Id, yes: Yes = False, data: Data = HERE, database: Database = None) -> None:
    """Delete a table and all that is stored about it, for good. Backups still have it."""
    from rondel.server.ops import database as arena_db
    from rondel.server.storage import table_repository
    from rondel.server.storage.row_decoder import Damaged

    async def run() -> int:
        async with arena_db.open_arena(data, database, changes=yes) as reached:
            try:
                entry = await reached.read(lambda connection: table_repository.find(connection, identity))
            except Damaged as error:
                print(error)
                what = "this table"
            else:
                if entry is None:
                    raise arena_db.NoArena(f"there is no table {identity!r} here")
                what = f"this table of {entry.game}"
            if not yes:
                print(f"With --yes {what} and all its rounds are deleted permanently.")
                return 1
            print(f"Deleted: {await reached.write(lambda connection: arena_db.delete_table(connection, identity))} rows.")
            return 0

    if code := done(run()):
        raise SystemExit(code)


@asynccontextmanager
async def _hosts(games: list[Path] | None) -> AsyncIterator[Any]:
    """The paths of games that are not shipped."""
    from rondel.door import brought
    from rondel.server.rule_host.sandbox.pool import SandboxPool

    hosts = SandboxPool([*(games or ()), *brought()])
    try:
        await hosts.prepare()
        yield hosts
    finally:
        await hosts.close()


def _told(verdict: Any) -> str:
    """The findings of an audit, in words."""
    if verdict.sound:
        sealed = many(verdict.sealed, "digest")
        return f"{many(verdict.answers, 'answer')}: all replay, and {sealed} compared agree{'s' if verdict.sealed == 1 else ''}"
    where = "nothing replays" if verdict.replays_to is None else f"replays to number {verdict.replays_to}"
    return f"{many(verdict.answers, 'answer')}: {where}: {verdict.problem}"
