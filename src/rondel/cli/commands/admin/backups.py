"""``rondel admin`` on the file of an arena: copy it, put a copy back, make it smaller."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.admin.options import HERE, Data, Database, Json, Yes
from rondel.cli.commands.admin.outcome import made_of, many, stop, tell


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file.")],
    data: Data = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Copy the whole arena into one new file, also while it runs, and check the copy. It contains secrets: keep it safe."""
    from rondel.server.ops import backup as upkeep

    if database is not None:
        stop("use PostgreSQL's own program: pg_dump --format=custom --file FILE ADDRESS", 2)
    made = made_of(lambda: upkeep.backup(data, file))
    if as_json:
        tell(made)
    else:
        print(f"{made.file}: {many(made.tables, 'table')}, {many(made.answers, 'answer')}, {made.bytes:,} bytes, checked")
    if made.lack:
        stop(made.lack, 1)
    if made.incomplete:
        stop(f"answers are missing in the database, at {', '.join(made.incomplete)}: see `rondel admin verify`", 1)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    yes: Yes = False,
    data: Data = HERE,
    database: Database = None,
) -> None:
    """Restore a backup into the folder of a stopped arena. The present database is renamed and kept."""
    from rondel.server.ops import backup as upkeep

    if database is not None:
        stop("use PostgreSQL's own program: pg_restore --clean --dbname ADDRESS FILE", 2)
    if not yes:
        made = made_of(lambda: upkeep.checked(file))
        print(f"{made.file} can be read: {many(made.tables, 'table')}, {many(made.answers, 'answer')}.")
        if made.incomplete:
            print(f"Answers are missing in it, at {', '.join(made.incomplete)}.")
        print(f"With --yes it becomes the arena in {str(data)!r}, and the present database is kept under another name.")
        raise SystemExit(1)
    made, aside = made_of(lambda: upkeep.restore(file, data))
    print(f"{many(made.tables, 'table')} and {many(made.answers, 'answer')} put back into {str(data)!r}.")
    if aside is not None:
        print(f"The previous database is {str(aside)!r} now.")
    if made.incomplete:
        stop(f"answers are missing in the backup, at {', '.join(made.incomplete)}: see `rondel admin verify`", 1)


def compact(data: Data = HERE, database: Database = None) -> None:
    """Shrink the arena's database file. Moves wait meanwhile: choose a quiet hour."""
    from rondel.server.ops import database as arena_db

    if database is not None:
        stop("PostgreSQL does this by itself", 2)
    before, after = made_of(lambda: arena_db.compact(arena_db.complete_arena_file(data)))
    print(f"{before:,} bytes before, {after:,} now")
