"""Own boards: everybody takes tiles of one colour from the middle, and lays one on a board of their own.

`self.each(Grid, ...)` makes a board for every player. A page draws it on the player's mat, with the row of broken tiles and the
points. A player's own board is the place to choose from, so the second part of the move is a cell of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Counter,
    Dealing,
    Face,
    Game,
    GameEnd,
    Grid,
    Pile,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)

COLOURS = {"blue": "#2a6fb0", "red": "#b8413a", "black": "#333333"}
Tile = TokenKind("tile", faces={name: Face("square", colour=colour) for name, colour in COLOURS.items()})


class OwnBoards(Game):
    """A tile of the same colour beside it is a point; a broken tile costs one."""

    title = _("Own boards")
    summary = _("Fill a board of your own, and break few tiles.")
    seats = ("ann", "bob")
    kinds = (Tile,)

    def setup(self) -> To[Refill]:
        self.bag = self.add(Pile("bag", backs_visible_to=EVERYONE))
        self.displays = [self.add(Row(f"display_{number}", visible_to=EVERYONE)) for number in (1, 2, 3)]
        self.wall = self.each(Grid, "wall", rows=2, columns=3, visible_to=EVERYONE)
        self.broken = self.each(Row, "broken", visible_to=EVERYONE)
        self.points = self.each(Counter, "points", 0, least=-36, visible_to=EVERYONE)
        for tile in Tile.set(dict.fromkeys(COLOURS, 12)):
            self.bag.add(tile)
        return Refill

    def score(self, role: str) -> float:
        return self.points[role].value

    def measure(self) -> float:
        return 100 * max(len(wall) for wall in self.wall.values()) / 6


class Refill(Dealing[OwnBoards]):
    """Chance fills the displays with three tiles each."""

    def enter(self, game: OwnBoards) -> To[Refill] | To[Lay]:
        return self.fill(game, game.bag, game.displays, 3) or Lay


class Lay(ActivePlayer[OwnBoards]):
    """The current player takes tiles and lays one."""

    description = _("{actplayer} must take tiles of one colour")
    my_turn = _("{you} must take tiles of one colour, and lay one")
    updates_progress = True


@on(Lay, _("{actplayer} lays {tile} on {cell}"))
def lay(game: OwnBoards, tile: Token, cell: Cell) -> To[Lay] | To[Refill] | To[GameEnd]:
    display, wall, points = tile.container, game.wall[game.player], game.points[game.player]
    broken = [other for other in display or () if other.face == tile.face and other is not tile]
    wall.put(tile, cell)
    equal = [beside for beside in wall.neighbours(cell) if (laid := wall[beside]) and laid.face == tile.face]
    points.add(len(equal) - len(broken))
    for other in broken:
        other.move_to(game.broken[game.player])
    game.next_player()
    if wall.full():
        return GameEnd
    return Lay if any(len(each) for each in game.displays) else Refill


@lay.options
def tiles(game: OwnBoards) -> Iterable[Token]:
    """One of each colour in a display stands for all of them."""
    return [display.find(colour) for display in game.displays for colour in sorted({tile.face for tile in display})]


@lay.options
def cells(game: OwnBoards, tile: Token) -> Iterable[Cell]:
    return game.wall[game.player].empty()
