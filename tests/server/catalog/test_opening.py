"""Opening a table by the name of its game."""

from __future__ import annotations

import doctest

import pytest

import rondel
from rondel.errors import UnknownGame
from rondel.server.catalog import opening
from rondel.server.catalog.opening import open_table
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.views import welcomes


def entry(game: str, *seats: SeatEntry) -> TableEntry:
    return TableEntry("t", game, {}, b"seed", b"", seats)


def test_a_table_has_the_look_of_its_game_and_the_labels_of_the_bots() -> None:
    one, other, *_more = rondel.find("harvest_wheel").seats
    table = open_table(entry("harvest_wheel", SeatEntry(one, "person"), SeatEntry(other, "bot", "mcts")))
    assert [seat.name for seat in table.seats_shown(())] == ["", "Thinking bot"]
    (frame,) = welcomes(table, [()], ()).frames.values()
    assert b"/api/games/harvest_wheel/look/svg?" in frame


def test_a_game_that_is_not_here_is_named() -> None:
    with pytest.raises(UnknownGame, match="long_gone"):
        open_table(entry("long_gone"))


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(opening).failed == 0
