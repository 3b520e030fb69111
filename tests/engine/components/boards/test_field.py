"""Fields: what is put, stacked and taken, whatever the board is made of it; seen, kept, and taken back."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import EVERYONE, Grid
from rondel.engine.components.viewer import Viewer
from rondel.errors import BadPosition, RulesError
from rondel.shelf.reversi import Disc
from tests.engine.rules.boards import board_of, names
from tests.engine.rules.store import VISIBLE, Piece, Store, trial_of

# -- changes in another order -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_the_writes_of_a_move_between_stacks_can_come_in_any_order(order: tuple[int, ...]) -> None:
    """A change is applied again write by write: then a token lies on its new cell before it has left the old one."""
    game, board = board_of("stacks")
    start, goal = board.cells[:2]
    for cell in (start, goal):
        board.place(Piece, None, cell)
    token = board.place(Piece, "left", start)
    before = len(game._journal.entries)
    board.put(token, goal)
    writes: list[Any] = game._journal.entries[before:]
    assert len(writes) == 4
    for number, place in ((2, start), (3, goal)):  # back, and forth again
        for index in order:
            owner, key, *values = writes[index]
            owner._write(key, values[number - 2])
        assert board.where(token) == place
        for cell in (start, goal):
            assert [each.container for each in board.stack(cell)] == [board] * board.height(cell)
            assert [board.where(each) for each in board.stack(cell)] == [cell] * board.height(cell)


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


def test_the_token_on_a_cell() -> None:
    _game, board = board_of("chess")
    board.put(Piece("left"), "c3")
    assert board.token("c3") is board["c3"]
    with pytest.raises(RulesError, match="nothing lies on d4 of grid 'store'"):
        board.token("d4")


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


# -- who sees it -------------------------------------------------------------------------------------------------------


def test_how_many_lie_on_a_hidden_board_is_told_only_where_it_may_be() -> None:
    game, board = board_of("grid", "left")
    board.add(game.shut[0])
    assert "store" not in game.view("right")["containers"]
    shown = Grid("shown", rows=1, columns=1, backs_visible_to=("right",))
    assert shown.view(Viewer("right", ())) == {"backs": 0}
    assert shown.view(Viewer("left", ())) is None


def test_tokens_on_boards_that_all_see_keep_their_visibility() -> None:
    game, board = board_of("grid", "all")
    board.put(game.open[0], "a1")
    assert board.visible_to == EVERYONE
    assert [token.seen_by("observer") for token in board] == [True]


# -- whatever is done --------------------------------------------------------------------------------------------------


@given(
    kind=st.sampled_from(["grid", "hex", "stacks", "pairs"]),
    who=st.sampled_from(sorted(VISIBLE)),
    seeds=st.lists(st.integers(0, 199), max_size=14),
)
@pytest.mark.no_cover
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
