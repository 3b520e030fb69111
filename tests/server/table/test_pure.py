"""The table is pure: it runs where there is no event loop, no database and no web framework."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ImportError(f"{name} cannot be imported here")

ABSENT = {"asyncio", "sqlalchemy", "sqlite3", "logging", "litestar", "uvicorn", "alembic", "multiprocessing", "subprocess"}
sys.meta_path.insert(0, Nowhere())

from rondel.server import protocol
from rondel.server.table import views
from rondel.server.table.commands import Setting
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.rules import Rules
from rondel.server.table.table import Table
from rondel.shelf.tic_tac_toe import TicTacToe

entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "person"), SeatEntry("o", "person")))
table = Table(Rules(TicTacToe), entry)
step = table.step(protocol.Play("m", "x", "mark(b2)", 0), ("x",), Setting(1, b""))
batch = views.after(table, step.answer.kind, views.Recipients(frozenset({("x",), ()})))
print(step.answer.move, len(batch.frames), sorted(ABSENT.intersection(sys.modules)))
"""


def test_a_move_is_made_where_nothing_but_the_engine_and_msgspec_can_be_imported() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.stdout.split() == ["mark(b2)", "2", "[]"]
