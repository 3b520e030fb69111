"""Nim: take sticks from one heap; the player who takes the last one wins."""

from __future__ import annotations

import random
from collections.abc import Iterable

import rondel
from rondel import EVERYONE, ActivePlayer, Cell, Face, Game, GameEnd, Grid, Option, Prop, To, TokenKind, _, on

HEAPS = (3, 4, 5)
Stick = TokenKind("stick", faces={"stick": Face("stone", colour="#b4541f")})
MISERE = Option("misere", False, text=_("Who takes the last stick loses"))
PASSES = Option("passes", 0, text=_("How often a turn may be passed in all"), low=0, high=3)


class Nim(Game):
    """Two players and three heaps of sticks, each heap a row of the board."""

    name = "nim"
    title = _("Nim")
    summary = _("Take sticks from one heap; the player who takes the last one wins.")
    seats = ("first", "second")
    kinds = (Stick,)
    options = (MISERE, PASSES)

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=len(HEAPS), columns=max(HEAPS), visible_to=EVERYONE, surface="wood"))
        self.passes = self.add(Prop("passes", self.option(PASSES), visible_to=EVERYONE))
        for row, size in enumerate(HEAPS):
            for column in range(size):
                self.board.put(Stick(face="stick"), self.board.at(row, column))
        return PlayerTurn

    def measure(self) -> float:
        return 100 - 100 * len(self.board) / sum(HEAPS)

    def estimate(self, role: str) -> float | None:
        """Who is to move has lost if the heaps, added without carrying in binary, give 0; with passes it is less simple."""
        if self.option(MISERE) or self.option(PASSES):
            return None
        total = 0
        for row in range(self.board.rows):
            total ^= sum(1 for stick in self.board if self.board.where(stick).row == row)
        wins = self.player if total else self.opponent(self.player)
        return 1.0 if role == wins else -1.0


class PlayerTurn(ActivePlayer[Nim]):
    """The current player takes sticks."""

    description = _("{actplayer} must take sticks")
    my_turn = _("{you} must take sticks")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} takes {cell} and all to its right"))
def take(game: Nim, cell: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Take the stick and those to its right; the last stick decides."""
    for column in range(cell.column, game.board.columns):
        stick = game.board[game.board.at(cell.row, column)]
        if stick is not None:
            stick.remove()
    last = game.player
    other = game.next_player()
    if len(game.board):
        return PlayerTurn
    game.set_score(other if game.option(MISERE) else last, 1)
    return GameEnd


@take.options
def sticks(game: Nim) -> Iterable[Cell]:
    """Every stick there is."""
    return [game.board.where(stick) for stick in game.board]


@on(PlayerTurn, _("{actplayer} passes"))
def skip(game: Nim) -> To[PlayerTurn]:
    """Pass, which is one pass fewer for both."""
    game.passes.value -= 1
    game.next_player()
    return PlayerTurn


@skip.available
def may_skip(game: Nim) -> bool:
    """While there are passes left."""
    return game.passes.value > 0


if __name__ == "__main__":
    game = rondel.new(Nim, options={"passes": 1})
    while not game.is_over:
        move = random.choice(game.moves())
        print(move.describe())
        game.push(move)
    print(*game.winners, "wins")
