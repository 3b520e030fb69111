"""Undo barrier: a step can be taken back until it reveals something.

Nothing has to be written for it. The engine refuses an undo behind a draw, a roll, or a look at hidden data. So put what can be
taken back before it, in moves of its own.

>>> import rondel
>>> game = rondel.new(rondel.load("examples/cookbook/boards/undo_barrier.py"), seed=1)
>>> game.push("go(b1)")
>>> game.may_undo("miner")
True
>>> game.push("dig")
>>> game.may_undo("miner")
False
>>> game.undo("miner")
Traceback (most recent call last):
rondel.errors.UndoBarrier: ...
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Cell, Face, Game, GameEnd, Grid, Pile, To, TokenKind, _, on

Miner = TokenKind("miner", faces={"miner": Face("disc", colour="#b4541f")})
Find = TokenKind("find", faces={str(value): Face("square", text=str(value), colour="#8a8a8a") for value in range(4)})


class UndoBarrier(Game):
    """A miner walks over a mine, and digs."""

    title = _("Mine")
    summary = _("Walk and dig; what lies below is not known before.")
    seats = ("miner",)
    kinds = (Miner, Find)
    score_visible_to = EVERYONE

    def setup(self) -> To[Turn]:
        self.mine = self.add(Grid("mine", rows=2, columns=3, capacity=2, visible_to=EVERYONE))
        self.below = self.add(Pile("below", backs_visible_to=EVERYONE))
        self.mine.put(Miner(None, "miner"), "a1")
        for find in Find.set({"0": 2, "1": 2, "2": 1, "3": 1}):
            self.below.add(find)
        return Turn

    def here(self) -> Cell:
        """The cell of the miner."""
        return next(self.mine.where(each) for each in self.mine if each.kind is Miner)

    def score(self, role: str) -> float:
        return sum(int(each.face) for each in self.mine if each.kind is Find)

    def all_win(self) -> bool:
        return self.score("miner") >= 6


class Turn(ActivePlayer[UndoBarrier]):
    """Walk as far as you like, then dig."""

    description = _("{actplayer} walks or digs")
    my_turn = _("{you} must walk or dig")


@on(Turn, _("{actplayer} walks to {cell}"))
def go(game: UndoBarrier, cell: Cell) -> To[Turn]:
    miner = next(each for each in game.mine if each.kind is Miner)
    game.mine.put(miner, cell)
    return Turn


@go.options
def cells(game: UndoBarrier) -> list[Cell]:
    return [cell for cell in game.mine.neighbours(game.here(), diagonal=False) if not game.mine.stack(cell)]


@on(Turn, _("{actplayer} digs"))
def dig(game: UndoBarrier) -> To[Turn] | To[GameEnd]:
    here = game.here()
    [miner] = game.mine.stack(here)
    find = game.draw(game.below)
    game.mine.put(find, here)
    free = [cell for cell in game.mine.cells if not game.mine.stack(cell)]
    if not free:
        return GameEnd
    game.mine.put(miner, free[0])
    return Turn
