"""The geometry of what lies between the cells of a grid."""

from __future__ import annotations

import doctest

from rondel.engine.components.boards.walls import lattice as module
from rondel.engine.components.boards.walls.lattice import lattice_of


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_names_count_from_the_first_line_there_is() -> None:
    inner, outer = lattice_of("inner", 2, 2, 1, outer=False), lattice_of("outer", 2, 2, 1, outer=True)
    assert [cell.name for cell in inner.shape.cells] == ["a1v", "a1h", "b1h", "a2v"]
    assert inner.parted == (((0, 1),), ((0, 2),), ((1, 3),), ((2, 3),))
    assert [cell.name for cell in outer.shape.cells][:5] == ["a1h", "b1h", "a1v", "b1v", "c1v"]
    assert outer.around[0] == (0, 2, 3, 5)


def test_equal_grids_share_a_lattice() -> None:
    assert lattice_of("walls", 3, 3, 2, outer=False) is lattice_of("walls", 3, 3, 2, outer=False)
    assert lattice_of("walls", 3, 3, 2, outer=False) is not lattice_of("walls", 3, 3, 2, outer=True)
