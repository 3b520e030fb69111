"""Boards of Stones as they are drawn in these tests: a row of text for each row, a dot for an empty tile; and moves on them."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.shelf.stones import Move, Situation


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


def possible(number: int, situation: Situation) -> list[Move]:
    """The moves of a player, as its board alone shows them."""
    rows = situation.board
    return [
        Move(number, (row, column), (row + down, column + right))
        for row in range(len(rows))
        for column in range(len(rows[0]))
        if rows[row][column] == number
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if 0 <= row + down < len(rows) and 0 <= column + right < len(rows[0])
        if rows[row + down][column + right] != number
    ]
