"""Amazons: move a queen, then shoot an arrow that closes a square for good; who cannot move has lost.

Rules: Walter Zamkauskas' game of the Amazons (1988). White begins. An amazon moves like a queen of chess, over empty squares,
and then shoots an arrow from its new square, which flies like a queen too. The square where the arrow lands stays closed to
amazons and arrows. There are no captures. a1 is at the bottom left, seen from white.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import EVERYONE, ActivePlayer, Cell, Face, Facts, Game, GameEnd, Grid, Option, Showcase, To, TokenKind, _, on

SIZE = Option("size", 10, text=_("Board size"), values=(6, 8, 10))

HOMES: Final = {6: ("a2", "c1", "d1", "f2"), 8: ("a3", "c1", "f1", "h3"), 10: ("a4", "d1", "g1", "j4")}
"""Where white's amazons begin; black's stand in the mirror."""
WHITE = "#f4efe4"
BLACK = "#1b1814"
BOW = "M34 14Q86 50 34 86L34 80Q70 50 34 20ZM34 14 34 86 31 86 31 14ZM14 48 66 48 66 44 84 50 66 56 66 52 14 52Z"
Amazon = TokenKind(
    "amazon", faces={"white": Face("disc", colour=WHITE, path=BOW), "black": Face("disc", colour=BLACK, path=BOW)}
)
Arrow = TokenKind("arrow", faces={"closed": Face("square", colour="#6d5a41")})


class Amazons(Game):
    """Four amazons a side on a board that fills with arrows."""

    name = "amazons"
    title = _("Amazons")
    summary = _("Move a queen, then shoot an arrow that closes a square; who cannot move has lost.")
    showcase = Showcase(family=_("Territory"), minutes=25, drawn=24)
    seats = ("white", "black")
    options = (SIZE,)
    kinds = (Amazon, Arrow)
    colours = {"white": WHITE, "black": BLACK}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(2, 184))

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        self.board = self.add(
            Grid(
                "board",
                rows=size,
                columns=size,
                visible_to=EVERYONE,
                surface="checkered",
                origin="bottom",
                turned_for=("black",),
            )
        )
        for home in HOMES[size]:
            cell = self.board.cell(home)
            self.board.put(Amazon("white"), cell)
            self.board.put(Amazon("black"), self.board.at(size - 1 - cell.row, cell.column))
        return PlayerTurn

    def steps(self, role: str) -> list[tuple[Cell, Cell]]:
        """The moves of a player's amazons: start and end of each."""
        return self.board.remember(role, lambda: self.board.gliding(role))

    def ending(self) -> str:
        return _("as the other cannot move")

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)

    def estimate(self, role: str) -> float:
        """How many more squares each can reach in one move and in steps of one square before the other."""
        nearer = {each: self.distances(each) for each in self.roles}
        mine, theirs = nearer[role], nearer[self.opponent(role)]
        ahead = sum([1 if mine[cell] < theirs[cell] else -1 for cell in self.board.empty() if mine[cell] != theirs[cell]])
        free = len(self.steps(role)) - len(self.steps(self.opponent(role)))
        return max(-1.0, min(1.0, (ahead + 0.2 * free) / len(self.board.cells)))

    def distances(self, role: str) -> dict[Cell, int]:
        """In how many moves an amazon of the player's can come to each square, if nobody else moves."""
        found = dict.fromkeys(self.board.cells, 99)
        wave, moves = self.board.owned(role), 0
        for cell in wave:
            found[cell] = 0
        while wave:
            moves += 1
            wave = [
                end
                for start in wave
                for end in self.board.glides(start)
                if found[end] > moves and not found.update({end: moves})
            ]
        return found


class PlayerTurn(ActivePlayer[Amazons]):
    """The current player moves an amazon, which then shoots."""

    description = _("{actplayer} must move an amazon and shoot")
    my_turn = _("Move an amazon")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} moves from {start} to {end}"), says=_("Move {start} to {end}"))
def move(game: Amazons, start: Cell, end: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Move an amazon, and shoot an arrow from where it stands."""
    board, player = game.board, game.player
    board.put(board.token(start), end)
    target = game.choose(board.glides(end), ask=_("Shoot an arrow"), action="shoot")
    board.put(Arrow(face="closed"), target)
    waiting = game.next_player()
    if game.steps(waiting):
        return PlayerTurn
    game.set_score(player, 1)
    game.notify("lost", _("{player} cannot move and loses"), player=waiting)
    return GameEnd


@move.all_options
def moves(game: Amazons) -> Iterable[tuple[Cell, Cell]]:
    """The moves of all amazons."""
    return game.steps(game.player)
