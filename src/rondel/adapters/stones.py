"""Players written for Stones, at any table of Stones: with its messages, its situations and its moves.

A player with the three methods of `rondel.shelf.stones.StonesPlayer` meets others of its kind in `rondel.shelf.stones.play`.
Here it has a seat beside bots, people or programs, and receives and sends the same:

    rondel tournament stones --seats 2 --players "pipe:python -m rondel.adapters.stones mine.py:Mine,level:3" --games 10
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rondel.adapters.three_methods import ThreeMethods, main
from rondel.players.player import Question
from rondel.shelf.stones.board import SEATS
from rondel.shelf.stones.match import board_after, message_of
from rondel.shelf.stones.protocol import GameStart, InvalidMove, Message, Move, Situation, StonesPlayer


class StonesSeat(ThreeMethods):
    """Lets a player of Stones answer for a role: it receives `Message` and `Situation`, and answers with a `Move`.

    An answer that is not a move of its own raises `InvalidMove`; an illegal one is refused like any player's.

    >>> import rondel
    >>> from rondel.players import bot, play
    >>> class Down:
    ...     '''Goes straight ahead with its first stone.'''
    ...     def initialize(self, chat): pass
    ...     def update(self, message, situation): self.board, self.me = situation.board, situation.turn
    ...     def get_next_move(self):
    ...         row, column = next((r, c) for r, line in enumerate(self.board) for c, who in enumerate(line) if who == self.me)
    ...         return Move(self.me, (row, column), (row + 1, column))
    >>> game = rondel.new("stones", seats=2, seed=1)
    >>> play(game, {"jade": StonesSeat(Down()), "garnet": bot("random", seed=1)}, limit=1).record()["answers"]
    [['jade', 'move(a1,a2)']]
    """

    def __init__(self, player: StonesPlayer) -> None:
        super().__init__(player)
        self._situation: Situation | None = None

    def told(self, event: dict[str, Any], view: dict[str, Any]) -> Iterable[tuple[Message, Situation]]:
        if event["name"].startswith("@"):  # from the match, not from Stones
            return []
        message = message_of(event)
        last = self._situation
        if isinstance(message, GameStart):
            board = message.board
            last = Situation(board, tuple(sorted({number for row in board for number in row if number >= 0})))
        elif last is not None:
            last = last.after(message, board_after(last.board, event["changes"]))
        if last is None:
            return []
        self._situation = last
        return [(message, last)]

    def asked(self, question: Question) -> Iterable[tuple[Any, Any]]:
        return []  # a situation has already given it the turn

    def text(self, answer: Any, question: Question) -> str:
        mover = SEATS.index(question.role)
        if not isinstance(answer, Move):
            raise InvalidMove(mover, answer, "an answer is a Move(player, p0, p1)")
        if answer.player != mover:
            raise InvalidMove(mover, answer, f"it is player {mover}'s turn, and a player moves for itself")
        try:
            return f"move({_cell(answer.p0)},{_cell(answer.p1)})"
        except (TypeError, ValueError) as error:
            raise InvalidMove(mover, answer, "a position is (row, column), both numbers from 0") from error


def _cell(position: tuple[int, int]) -> str:
    row, column = position
    return f"{chr(ord('a') + column)}{row + 1}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], StonesSeat))
