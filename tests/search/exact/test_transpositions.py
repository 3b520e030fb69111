"""Transposition tables: bounded, and what is looked up stays."""

from __future__ import annotations

import pytest

from rondel.errors import BadOption
from rondel.search.exact.transpositions import Table


def test_it_never_holds_more_than_it_may() -> None:
    table: Table[int] = Table(100)
    for number in range(10_000):
        table.put(("key", number), number)
        assert len(table) <= 100
    assert table.get(("key", 9_999)) == 9_999
    assert table.get(("key", 0)) is None
    assert len([number for number in range(10_000) if table.get(("key", number)) is not None]) >= 50


def test_what_is_looked_up_again_and_again_stays() -> None:
    table: Table[str] = Table(10)
    table.put("often", "here")
    for number in range(1_000):
        table.put(number, "")
        assert table.get("often") == "here"


def test_the_newest_counts() -> None:
    table: Table[int] = Table(4)
    for number in range(50):
        table.put("key", number)
        assert table.get("key") == number
    assert len(table) == 1


def test_a_table_for_nothing_is_refused() -> None:
    with pytest.raises(BadOption, match="a table of 1 positions is too small"):
        Table(1)
