"""Twins are what they say, and a table is dealt what chance gave in them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rondel.server.catalog.opening import open_table
from rondel.server.storage import round_index, schema, table_repository
from rondel.server.table.log.entries import Log
from tests.chaos.twins import dealing, seat, twins


def test_the_same_have_answered_in_both() -> None:
    """Whoever starts over with their ships in Battleship does so unseen by the rules, but not by the table's number."""
    found = twins("battleship", random.Random(22))
    assert found is not None
    assert [role for role, _ in found.answers(0)] == [role for role, _ in found.answers(1)]


@pytest.mark.parametrize("game", ["leduc_poker", "liars_dice", "hearts"])
def test_twins_are_the_same_to_one_of_them_and_their_tables_are_dealt_what_they_were(game: str, tmp_path: Path) -> None:
    found = twins(game, random.Random(3))
    assert found is not None
    one, other = found.games
    assert one.information_state(found.viewer) == other.information_state(found.viewer)
    assert one.key() != other.key()
    seeds: dict[bytes, list[str]] = {}
    (both,) = seat(tmp_path / "arena.sqlite3", [found], seeds)
    engine = schema.engine(tmp_path / "arena.sqlite3")
    with dealing(seeds), engine.connect() as connection:
        for made, wanted in zip(both, found.games, strict=True):
            entry = table_repository.find(connection, made.table)
            assert entry is not None
            round_log = round_index.round_log(connection, made.table, 1)
            table = open_table(entry, Log((), round_log.answers))
            for role, move in found.later:
                table.game.push(move, role)
            assert table.game.key() == wanted.key()
    engine.dispose()
