"""Repetition: a position that appears for the third time is a draw.

`Positions` notes each position as a text, who is to move and every token with its place, and returns how often it has been
noted. Put all into the text that decides what can happen next. After a move that cannot be taken back by another move, such as
a capture, forget the positions.

>>> import rondel
>>> game = rondel.new(rondel.load("examples/cookbook/boards/repetition.py"))
>>> for move in ("step(a1,b1)", "step(d4,c4)", "step(b1,a1)", "step(c4,d4)") * 2:
...     game.push(move)
>>> game.is_over, game.winners, game.events(0, "observer")[-1]["name"]
(True, ('red', 'blue'), 'repetition')
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Cell, Face, Game, GameEnd, Grid, Positions, To, TokenKind, _, on

SIZE, REPEATED = 4, 3
Wolf = TokenKind("wolf", faces={"wolf": Face("disc", text="W")})


class Repetition(Game):
    """Two wolves on a small board; who catches the other wins."""

    title = _("Repetition")
    summary = _("Catch the other wolf; the same position for the third time is a draw.")
    seats = ("red", "blue")
    kinds = (Wolf,)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=SIZE, columns=SIZE, visible_to=EVERYONE))
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        for role, cell in zip(self.roles, ("a1", "d4"), strict=True):
            self.board.put(Wolf(role, "wolf"), cell)
        self.repeated()
        return Turn

    def repeated(self) -> bool:
        """Note the position; whether it has appeared too often."""
        wolves = [f"{wolf.owner} {self.board.where(wolf)}" for wolf in self.board]
        return self.seen.note(f"{self.player}: {', '.join(wolves)}") == REPEATED


class Turn(ActivePlayer[Repetition]):
    """The current player moves the wolf."""

    description = _("{actplayer} must move the wolf")
    my_turn = _("{you} must move the wolf")


@on(Turn, _("{actplayer} moves from {start} to {goal}"))
def step(game: Repetition, start: Cell, goal: Cell) -> To[Turn] | To[GameEnd]:
    caught = game.board[goal]
    if caught is not None:
        caught.remove()
        game.set_score(game.player, 1)
    game.board.put(game.board.token(start), goal)
    if caught is not None:
        return GameEnd
    game.next_player()
    if game.repeated():
        game.notify("repetition", _("The same position for the third time: a draw"))
        return GameEnd
    return Turn


@step.all_options
def steps(game: Repetition) -> Iterable[tuple[Cell, Cell]]:
    [start] = game.board.owned(game.player)
    return [(start, goal) for goal in game.board.neighbours(start)]
