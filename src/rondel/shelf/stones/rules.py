"""Stones: move next door, hit what stands there; the last player standing wins.

On a turn a player moves one own stone to an adjacent tile that is free or holds an enemy's stone, which is removed.
A player without stones is out. There is no passing, and there never needs to be: while an enemy stands, some tile
beside one's stones is not one's own.

What happens is told by name, in this order, for programs (``game.events``); players are numbered from 0, positions
are [row, column]:

    GameStart   board                 the start, as a nested array
    TurnTo      player_id             whose turn it is
    Hit         player_id, p0         who loses the stone at p0; it is gone
    PlayerLost  player_id             who has none left
    Move        player_id, p0, p1     who moved, from where, to where; in between p1 was empty
    PlayerWon   player_id             who is the only one left
    GameDrawn   turns                 (our extension) the turn limit was reached
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
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
from rondel.shelf.stones.board import LEAST, MOST, SEATS, array_of, homes

ROWS = Option("rows", 5, text=_("Rows"), low=LEAST, high=MOST)
COLUMNS = Option("columns", 5, text=_("Columns"), low=LEAST, high=MOST)
STONES = Option("stones", 0, text=_("Stones each (0: as is usual for the board)"), low=0, high=MOST * MOST // 2)
NEIGHBOURS = Option("neighbours", 8, text=_("Neighbours of a tile"), values=(4, 8))
TURN_LIMIT = Option("turn_limit", 0, text=_("Turns until it is a draw (0: no limit)"), low=0, high=10_000)

Stone = TokenKind("stone")


class Stones(Game):
    """Two to four players hit each other's stones until one is left."""

    name = "stones"
    title = _("Stones")
    summary = _("Move next door, hit what stands there; the last player standing wins.")
    showcase = Showcase(family=_("Strategy"), minutes=3, study=True, drawn=20)
    seats = SEATS
    fewest = 2
    options = (ROWS, COLUMNS, STONES, NEIGHBOURS, TURN_LIMIT)
    kinds = (Stone,)
    colours = {"jade": "#1d6b57", "garnet": "#98303c", "lapis": "#3d5a9e", "opal": "#ebe4d4"}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, None))

    def setup(self) -> To[Opening]:
        rows, columns = self.option(ROWS), self.option(COLUMNS)
        self.diagonal = self.option(NEIGHBOURS) == 8
        self.board = self.add(Grid("board", rows=rows, columns=columns, visible_to=EVERYONE, surface="wood"))
        limit = self.option(TURN_LIMIT) or None
        self.turns_left: Prop[int | None] = self.add(Prop("turns_left", limit, visible_to=EVERYONE))
        for role, home in zip(self.roles, homes(rows, columns, len(self.roles), self.option(STONES)), strict=True):
            for row, column in home:
                self.board.put(Stone(role), self.board.at(row, column))
        self.laid_out = len(self.board)
        return Opening

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The tiles adjacent to a tile."""
        return self.board.neighbours(cell, diagonal=self.diagonal)

    def measure(self) -> float:
        """How many of the stones that must go, from the usual start, have gone."""
        return 100 * (self.laid_out - len(self.board)) / (self.laid_out - 1)

    def estimate(self, role: str) -> float:
        """The role's share of the stones, with its stones beside enemies as an advantage on its own turn and a disadvantage on
        others' turns, and a little for the distance to the nearest enemy."""
        if self.is_over:
            return self.returns[role]
        board = self.board
        mine = board.owned(role)
        enemies = {cell for cell in board.cells if board.owner(cell) not in (role, None)}
        if not mine or not enemies:
            return 1.0 if mine else -1.0
        exposed = [cell for cell in mine if not enemies.isdisjoint(self.around(cell))]
        near = min([abs(one.row - other.row) + abs(one.column - other.column) for one in mine for other in enemies])
        share = len(mine) / len(board)
        fair = 1 / len(self.play_order.value)
        material = (share - fair) / (1 - fair) if share > fair else (share - fair) / fair
        threat = len(exposed) / len(mine)
        if self.player != role:
            threat = -threat
        return 0.8 * material + 0.15 * threat - 0.05 * near / (board.rows + board.columns)


class Opening(Automatic[Stones]):
    """The stones are laid out."""

    def enter(self, game: Stones) -> To[NextTurn]:
        game.notify("GameStart", board=array_of(game.board))
        return NextTurn


class NextTurn(Automatic[Stones]):
    """The turn goes to the player at the head of the queue, unless the turns are used up."""

    def enter(self, game: Stones) -> To[PlayerTurn] | To[GameEnd]:
        left = game.turns_left.value
        if left == 0:
            for role in game.play_order.value:
                game.set_score(role, 1)
            game.notify("GameDrawn", _("after {turns} turns the game is a draw"), turns=game.option(TURN_LIMIT))
            return GameEnd
        if left is not None:
            game.turns_left.value = left - 1
        game.notify("TurnTo", player=game.player, player_id=number(game.player))
        return PlayerTurn


class PlayerTurn(ActivePlayer[Stones]):
    """The current player moves a stone."""

    description = _("{actplayer} must move a stone")
    my_turn = _("Move a stone")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} moves from {start} to {end}"), says=_("Move {start} to {end}"), logged=False)
def move(game: Stones, start: Cell, end: Cell) -> To[NextTurn] | To[GameEnd]:
    """Move the stone at ``start`` to ``end``, hitting the enemy's stone there, if any; the last player left has won."""
    player = game.player
    stone, enemy = game.board[start], game.board.owner(end)
    hit(game, end)
    if stone is not None:
        game.board.put(stone, end)
    game.notify(
        "Move",
        _("{player} moves from {start} to {end}"),
        role=player,
        player=player,
        start=start.name,
        end=end.name,
        places=[start.place, end.place],
        player_id=number(player),
        p0=[start.row, start.column],
        p1=[end.row, end.column],
    )
    if enemy is not None and game.play_order.value == (player,):
        game.set_score(player, 1)
        game.notify("PlayerWon", _("{player} is the last one standing"), player=player, player_id=number(player))
        return GameEnd
    game.next_player()
    return NextTurn


@move.options
def starts(game: Stones) -> Iterable[Cell]:
    """The tiles with an own stone."""
    return game.board.owned(game.player)


@move.options
def ends(game: Stones, start: Cell) -> Iterable[Cell]:
    """The adjacent tiles that are free or an enemy's."""
    return [cell for cell in game.around(start) if game.board.owner(cell) != game.player]


def hit(game: Stones, cell: Cell) -> None:
    """Remove the enemy's stone from the tile, if there is one. A player without stones is out."""
    stone = game.board[cell]
    enemy = game.board.owner(cell)
    if stone is None or enemy is None:
        return
    stone.remove()
    game.notify(
        "Hit",
        _("{player} loses the stone at {at}"),
        player=enemy,
        at=cell.name,
        player_id=number(enemy),
        p0=[cell.row, cell.column],
    )
    if not game.board.count(enemy):
        game.eliminate(enemy)
        game.notify("PlayerLost", _("{player} has no stone left and is out"), player=enemy, player_id=number(enemy))


def number(role: str) -> int:
    """The player's number, from 0."""
    return SEATS.index(role)
