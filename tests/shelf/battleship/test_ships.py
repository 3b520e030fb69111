"""Ships: the fleets, the lengths of their ships, and the drawing of each."""

from __future__ import annotations

import re

import pytest

from rondel.shelf.battleship.ships import FLEETS, LENGTHS, SHIPS, drawing


@pytest.mark.parametrize("fleet", FLEETS)
def test_every_ship_of_a_fleet_has_a_length_and_a_face(fleet: str) -> None:
    assert set(FLEETS[fleet]) <= set(LENGTHS)
    assert set(FLEETS[fleet]) <= set(SHIPS)


@pytest.mark.parametrize("length", sorted(set(LENGTHS.values())))
def test_a_drawing_has_a_hole_for_each_cell_around_the_middle(length: int) -> None:
    hull, *holes = [float(each) for each in re.findall(r"M([\d.]+) ", drawing(length))]
    assert len(holes) == length
    assert 0 <= hull < 50
    assert min(holes) + max(holes) + 6 == pytest.approx(100, abs=2)  # each is 6 wide
