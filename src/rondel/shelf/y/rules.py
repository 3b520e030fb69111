"""Y: join the three sides of a triangle with a chain of your stones.

Rules: Craige Schensted's and Charles Titus' (about 1953), as in their "Mudcrack Y & Poly-Y" (1975), on the plain triangular
board. The sides belong to nobody; a corner belongs to both sides that meet in it. Red begins. Stones are never moved or taken.
A full board always holds exactly one such chain, so no game is drawn.

To begin is an advantage. So, right after the first stone, blue may take over red's move: each player keeps their colour here,
so a blue stone replaces the red one.
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

SIZE = Option("size", 13, text=_("Cells on a side"), low=3, high=19)
SWAP = Option("swap", True, text=_("The second player may swap"))
SIDES = ("right", "bottom", "left")

RED = "#b3312c"
BLUE = "#2f5fa8"
Stone = TokenKind("stone", faces={"red": Face("stone", colour=RED), "blue": Face("stone", colour=BLUE)})


class Y(Game):
    """A triangle of six-sided cells, whose three sides belong to both."""

    name = "y"
    title = _("Y")
    summary = _("Join all three sides of the board with a chain of your stones.")
    showcase = Showcase(
        family=_("Connection"),
        minutes=15,
        moves=tuple(
            [f"place({cell})" for cell in ["e9", "d8", "f8", "e7", "f10", "d10", "e10", "d11", "e12", "e11", "f11", "g8", "f7"]]
        ),
    )
    seats = ("red", "blue")
    options = (SIZE, SWAP)
    kinds = (Stone,)
    colours = {"red": RED, "blue": BLUE}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(5, 19 * 20 // 2 + 1))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(HexGrid("board", triangle=self.option(SIZE), visible_to=EVERYONE, surface="wood"))
        return PlayerTurn

    def decisive(self) -> list[Cell]:
        """The chain that joins the three sides."""
        return [cell for role in self.roles for cell in self.board.joining(role, *SIDES)]

    def ending(self) -> str:
        return _("with a chain that joins the three sides")

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)

    def estimate(self, role: str) -> float:
        """Whose chain needs fewer stones, with half a stone for the player whose turn it is."""
        mine, theirs = (self.missing(each) - 0.5 * (each == self.player) for each in (role, self.opponent(role)))
        return (theirs - mine) / (theirs + mine + 1)

    def missing(self, role: str) -> int:
        """The least number of further stones that make a chain of the role; more than there are cells if none can."""
        board = self.board
        right, bottom, left = [board.missing(role, side) for side in SIDES]
        ways = [
            right[cell] + bottom[cell] + left[cell] - (0 if board.owner(cell) else 2)  # an empty cell counts once
            for cell in right
            if cell in bottom and cell in left
        ]
        return min(ways, default=len(board.cells) + 1)


class Placing(ActivePlayer[Y]):
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
def place(game: Y, cell: Cell) -> To[PlayerTurn] | To[SwapTurn] | To[GameEnd]:
    """Place a stone; an unbroken chain that joins the three sides wins."""
    game.board.place(Stone, game.player, cell)
    if game.board.joined(game.player, *SIDES):
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return SwapTurn if len(game.board) == 1 and game.option(SWAP) else PlayerTurn


@place.options
def cells(game: Y) -> Iterable[Cell]:
    """Every empty cell."""
    return game.board.empty()


@on(SwapTurn, _("{actplayer} swaps"), says=_("Swap: take over the stone"))
def swap(game: Y) -> To[PlayerTurn]:
    """Take over the first move: an own stone replaces the one on the board."""
    [stone] = game.board.tokens()
    cell = game.board.where(stone)
    stone.remove()
    game.board.place(Stone, game.player, cell)
    game.reword(_("{actplayer} swaps: the stone on {cell} becomes one of {actplayer}"), cell=cell)
    game.next_player()
    return PlayerTurn
