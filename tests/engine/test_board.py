"""Boards: stacks, groups, floods and slides, against slow and simple references and known numbers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import EVERYONE, Grid, HexGrid, leaper, rider
from rondel.engine.board import Board
from rondel.engine.sight import Sight
from rondel.errors import BadPosition, RulesError
from rondel.games.reversi import Disc, Reversi
from tests.engine.rules.store import BUILD, VISIBLE, Piece, Store, store, trial_of

BUILD["grid"] = lambda who: Grid("store", rows=3, columns=3, **who)
BUILD["hex"] = lambda who: HexGrid("store", radius=1, **who)
BUILD["stacks"] = lambda who: Grid("store", rows=2, columns=2, capacity=None, **who)
BUILD["pairs"] = lambda who: HexGrid("store", rows=2, columns=1, capacity=2, **who)
BUILD["hexes"] = lambda who: HexGrid("store", radius=3, **who)
BUILD["chess"] = lambda who: Grid("store", rows=8, columns=8, **who)


def board_of(kind: str, who: str = "all") -> tuple[Store, Board]:
    """A store with a board of that kind."""
    game = store(kind, who)
    assert isinstance(game.store, Board)
    return game, game.store


def names(cells: list[Any]) -> list[str]:
    return [str(cell) for cell in cells]


# -- what is empty -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["grid", "hex", "stacks", "pairs", "hexes"])
@given(seed=st.integers(0, 1_000_000))
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


@pytest.mark.parametrize(("kind", "same"), [("grid", True), ("hex", True), ("hexes", False)])
def test_equal_sets_of_empty_cells_of_a_small_board_are_one_tuple(kind: str, same: bool) -> None:
    boards = [board_of(kind)[1] for _each in range(2)]
    for board in boards:
        board.put(Piece(), board.cells[1])
    one, other = [board.empty() for board in boards]
    assert one == other
    assert (one is other) == same


# -- placing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["grid", "hex", "stacks", "pairs", "hexes"])
def test_placing_is_putting_a_new_token(kind: str) -> None:
    """Also where there is something already, on a cell by its name, and for nobody; a rollback takes it back."""
    (game, board), (other, twin) = board_of(kind), board_of(kind)
    first, middle, last = board.cells[0], board.cells[len(board.cells) // 2], board.cells[-1]
    board.remember("what", lambda: "before")
    for owner, cell in (("left", first), ("right", last.name), (None, middle), ("right", first)):
        if board[cell] is not None and board.capacity == 1:
            with pytest.raises(RulesError, match=rf"piece\('right'\) cannot be put on {first}: piece\('left'\) lies there"):
                board.place(Piece, owner, cell)
            continue
        token = board.place(Piece, owner, cell)
        twin.put(Piece(owner), cell)
        assert (token, token.owner, token.face, token.container) == (board[cell], owner, "", board)
    assert board.remember("what", lambda: "after") == "after"
    assert game.key() == other.key()
    assert board.to_json() == twin.to_json(), "numbered alike"
    assert [entry[1] for entry in game._journal.entries] == [entry[1] for entry in other._journal.entries]
    assert (len(board), board.empty(), board.count("right")) == (len(twin), twin.empty(), twin.count("right"))
    game._journal.rollback(0)
    assert (len(board), board.empty(), board.count("left")) == (0, board.cells, 0)


def test_what_cannot_be_placed_is_refused_as_putting_refuses_it() -> None:
    _game, board = board_of("grid")
    with pytest.raises(RulesError, match=r"disc\('left'\) cannot come into play: 'disc' is not among the kinds of the game"):
        board.place(Disc, "left", board.cells[0])
    with pytest.raises(RulesError, match="nobody"):
        board.place(Piece, "nobody", board.cells[0])
    with pytest.raises(RulesError, match="has no cell 'd9'"):
        board.place(Piece, "left", "d9")
    with pytest.raises(RulesError, match="is in no game yet"):
        Grid("g", rows=1, columns=1).place(Piece, "left", "a1")
    assert (len(board), board.key()) == (0, board_of("grid")[1].key())


@pytest.mark.interpreted("compiled code says by itself that an argument is of another type")
def test_what_is_no_kind_of_token_cannot_be_placed() -> None:
    wrong: Any = "piece"
    with pytest.raises(RulesError, match=r"no token can be made of 'piece'; give its kind, as in place\(Disc, role, cell\)"):
        board_of("grid")[1].place(wrong, "left", "a1")


# -- stacks ------------------------------------------------------------------------------------------------------------


def test_tokens_are_stacked_and_taken_from_anywhere() -> None:
    _game, board = board_of("stacks")
    for face in "abc":
        board.put(Piece("left", face=face), "b1")
    board.put(Piece("right", face="d"), "b1")
    bottom = board.stack("b1")[0]
    assert [token.face for token in board.stack("b1")] == ["a", "b", "c", "d"]
    assert (board.height("b1"), board.height("a1"), len(board), board.count("left"), board.owner("b1")) == (4, 0, 4, 0, "right")
    assert [board.slot(token) for token in board] == ["b1.0", "b1.1", "b1.2", "b1"]
    bottom.remove()
    assert [token.face for token in board.stack("b1")] == ["b", "c", "d"]
    top = board["b1"]
    assert top is not None
    board.put(top, "a2")
    assert [token.face for token in board.tokens()] == ["b", "c", "d"]
    assert (board.owner("b1"), names(board.owned("left")), names([*board.empty()])) == ("left", ["b1"], ["a1", "b2"])
    board.put(board.stack("b1")[0], "b1")
    assert [token.face for token in board.stack("b1")] == ["c", "b"], "from below to the top"


def test_who_owns_what_lies_beneath_does_not_count() -> None:
    _game, board = board_of("stacks")
    board.put(Piece("left"), "a1")
    board.put(Piece("left"), "a1")
    board.stack("a1")[0].owner = "right"
    assert (board.owner("a1"), board.count("right")) == ("left", 0)
    board.stack("a1")[1].remove()
    assert board.owner("a1") == "right"


def test_a_cell_holds_no_more_than_its_capacity() -> None:
    game, board = board_of("pairs")
    for _each in range(4):
        assert not board.full()
        board.add(Piece())
    assert board.full()
    assert [board.height(cell) for cell in board.cells] == [2, 2]
    with pytest.raises(RulesError, match=r"piece\(\) cannot be put on a1: piece\(\) lies there; remove it first"):
        board.put(Piece(), "a1")
    with pytest.raises(RulesError, match="cannot be added to hex grid 'store': it is full"):
        board.add(game.open[0])
    board.put(board.stack("a1")[0], "a1")
    assert not board_of("stacks")[1].full()
    with pytest.raises(RulesError, match="grid 'g' cannot have cells for 0 tokens; give 1 or more, or None for any"):
        Grid("g", rows=1, columns=1, capacity=0)


def test_stacks_are_seen_with_their_levels() -> None:
    game, board = board_of("stacks")
    for face in "ab":
        board.put(Piece(face=face), "b2")
    seen = game.view("left")["containers"]["store"]["tokens"]
    assert [(each["at"], each["level"], each["face"]) for each in seen] == [("b2", 0, "a"), ("b2", 1, "b")]
    assert game.scene()["containers"][0]["capacity"] is None
    single = board_of("grid")[0]
    assert "capacity" not in single.scene()["containers"][0]


def test_what_lies_beneath_makes_a_position() -> None:
    keys: set[object] = set()
    for order in (("a", "b"), ("b", "a"), ("a",), ("b",)):
        game, board = board_of("stacks")
        for face in order:
            board.put(Piece(face=face), "a1")
        keys.add(game.key())
    assert len(keys) == 4


def test_a_position_with_too_many_on_a_cell_is_refused() -> None:
    tokens = [{"kind": "piece", "at": "a1"}] * 3
    with pytest.raises(BadPosition, match=r"containers.store\[2\] lies at 'a1', where 2 tokens lie already"):
        Store(options={"kind": "pairs"}, position={"containers": {"store": tokens}})
    with pytest.raises(BadPosition, match=r"lies at 'a9'; hex grid 'store' has cells 'a1' to 'a2'"):
        Store(options={"kind": "pairs"}, position={"containers": {"store": [{"kind": "piece", "at": "a9"}]}})
    with pytest.raises(BadPosition, match=r"containers.store\[1\] lies at 'a1', where another token lies already"):
        Store(options={"kind": "grid"}, position={"containers": {"store": tokens}})


def test_how_many_lie_on_a_hidden_board_is_told_only_where_it_may_be() -> None:
    game, board = board_of("grid", "left")
    board.add(game.shut[0])
    assert "store" not in game.view("right")["containers"]
    shown = Grid("shown", rows=1, columns=1, backs_visible_to=("right",))
    assert shown.view(Sight("right", ())) == {"backs": 0}
    assert shown.view(Sight("left", ())) is None


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


# -- groups ------------------------------------------------------------------------------------------------------------


def walked(board: Board, start: int, near: Any) -> set[int]:
    """The cells of one owner around a cell, by joining again and again."""
    owner, empty = board._owners[start], board._tokens[start] is None
    found = {start}
    while True:
        more = {
            other
            for index in found
            for other in near[index]
            if board._owners[other] == owner and (board._tokens[other] is None) == empty
        }
        if more <= found:
            return found
        found |= more


@given(seed=st.integers(0, 9999), kind=st.sampled_from(["chess", "hexes"]), diagonal=st.booleans())
def test_groups_against_joining_again_and_again(seed: int, kind: str, diagonal: bool) -> None:
    chooser = random.Random(seed)
    _game, board = board_of(kind)
    for cell in board.cells:
        owner = chooser.choice(["left", "right", None, ""])
        if owner != "":
            board.put(Piece(owner), cell)
    more: dict[str, Any] = {"diagonal": diagonal} if isinstance(board, Grid) else {}
    near = board._shape.near if diagonal or kind == "hexes" else board._shape.beside
    for cell in board.cells:
        assert {each.index for each in board.group(cell, **more)} == walked(board, cell.index, near)
    for role in ("left", "right"):
        groups = board.groups(role, **more)
        assert sorted([cell.index for group in groups for cell in group]) == [cell.index for cell in board.owned(role)]
        assert all(board.group(group[0], **more) == group for group in groups)
        side, other = board.cells[:4], board.cells[-4:]
        meets = any(set(group) & set(side) and set(group) & set(other) for group in groups)
        assert board.joined(role, side, other, **more) == meets
    reached = board.flood(board.cells[:1], lambda cell: board.owner(cell) == "left", **more)
    expected = {0}
    while True:
        following = {other for index in expected for other in near[index] if board._owners[other] == "left"}
        if following <= expected:
            break
        expected |= following
    assert {cell.index for cell in reached} == expected


# -- whatever is done --------------------------------------------------------------------------------------------------


@given(
    kind=st.sampled_from(["grid", "hex", "stacks", "pairs"]),
    who=st.sampled_from(sorted(VISIBLE)),
    seeds=st.lists(st.integers(0, 199), max_size=14),
)
def test_whatever_is_done_to_a_board_is_taken_back_and_goes_elsewhere(kind: str, who: str, seeds: list[int]) -> None:
    def put(game: Store, chooser: random.Random) -> None:
        board: Any = game.store
        board.put(game.some(chooser), chooser.choice(board.cells))

    def owners_are_kept(game: Store, chooser: random.Random) -> None:
        board: Any = game.store
        tops = [stack[-1] if (stack := board._stack(cell.index)) else None for cell in board.cells]
        assert board._tokens == tops
        assert board._owners == [None if token is None else token.owner for token in tops]

    add = lambda game, chooser: game.store.add(game.some(chooser))  # noqa: E731
    game = trial_of(kind, who, [put, put, add, owners_are_kept], seeds)
    owners_are_kept(game, random.Random())
    assert not len(game.store)


def test_tokens_on_boards_that_all_see_keep_their_visibility() -> None:
    game, board = board_of("grid", "all")
    board.put(game.open[0], "a1")
    assert board.visible_to == EVERYONE
    assert [token.seen_by("observer") for token in board] == [True]


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


# -- what a piece reaches ----------------------------------------------------------------------------------------------


def squares() -> Board:
    """Left's on c3 and c5, right's on e3 and a1."""
    _game, board = board_of("chess")
    for cell, owner in (("c3", "left"), ("c5", "left"), ("e3", "right"), ("a1", "right")):
        board.put(Piece(owner), cell)
    return board


def test_the_token_on_a_cell() -> None:
    board = squares()
    assert board.token("c3") is board["c3"]
    with pytest.raises(RulesError, match="nothing lies on d4 of grid 'store'"):
        board.token("d4")


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
