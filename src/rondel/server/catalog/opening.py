"""Opening a table: finds the rules of its game by name, and hands them to the table with the game's look and labels of bots."""

from __future__ import annotations

from functools import partial

import rondel
from rondel.server.catalog import assets
from rondel.server.catalog.games import bot_label
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Log
from rondel.server.table.rules import Rules
from rondel.server.table.table import Table


def open_table(entry: TableEntry, log: Log | None = None) -> Table:
    """The table as its log left it. Raises `Faulted` where the log does not fit the rules, `UnknownGame`.

    >>> from rondel.server.table.entries import SeatEntry
    >>> entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    >>> open_table(entry).game.active
    ('x',)
    """
    rules = Rules(rondel.find(entry.game), bot_label, partial(assets.dressed, entry.game))
    return Table(rules, entry, log)
