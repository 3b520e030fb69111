"""The rules of a table: it plays without looks and labels, and shows those it gets."""

from __future__ import annotations

import json

import rondel
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.rules import Rules
from rondel.server.table.table import Table
from rondel.server.table.views import welcomes

ENTRY = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "person"), SeatEntry("o", "bot", "mcts")))


def test_a_table_needs_the_class_of_its_game_and_nothing_else() -> None:
    table = Table(Rules(rondel.find("tic_tac_toe")), ENTRY)
    assert [seat.name for seat in table.seats_shown(())] == ["", "mcts"]
    assert table.rules.dressed({"a": 1}) == {"a": 1}


def test_the_look_and_the_labels_are_those_that_are_handed_in() -> None:
    rules = Rules(rondel.find("tic_tac_toe"), str.upper, lambda scene: {**scene, "look": {"css": "/there"}})
    table = Table(rules, ENTRY)
    assert [seat.name for seat in table.seats_shown(())] == ["", "MCTS"]
    (frame,) = welcomes(table, [("x",)], ()).frames.values()
    assert json.loads(frame)["scene"]["look"] == {"css": "/there"}
