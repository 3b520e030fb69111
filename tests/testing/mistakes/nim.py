"""Nim: take sticks from one heap; the player who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterable

from rondel import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Prop,
    Stat,
    To,
    TokenKind,
    _,
    decline,
    on,
)

HEAPS = (2, 3)
PASSES = Option("passes", 1, text=_("How often a turn may be passed in all"), low=0, high=3)
TAKEN = Stat("taken", _("Sticks taken"))
Stick = TokenKind("stick", faces={"stick": Face("stone", colour="#b4541f")})
PLAYED: list[str] = []
LOST = Stick(face="stick")


class Nim(Game):
    """Two players and two heaps of sticks, each heap a row of the board."""

    name = "nim"
    title = _("Nim")
    summary = _("Take sticks from one heap; the player who takes the last one wins.")
    seats = ("first", "second")
    kinds = (Stick,)
    options = (PASSES,)
    stats = (TAKEN,)
    colours = {"first": "#1d6b57", "second": "#b4541f"}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(2, 6))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=len(HEAPS), columns=max(HEAPS), visible_to=EVERYONE))
        self.passes = self.add(Prop("passes", self.option(PASSES), visible_to=EVERYONE))
        self.mark = self.add(Prop("mark", "", visible_to=EVERYONE))
        self.history: list[str] = []
        for row, size in enumerate(HEAPS):
            for column in range(size):
                self.board.put(Stick(face="stick"), self.board.at(row, column))
        return PlayerTurn

    def measure(self) -> float:
        return 100 - 100 * len(self.board) / sum(HEAPS)

    def tie_break(self, role: str) -> tuple[float, ...]:
        return (float(self.stat(TAKEN, role)),)


class PlayerTurn(ActivePlayer[Nim]):
    """The current player takes sticks."""

    description = _("{actplayer} must take sticks")
    my_turn = _("{you} must take sticks")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} takes {cell} and all to its right"))
def take(game: Nim, cell: Cell) -> To[NextPlayer] | To[GameEnd]:
    """Take the stick and those to its right."""
    taken = 0
    for column in range(cell.column, game.board.columns):
        stick = game.board[game.board.at(cell.row, column)]
        if stick is not None:
            stick.remove()
            taken += 1
    game.count(TAKEN, taken)
    if not len(game.board):
        game.set_score(game.player, 1)
        return GameEnd
    return NextPlayer


@take.options
def sticks(game: Nim) -> Iterable[Cell]:
    """Every stick there is."""
    return [game.board.where(stick) for stick in game.board]


@decline(PlayerTurn, _("{actplayer} passes"))
def skip(game: Nim) -> To[NextPlayer]:
    """Pass, which is one pass fewer for both."""
    game.passes.value -= 1
    return NextPlayer


@skip.available
def may_skip(game: Nim) -> bool:
    """While there are passes left."""
    return game.passes.value > 0


class NextPlayer(Automatic[Nim]):
    """The other player is next."""

    def enter(self, game: Nim) -> To[PlayerTurn]:
        game.next_player()
        return PlayerTurn
