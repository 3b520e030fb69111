"""Connect Four once more, on bitboards, with plain minimax: an oracle that shares nothing with the game or the search."""

from __future__ import annotations

from random import Random

import rondel


class Oracle:
    """Each column is a strip of bits, one longer than the board is high; a game is the text of its columns."""

    def __init__(self, columns: int = 7, rows: int = 6) -> None:
        self.columns = columns
        self.rows = rows
        self.known: dict[tuple[int, int], int] = {}

    def won(self, discs: int) -> bool:
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            pairs = discs & (discs >> step)
            if pairs & (pairs >> 2 * step):
                return True
        return False

    def after(self, mine: int, theirs: int) -> list[tuple[int, int]]:
        """Each column that is open, and the discs of who moves after a drop into it."""
        found = []
        for column in range(self.columns):
            strip = ((1 << self.rows) - 1) << column * (self.rows + 1)
            free = strip & ~(mine | theirs)
            if free:
                found.append((column, mine | (free & -free)))
        return found

    def worth(self, mine: int, theirs: int) -> int:
        """What a position is worth to who moves: 1, 0 or -1."""
        found = self.known.get((mine, theirs))
        if found is None:
            found = -1
            moves = self.after(mine, theirs)
            if not moves:
                found = 0
            for _column, new in sorted(moves, key=lambda move: abs(2 * move[0] - self.columns + 1)):
                found = max(found, 1 if self.won(new) else -self.worth(theirs, new))
                if found == 1:
                    break
            self.known[mine, theirs] = found
        return found

    def values(self, drops: str) -> dict[str, int]:
        """What each move is worth to who moves, after drops into these columns."""
        mine = theirs = 0
        for drop in drops:
            mine, theirs = theirs, dict(self.after(mine, theirs))[ord(drop) - ord("a")]
        return {
            f"drop({chr(ord('a') + column)})": 1 if self.won(new) else -self.worth(theirs, new)
            for column, new in self.after(mine, theirs)
        }


def random_drops(rng: Random, empty: int) -> str:
    """A random game of Connect Four that is not over when so many cells are empty."""
    while True:
        game = rondel.new("connect_four")
        drops = ""
        while not game.is_over and len(drops) < 42 - empty:
            move = rng.choice(game.moves())
            drops += move.text[5]
            game.push(move)
        if not game.is_over:
            return drops


def played(drops: str) -> rondel.Game:
    """The game after these drops."""
    game = rondel.new("connect_four")
    for drop in drops:
        game.push(f"drop({drop})")
    return game
