"""The end of a ``rondel admin`` command: its output, or the message of its failure."""

import time
from collections.abc import Coroutine
from typing import Any, NoReturn, TypeVar

from rondel.cli.exit_codes import end

T = TypeVar("T")

LATEST = 253_402_300_799_999
"""The same as in `rondel.server.storage.row_decoder`, whose import is slower than this copy."""


def made_of(run: Any) -> Any:
    """The result of the call; a failure ends the command with a message."""
    from sqlite3 import Error

    from sqlalchemy.exc import SQLAlchemyError

    from rondel.server.features.moderation.moderation_log import UnknownReport
    from rondel.server.ops.backup import NoBackup
    from rondel.server.ops.database import NoArena
    from rondel.server.ops.repair import Moved
    from rondel.server.rule_host.sandbox.pool import NotHosted
    from rondel.server.storage.postgres.connections import NotPostgres
    from rondel.server.storage.row_decoder import Damaged
    from rondel.server.storage.schema import OtherVersion
    from rondel.server.storage.store import Down
    from rondel.server.storage.watermark import Unreadable

    try:
        return run()
    except (NoArena, NoBackup, UnknownReport, NotHosted, Moved, Down, OtherVersion, Unreadable, Damaged, OSError) as error:
        stop(str(error), 1)
    except NotPostgres as error:
        stop(str(error), 2)
    except UnicodeEncodeError as error:  # from an argument: no other text comes here
        stop(f"{error.object!r} is not UTF-8 text: type it again in a terminal whose encoding is the locale's", 2)
    except (Error, SQLAlchemyError) as error:  # SQLAlchemy's own text has the statement in it
        stop(f"the database cannot be used, and nothing was changed: {getattr(error, 'orig', None) or error}", 1)


def done(work: Coroutine[Any, Any, T]) -> T:
    import asyncio

    found: T = made_of(lambda: asyncio.run(work))
    return found


def stop(message: str, code: int) -> NoReturn:
    from rondel.server.telemetry.logs import without_passwords

    end(without_passwords(message), code)


def tell(found: Any) -> None:
    import msgspec

    print(msgspec.json.encode(found).decode())


def many(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def day(milliseconds: int) -> str:
    """A moment as it is printed.

    >>> day(0), day(2**62)
    ('1970-01-01 00:00', '4611686018427387904 ms after 1970')
    """
    if not 0 <= milliseconds <= LATEST:
        return f"{milliseconds} ms after 1970"
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))
