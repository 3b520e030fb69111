"""Tables written straight into a database: what a server finds when it starts.

They are the rows that the server itself would have written, as far as it reads them; the tests of the figures, which then play
at them, show that it takes them for its own.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import rondel
from rondel.server import catalogue, schema
from rondel.server.catalogue import SeatEntry, TableEntry, hashed
from rondel.server.store import waiting_for


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
            catalogue.add(connection, entry, 0)
            made.append(each)
    engine.dispose()
    return made


def fill(database: Path, open_tables: int, finished: int = 0, holders: int = 1000) -> None:
    """So many tables of tic-tac-toe in mid-game, and so many that are over, whose seats belong to so many guests."""
    schema.prepare(database)
    connection = schema.connect(database)
    try:
        connection.execute("PRAGMA synchronous = OFF")  # nothing is promised to anybody yet
        connection.execute("BEGIN IMMEDIATE")
        for number, rows in enumerate(_tables(open_tables, finished, holders)):
            for name, values in rows:
                marks = ", ".join("?" * len(values))
                columns = ", ".join(values)
                many = f"INSERT INTO {name} ({columns}) VALUES ({marks})"  # noqa: S608 - constants
                connection.execute(many, tuple(values.values()))
            if number % 20_000 == 19_999:
                connection.execute("COMMIT")
                connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


_MOVES = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
_BEGUN_MS = 1_790_000_000_000


def _tables(open_tables: int, finished: int, holders: int) -> Iterator[list[tuple[str, dict[str, object]]]]:
    version = rondel.new("tic_tac_toe").version
    for number in range(open_tables + finished):
        over = number >= open_tables
        table = base64.urlsafe_b64encode(hashlib.sha256(b"table %d" % number).digest()[:16]).rstrip(b"=").decode()
        fixed = {"seed": number.to_bytes(32, "big"), "invite_hash": hashlib.sha256(b"invite %d" % number).digest()}
        at = _BEGUN_MS + number * 1000
        ended = {"ended_at": at + 9000} if over else {}
        row = {"id": table, "game": "tic_tac_toe", "options": "{}", **fixed, "created_at": at, "version": version, **ended}
        rows: list[tuple[str, dict[str, object]]] = [("tables", {**row, "active": waiting_for(["x"])})]
        for place, role in enumerate(("x", "o")):
            holder = f"guest{(number * 7 + place * 13) % holders}"
            token = hashlib.sha256(f"{role} {number}".encode()).digest()
            seat = {"table_id": table, "place": place, "role": role, "kind": "person", "bot": "", "name": role.upper()}
            rows.append(("seats", {**seat, "token_hash": token, "holder": holder, "over": over}))
        for seq in range(1, 10 if over else 1 + number % 8):
            mover = "xo"[(seq - 1) % 2]
            active = "" if seq == 9 else waiting_for(["xo"[seq % 2]])
            answer = {
                "table_id": table,
                "seq": seq,
                "round": 1,
                "kind": "play",
                "role": mover,
                "move": f"mark({_MOVES[seq - 1]})",
            }
            rows.append(("answers", {**answer, "client_id": f"m{seq}", "at": at + seq * 1000, "active": active}))
        yield rows
