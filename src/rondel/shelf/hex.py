"""Hex: join your two sides of the board with a chain of your stones before the other player joins theirs.

Rules: Piet Hein's (1942) and John Nash's, as in Cameron Browne, "Hex Strategy" (2000). Red owns the top and the bottom,
blue the left and the right; a corner belongs to both sides that meet in it. Red begins. Stones are never moved or taken. A
full board always holds exactly one chain from side to side of a colour, so no game is drawn.

To begin is an advantage. So, right after the first stone, blue may take over red's move. Each player keeps their colour
here, so a blue stone on the mirrored cell replaces the red one: the left side is to blue what the top is to red.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    HexGrid,
    Option,
    Showcase,
    To,
    TokenKind,
    _,
    on,
)

SIZE = Option("size", 11, text=_("Cells on a side"), low=3, high=19)
SWAP = Option("swap", True, text=_("The second player may swap"))
SIDES = {"red": ("top", "bottom"), "blue": ("left", "right")}

RED = "#b3312c"
BLUE = "#2f5fa8"
Stone = TokenKind("stone", faces={"red": Face("stone", colour=RED), "blue": Face("stone", colour=BLUE)})


class Hex(Game):
    """A rhombus of six-sided cells, each side of one colour."""

    name = "hex"
    title = _("Hex")
    summary = _("Join your two sides of the board with a chain of your stones.")
    showcase = Showcase(
        family=_("Connection"),
        minutes=15,
        known=True,
        moves=tuple([f"place({cell})" for cell in ["h3", "e8", "f6", "g5", "d7", "c9", "e6", "g6", "d8", "f7", "h5"]]),
    )
    seats = ("red", "blue")
    options = (SIZE, SWAP)
    kinds = (Stone,)
    colours = {"red": RED, "blue": BLUE}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(5, 19 * 19 + 1))

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        owners = {side: role for role, both in SIDES.items() for side in both}
        self.board = self.add(HexGrid("board", rows=size, columns=size, sides=owners, visible_to=EVERYONE, surface="wood"))
        return PlayerTurn

    def mirrored(self, cell: Cell) -> Cell:
        """The cell that is to blue what this one is to red: the mirror image in the diagonal from the top left."""
        return self.board.at(cell.column, cell.row)

    def decisive(self) -> list[Cell]:
        """The chain from side to side."""
        return [cell for role, sides in SIDES.items() for cell in self.board.joining(role, *sides)]

    def ending(self) -> str:
        return _("with a chain from side to side")

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)

    def estimate(self, role: str) -> float:
        """Whose chain needs fewer stones, with half a stone for the player whose turn it is."""
        mine, theirs = (self.missing(each) - 0.5 * (each == self.player) for each in (role, self.opponent(role)))
        return (theirs - mine) / (theirs + mine + 1)

    def missing(self, role: str) -> int:
        """The least number of further stones that make a chain of the role; more than there are cells if none can."""
        start, goal = SIDES[role]
        missing = self.board.missing(role, start)
        none = len(self.board.cells) + 1
        return min([missing.get(cell, none) for cell in self.board.side(goal)])


class Placing(ActivePlayer[Hex]):
    """What every turn has: a stone is placed."""

    abstract = True
    description = _("{actplayer} must place a stone")
    my_turn = _("Place a stone")
    updates_progress = True


class PlayerTurn(Placing):
    """A turn like most."""


class SwapTurn(Placing):
    """The second turn of the game, if it is played with the swap."""

    description = _("{actplayer} must place a stone or swap")
    my_turn = _("Place a stone, or swap?")


@on(
    Placing,
    _("{actplayer} places a stone on {cell}"),
    says=_("Play {cell}"),
    labels={"SwapTurn": "first_stone", "GameEnd": "joined"},
)
def place(game: Hex, cell: Cell) -> To[PlayerTurn] | To[SwapTurn] | To[GameEnd]:
    """Place a stone; an unbroken chain between both sides wins."""
    game.board.place(Stone, game.player, cell)
    if game.board.joined(game.player, *SIDES[game.player]):
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return SwapTurn if len(game.board) == 1 and game.option(SWAP) else PlayerTurn


@place.options
def cells(game: Hex) -> Iterable[Cell]:
    """Every empty cell."""
    return game.board.empty()


@on(SwapTurn, _("{actplayer} swaps"), says=_("Swap: take over the stone"))
def swap(game: Hex) -> To[PlayerTurn]:
    """Take over the first move: an own stone on the mirrored cell replaces the one on the board."""
    [stone] = game.board.tokens()
    start = game.board.where(stone)
    goal = game.mirrored(start)
    stone.remove()
    game.board.place(Stone, game.player, goal)
    game.reword(_("{actplayer} swaps: the stone on {start} becomes one of {actplayer} on {goal}"), start=start, goal=goal)
    game.next_player()
    return PlayerTurn
