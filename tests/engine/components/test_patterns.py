"""Patterns: noted, undone, loaded, and which tokens bring one back."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from rondel.engine import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, Patterns, To, TokenKind, _, on
from rondel.engine.records.record import restore
from rondel.errors import BadPosition, RulesError

Stone = TokenKind("stone")


class Fresh(Game):
    """Each puts a stone on an empty cell, or replaces another's; no pattern may come back."""

    name = "fresh"
    title = _("Fresh")
    seats = ("left", "right")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=2, columns=2, visible_to=EVERYONE))
        self.seen = self.add(Patterns("seen", self.board, visible_to=EVERYONE))
        self.seen.note()
        return Turn

    def other(self, cell: Cell, role: str) -> list[Cell]:
        """What a stone clears: the cell across, if it is the other's."""
        across = self.board.cells[3 - cell.index]
        return [across] if self.board.owner(across) not in (None, role) else []

    def open(self) -> list[Cell]:
        """Where the player may put a stone."""
        return self.seen.fresh(self.board.empty(), self.player, taking=self.other)


class Turn(ActivePlayer[Fresh]):
    """A stone is put down."""

    description = _("{actplayer} puts down a stone")
    my_turn = _("Put down a stone")


@on(Turn, _("{actplayer} puts a stone on {cell}"))
def put(game: Fresh, cell: Cell) -> To[Turn] | To[GameEnd]:
    for each in game.other(cell, game.player):
        game.board.token(each).remove()
    game.board.place(Stone, game.player, cell)
    assert game.seen.note() == 1
    game.next_player()
    return Turn if game.open() else GameEnd


@put.options
def cells(game: Fresh) -> Iterable[Cell]:
    return game.open()


def number(game: Fresh) -> int:
    """The pattern of the board, cell by cell."""
    codes = {None: 0, "left": 1, "right": 2}
    return sum([codes[game.board.owner(cell)] << (2 * cell.index) for cell in game.board.cells])


def expected(game: Fresh) -> list[str]:
    """The cells that lead to a pattern that has not been there, by trying each."""
    found = []
    for cell in game.board.empty():
        tried = number(game) + ({"left": 1, "right": 2}[game.player] << (2 * cell.index))
        for each in game.other(cell, game.player):
            tried -= {"left": 2, "right": 1}[game.player] << (2 * each.index)
        if f"{tried:x}" not in game.seen.value:
            found.append(str(cell))
    return found


def test_patterns_are_numbers_that_no_token_brings_back() -> None:
    chooser, refused = random.Random(1), 0
    for _each in range(20):
        game: Game = Fresh(seed=1)
        while not game.is_over:
            assert isinstance(game, Fresh)
            assert [str(cell) for cell in game.open()] == expected(game)
            refused += len(game.board.empty()) - len(game.open())
            assert game.seen.value[-1] == f"{number(game):x}"
            game.push(chooser.choice(game.moves()))
            if chooser.random() < 0.3:
                game.pop()
            if chooser.random() < 0.1:
                game = restore(Fresh, game.snapshot()) if chooser.random() < 0.5 else game.copy()
    assert refused > 0


def test_a_stone_counts_as_another_owner() -> None:
    game = Fresh(position={"containers": {"board": [{"kind": "stone", "owner": "left", "at": "a1"}]}})
    stone = game.board.token("a1")
    game.push("put(b1)")
    assert game.seen.value[-1] == "5"
    stone.owner = "right"
    assert game.seen.fresh([game.board.cell("a2")], "left") == [game.board.cell("a2")]
    game.push("put(a2)")
    assert game.seen.value[-1] == f"{number(game):x}"


def test_what_is_no_pattern_is_refused() -> None:
    with pytest.raises(BadPosition, match="hexadecimal"):
        Fresh(position={"props": {"seen": ["x"]}})
    with pytest.raises(RulesError, match="without 'here'"):
        Fresh().seen.note("here")
    with pytest.raises(RulesError, match="no role 'up'"):
        Fresh().seen.fresh([], "up")
    with pytest.raises(RulesError, match="no cell 'z9'"):
        Fresh().seen.fresh(["z9"], "left")  # type: ignore[list-item]
    with pytest.raises(RulesError, match="need a board"):
        Patterns("seen", "board")  # type: ignore[arg-type]
    board = Grid("board", rows=2, columns=2)
    with pytest.raises(RulesError, match="in no game yet"):
        Patterns("seen", board).note()
