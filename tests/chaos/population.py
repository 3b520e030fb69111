"""Tables written straight into a database: what a server finds when it starts.

They are the rows that the server itself would have written, as far as it reads them; the tests of the figures, which then play
at them, show that it takes them for its own.
"""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import rondel
from rondel.server.storage import schema, table_repository
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import waiting_for


@dataclass(frozen=True)
class Made:
    """A table, and the tokens of its seats by role."""

    table: str
    game: str
    tokens: dict[str, str] = field(default_factory=dict)


def word(size: int = 24) -> str:
    """So many random bytes, fit for a link."""
    return base64.urlsafe_b64encode(secrets.token_bytes(size)).rstrip(b"=").decode()


def seat_people(database: Path, game: str, tables: int, options: dict[str, object] | None = None) -> list[Made]:
    """New tables of that game, with a person on each seat whose token is known."""
    schema.prepare(database)
    begun = rondel.new(game, options=options or {})
    made = []
    engine = schema.engine(database)
    with engine.begin() as connection:
        for _ in range(tables):
            each = Made(word(16), game, {role: word() for role in begun.roles})
            seats = tuple([SeatEntry(role, "person", "", role, hashed(token)) for role, token in each.tokens.items()])
            fixed = (game, options or {}, secrets.token_bytes(32), hashed(word()))
            entry = TableEntry(each.table, *fixed, seats, begun.version, active=waiting_for(begun.active))
            table_repository.add(connection, entry, 0)
            made.append(each)
    engine.dispose()
    return made


def fill(database: Path, open_tables: int, finished: int = 0, holders: int = 1000) -> None:
    """So many tables of tic-tac-toe that are over and then so many in mid-game, listed in the lobby. Their seats belong to so
    many guests, who are in a browser each: see `session`."""
    schema.prepare(database)
    connection = schema.connect(database)
    try:
        connection.execute("PRAGMA synchronous = OFF")  # nothing is promised to anybody yet
        connection.execute("BEGIN IMMEDIATE")
        for first in range(0, finished + open_tables, 10_000):
            last = min(first + 10_000, finished + open_tables)
            rows = [row for number in range(first, last) for row in _rows(number, number < finished, holders)]
            for name, columns in _COLUMNS.items():
                marks = ", ".join("?" * len(columns))
                many = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - constants
                connection.executemany(many, [values for kind, values in rows if kind == name])
            connection.execute("COMMIT")
            connection.execute("BEGIN IMMEDIATE")
        for number in range(holders):
            guest = (f"guest{number}", "guest", f"Guest {number}", 0)
            connection.execute("INSERT INTO principals (id, kind, name, created_at) VALUES (?, ?, ?, ?)", guest)
            now = time.time_ns() // 1_000_000
            browser = (hashed(session(number)), f"guest{number}", now, now)
            connection.execute("INSERT INTO sessions (hash, principal, created_at, used_at) VALUES (?, ?, ?, ?)", browser)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def session(number: int) -> str:
    """What the browser of that guest has in its cookie."""
    return f"session-{number}"


def table_id(number: int) -> str:
    """The id of the table that was filled in as that one."""
    return f"{number:022d}"


_COLUMNS: Final = {
    "tables": (
        *("id", "game", "options", "seed", "invite_hash", "created_at", "version", "active"),
        *("ended_at", "public", "free"),
    ),
    "seats": ("table_id", "place", "role", "kind", "bot", "name", "token_hash", "holder", "over"),
    "answers": ("table_id", "seq", "round", "kind", "role", "move", "client_id", "at", "active"),
}
_WON: Final = ("a1", "b1", "a2", "b2", "a3")
"""A game that x wins with its third mark."""
_BEGUN_MS: Final = 1_790_000_000_000


def _rows(number: int, over: bool, holders: int) -> Iterator[tuple[str, tuple[object, ...]]]:
    table, at, secret = table_id(number), _BEGUN_MS + number * 1000, number.to_bytes(32, "big")
    ended = at + 5000 if over else None
    yield "tables", (table, "tic_tac_toe", "{}", secret, secret, at, 1, waiting_for(["x"]), ended, True, 0)
    for place, role in enumerate(("x", "o")):
        holder = f"guest{(number * 7 + place * 13) % holders}"
        yield "seats", (table, place, role, "person", "", role.upper(), secret + role.encode(), holder, over)
    for seq in range(1, 6 if over else 1 + number % 4):
        active = "" if seq == 5 else waiting_for(["xo"[seq % 2]])
        fixed = (table, seq, 1, "play", "xo"[(seq - 1) % 2], f"mark({_WON[seq - 1]})")
        yield "answers", (*fixed, f"m{seq}", at + seq * 1000, active)
