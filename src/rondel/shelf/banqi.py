"""Banqi: turn pieces of xiangqi over, and leave the other without a move.

Rules: traditional, as they are known in Taiwan and, by options, in Hong Kong. The 32 pieces of xiangqi lie face down on half a
board. On a turn a player turns a piece over, moves an own piece one cell straight to an empty cell, or takes. A piece takes
those of its rank and below that lie next to it; the general takes no soldiers, but they take it. The cannon takes anything, but
jumps over exactly one piece to get there. What lies face down is neither moved nor taken. Who has no move has lost.

The colour that is turned up first is that of the player who did so. The seat that begins is called red here, so what it turns
up first is red. A face that nobody knows is open until its piece is turned over: then chance draws it from what is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Prop,
    Row,
    Showcase,
    To,
    TokenKind,
    _,
    decline,
    on,
    rider,
)
from rondel.engine.components.xiangqi import XIANGQI_COLOURS, XIANGQI_FACES, XIANGQI_SET

ROWS, COLUMNS = 4, 8
RANKS: Final = {
    "taiwan": ("general", "advisor", "elephant", "chariot", "horse", "cannon", "soldier"),
    "hongkong": ("general", "chariot", "horse", "cannon", "advisor", "elephant", "soldier"),
}
WORTH: Final = (9.0, 6.0, 4.0, 3.0, 2.0, 1.5, 1.0)
"""What the ranks are worth, from the highest."""
JUMPING: Final = 5.0
"""What a cannon is worth that jumps."""
LINES: Final = rider(0, 1)
NAMES: Final = tuple(XIANGQI_FACES)
"""All sorts of pieces, "red general"."""
COUNTS: Final = [XIANGQI_SET[name.partition(" ")[2]] for name in NAMES]
COVERED: Final = _("covered")
"""The face of a piece that lies face down."""

RANKING = Option("ranking", "taiwan", text=_("Order of the pieces"), values=tuple(RANKS))
CANNONS = Option("cannons", "jump", text=_("How cannons take"), values=("jump", "step"))
SOLDIERS = Option("soldiers", "general", text=_("What soldiers take besides soldiers"), values=("general", "cannon", "nothing"))
CHAINS = Option("chains", False, text=_("Who has taken may go on taking with the same piece"))
PATIENCE = Option("patience", 50, text=_("Turns until a draw, if nothing is turned over or taken"), low=10, high=100)

Piece: Final = TokenKind(
    "piece",
    faces={
        **XIANGQI_FACES,
        COVERED: Face("disc", colour="#b98a52", ink="#7d5527", path="M50 4a46 46 0 1 0 .1 0Zm0 16a30 30 0 1 1-.1 0Z"),
    },
)


class Banqi(Game):
    """Half a board of pieces that lie face down."""

    name = "banqi"
    title = _("Banqi (half chess)")
    summary = _("Turn pieces over, take those of your rank and below, and leave the other without a move.")
    showcase = Showcase(family=_("Battle"), minutes=15, drawn=34)
    seats = ("red", "black")
    options = (RANKING, CANNONS, SOLDIERS, CHAINS, PATIENCE)
    kinds = (Piece,)
    colours = XIANGQI_COLOURS
    facts = Facts(chance=True, hidden=False, simultaneous=False, scores=(0, 1), length=(12, 6500))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=ROWS, columns=COLUMNS, visible_to=EVERYONE, surface="wood"))
        self.taken = {side: self.add(Row(f"captures_{side}", visible_to=EVERYONE)) for side in self.roles}
        for row in self.taken.values():
            row.place_under(self.board)
        self.left = self.add(Prop("left", tuple(COUNTS), visible_to=EVERYONE, quiet=True))
        self.idle = self.add(Prop("idle", 0, visible_to=EVERYONE, quiet=True))
        self.taker: Prop[str | None] = self.add(Prop("taker", None, visible_to=EVERYONE, quiet=True))
        self.prey = prey(self.option(RANKING), self.option(CANNONS), self.option(SOLDIERS))
        self.jumps = self.option(CANNONS) == "jump"
        for cell in self.board.cells:
            self.board.put(Piece(face=COVERED), cell)
        return PlayerTurn

    # -- looking -------------------------------------------------------------------------------------------------------

    def covered(self) -> list[Cell]:
        """The cells with a piece that lies face down."""
        board = self.board
        return board.remember(
            "covered", lambda: [cell for cell in board.cells if board[cell] is not None and board.owner(cell) is None]
        )

    def steps(self, side: str) -> list[tuple[Cell, Cell]]:
        """The moves of the pieces of a side: start and end of each."""
        return self.board.remember(("steps", side), lambda: self._steps(side))

    def _steps(self, side: str) -> list[tuple[Cell, Cell]]:
        found: list[tuple[Cell, Cell]] = []
        for start, piece in self.board.tokens_of(side):
            found.extend(self.ways(start, piece.face, side))
        return found

    def ways(self, start: Cell, face: str, side: str) -> list[tuple[Cell, Cell]]:
        """The moves of a piece from a cell, start and end of each."""
        board, other, eaten = self.board, self.opponent(side), self.prey[face]
        jumps = self.jumps and face == "cannon"
        found: list[Any] = []  # Any: compiled code would make each pair anew
        near: list[list[Any]] = beside()
        for way in near[start.index]:
            there = board[way[1]]
            if there is None or (not jumps and there.owner == other and there.face in eaten):
                found.append(way)
        if jumps:
            for met in board.meets(start, LINES, without=board.meets(start, LINES)):
                if met.owner == other:
                    found.append((start, board.where(met)))
        return found

    def takes(self, start: Cell, face: str, side: str) -> list[Cell]:
        """The cells where a piece takes something if it moves there."""
        return [goal for _start, goal in self.ways(start, face, side) if self.board[goal] is not None]

    # -- how it stands -------------------------------------------------------------------------------------------------

    def ending(self) -> str:
        if self.idle.value >= self.option(PATIENCE):
            return _("as nothing is turned over or taken any more")
        loser = self.player
        return _("as the other cannot move") if self.board.count(loser) else _("as the other has no pieces left")

    def measure(self) -> float:
        gone = sum([len(row) for row in self.taken.values()])
        return 100 * (32 - len(self.covered()) + gone) / 64

    def estimate(self, role: str) -> float:
        """The worth of all pieces that are not taken, turned over or not, with those that can be taken and how near the rest is
        to what it takes."""
        if len(self.covered()) == 32:
            return 0.0
        worth = self._worth(role) - self._worth(self.opponent(role))
        return max(-0.99, min(0.99, worth / 60))

    def _worth(self, side: str) -> float:
        values = self._values()
        worth = sum(
            [
                values[name.partition(" ")[2]] * count
                for name, count in zip(NAMES, self.left.value, strict=True)
                if name.startswith(side)
            ]
        )
        enemies = self.board.tokens_of(self.opponent(side))
        best = 0.0
        for start, piece in self.board.tokens_of(side):
            face = piece.face
            worth += values[face]
            for goal in self.takes(start, face, side):
                best = max(best, values[self.board.token(goal).face])
            near = [
                abs(start.row - cell.row) + abs(start.column - cell.column)
                for cell, each in enemies
                if each.face in self.prey[face]
            ]
            worth += 0.15 / min(near) if near else 0.0
        return worth + best * (0.7 if side == self.player else 0.2)

    def _values(self) -> dict[str, float]:
        values = dict(zip(RANKS[self.option(RANKING)], WORTH, strict=True))
        if self.jumps:
            values["cannon"] = JUMPING
        return values


@cache
def beside() -> list[list[tuple[Cell, Cell]]]:
    """The steps from each cell, start and end. Boards of one name and size share their cells."""
    board = Grid("board", rows=ROWS, columns=COLUMNS)
    return [[(start, goal) for goal in board.neighbours(start, diagonal=False)] for start in board.cells]


@cache
def prey(ranking: str, cannons: str, soldiers: str) -> dict[str, frozenset[str]]:
    """What each piece takes, by the options."""
    order = RANKS[ranking]
    found = {face: set(order[rank:]) for rank, face in enumerate(order)}
    if soldiers != "nothing":
        found["general"].discard("soldier")
        found["soldier"].add("general")
    if soldiers == "cannon":
        found["soldier"].add("cannon")
    if cannons == "jump":
        found["cannon"] = set(order)
    return {face: frozenset(eaten) for face, eaten in found.items()}


class PlayerTurn(ActivePlayer[Banqi]):
    """The current player turns a piece over, moves or takes."""

    description = _("{actplayer} must turn a piece over or move")
    my_turn = _("Turn a piece over, or move one")
    updates_progress = True


class TakeOn(ActivePlayer[Banqi]):
    """Who has taken may take again."""

    description = _("{actplayer} may take again")
    my_turn = _("Take again, or stop?")


def passed_on(game: Banqi) -> To[PlayerTurn] | To[GameEnd]:
    """The turn goes to the other, unless the game is over."""
    game.next_player()
    if game.idle.value >= game.option(PATIENCE):
        for role in game.roles:
            game.set_score(role, 0.5)
        return GameEnd
    if not game.covered() and not game.steps(game.player):
        game.set_score(game.opponent(game.player), 1)
        return GameEnd
    return PlayerTurn


def go(game: Banqi, start: Cell, goal: Cell) -> To[PlayerTurn] | To[TakeOn] | To[GameEnd]:
    """Move a piece, and take what lies there."""
    board, side = game.board, game.player
    piece, taken = board.token(start), board[goal]
    game.taker.value = None
    if taken is None:
        game.idle.value += 1
    else:
        taken.move_to(game.taken[side])
        game.idle.value = 0
    board.put(piece, goal)
    if taken is not None and game.option(CHAINS) and game.takes(goal, piece.face, side):
        game.taker.value = goal.name
        return TakeOn
    return passed_on(game)


@on(PlayerTurn, _("{actplayer} turns over {cell}"), says=_("Turn over {cell}"))
def turn_over(game: Banqi, cell: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Turn a piece over."""
    left = list(game.left.value)
    if sum(left) == 32:  # the first is red, see above
        left = [count if name.startswith("red") else 0 for name, count in zip(NAMES, left, strict=True)]
    drawn = game.chance([name for name, count in zip(NAMES, left, strict=True) if count], [count for count in left if count])
    game.left.value = tuple([count - (name == drawn) for name, count in zip(NAMES, game.left.value, strict=True)])
    owner, face = drawn.split(" ")
    game.board.token(cell).remove()
    game.board.put(Piece(owner, face), cell)
    game.notify("turned", _("it is {player}'s {piece}"), piece=face, player=owner)
    game.idle.value = 0
    return passed_on(game)


@turn_over.options
def covered(game: Banqi) -> Iterable[Cell]:
    """What lies face down."""
    return game.covered()


@on(PlayerTurn, _("{actplayer} moves from {start} to {goal}"), says=_("Move {start} to {goal}"))
def move(game: Banqi, start: Cell, goal: Cell) -> To[PlayerTurn] | To[TakeOn] | To[GameEnd]:
    """Move a piece, or take with it."""
    return go(game, start, goal)


@move.all_options
def steps(game: Banqi) -> Iterable[tuple[Cell, Cell]]:
    """The moves of all own pieces."""
    return game.steps(game.player)


@on(TakeOn, _("{actplayer} takes on {goal}"), says=_("Take on {goal}"))
def take(game: Banqi, goal: Cell) -> To[PlayerTurn] | To[TakeOn] | To[GameEnd]:
    """Take again with the same piece."""
    return go(game, game.board.cell(game.taker.value or ""), goal)


@take.options
def further(game: Banqi) -> Iterable[Cell]:
    """What the piece that has taken may take from there."""
    start = game.board.cell(game.taker.value or "")
    return game.takes(start, game.board.token(start).face, game.player)


@decline(TakeOn, _("{actplayer} stops"), says=_("Stop"))
def stop(game: Banqi) -> To[PlayerTurn] | To[GameEnd]:
    """Leave it at that."""
    game.taker.value = None
    return passed_on(game)
