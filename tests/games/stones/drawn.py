"""Boards of Stones as they are drawn in these tests: a row of text for each row, a dot for an empty tile."""

from __future__ import annotations

from collections.abc import Sequence


def board(drawing: str) -> list[list[int]]:
    """The nested array of a drawing; rows are separated by blanks.

    >>> board("0. .1")
    [[0, -1], [-1, 1]]
    """
    return [[-1 if tile == "." else int(tile) for tile in row] for row in drawing.split()]


def drawing(array: Sequence[Sequence[int]]) -> str:
    """The drawing of a nested array.

    >>> drawing([[0, -1], [-1, 1]])
    '0. .1'
    """
    return " ".join("".join("." if tile == -1 else str(tile) for tile in row) for row in array)
