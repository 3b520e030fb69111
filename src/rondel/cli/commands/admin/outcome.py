"""How a command of ``rondel admin`` ends: what it prints, and the sentence where it cannot be done."""

import time
from collections.abc import Coroutine
from typing import Any, NoReturn, TypeVar

from rondel.cli.ending import end

T = TypeVar("T")

LATEST = 253_402_300_799_999
"""As in `rondel.server.storage.row_decoder`, which costs more to import than to say again."""


def made_of(run: Any) -> Any:
    """What the call makes; the command ends with a sentence where it cannot be done."""
    from sqlite3 import Error

    from sqlalchemy.exc import SQLAlchemyError

    from rondel.server.features.moderation.moderation_log import UnknownReport
    from rondel.server.ops.backup import NoBackup
    from rondel.server.ops.database import NoArena
    from rondel.server.ops.repair import Moved
    from rondel.server.rule_host.sandbox.pool import NotHosted
    from rondel.server.storage.postgres import NotPostgres
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
    except UnicodeEncodeError as error:  # of what was typed: nothing else that is no text comes here
        stop(f"{error.object!r} is not text in UTF-8: type it anew, where the terminal and the locale agree", 2)
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
