"""The moves of cells and of pairs of cells, with or without a word such as a promotion, found by the numbers of the cells.

Compiled, to hash a pair of cells takes several times as long.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.engine.components.cell import Cell
from rondel.engine.components.move import Move

COMPILED: Final = not __file__.endswith(".py")
"""Whether this module is compiled. In plain Python a dict is faster, so actions look here on the compiled build only."""


class CellMoves:
    """The moves of one action and role on the cells of one board, as far as they have been made."""

    def __init__(self, board: object, made: dict[object, Move]) -> None:
        self._board = board
        """The shape that the cells belong to."""
        self._made = made
        """All moves of the action that were made for the role, by their parts."""
        self._rows: list[list[Move | None]] = []
        """For each cell the moves of pairs that begin with it, by the number of the other; single cells have the first row."""
        self._worded: dict[str | None, list[list[Move | None]]] = {}
        """The same for triples, by the word or None."""

    def of_cells(self, cells: list[Any], listing: int) -> list[Move] | None:
        """The moves of cells, each once; None where one has not been made, or an option is no cell of the board.

        They are marked with the number of the ``listing``.
        """
        row = _row(self._rows, 0)
        listed: list[Move] = []
        for cell in cells:
            if not isinstance(cell, Cell) or cell.of is not self._board:
                return None
            move = row[cell.index] if cell.index < len(row) else None
            if move is None:
                move = self._made.get(cell)
                if move is None:
                    return None
                _put(row, cell.index, move)
            if move.listed != listing:  # otherwise a duplicate option
                move.listed = listing
                listed.append(move)
        return listed

    def of_tuples(self, tuples: list[Any], listing: int) -> list[Move] | None:
        """The same for pairs of cells, and for triples of two cells and a word or None."""
        listed: list[Move] = []
        rows = self._rows
        last: object = self  # the third part of the triple before; of a pair, which has none, this
        for each in tuples:
            if type(each) is not tuple or not 2 <= len(each) <= 3:
                return None
            start: Any = each[0]
            end: Any = each[1]
            if not isinstance(start, Cell) or not isinstance(end, Cell):
                return None
            if start.of is not self._board or end.of is not self._board:
                return None
            said: Any = each[2] if len(each) == 3 else self
            if said is not last:
                if said is self:
                    rows = self._rows
                elif said is None or type(said) is str:
                    rows = self._with(said)
                else:
                    return None
                last = said
            row = rows[start.index] if start.index < len(rows) else _row(rows, start.index)
            move = row[end.index] if end.index < len(row) else None
            if move is None:
                move = self._made.get(each)
                if move is None:
                    return None
                _put(row, end.index, move)
            if move.listed != listing:
                move.listed = listing
                listed.append(move)
        return listed

    def _with(self, said: str | None) -> list[list[Move | None]]:
        """The moves of triples with a word, or with None."""
        found = self._worded.get(said)
        if found is None:
            found = self._worded[said] = []
        return found


def _row(rows: list[list[Move | None]], number: int) -> list[Move | None]:
    while len(rows) <= number:
        rows.append([])
    return rows[number]


def _put(row: list[Move | None], number: int, move: Move) -> None:
    """Put a move into its place, which may be beyond the end."""
    while len(row) <= number:
        row.append(None)
    row[number] = move
