"""Two programs play a match of Stones: one hits what it can, the other wanders."""

from __future__ import annotations

from random import Random

from rondel.shelf.stones import Chat, Message, Move, Situation, play


class Wanderer:
    """Moves any stone anywhere."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.situation: Situation | None = None

    def initialize(self, chat: Chat) -> None:
        self.chat = chat

    def update(self, message: Message, situation: Situation) -> None:
        self.situation = situation

    def get_next_move(self) -> Move:
        return self.random.choice(self.moves())

    def moves(self) -> list[Move]:
        """Every legal move, from what has been told."""
        situation = self.situation
        if situation is None or situation.turn is None:
            return []
        board, me = situation.board, situation.turn
        tiles = [(row, column) for row in range(len(board)) for column in range(len(board[0]))]
        return [
            Move(me, start, end)
            for start in tiles
            if board[start[0]][start[1]] == me
            for end in tiles
            if max(abs(start[0] - end[0]), abs(start[1] - end[1])) == 1 and board[end[0]][end[1]] != me
        ]


class Hunter(Wanderer):
    """Hits when it can, and says so."""

    def get_next_move(self) -> Move:
        board = self.situation.board if self.situation else ()
        hits = [move for move in self.moves() if board[move.p1[0]][move.p1[1]] != -1]
        if not hits:
            return super().get_next_move()
        self.chat.say(f"got you at {hits[0].p1}")
        return hits[0]


def main() -> None:
    """Play, and print what was told."""
    match = play([Hunter(1), Wanderer(2)], rows=4, columns=4, turn_limit=200)
    for message, situation in match.told:
        picture = " ".join("".join(".xo"[tile + 1] for tile in row) for row in situation.board)
        print(f"{picture}   {message if type(message).__name__ != 'GameStart' else 'GameStart'}")
    print(f"{match.status} by player {match.winner}; player 0 said {len(match.chat)} lines")


if __name__ == "__main__":
    main()
