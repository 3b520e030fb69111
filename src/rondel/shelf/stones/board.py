"""Boards of Stones as nested arrays: -1 for an empty tile, 0, 1, 2, 3 for a stone of that player.

Player 0 is the first. A position is (row, column), both from 0, row 0 at the top: (0, 0) is the cell ``a1``, (0, 1)
is ``b1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rondel.engine import Grid
from rondel.errors import BadOption, BadPosition

SEATS: Final = ("jade", "garnet", "lapis", "opal")
"""The roles, by player number."""

EMPTY: Final = -1
LEAST: Final = 2
"""The least number of rows, and of columns."""
MOST: Final = 26
"""The greatest number of rows, and of columns."""


def homes(rows: int, columns: int, players: int, stones: int = 0) -> list[list[tuple[int, int]]]:
    """Where the stones of each player start; with ``stones`` 0 there are as many as is usual for the board.

    Two players face each other from the top and the bottom edge, usually filling it. Three and four start from the
    corners: 0 top left, 1 opposite, 2 top right, 3 bottom left. All homes mirror each other. Raises `BadOption` for
    more stones than there is room for.

    >>> homes(3, 2, players=2)
    [[(0, 0), (0, 1)], [(2, 1), (2, 0)]]
    >>> homes(5, 5, players=3, stones=1)
    [[(0, 0)], [(4, 4)], [(0, 4)]]
    """
    high = rows // 2
    wide = columns if players == 2 else columns // 2
    room = [(row, column) for row in range(high) for column in range(wide)]
    if players == 2:
        room.sort(key=lambda tile: (tile[0], abs(2 * tile[1] - (columns - 1)), tile[1]))
        usual = columns
    else:
        room.sort(key=lambda tile: (tile[0] + tile[1], tile[0]))
        usual = max(1, min(columns, ((rows - 1) // 2) * ((columns - 1) // 2)))
    if stones > len(room):
        raise BadOption(
            f"option 'stones' cannot be {stones}: {rows} rows and {columns} columns have room for {len(room)} of each of "
            f"{players} players"
        )
    first = room[: stones or usual]
    last_row, last_column = rows - 1, columns - 1
    mirrored = [
        first,
        [(last_row - row, last_column - column) for row, column in first],
        [(row, last_column - column) for row, column in first],
        [(last_row - row, column) for row, column in first],
    ]
    return mirrored[:players]


def array_of(board: Grid) -> list[list[int]]:
    """The board as a nested array."""
    owners = [board.owner(cell) for cell in board.cells]
    numbers = [EMPTY if owner is None else SEATS.index(owner) for owner in owners]
    return [numbers[row * board.columns : (row + 1) * board.columns] for row in range(board.rows)]


def start_from(array: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The arguments of `rondel.new` to start from a nested array: ``rondel.new("stones", **start_from(board))``.

    Raises `BadPosition` unless it is a rectangle of at least 2 by 2, holds -1 and player numbers only, and at least
    one stone of each of two to four players, numbered from 0 without a gap. The players may have different
    numbers of stones, so that a stronger player can begin with fewer.

    >>> start_from([[0, -1], [-1, 1]])["seats"]
    2
    """
    rows = len(array)
    columns = len(array[0]) if rows else 0
    for number, line in enumerate(array):
        if len(line) != columns:
            raise BadPosition(f"row {number} of the board has {len(line)} tiles, row 0 has {columns}: a board is a rectangle")
    if not (LEAST <= rows <= MOST and LEAST <= columns <= MOST):
        raise BadPosition(f"the board has {rows} rows and {columns} columns; it has {LEAST} to {MOST} of each")
    tokens: list[dict[str, Any]] = []
    seen: set[int] = set()
    tiles: Sequence[Sequence[Any]] = array  # What is given may be anything, whatever its type says.
    for row_number, row in enumerate(tiles):
        for column_number, value in enumerate(row):
            if type(value) is not int or not EMPTY <= value < len(SEATS):
                raise BadPosition(
                    f"tile ({row_number}, {column_number}) of the board holds {value!r}; it holds {EMPTY} for nothing, or "
                    f"a player, 0 to {len(SEATS) - 1}"
                )
            if value != EMPTY:
                seen.add(value)
                at = f"{chr(ord('a') + column_number)}{row_number + 1}"
                tokens.append({"at": at, "kind": "stone", "owner": SEATS[value]})
    players = max(seen, default=EMPTY) + 1
    missing = [player for player in range(max(players, 2)) if player not in seen]
    if missing:
        raise BadPosition(
            f"player {missing[0]} has no stone on the board; two to four players, numbered from 0, each have at least one"
        )
    return {
        "seats": players,
        "options": {"rows": rows, "columns": columns},
        "position": {"containers": {"board": tokens}},
    }
