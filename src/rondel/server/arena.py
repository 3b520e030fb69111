"""The arena: every table of one data folder.

It makes tables, finds them, loads them when somebody comes, and forgets those where nobody is. It speaks in the structs of
``protocol`` and knows neither HTTP nor sockets.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import unicodedata
from pathlib import Path
from typing import Final

import msgspec

from rondel.errors import RondelError
from rondel.server import protocol, schema
from rondel.server.bots import BotPool
from rondel.server.catalogue import (
    Catalogue,
    NoOpenSeat,
    SeatEntry,
    TableEntry,
    WrongInvitation,
    hashed,
    new_secret,
)
from rondel.server.offers import known_bot, offers
from rondel.server.refusal import Refusal
from rondel.server.room import Room
from rondel.server.store import MoveLog
from rondel.server.table import Table

_logger = logging.getLogger(__name__)

LONGEST_NAME: Final = 40
LONGEST_ID: Final = 64
ROOMS_KEPT: Final = 1000
"""Rooms kept in memory although nobody is there; the oldest are forgotten first."""


class Arena:
    """All tables of the database at ``path``, which is made when it is not there."""

    def __init__(self, path: Path, bots: BotPool) -> None:
        schema.prepare(path)
        self._catalogue = Catalogue(path)
        self._log = MoveLog(path)
        self._bots = bots
        self._rooms: dict[str, Room] = {}

    async def close(self) -> None:
        """Stop the bots, store what is on its way, and close the database."""
        for room in self._rooms.values():
            await room.close()
        await self._bots.close()
        await asyncio.to_thread(self._log.close)
        self._catalogue.close()

    async def games(self) -> list[protocol.GameInfo]:
        """Every game that can be played here."""
        return offers()

    async def create(self, wanted: protocol.NewTable) -> protocol.Created:
        """Make a table; the tokens of the seats the creator keeps are in the answer and nowhere else."""
        tokens: dict[str, str] = {}
        seats = [_entry(seat, _clean(wanted.name), tokens) for seat in wanted.seats]
        invite = new_secret()
        entry = _in_seat_order(
            TableEntry(
                id=secrets.token_urlsafe(16),
                game=wanted.game,
                options=wanted.options,
                seed=secrets.token_bytes(32),
                invite_hash=hashed(invite),
                seats=tuple(seats),
            )
        )
        await asyncio.to_thread(self._catalogue.add, entry)
        return protocol.Created(entry.id, tokens, invite)

    async def take_seat(self, table_id: str, wanted: protocol.TakeSeat) -> protocol.Taken:
        """Sit down on an open seat by invitation."""
        room = await self.room(table_id)
        token = new_secret()
        name = _clean(wanted.name)
        try:
            seat = await room.sit(lambda entry: self._catalogue.take_seat(entry, wanted.invite, wanted.role, name, token))
        except WrongInvitation as error:
            raise Refusal("wrong_invitation", str(error)) from error
        except NoOpenSeat as error:
            raise Refusal("no_open_seat", str(error)) from error
        return protocol.Taken(seat.role, token)

    async def describe(self, table_id: str) -> protocol.Table:
        """What everybody may know of a table."""
        return await (await self.room(table_id)).describe()

    async def room(self, table_id: str) -> Room:
        """The room of that table; refused as ``unknown_table`` when there is none, and nothing is made."""
        if (room := self._rooms.get(table_id)) is not None:
            return room
        entry = await asyncio.to_thread(self._catalogue.find, table_id) if len(table_id) <= LONGEST_ID else None
        if entry is None:
            raise Refusal("unknown_table", "there is no such table; check the link")
        # Somebody may have opened it while this one was being read: the first room stays the only one.
        self._forget_idle()
        return self._rooms.setdefault(table_id, Room(entry, self._log, self._bots))

    def _forget_idle(self) -> None:
        excess = len(self._rooms) - ROOMS_KEPT
        if excess > 0:
            for table_id in [each for each, room in self._rooms.items() if room.idle][:excess]:
                del self._rooms[table_id]


def _entry(seat: protocol.NewSeat, creator: str, tokens: dict[str, str]) -> SeatEntry:
    """The seat as it is stored; the creator's tokens are added to ``tokens``."""
    if seat.kind == "open":
        return SeatEntry(seat.role, "open")
    if seat.kind == "bot":
        return SeatEntry(seat.role, "bot", known_bot(seat.bot), _clean(seat.name))
    tokens[seat.role] = token = new_secret()
    return SeatEntry(seat.role, "person", "", _clean(seat.name) or creator, hashed(token))


def _in_seat_order(entry: TableEntry) -> TableEntry:
    """The entry with its seats in the rules' order; refused when the rules cannot start a game like that."""
    try:
        roles = Table(entry).game.roles
    except RondelError as error:
        raise Refusal(error.code, str(error)) from error
    except Exception as error:
        _logger.exception("the rules of %s failed to start a game with options %r", entry.game, entry.options)
        raise Refusal("rules", "the rules of this game failed to start it, so no table was made") from error
    by_role = {seat.role: seat for seat in entry.seats}
    if len(by_role) != len(entry.seats) or set(by_role) != set(roles):
        given = ", ".join(seat.role for seat in entry.seats) or "none"
        raise Refusal("seats", f"the seats given are {given}; this game needs each of {', '.join(roles)} once")
    return msgspec.structs.replace(entry, seats=tuple(by_role[role] for role in roles))


def _clean(name: str) -> str:
    """A person's name as it may be shown: one short line without control, direction or invisible characters.

    >>> _clean("  Ada\\u202e\\n Lovelace ")
    'Ada Lovelace'
    """
    kept = "".join(" " if each.isspace() else each for each in name if each.isspace() or unicodedata.category(each)[0] != "C")
    return " ".join(kept.split())[:LONGEST_NAME]
