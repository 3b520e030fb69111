"""Start position: a game begins from any position, as a puzzle or an example of the rulebook.

A position is plain data: the state, whose turn it is, and what lies where. What it leaves out is as ``setup`` makes it.

>>> import rondel
>>> kind = rondel.load("examples/cookbook/setup/start_position.py")
>>> stones = [{"kind": "stone", "owner": "black", "at": at} for at in ("a1", "b1")]
>>> puzzle = rondel.new(kind, position={"play_order": ["black", "white"], "containers": {"board": stones}})
>>> puzzle.push("lay(c1)")
>>> puzzle.winners
('black',)
>>> rondel.new(kind, position={"containers": {"board": [{"kind": "stone", "owner": "red", "at": "a1"}]}})
Traceback (most recent call last):
rondel.errors.BadPosition: ...
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Cell, Face, Game, GameEnd, Grid, To, TokenKind, _, on

Stone = TokenKind("stone", faces={"black": Face("stone", colour="#1b1814"), "white": Face("stone", colour="#f4efe4")})


class StartPosition(Game):
    """Three in a row win."""

    title = _("Three stones")
    summary = _("Lay three stones in a line.")
    seats = ("black", "white")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=3, columns=4, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[StartPosition]):
    """The current player lays a stone."""

    description = _("{actplayer} must lay a stone")
    my_turn = _("{you} must lay a stone")


@on(Turn, _("{actplayer} lays a stone at {cell}"))
def lay(game: StartPosition, cell: Cell) -> To[Turn] | To[GameEnd]:
    game.board.put(Stone(game.player), cell)
    if game.board.in_line(cell, 3):
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return GameEnd if game.board.full() else Turn


@lay.options
def cells(game: StartPosition) -> list[Cell]:
    return list(game.board.empty())
