"""Long lists of options, whose moves are those of the list before without a few.

On a board that fills up, the empty cells are such options, and none of them need be hashed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rondel.engine.components.boards.shape import Shape
from rondel.engine.components.cell import Cell
from rondel.engine.components.move import Move

FEW: Final = 4
"""The most options that a list may lack to be made from the one before."""


class LongList:
    """Distinct options and their moves, in the same order."""

    def __init__(self, options: Sequence[Any], moves: list[Move]) -> None:
        self.options: Sequence[Any] = options if type(options) is tuple else list(options)
        """A copy where the rules could change theirs."""
        self.moves = moves

    def narrowed(self, offered: Sequence[Any]) -> LongList | None:
        """The list of options that are these without a few of them; None for others."""
        former = self.options
        if former is offered:  # a tuple
            return self
        fewer = len(former) - len(offered)
        if not 0 <= fewer <= FEW:
            return None
        if type(offered) is tuple and type(former) is tuple:
            first: Any = offered[0]
            shape: object = first.of if isinstance(first, Cell) else None
            gaps = shape.gaps(former, offered) if isinstance(shape, Shape) else None
            if gaps is not None:
                moves = self.moves.copy()
                for gap in gaps:
                    del moves[gap]
                return LongList(offered, moves)
        return self._compared(list(offered), fewer, offered)

    def _compared(self, others: list[Any], fewer: int, offered: Sequence[Any]) -> LongList | None:
        """The same, found by comparing the options; ``others`` are those ``offered``."""
        options, moves = list(self.options), self.moves
        if fewer:
            moves = moves.copy()
            place = 0
            for _option in range(fewer):
                place = _difference(options, others, place)
                del options[place], moves[place]
        return LongList(offered, moves) if options == others else None


def _difference(options: list[Any], others: list[Any], begin: int) -> int:
    """The place, from ``begin`` on, of the first option that the others, which are fewer, do not have there.

    If the others are the options without some, all options before that place are at their places, and none after it, as no
    option occurs twice. So the stretch is halved; whether they are is compared afterwards.
    """
    end = len(others)
    while begin < end:
        middle = (begin + end) // 2
        if options[middle] is others[middle]:
            begin = middle + 1
        else:
            end = middle
    return begin
