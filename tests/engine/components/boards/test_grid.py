"""Grids: cells and their names, directions, lines and brackets, against slow and simple references."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from rondel.engine import EVERYONE, Game, Grid
from rondel.engine.components.journal import Journal
from rondel.errors import BadPosition, RulesError
from rondel.shelf.reversi import Reversi
from tests.engine.rules.workshop import Piece, Workshop, workshop

AROUND = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
"""Clockwise from above."""

SIZES = [(1, 1), (1, 5), (4, 1), (3, 3), (8, 8), (5, 7)]


def grid(rows: int, columns: int, owners: dict[tuple[int, int], str] | None = None) -> tuple[Game, Grid]:
    """A grid of that size in a game, with tokens of those owners on it."""
    game = Reversi()
    board = Grid(f"grid{rows}x{columns}", rows=rows, columns=columns, visible_to=EVERYONE)
    board._journal = Journal(("one", "other", "black", "white", "green"), (Piece,))
    for (row, column), owner in (owners or {}).items():
        board.put(Piece(owner), board.at(row, column))
    return game, board


def scattered(rows: int, columns: int, chooser: random.Random) -> dict[tuple[int, int], str]:
    """Tokens of three owners here and there."""
    density = chooser.random()
    return {
        (row, column): chooser.choice(["black", "white", "white", "green"])
        for row in range(rows)
        for column in range(columns)
        if chooser.random() < density
    }


# -- cells -------------------------------------------------------------------------------------------------------------


def test_cells_are_named_by_column_and_row_and_a1_comes_first() -> None:
    _game, board = grid(2, 3)
    assert [str(cell) for cell in board.cells] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [(cell.index, cell.row, cell.column) for cell in board.cells[2:4]] == [(2, 0, 2), (3, 1, 0)]
    assert board.cell("c2") is board.at(1, 2) is board.cells[5]
    assert board.cell(board.cells[1]) is board.cells[1]
    assert (board.cells[5].place, repr(board.cells[5])) == ("grid2x3:c2", "Cell('c2')")


@pytest.mark.parametrize("name", ["d1", "a3", "a0", "A1", "", "11", "a1 ", "aa1"])
def test_a_cell_that_is_not_there_is_refused(name: str) -> None:
    _game, board = grid(2, 3)
    for look in (board.cell, board.owner, board.neighbours, board.rays, board.__getitem__):
        with pytest.raises(RulesError, match=f"grid 'grid2x3' has no cell {name!r}; it has 'a1' to 'c2'"):
            look(name)


def test_a_cell_of_another_grid_means_the_one_of_its_name() -> None:
    _game, board = grid(2, 3)
    _other, large = grid(4, 4)
    assert board.cell(large.cell("b2")) is board.cell("b2")
    board.put(Piece("one"), large.cell("c2"))
    assert (board["c2"], board[large.cell("c2")], board.owner(large.cell("b2"))) == (board.tokens()[0], board["c2"], None)
    for look in (board.cell, board.owner, board.neighbours, board.rays, board.__getitem__):
        with pytest.raises(RulesError, match="grid 'grid2x3' has no cell 'd4'"):
            look(large.cell("d4"))


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_rows_and_columns_outside_are_refused(row: int, column: int) -> None:
    _game, board = grid(2, 3)
    with pytest.raises(RulesError, match=f"has no cell in row {row}, column {column}: it is 2 by 3"):
        board.at(row, column)


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (100, 3), (3, 27), (-1, 3)])
def test_a_grid_has_names_for_its_cells(rows: int, columns: int) -> None:
    with pytest.raises(RulesError, match=f"grid 'g' cannot be {rows} by {columns}: 1 to 99 rows and 1 to 26 columns"):
        Grid("g", rows=rows, columns=columns)


@pytest.mark.parametrize(
    ("rows", "columns", "length", "count"), [(3, 3, 3, 8), (6, 7, 4, 69), (2, 3, 3, 2), (2, 2, 3, 0), (19, 19, 5, 1020)]
)
def test_straight_lines_of_a_length(rows: int, columns: int, length: int, count: int) -> None:
    _game, board = grid(rows, columns)
    lines = board.stretches(length)
    assert len(lines) == len({frozenset(map(str, line)) for line in lines}) == count
    for line in lines:
        steps = {(after.row - before.row, after.column - before.column) for before, after in pairwise(line)}
        assert len(line) == length
        assert len(steps) == 1
    with pytest.raises(RulesError, match="has no straight lines of 1 cells: a line has at least 2"):
        board.stretches(1)


# -- tokens ------------------------------------------------------------------------------------------------------------


def test_what_lies_where() -> None:
    game = workshop()
    board = game.board
    left, right = board["a1"], board["c3"]
    assert left is not None
    assert right is not None
    assert board["b2"] is None
    assert (board.owner("a1"), board.owner("b2"), board.owner(board.cell("c3"))) == ("left", None, "right")
    assert board.tokens() == [left, right]
    assert [str(cell) for cell in board.empty()] == ["b1", "c1", "a2", "b2", "c2", "a3", "b3"]
    assert (board.owned("left"), board.owned("nobody")) == ([board.cell("a1")], [])
    assert (board.count("right"), len(board), board.full()) == (1, 2, False)
    assert str(board.where(right)) == "c3"
    with pytest.raises(RulesError, match=r"piece\(face='a'\) does not lie on grid 'board'"):
        board.where(game.open[0])


def test_a_cell_holds_one_token() -> None:
    game = workshop()
    token = game.open[0]
    with pytest.raises(RulesError, match=r"piece\(face='a'\) cannot be put on a1: piece\('left'\) lies there; remove it first"):
        game.board.put(token, "a1")
    assert token.container is game.open
    occupant = game.board["a1"]
    assert occupant is not None
    with pytest.raises(RulesError, match="remove it first"):
        game.board.put(occupant, "a1")


def test_a_token_moves_from_cell_to_cell() -> None:
    game = workshop()
    token = game.board["a1"]
    assert token is not None
    game.board.put(token, "b2")
    assert (game.board["a1"], game.board["b2"], game.board.owner("a1"), game.board.owner("b2")) == (None, token, None, "left")
    game.board.add(token)  # the first empty cell
    assert str(game.board.where(token)) == "a1"


def test_a_full_grid_takes_no_more() -> None:
    game = workshop()
    for _each in range(7):
        game.board.add(Piece())
    assert game.board.full()
    with pytest.raises(RulesError, match="cannot be added to grid 'board': it is full"):
        game.board.add(Piece())


# -- directions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_rays_and_neighbours_against_the_coordinates(rows: int, columns: int) -> None:
    _game, board = grid(rows, columns)
    for cell in board.cells:
        rays = []
        for down, right in AROUND:
            ray = []
            row, column = cell.row + down, cell.column + right
            while 0 <= row < rows and 0 <= column < columns:
                ray.append((row, column))
                row, column = row + down, column + right
            rays.append(ray)
        assert [[(each.row, each.column) for each in ray] for ray in board.rays(cell)] == rays
        assert [(each.row, each.column) for each in board.neighbours(cell)] == [ray[0] for ray in rays if ray]
        straight = [ray[0] for ray in rays[::2] if ray]
        assert [(each.row, each.column) for each in board.neighbours(cell, diagonal=False)] == straight
        assert board.rays(cell, diagonal=False) == board.rays(cell.name)[::2]
        assert board.neighbours(cell.name) == board.neighbours(cell)
        assert board.neighbours(cell) is grid(rows, columns)[1].neighbours(cell), "made once for all boards of the form"


def run(owners: dict[tuple[int, int], str], row: int, column: int, down: int, right: int) -> list[tuple[int, int]]:
    """The tokens of one owner in a straight line through a cell, in both directions."""
    found = [(row, column)]
    for sign in (1, -1):
        step = 1
        while owners.get((row + sign * step * down, column + sign * step * right)) == owners[row, column]:
            found.append((row + sign * step * down, column + sign * step * right))
            step += 1
    return found


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_lines_against_a_walk_through_the_cells(rows: int, columns: int) -> None:
    chooser = random.Random(rows * 100 + columns)
    for _each in range(20):
        owners = scattered(rows, columns, chooser)
        _game, board = grid(rows, columns, owners)
        for cell in board.cells:
            at = (cell.row, cell.column)
            runs = [len(run(owners, *at, *way)) for way in AROUND[:4]] if at in owners else [0]
            for length in range(1, 9):
                assert board.in_line(cell, length) == (max(runs) >= length)
                assert board.in_line(cell, length, exactly=True) == (length in runs and length <= max(rows, columns))


def trapped(owners: dict[tuple[int, int], str], at: tuple[int, int], role: str) -> set[tuple[int, int]]:
    """What a token of ``role`` there would trap, as the rules of Reversi put it."""
    found: set[tuple[int, int]] = set()
    for down, right in AROUND:
        line = []
        row, column = at[0] + down, at[1] + right
        while owners.get((row, column), role) != role:
            line.append((row, column))
            row, column = row + down, column + right
        if owners.get((row, column)) == role:
            found.update(line)
    return found


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_brackets_against_the_rules_as_they_are_written(rows: int, columns: int) -> None:
    chooser = random.Random(rows * 100 + columns)
    for _each in range(25):
        owners = scattered(rows, columns, chooser)
        _game, board = grid(rows, columns, owners)
        for role in ("black", "white"):
            expected = []
            for cell in board.cells:
                traps = trapped(owners, (cell.row, cell.column), role)
                tokens = board.bracketed(cell, role)
                assert sorted((board.where(token).row, board.where(token).column) for token in tokens) == sorted(traps)
                if traps and (cell.row, cell.column) not in owners:
                    expected.append(cell)
            assert board.brackets(role) == expected


# -- on the wire -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", ["through", "M0 0H6V6H0ZM1 1H5V5", "M 0,0 L 1.5,1"])
def test_lines_are_for_the_page(lines: str) -> None:
    assert "lines" not in Grid("go", rows=9, columns=9).scene()
    assert Grid("go", rows=9, columns=9, lines=lines).scene()["lines"] == lines


def test_points_are_for_the_page() -> None:
    assert "points" not in Grid("mill", rows=3, columns=3, lines="M0 0H2V2H0Z").scene()
    assert Grid("mill", rows=3, columns=3, lines="M0 0H2V2H0Z", points=("a1", "c1", "c3")).scene()["points"] == [
        "a1",
        "c1",
        "c3",
    ]
    with pytest.raises(RulesError, match="grid 'mill' has no cell 'd1'"):
        Grid("mill", rows=3, columns=3, points=["d1"])


@pytest.mark.parametrize("lines", ["", "across", "H6", 'M0 0"/><script>'])
def test_lines_that_cannot_be_drawn(lines: str) -> None:
    with pytest.raises(RulesError, match="'between' its cells, 'through' them, 'dots', or SVG path data"):
        Grid("go", rows=9, columns=9, lines=lines)


def test_the_scene_says_how_to_draw_it() -> None:
    board = Grid("sea", rows=10, columns=9, surface="paper", origin="bottom")
    assert board.scene() == {
        "name": "sea",
        "layout": "grid",
        "rows": 10,
        "columns": 9,
        "surface": "paper",
        "origin": "bottom",
    }


def test_the_view_names_cells() -> None:
    game = workshop()
    assert [(token["at"], token["owner"]) for token in game.view("observer")["containers"]["board"]["tokens"]] == [
        ("a1", "left"),
        ("c3", "right"),
    ]


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ([{}], "containers.board[0] lies at None; grid 'board' has cells 'a1' to 'c3'"),
        ([{"at": "d1"}], "containers.board[0] lies at 'd1'; grid 'board' has cells 'a1' to 'c3'"),
        ([{"at": ["a1"]}], "containers.board[0] lies at ['a1']; grid 'board' has cells 'a1' to 'c3'"),
        ([{"at": "a1"}, {"at": "a1"}], "containers.board[1] lies at 'a1', where another token lies already"),
    ],
)
def test_a_position_puts_tokens_on_cells(tokens: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Workshop(position={"containers": {"board": [{"kind": "piece", **token} for token in tokens]}})
    assert str(caught.value) == said


def test_where_a_token_lies_makes_a_position() -> None:
    one, other = workshop(), workshop()
    token = one.board["a1"]
    assert token is not None
    one.board.put(token, "a2")
    assert one.key() != other.key()


def test_who_sees_it_from_the_other_side_is_in_the_scene() -> None:
    assert Grid("board", rows=2, columns=2, turned_for=("black",)).scene()["turned_for"] == ["black"]
    assert "turned_for" not in Grid("board", rows=2, columns=2).scene()


def test_a_grid_is_drawn_over_one_that_is_some_times_as_large() -> None:
    board, large = Grid("board", rows=9, columns=6), Grid("large", rows=3, columns=2)
    assert "over" not in large.scene()
    large.place_over(board)
    assert large.scene()["over"] == "board"
    for host in (large, Grid("other", rows=3, columns=6), None):
        with pytest.raises(RulesError, match="cannot lie over"):
            large.place_over(host)  # type: ignore[arg-type]


def test_a_board_of_pieces_that_point_away_from_their_owners_says_so() -> None:
    assert Grid("board", rows=3, columns=3, pointed=True).scene()["pointed"] is True
    assert "pointed" not in Grid("board", rows=3, columns=3).scene()
