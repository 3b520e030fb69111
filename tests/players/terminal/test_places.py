"""Hex boards and areas in a terminal: coordinates, owners, stacks."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len

from rondel import EVERYONE, ActivePlayer, Area, Cell, Face, Game, GameEnd, HexGrid, To, TokenKind, _, on
from rondel.players.terminal.picture import Picture

Stone = TokenKind("stone")
Insect = TokenKind("insect", faces={"bee": Face("text", text="🐝"), "ant": Face("square", text="A")})


class Hexes(Game):
    """A board of Hex, a hexagon or a rectangle."""

    name = "hexes"
    title = _("Hexes")
    seats = ("red", "blue")
    kinds = (Stone,)

    def setup(self) -> To[Lay]:
        self.board = self.add(self.make())
        return Lay

    def make(self) -> HexGrid:
        """The board."""
        return HexGrid("board", rows=3, columns=3, visible_to=EVERYONE)


class Lay(ActivePlayer[Hexes]):
    """Lay a stone."""

    description, my_turn = _("{actplayer} lays"), _("{you} lay")


@on(Lay, _("{actplayer} lays {cell}"))
def lay(game: Hexes, cell: Cell) -> To[Lay] | To[GameEnd]:
    """Lay a stone."""
    game.board.put(Stone(game.player), cell)
    game.next_player()
    return Lay if game.board.empty() else GameEnd


@lay.options
def cells(game: Hexes) -> Iterable[Cell]:
    """The empty cells of the first row."""
    return [cell for cell in game.board.empty() if cell.row == 0]


class Hexagon(Hexes):
    """A hexagon."""

    name = "hexagon"

    def make(self) -> HexGrid:
        return HexGrid("board", radius=2, visible_to=EVERYONE)


class Rectangle(Hexes):
    """A rectangle."""

    name = "rectangle"

    def make(self) -> HexGrid:
        return HexGrid("board", rows=3, columns=4, rectangle=True, visible_to=EVERYONE)


class Insects(Game):
    """An unbounded table with stacks."""

    name = "insects"
    title = _("Insects")
    seats = ("white", "black")
    kinds = (Insect,)
    hexes = True

    def setup(self) -> To[Place]:
        self.hive = self.add(Area("hive", hexes=self.hexes, capacity=None, visible_to=EVERYONE))
        self.hive.put(Insect("white", "bee"), self.hive.cell(0, 0))
        self.hive.put(Insect("black", "ant"), self.hive.cell(0, 0))
        self.hive.put(Insect("white", "ant"), self.hive.cell(1, 0))
        return Place


class Place(ActivePlayer[Insects]):
    """Place an insect."""

    description, my_turn = _("{actplayer} places"), _("{you} place")


@on(Place, _("{actplayer} places {cell}"))
def place(game: Insects, cell: Cell) -> To[GameEnd]:
    """Place a bee."""
    game.hive.put(Insect(game.player, "bee"), cell)
    return GameEnd


@place.options
def spots(game: Insects) -> Iterable[Cell]:
    """One place."""
    return [game.hive.cell(0, 1)]


class Tiles(Insects):
    """Places with four sides."""

    name = "tiles"
    hexes = False


def drawn(game: Game, role: str, last: tuple[str, ...] = ()) -> list[str]:
    """The lines of a game for a role, without colours."""
    return Picture(game.scene()).draw(game.view(role), last=last).plain.splitlines()


def test_a_rhombus_has_letters_above_and_numbers_before_its_rows() -> None:
    game = Hexes()
    game.push("lay(b1)")
    game.push("lay(c1)")
    assert drawn(game, "red", ("board:c1",)) == [
        " a   b   c",
        "1  *   R  (B)",
        "  2  .   .   .",
        "    3  .   .   .",
    ]


def test_a_hexagon_has_its_letters_below() -> None:
    assert drawn(Hexagon(), "blue") == [
        "    1  .   .   .",
        "  2  .   .   .   .",
        "3  .   .   .   .   .",
        "  4  .   .   .   .   e",
        "    5  .   .   .   d",
        "         a   b   c",
    ]


def test_the_rows_of_a_rectangle_go_to_and_fro() -> None:
    assert drawn(Rectangle(), "blue") == [
        "   a   b   c   d",
        "1  .   .   .   .",
        "  2  .   .   .   .",
        "3  .   .   .   .",
    ]


def test_every_cell_of_a_hex_board_is_known() -> None:
    assert Picture(Hexes().scene()).places() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_an_area_shows_owners_heights_and_legal_places() -> None:
    lines = drawn(Insects(), "white")
    assert lines[1:] == ["0  BA2   WA", "   1   *"]
    assert lines[0].split() == ["0", "1"]
    assert drawn(Tiles(), "white")[1:] == ["0  BA2   WA", "1   *"]


def test_symbols_of_double_width_keep_the_columns() -> None:
    game = Insects()
    game.push("place(0,1)")
    below = drawn(game, "white")[2]
    assert below == "   1  W🐝"
    assert cell_len(below) == 9


def test_the_owners_of_sides_are_named() -> None:
    scene = Hexes().scene()
    scene["containers"][0]["sides"] = [
        {"name": "top", "owner": "red", "cells": ["a1", "b1", "c1"]},
        {"name": "left", "owner": "blue", "cells": ["a1", "a2", "a3"]},
        {"name": "bottom", "owner": "red", "cells": ["a3", "b3", "c3"]},
    ]
    picture = Picture(scene).draw(Hexes().view("red")).plain.splitlines()
    assert picture[-2:] == ["Sides of red: top, bottom", "Sides of blue: left"]
