"""Chains: kept through writes, undone ones and those of other parts, against finding them again and again."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import Grid
from rondel.engine.components.boards.board import Board
from tests.engine.components.boards.groups.test_group import walked
from tests.engine.rules.boards import board_of
from tests.engine.rules.store import Piece


def assert_found(board: Board) -> None:
    """What the board says of its chains is what joining cell to cell finds."""
    near = board._shape.beside
    free = [token is None for token in board._tokens]
    found: dict[int, tuple[set[int], set[int]]] = {}
    for cell in board.cells:
        owner = board.owner(cell)
        chain = board.chain(cell)
        if owner is None:
            assert chain is None
            continue
        assert chain is not None
        group = walked(board, cell.index, near)
        liberties = {other for each in group for other in near[each] if free[other]}
        found[cell.index] = group, liberties
        assert chain.owner == owner
        assert [each.index for each in chain.cells] == sorted(group)
        assert [each.index for each in chain.liberties] == sorted(liberties)
    for role in ("left", "right"):
        expected, taken = [], {}
        for cell in [each for each in board.cells if free[each.index]]:
            around = near[cell.index]
            mine = [found[other][1] for other in around if board._owners[other] == role]
            theirs = [found[other] for other in around if board._owners[other] not in (role, None)]
            taken[cell] = {other for group, liberties in theirs if len(liberties) == 1 for other in group}
            if any(free[other] for other in around) or any(len(each) > 1 for each in mine) or taken[cell]:
                expected.append(cell)
        assert board.breathing(role) == expected
        assert all([each.index for each in board.enclosed(cell, role)] == sorted(others) for cell, others in taken.items())
        sides = list(board.sides)
        groups = [set(group) for group in board.groups(role)]
        for side in sides[1:]:
            meets = any(group & set(board.side(sides[0])) and group & set(board.side(side)) for group in groups)
            assert board.joined(role, sides[0], side) == meets


@given(seed=st.integers(0, 9999), kind=st.sampled_from(["grid", "hexes"]))
def test_chains_are_found_through_writes_and_undone_ones(seed: int, kind: str) -> None:
    chooser = random.Random(seed)
    game, board = board_of(kind)
    journal = game._journal
    marks = [len(journal.entries)]
    for _each in range(8):
        for _write in range(chooser.choice((1, 1, 2, 9))):
            cell = chooser.choice(board.cells)
            lying, other = board[cell], chooser.choice(board.cells)
            if lying is None:
                board.put(Piece(chooser.choice(["left", "right", "left", "right", None])), cell)
            elif chooser.random() < 0.3:
                lying.owner = chooser.choice(["left", "right", None])
            elif board[other] is None and chooser.random() < 0.5:
                board.put(lying, other)
            else:
                lying.remove()
        if chooser.random() < 0.5:
            assert_found(board)
        if chooser.random() < 0.3:
            journal.rollback(chooser.choice(marks))
            marks = [mark for mark in marks if mark <= len(journal.entries)]
            if chooser.random() < 0.5:
                assert_found(board)
        elif chooser.random() < 0.2:
            tail = journal.rewind(chooser.choice(marks))
            if chooser.random() < 0.5:
                assert_found(board)
            journal.forward(tail)
        marks.append(len(journal.entries))
    assert_found(board)


def test_a_chain_has_its_liberties_by_sides() -> None:
    _game, board = board_of("grid")
    assert isinstance(board, Grid)
    for cell in board.cells:
        lying = board[cell]
        if lying is not None:
            lying.remove()
    for name, role in (("a1", "left"), ("b1", "left"), ("b2", "right"), ("c2", "left")):
        board.put(Piece(role), name)
    chain = board.chain("b1")
    assert chain is not None
    assert (chain.owner, set(map(str, chain.cells)), set(map(str, chain.liberties))) == ("left", {"a1", "b1"}, {"c1", "a2"})
    assert board.chain("c1") is None
    board.put(Piece("right"), "c1")
    after = board.chain("b1")
    assert after is not None
    assert [str(cell) for cell in after.liberties] == ["a2"]
    assert [str(cell) for cell in board.enclosed("a2", "right")] == ["a1", "b1"]
    assert repr(after) == "Chain('left', [Cell('a1'), Cell('b1')], [Cell('a2')])"
