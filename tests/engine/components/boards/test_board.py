"""Boards: owners, lines, reaches and what is empty, against slow and simple references and known numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import Grid, leaper, rider
from rondel.engine.components.boards.board import Board
from rondel.errors import RulesError
from rondel.shelf.reversi import Disc, Reversi
from tests.engine.rules.boards import board_of, names
from tests.engine.rules.store import Piece, Store

# -- what is empty -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["grid", "hex", "stacks", "pairs", "hexes"])
@given(seed=st.integers(0, 1_000_000))
@pytest.mark.no_cover
def test_what_is_empty_and_full_follows_every_write(kind: str, seed: int) -> None:
    game, board = board_of(kind)
    chooser = random.Random(seed)
    marks: list[int] = []
    for step in range(20):
        marks.append(len(game._journal.entries))
        token = game.some(chooser)
        match chooser.randrange(6):
            case 0 if token.container is not None:
                token.remove()
            case 1:
                token.move_to(game.open)
            case 2:
                game._journal.rollback(marks.pop(chooser.randrange(len(marks))))
                marks = [mark for mark in marks if mark <= len(game._journal.entries)]
            case _:
                cell = chooser.choice(board.cells)
                if board.capacity is None or board.height(cell) < board.capacity:
                    board.put(token, cell)
        twin = game.copy() if step == 19 else game
        assert isinstance(twin, Store)
        for each in (board, twin.store):
            assert isinstance(each, Board)
            assert each.empty() == tuple([cell for cell in each.cells if each[cell] is None])
            assert len(each) == sum([each.height(cell) for cell in each.cells])
            assert each.full() == all(each.height(cell) == each.capacity for cell in each.cells)


@pytest.mark.parametrize("often", [1.0, 0.5, 0.1])
def test_what_is_empty_is_known_however_often_it_is_asked(often: float) -> None:
    game, board = board_of("chess")
    assert isinstance(board, Grid)
    chooser = random.Random(f"empty {often}")
    start = len(game._journal.entries)
    for _step in range(300):
        match chooser.randrange(8):
            case 0 | 1:
                for token in board.tokens()[:1]:
                    token.move_to(game.open)
            case 2:
                entries = len(game._journal.entries)
                game._journal.rollback(max(start, entries - chooser.randrange(12)))
            case 3:
                if any(board[cell] is None for cell in board.column("c").rising):
                    board.drop(game.some(chooser), "c")
            case 4:
                board.place(Piece, "left", chooser.choice(board.empty()))
            case _:
                cell = chooser.choice(board.cells)
                if board[cell] is None:
                    board.put(game.some(chooser), cell)
        if chooser.random() < often:
            assert board.empty() == tuple([cell for cell in board.cells if board[cell] is None])
    board.clear()
    assert board.empty() == board.cells


@pytest.mark.parametrize(("kind", "same"), [("grid", True), ("hex", True), ("hexes", False)])
def test_equal_sets_of_empty_cells_of_a_small_board_are_one_tuple(kind: str, same: bool) -> None:
    boards = [board_of(kind)[1] for _each in range(2)]
    for board in boards:
        board.put(Piece(), board.cells[1])
    one, other = [board.empty() for board in boards]
    assert one == other
    assert (one is other) == same


# -- owners ------------------------------------------------------------------------------------------------------------


def test_who_owns_what_lies_beneath_does_not_count() -> None:
    _game, board = board_of("stacks")
    board.put(Piece("left"), "a1")
    board.put(Piece("left"), "a1")
    board.stack("a1")[0].owner = "right"
    assert (board.owner("a1"), board.count("right")) == ("left", 0)
    board.stack("a1")[1].remove()
    assert board.owner("a1") == "right"


def test_owners_are_the_same_by_whatever_string_they_are_named() -> None:
    """Owners are compared by identity within; outside, equal strings are one role."""
    spelt = "".join(["bl", "ack"])  # equal to the game's own string, and another object
    assert spelt is not Reversi.seats[0]
    game = Reversi()
    board = game.board
    for cell in ("a1", "b1"):
        board.put(Disc(spelt), cell)
    board.put(Disc("white"), "c1")
    thrice = board["c1"]
    assert thrice is not None
    assert not board.in_line("a1", 3)
    thrice.owner = "".join(["bla", "ck"])
    assert board.in_line("a1", 3)
    thrice.owner = "white"
    assert "d1" in [str(cell) for cell in board.brackets("".join(["b", "lack"]))]
    assert board.bracketed("d1", "".join(["bla", "ck"])) == [thrice]


# -- slides ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("straight", "diagonal", "moves"), [(True, True, 1456), (True, False, 896), (False, True, 560), (False, False, 0)]
)
def test_all_slides_on_an_empty_chess_board(straight: bool, diagonal: bool, moves: int) -> None:
    """From all cells of n by n together, a rook has 2n²(n - 1) moves, a bishop 2n(n - 1)(2n - 1)/3, a queen both."""
    _game, board = board_of("chess")
    assert isinstance(board, Grid)
    assert sum([len(board.slides(cell, straight=straight, diagonal=diagonal)) for cell in board.cells]) == moves


def test_a_slide_ends_with_the_first_token_in_its_way() -> None:
    _game, board = board_of("chess")
    assert isinstance(board, Grid)
    board.put(Piece("left"), "c5")
    board.put(Piece("right"), "c2")
    assert names(board.slides("c3", diagonal=False)) == ["c2", "d3", "e3", "f3", "g3", "h3", "c4", "c5", "b3", "a3"]


def test_slides_on_a_hexagon_go_along_three_lines() -> None:
    _game, board = board_of("hexes")
    assert len(board.slides("d4")) == 18
    assert len(board.slides(board.cells[0])) == 12, "three along each rim and six across"


# -- what a piece reaches ----------------------------------------------------------------------------------------------


def squares() -> Board:
    """Left's on c3 and c5, right's on e3 and a1."""
    _game, board = board_of("chess")
    for cell, owner in (("c3", "left"), ("c5", "left"), ("e3", "right"), ("a1", "right")):
        board.put(Piece(owner), cell)
    return board


def test_a_reach_ends_at_what_is_met() -> None:
    board = squares()
    assert names(board.reach("c3", rider(0, 1))) == ["c2", "c1", "b3", "a3", "d3", "e3", "c4", "c5"]
    assert names(board.reach("c3", rider(0, 1), sparing="left")) == ["c2", "c1", "b3", "a3", "d3", "e3", "c4"]
    assert names(board.reach("c3", rider(0, 1), sparing="right")) == ["c2", "c1", "b3", "a3", "d3", "c4", "c5"]


def test_what_is_met_now_and_would_be_met() -> None:
    board = squares()
    left, right = board.token("c5"), board.token("e3")
    assert board.meets("c3", rider(0, 1)) == [right, left]
    assert board.meets("e5", rider(1, 1)) == [board.token("c3")]
    assert board.meets("e5", rider(1, 1), without=[board.token("c3")]) == [board.token("a1")]
    assert board.meets("e5", rider(1, 1), without=[board.token("c3")], blocked=board.cell("b2")) == []
    assert board.meets("c3", rider(0, 1), blocked=board.cell("c5")) == [right]
    assert board.meets("e4", leaper(1, 2)) == [board.token("c3"), board.token("c5")]


def test_who_attacks_a_cell_now_and_as_it_would_be() -> None:
    board = squares()
    for cell in ("c3", "c5"):
        board.token(cell).face = "rook"
    rooks = ((rider(0, 1), ("rook", "queen")),)
    assert board.attacked("c1", "left", rooks)
    assert not board.attacked("c1", "right", rooks)
    assert not board.attacked("c1", "left", ((rider(1, 1), ("rook",)), (rider(0, 1), ("bishop",))))
    assert board.attacked("c1", "left", rooks, without=[board.token("c3")])
    assert not board.attacked("c1", "left", rooks, without=[board.token("c3"), board.token("c5")])
    assert not board.attacked("c1", "left", rooks, blocked=board.cell("c2"))
    assert board.tokens_of("left") == [(board.cell(cell), board.token(cell)) for cell in ("c3", "c5")]


# -- remembering -------------------------------------------------------------------------------------------------------


def test_what_is_remembered_is_forgotten_with_any_change() -> None:
    board = squares()
    asked: list[int] = []

    def owned() -> int:
        asked.append(1)
        return len(board.owned("left"))

    def changes() -> int:
        asked.clear()
        board.remember("left", owned)
        board.remember("left", owned)
        return len(asked)

    assert (changes(), changes()) == (1, 0)
    board.put(board.token("c3"), "h8")
    assert (changes(), changes()) == (1, 0)
    board.token("h8").face = "king"
    assert changes() == 1
    board.token("h8").owner = "right"
    assert changes() == 1
    board.token("h8").remove()
    assert changes() == 1
    assert board.remember("left", owned) == len(board.owned("left"))
    assert board.remember("others", lambda: "kept by its key") == "kept by its key"


def test_a_token_without_a_letter_is_an_error() -> None:
    board = Reversi().board
    with pytest.raises(RulesError, match=r"letters has none for disc\('\w+'\) of grid 'board'; give one for each"):
        board.letters({"black": {"": "x"}})
