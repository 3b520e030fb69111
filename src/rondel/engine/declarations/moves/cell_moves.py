"""The moves of cells and of pairs of cells, with or without a word such as a promotion, found by the numbers of the cells.

Compiled, to hash a pair of cells takes several times as long.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.engine.components.cell import Cell
from rondel.engine.components.move import CACHED, Move, place

COMPILED: Final = not __file__.endswith(".py")
"""Whether this module is compiled. In plain Python a dict is faster, so actions look here on the compiled build only."""


class CellMoves:
    """The moves of one action and role on the cells of one board.

    ``made`` are all moves of the action that were made for the role, by their parts; ``named`` is what each of their texts
    means.
    """

    def __init__(
        self,
        board: object,
        role: str,
        action: str,
        message: str,
        names: tuple[str, ...],
        made: dict[object, Move],
        named: dict[tuple[str, str], tuple[object, ...]],
    ) -> None:
        self._board = board
        """The shape that the cells belong to."""
        self._role = role
        self._action = action
        self._message = message
        self._names = names
        self._made = made
        self._named = named
        self._listings = 0
        self._rows: list[list[Move | None]] = []
        """For each cell the moves of pairs that begin with it, by the number of the other; single cells have the first row."""
        self._worded: dict[str | None, list[list[Move | None]]] = {}
        """The same for triples, by the word or None."""

    def begin(self) -> int:
        """The number of a list, where the moves are in no lists but these."""
        self._listings += 1
        return self._listings

    def of_cells(self, cells: list[Any], listing: int) -> list[Move] | None:
        """The moves of the cells, without duplicates. Returns None if an option is not a cell of the board, or its
        move cannot be kept.

        They are marked with the number of the ``listing``.
        """
        row = _row(self._rows, 0)
        listed: list[Move] = []
        for cell in cells:
            if not isinstance(cell, Cell) or cell.of is not self._board:
                return None
            move = row[cell.index] if cell.index < len(row) else None
            if move is None:
                move = self._make(cell, (cell,))
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
        size = len(self._names)
        if not 2 <= size <= 3:
            return None
        rows = self._rows
        last: object = self  # the third part of the triple before; of a pair, which has none, this
        for each in tuples:
            if type(each) is not tuple or len(each) != size:
                return None
            start: Any = each[0]
            end: Any = each[1]
            if not isinstance(start, Cell) or not isinstance(end, Cell):
                return None
            if start.of is not self._board or end.of is not self._board:
                return None
            said: Any = each[2] if size == 3 else self
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
                move = self._make(each, each)
                if move is None:
                    return None
                _put(row, end.index, move)
            if move.listed != listing:
                move.listed = listing
                listed.append(move)
        return listed

    def _make(self, key: object, args: tuple[Any, ...]) -> Move | None:
        """The move of these parts; None for one that cannot be kept. Its text must always mean the same, so that cells with
        equal names on two boards are not confused; on two sizes of one board they may be."""
        move = self._made.get(key)
        if move is None and len(self._made) < CACHED:
            made = Move(self._role, self._action, args, self._message, self._names)
            meant = tuple([place(arg) or arg for arg in args])
            if self._named.setdefault((self._role, made.text), meant) == meant:
                move = self._made[key] = made
        return move

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
