"""Presence: who of the followed accounts is online, and at which public table they play.

Each node writes down, every few seconds, which followed accounts are connected to it. Nothing is written of others, and
nothing with a move. What an account's people do is read by one query, also for accounts with many.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, and_, exists, func, select, text

from rondel.server.catalog.games import title
from rondel.server.protocol import Followed, PublicTable
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import inserting
from rondel.server.storage.store import Database
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 20.0
"""Seconds from one note to the next."""

ONLINE: Final = 60_000
"""Milliseconds for which an account counts as online after a note."""

_follows, _blocks, _online = schema.follows.c, schema.blocks.c, schema.online.c
_principals, _sessions, _seats, _tables = schema.principals.c, schema.sessions.c, schema.seats.c, schema.tables.c

_RUNNING: Final = text("seats.holder <> '' AND NOT seats.over")
"""The text of the partial index."""


class Presence:
    """Notes who is connected to this node, from `start` to `close`."""

    def __init__(self, database: Database, credentials: Callable[[], Collection[bytes]], clock: Callable[[], int]) -> None:
        """``credentials`` returns the hashes of the sessions of open sockets, ``clock`` milliseconds since 1970."""
        self._database = database
        self._credentials = credentials
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to note, in the running loop."""
        self._task = asyncio.create_task(self._go_on(), name="presence")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def note(self) -> None:
        """Note who is connected now. Raises `Down`."""
        if here := self._credentials():
            await self._database.write(partial(note, sessions=list(here), at=self._clock()))

    async def _go_on(self) -> None:
        failures = FailureLog(_logger, "nobody is shown as online now", over="it is shown again who is online")
        while True:
            try:
                await self.note()
            except Exception as error:  # noqa: BLE001 - it is logged
                failures.met(error)
            else:
                failures.passed()
            with suppress(TimeoutError):
                await asyncio.sleep(EVERY)


def note(connection: Connection, sessions: Sequence[bytes], at: int) -> None:
    """Note that the followed ones of the accounts with these sessions are online."""
    wanted = select(_sessions.principal).where(
        _sessions.hash.in_(sessions), exists().where(_follows.followed == _sessions.principal)
    )
    here = sorted(set(connection.scalars(wanted)))
    if not here:
        return
    into = inserting(connection, schema.online)
    newer = func.max if connection.dialect.name == "sqlite" else func.greatest
    statement = into.on_conflict_do_update(index_elements=["principal"], set_={"at": newer(_online.at, into.excluded.at)})
    connection.execute(statement, [{"principal": each, "at": at} for each in here])


def followed_by(connection: Connection, who: str, at: int) -> list[Followed]:
    """The accounts that an account follows, with what they do: those online first, then by name."""
    hidden = exists().where(_blocks.blocker == _principals.id, _blocks.blocked == who)
    back = schema.follows.alias("back")
    mutual = exists().where(back.c.follower == _follows.followed, back.c.followed == who)
    playing = (
        select(_tables.id)
        .join_from(schema.seats, schema.tables, _tables.id == _seats.table_id)
        .where(_RUNNING, _seats.holder == _principals.id, _seats.badge == "account", _tables.public, _tables.watchable)
        .order_by(_tables.created_at.desc(), _tables.id)
        .limit(1)
        .correlate(schema.principals)
        .scalar_subquery()
    )
    played = schema.tables.alias("played")
    wanted = (
        select(_principals.name, _follows.at, mutual, _online.at, played.c.id, played.c.game)
        .select_from(
            schema.follows.join(schema.principals, _principals.id == _follows.followed)
            .outerjoin(schema.online, and_(_online.principal == _principals.id, _online.at > at - ONLINE, ~hidden))
            .outerjoin(played, and_(_online.at.is_not(None), played.c.id == playing))
        )
        .where(_follows.follower == who)
        .order_by(_online.at.is_(None), _principals.folded)
    )
    return row_decoder.sound(connection.execute(wanted), partial(_followed, who))


def _followed(who: str, row: Sequence[Any]) -> Followed:
    name, since, mutual, seen, table, game = row
    what = f"one whom {who!r} follows"
    playing = None if table is None else row_decoder.decoded(PublicTable, (table, game, title(str(game))), what)
    return row_decoder.decoded(Followed, (name, since, bool(mutual), seen is not None, playing), what)
