"""The checker: reads a database that nobody writes any more, and the players' journal, and says what does not fit.

It trusts neither the server nor the players: every table is played again from its seed with the rules alone.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import rondel
from rondel.errors import RondelError
from rondel.server.table.log.snapshots import digest
from rondel.server.table.table import AGREED

Json = dict[str, Any]


def check(database: Path, notes: Iterable[Json], foreign: bool = False) -> tuple[dict[str, int], tuple[str, ...]]:
    """What was counted, and what is wrong; with ``foreign``, others than those who kept the notes may have answered too."""
    wrong: list[str] = []
    sent: dict[str, Json] = {}
    acked: dict[str, int] = {}
    refused: dict[str, str] = {}
    tables: set[str] = set()
    for note in notes:
        tables.add(note["table"])
        match note["event"]:
            case "sent":
                sent[note["id"]] = note
            case "acked":
                if acked.setdefault(note["id"], note["seq"]) != note["seq"]:
                    wrong.append(f"{note['id']} was acknowledged as {acked[note['id']]} and as {note['seq']}")
            case "refused":
                refused[note["id"]] = note["code"]
            case "wrong":
                wrong.append(f"{note['role']} at {note['table']}: {note['what']}")
    connection = sqlite3.connect(database)
    connection.row_factory = sqlite3.Row
    try:
        if (sound := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            wrong.append(f"the database is damaged: {sound}")
        stored: dict[str, int] = {}
        rows = sealed = 0
        for table in tables:
            found = connection.execute("SELECT * FROM answers WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
            wrong += _fold(connection, table, found)
            rows += len(found)
            sealed += sum(row["digest"] is not None for row in found)
            names = Counter((row["role"], row["client_id"]) for row in found if row["client_id"] is not None)
            wrong += [f"{name} of {role} is stored twice at {table}" for (role, name), times in names.items() if times > 1]
            stored |= {row["client_id"]: row["seq"] for row in found}
            for row in found:
                message = sent.get(row["client_id"])
                if message is None:
                    if foreign:
                        continue
                    wrong.append(f"{row['client_id']} at {table} was sent by nobody")
                elif row["kind"] == "play" and (row["move"], row["seq"]) != (message["move"], message["seq"] + 1):
                    wrong.append(f"{row['client_id']} was sent as {message['move']} and is stored as {row['move']}")
        for name, seq in acked.items():
            if stored.get(name) != seq:
                wrong.append(
                    f"{name} was acknowledged as {seq} and is {'stored as ' + str(stored[name]) if name in stored else 'lost'}"
                )
        for name, code in refused.items():
            if name in stored and name not in acked:
                wrong.append(f"{name} was refused as {code} and is stored")
        unsettled = [name for name in sent if name not in acked and name not in refused]
        if unsettled:
            wrong.append(f"{len(unsettled)} messages were never answered, like {unsettled[0]}")
    finally:
        connection.close()
    return {"acknowledged": len(acked), "stored": rows, "sealed": sealed, "refused": len(refused)}, tuple(wrong)


def _fold(connection: sqlite3.Connection, table: str, rows: list[sqlite3.Row]) -> list[str]:
    """Play a table again by the rules alone, and compare every position that was sealed."""
    if [row["seq"] for row in rows] != list(range(1, len(rows) + 1)):
        return [f"the numbers at {table} have gaps"]
    made = connection.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
    seats = connection.execute("SELECT count(*) FROM seats WHERE table_id = ?", (table,)).fetchone()[0]

    def begun(seed: bytes) -> rondel.Game:
        return rondel.new(str(made["game"]), seats=seats, seed=seed, options=json.loads(made["options"]))

    game, agreed = begun(made["seed"]), False
    for row in rows:
        try:
            match row["kind"]:
                case "again" if game.is_over or agreed:
                    game, agreed = begun(row["seed"]), False
                case _ if agreed:
                    continue
                case "play":
                    game.push(row["move"], row["role"])
                case "undo":
                    game.undo(row["role"], agreed=row["move"] == AGREED)
                case "again" | "start":
                    return [f"answer {row['seq']} of {table} is {row['kind']!r}, where that may not be"]
                case _:
                    # From here to the round's end it is people who agree, resign or run out of time: the rules alone cannot
                    # say where that leads. The players of these figures do none of it; only hostile frames may.
                    agreed = True
                    continue
        except RondelError as error:
            return [f"answer {row['seq']} of {table} does not replay: {error}"]
        if row["digest"] is not None and row["digest"] != digest(game):
            return [f"answer {row['seq']} of {table} leads to another position than it did"]
    return []
