"""Corridors: be the first across the board, and put walls in the way of the others.

Rules: Mirko Marchesi's race behind walls (1997), after Philip Slater's "Pinko Pallino" (1975) and "Blockade". On your turn
you move your pawn one square straight, or put up a wall of two squares' length between the squares; the wall must leave every
pawn a way to its goal. A pawn next to yours can be jumped over; where a wall or the edge is behind it, you step to a square
beside it instead. Two pawns in a row are not jumped over; who can neither move nor put up a wall passes. a1 is at the bottom
left, seen from white. Here a game ends as a draw after four times as many turns as there are squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Counter,
    Edges,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Prop,
    Showcase,
    To,
    TokenKind,
    _,
    on,
)

SIZE = Option("size", 9, text=_("Squares on a side"), values=(5, 7, 9, 11))
WALLS = Option("walls", 20, text=_("Walls of all players together"), low=0, high=60)

COLOURS: Final = {"white": "#f4efe4", "black": "#1b1814", "red": "#b3312c", "blue": "#2f5fa8"}
Pawn = TokenKind("pawn", faces={role: Face("stone", colour=colour) for role, colour in COLOURS.items()})
Wall = TokenKind("wall", faces={"plank": Face("square", colour="#6b3f1d")})
GOALS: Final = {2: ("top", "bottom"), 3: ("top", "right", "bottom"), 4: ("top", "right", "bottom", "left")}
"""By the number of players, the side that each wants to reach: clockwise, as they sit. All begin in the middle of the opposite
side."""
OPPOSITE: Final = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
LASTING: Final = 4
"""A game lasts at most this many turns for each square."""


class Corridors(Game):
    """A pawn for each player, and walls that can stand between the squares."""

    name = "corridors"
    title = _("Corridors")
    summary = _("Be the first across the board, and put walls in the way of the others.")
    showcase = Showcase(family=_("Strategy"), minutes=20, known=True, drawn=24)
    seats = ("white", "black", "red", "blue")
    fewest = 2
    options = (SIZE, WALLS)
    kinds = (Pawn, Wall)
    colours = COLOURS
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(4, LASTING * 11 * 11))

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        sides = dict(zip(self.roles, GOALS[len(self.roles)], strict=True))
        far = tuple([role for role, side in sides.items() if side == "bottom"])
        self.board = self.add(
            Grid("board", rows=size, columns=size, visible_to=EVERYONE, surface="wood", origin="bottom", turned_for=far)
        )
        self.walls = self.add(Edges("walls", self.board, length=2, visible_to=EVERYONE))
        self.left = self.each(Counter, "walls_left", self.option(WALLS) // len(self.roles), visible_to=EVERYONE)
        self.turns: Prop[int] = self.add(Prop("turns", 0, visible_to=EVERYONE, quiet=True))
        self.goals = {role: self.board.side(side) for role, side in sides.items()}
        for role, side in sides.items():
            self.board.put(Pawn(role), self.board.side(OPPOSITE[side])[size // 2])
        return PlayerTurn

    def home(self, role: str) -> Cell:
        """Where the pawn of a player stands."""
        return self.board.remember(("home", role), lambda: self.board.owned(role)[0])

    def steps(self) -> list[Cell]:
        """The squares to which the current player's pawn can move."""
        board, walls = self.board, self.walls
        start = self.home(self.player)
        found: dict[Cell, None] = {}
        for near in walls.open_from(start):
            if board[near] is None:
                found[near] = None
                continue
            around = walls.open_from(near)
            behind = [cell for cell in around if board.distance(start, cell) == 2]
            found.update(dict.fromkeys([cell for cell in behind or around if board[cell] is None]))
        return list(found)

    def ways(self) -> dict[str, list[Cell]]:
        """A shortest way of each pawn to its goal."""
        return {role: self.walls.path(self.home(role), self.goals[role]) for role in self.roles}

    def places(self) -> list[Cell]:
        """The places for a wall of the current player, which must leave every pawn a way."""
        if not self.left[self.player].value:
            return []
        return self.walls.free(keeping=[(self.home(role), self.goals[role]) for role in self.roles])

    def after(self) -> To[PlayerTurn] | To[GameEnd]:
        """What follows a turn."""
        player = self.player
        if self.home(player) in self.goals[player]:
            self.set_score(player, 1)
            return GameEnd
        while self.turns.value < LASTING * len(self.board.cells) - 1:
            self.turns.value += 1
            self.next_player()
            if self.steps() or self.places():
                return PlayerTurn
            self.notify("stuck", _("{player} cannot move"), player=self.player)
        return GameEnd

    def decisive(self) -> list[Cell]:
        return [self.home(role) for role in self.roles if self.home(role) in self.goals[role]]

    def ending(self) -> str:
        return _("across the board") if self.decisive() else _("as nobody came across the board in time")

    def measure(self) -> float:
        nearest = min([len(way) for way in self.ways().values()]) - 1
        return 100 * max(1 - nearest / (self.board.rows - 1), self.turns.value / (LASTING * len(self.board.cells)))

    def estimate(self, role: str) -> float:
        """How much shorter the own way is than the others', with half a step for the turn and a little for each wall."""
        way = {each: len(path) - 1 - 0.5 * (each == self.player) for each, path in self.ways().items()}
        others = [each for each in self.roles if each != role]
        ahead = min([way[each] for each in others]) - way[role]
        spare = self.left[role].value - max([self.left[each].value for each in others])
        return max(-0.99, min(0.99, (ahead + 0.2 * spare) / (2 * self.board.rows)))


class PlayerTurn(ActivePlayer[Corridors]):
    """The current player moves the pawn or puts up a wall."""

    description = _("{actplayer} must move or put up a wall")
    my_turn = _("Move your pawn, or put up a wall")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} moves to {cell}"), says=_("Move to {cell}"))
def step(game: Corridors, cell: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Move the pawn."""
    game.board.put(game.board.token(game.home(game.player)), cell)
    return game.after()


@step.options
def squares(game: Corridors) -> Iterable[Cell]:
    """The squares beside the pawn, and those behind or beside a pawn next to it."""
    return game.steps()


@on(PlayerTurn, _("{actplayer} puts up a wall: {place}"), says=_("Wall at {place}"))
def wall(game: Corridors, place: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Put up a wall of the own stock."""
    game.walls.put(Wall(face="plank"), place)
    game.left[game.player].take()
    return game.after()


@wall.options
def gaps(game: Corridors) -> Iterable[Cell]:
    """The places at which a wall crosses no other and closes no way."""
    return game.places()
