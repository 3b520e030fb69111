"""Places of ships: every berth that fits on the board, without overlap, apart if the options say so."""

from __future__ import annotations

import pytest

import rondel
from rondel.errors import IllegalMove
from tests.shelf.battleship.fleets import CLASSIC, place


@pytest.mark.parametrize(("berths", "count"), [((), 120), (CLASSIC[:1], None)])
def test_as_many_places_as_fit(berths: tuple[str, ...], count: int | None) -> None:
    """A ship of five fits in 6 places of each of 10 rows and 10 columns."""
    game = rondel.new("battleship")
    place(game, "red", berths, ready=False)
    listed = [str(move) for move in game.moves("red") if move.action == "place"]
    if count is not None:
        assert len(listed) == count
    assert not any(move.startswith(("place(a1,", "place(e1,")) for move in listed if berths)


def test_ships_do_not_overlap_nor_lie_askew() -> None:
    game = rondel.new("battleship")
    place(game, "red", CLASSIC[:1], ready=False)
    for wrong in ("place(c1,c4)", "place(a2,d5)", "place(a2,c2)", "place(d2,a2)", "place(h2,k2)"):
        with pytest.raises(IllegalMove):
            game.push(wrong, "red")
    game.push("place(a2,d2)", "red")  # touching


def test_ships_may_be_kept_apart() -> None:
    game = rondel.new("battleship", options={"touching": False})
    place(game, "red", CLASSIC[:1], ready=False)
    for wrong in ("place(a2,d2)", "place(f1,i1)", "place(f2,i2)"):
        with pytest.raises(IllegalMove):
            game.push(wrong, "red")
    game.push("place(a3,d3)", "red")
    game.push("place(g1,g3)", "red")
