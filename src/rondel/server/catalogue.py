"""The catalogue: which tables there are and who sits where. All that is stored and is not a move.

Written with SQLAlchemy Core; each call is one short transaction and blocks, so the arena makes it in a thread. Secrets come in
as hashes and never leave: a seat's token or an invitation is looked up by its SHA-256.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlalchemy import Engine, insert, select, update

from rondel.errors import quoted
from rondel.server import schema

SeatKind = Literal["person", "bot", "open"]


def new_secret() -> str:
    """A token or invitation: 192 bits from the operating system, fit for a link."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> bytes:
    """What is stored of a token or invitation. They are long and random, so one SHA-256 is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat as it is stored."""

    role: str
    kind: SeatKind
    bot: str = ""
    name: str = ""
    token_hash: bytes | None = None


class TableEntry(msgspec.Struct, frozen=True):
    """One table as it is stored, without its answers."""

    id: str
    game: str
    options: dict[str, Any]
    seed: bytes
    invite_hash: bytes
    seats: tuple[SeatEntry, ...]


class WrongInvitation(Exception):
    """The code does not open this table."""


class NoOpenSeat(Exception):
    """Nobody can sit down: the seat, or every seat, is taken."""


class Catalogue:
    """The stored tables and seats."""

    def __init__(self, path: Path) -> None:
        self._engine: Engine = schema.engine(path)
        self._writing = threading.Lock()
        """Threads of this process wait for each other here; in SQLite they would sleep and try again."""

    def add(self, table: TableEntry) -> None:
        """Store a new table and its seats, in one transaction."""
        with self._writing, self._engine.begin() as connection:
            connection.execute(
                insert(schema.tables).values(
                    id=table.id,
                    game=table.game,
                    options=msgspec.json.encode(table.options).decode(),
                    seed=table.seed,
                    invite_hash=table.invite_hash,
                    created_at=int(time.time() * 1000),
                )
            )
            connection.execute(
                insert(schema.seats),
                [
                    {"table_id": table.id, "place": place, **msgspec.structs.asdict(seat)}
                    for place, seat in enumerate(table.seats)
                ],
            )

    def find(self, table_id: str) -> TableEntry | None:
        """The table of that id; looking for one never makes one."""
        with self._engine.connect().execution_options(reading=True) as connection:
            table = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one_or_none()
            if table is None:
                return None
            seats = connection.execute(
                select(schema.seats).where(schema.seats.c.table_id == table_id).order_by(schema.seats.c.place)
            ).all()
        return TableEntry(
            id=table.id,
            game=table.game,
            options=msgspec.json.decode(table.options, type=dict[str, Any]),
            seed=table.seed,
            invite_hash=table.invite_hash,
            seats=tuple(SeatEntry(seat.role, seat.kind, seat.bot, seat.name, seat.token_hash) for seat in seats),
        )

    def take_seat(self, table: TableEntry, invite: str, role: str, name: str, token: str) -> SeatEntry:
        """Sit down on the open seat of ``role``, or on the first open one when ``role`` is empty.

        The seat is taken in one transaction: of many who want it at once, one gets it. Raises `WrongInvitation` or
        `NoOpenSeat`.
        """
        if not secrets.compare_digest(hashed(invite), table.invite_hash):
            raise WrongInvitation("this invitation does not open this table; ask for a new link")
        seats = schema.seats.c
        wanted = select(seats.place, seats.role).where(seats.table_id == table.id, seats.kind == "open").order_by(seats.place)
        if role:
            wanted = wanted.where(seats.role == role)
        with self._writing, self._engine.begin() as connection:
            found = connection.execute(wanted.limit(1)).one_or_none()
            if found is None:
                raise NoOpenSeat("every seat of this table is taken" if not role else f"the seat of {quoted(role)} is not open")
            taken = SeatEntry(found.role, "person", "", name, hashed(token))
            connection.execute(
                update(schema.seats)
                .where(seats.table_id == table.id, seats.place == found.place)
                .values(kind="person", name=name, token_hash=taken.token_hash)
            )
        return taken

    def close(self) -> None:
        self._engine.dispose()
