"""``rondel admin`` on accounts: set a new password."""

from typing import Annotated

import typer

from rondel.cli.commands.admin.options import HERE, Data, Database
from rondel.cli.commands.admin.outcome import done, many, stop


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

    from rondel.server.accounts import principal_repository, sessions
    from rondel.server.accounts.passwords import Passwords
    from rondel.server.ops import database as arena_db
    from rondel.server.protocol.refused import Refusal

    typed = getpass.getpass("New password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")

    async def run() -> int:
        passwords = Passwords()
        try:
            async with arena_db.open_arena(data, database, changes=True) as reached:
                entry = await reached.read(lambda connection: principal_repository.account(connection, name))
                hashed = await passwords.hash(typed, entry.name)

                def change(connection: Connection) -> int:
                    principal_repository.set_password(connection, entry.id, hashed)
                    return len(sessions.end_all(connection, entry.id))

                return await reached.write(change)
        except Refusal as refusal:
            stop(refusal.message, 1)
        finally:
            passwords.close()

    print(f"{name!r} has a new password; {many(done(run()), 'session')} ended.")
