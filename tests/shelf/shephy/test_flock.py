"""The flock of Shephy: how sheep come and go. What the cards make of that is in test_effects.py."""

from __future__ import annotations

from rondel.shelf.shephy.flock import FIELD_SIZE, Flock
from tests.shelf.shephy.tables import after, faces, field, table, told


def flock(*ranks: int) -> Flock:
    """A flock with these sheep."""
    game = table(ranks, ["Storm"])
    assert isinstance(game, Flock)
    return game


def test_what_is_read_off_the_field() -> None:
    game = flock(3, 3, 30)
    assert (game.room(), game.highest(), game.worth(), game.one_of(3).face) == (FIELD_SIZE - 3, 30, 36, "3")
    assert flock().highest() == 0


def test_sheep_come_from_the_stock_in_the_order_of_ranks() -> None:
    game = after(table([1, 30], ["Multiply", "Storm"]), "play(Multiply)")
    assert faces(game, "field") == ["1", "3", "30"]
    assert len(faces(game, "stock_3")) == 6


def test_sheep_come_as_far_as_there_is_room() -> None:
    game = after(table([1, 1, 1, 1, 1, 30], ["Flourish", "Storm"]), "play(Flourish)", "choose(30)")
    assert field(game) == [1, 1, 1, 1, 1, 10, 30]
    assert len(faces(game, "stock_10")) == 6


def test_a_released_sheep_goes_back_to_the_stock() -> None:
    game = after(table([3, 100], ["Lightning", "Storm"]), "play(Lightning)")
    assert (field(game), len(faces(game, "stock_100"))) == ([3], 7)
    assert "release" in told(game)


def test_nothing_is_asked_where_all_must_go() -> None:
    game = after(table([1, 3], ["Storm", "Multiply"]), "play(Storm)")
    assert (field(game), game.is_over) == ([], True)
