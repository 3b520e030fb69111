"""Sanctions: warnings and suspensions of accounts by moderators, as the account sees them.

They are rows of the moderators' log. Who is suspended opens no table, sits down at none, searches for nobody, invites nobody,
joins no tournament and says nothing, but plays on where a game has begun. Its bot accounts are suspended with it.

Queries in SQLAlchemy Core, for every kind of database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, or_, select

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.features.moderation import moderation_log
from rondel.server.features.moderation.moderation_log import ModerationAction
from rondel.server.features.tournaments import tournament_log
from rondel.server.protocol import Notice
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database

SHOWN: Final = 30 * 86_400_000
"""Milliseconds for which a warning is shown."""

MOST: Final = 20
"""Notices that are shown."""

_log, _principals = schema.moderation.c, schema.principals.c


class Sanctions:
    """The sanctions of an arena."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def check(self, who: Principal) -> None:
        """Refused as ``suspended`` where moderators have suspended the account, with the reason."""
        if who.kind == "guest":
            return
        found = await or_unavailable(self._database.read(partial(suspension, principal=who.id, at=self._clock())))
        if found is not None:
            day = datetime.fromtimestamp((found.until or 0) / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            raise Refusal(
                "suspended",
                f"the moderators of this arena have suspended you until {day}: {found.reason}; you can end your games",
            )


def impose(connection: Connection, name: str, action: ModerationAction) -> None:
    """Store a warning, a suspension or the end of one in the log; a suspended account leaves the tournaments that are not over.
    Raises `Refusal` as ``unknown_person``."""
    about = principal_repository.account(connection, name).id
    moderation_log.write(connection, msgspec.structs.replace(action, about=about))
    if action.kind == "suspend":
        tournament_log.withdraw(connection, about)


def cancel_tournament(connection: Connection, id_: str, at: int, action: ModerationAction) -> None:
    """Cancel a tournament. Raises `Refusal` as ``unknown_tournament`` where none of that id goes on."""
    if not tournament_log.cancel(connection, id_, "moderator", at):
        raise _no_tournament(id_)
    moderation_log.write(connection, action)


def remove_entrant(connection: Connection, id_: str, name: str, action: ModerationAction) -> None:
    """Remove an account from a tournament. Raises `Refusal` as ``unknown_tournament`` and ``unknown_person``."""
    about = principal_repository.account(connection, name).id
    event = tournament_log.find(connection, id_)
    if event is None or event.state not in ("open", "running"):
        raise _no_tournament(id_)
    number = next((each.number for each in event.members if each.principal == about), None)
    if number is None:
        raise Refusal("unknown_person", f"{name!r} does not take part in this tournament")
    tournament_log.change(connection, id_, number, "removed")
    moderation_log.write(connection, msgspec.structs.replace(action, about=about))


def _no_tournament(id_: str) -> Refusal:
    return Refusal("unknown_tournament", f"no tournament {id_!r} is open or running; its address holds its id")


def suspension(connection: Connection, principal: str, at: int) -> Notice | None:
    """The suspension of an account, or of the owner of a bot account, at that time."""
    owner = select(_principals.owner).where(_principals.id == principal).scalar_subquery()
    about = or_(_log.about == principal, _log.about == owner)
    wanted = _notices().where(about, _log.about != "", _log.kind.in_(("suspend", "unsuspend")))
    found = row_decoder.first(connection, wanted, 1, _notice)
    return found[0] if found and found[0].kind == "suspend" and (found[0].until or 0) > at else None


def suspended(connection: Connection, people: Collection[str], at: int) -> set[str]:
    """Those of these accounts that are suspended at that time."""
    wanted = select(_log.about, _log.kind, _log.until).where(_log.about.in_(people), _log.kind.in_(("suspend", "unsuspend")))
    found: set[str] = set()
    for about, kind, until in connection.execute(wanted.order_by(_log.at, _log.id.desc())):  # the last row decides
        found.discard(about)
        if kind == "suspend" and (until or 0) > at:
            found.add(about)
    return found


def notices(connection: Connection, principal: str, at: int) -> list[Notice]:
    """What moderators tell an account, the newest first: its suspension, and the warnings of the last days."""
    warned = _notices().where(_log.about == principal, _log.about != "", _log.kind == "warn", _log.at > at - SHOWN)
    now = suspension(connection, principal, at)
    found = [*([] if now is None else [now]), *row_decoder.first(connection, warned, MOST, _notice)]
    return sorted(found, key=lambda each: each.at, reverse=True)


def _notices() -> Any:
    return select(_log.kind, _log.at, _log.until, _log.note).order_by(_log.at.desc(), _log.id)


def _notice(row: Sequence[Any]) -> Notice:
    return row_decoder.decoded(Notice, row, "a sanction in the moderators' log")
