"""Groups: what is joined, against joining again and again."""

from __future__ import annotations

import itertools
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import Grid, HexGrid
from rondel.engine.components.boards.board import Board
from rondel.engine.components.cell import Cell
from tests.engine.rules.boards import board_of
from tests.engine.rules.store import Piece


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


def pieces(board: Board, near: Any, without: int = -1) -> list[set[int]]:
    """The connected sets of taken cells, by merging sets that touch."""
    sets = [{cell.index} for cell in board.cells if board[cell] is not None and cell.index != without]
    merged = True
    while merged:
        merged = False
        for one, other in itertools.combinations(sets, 2):
            if any(index in near[each] for each in one for index in other):
                sets.remove(other)
                one |= other
                merged = True
                break
    return sets


def assert_missing(board: HexGrid, role: str, side: tuple[Cell, ...]) -> None:
    """The tokens still missing are those of the cheapest way, by improving all ways until none becomes cheaper."""
    cost = {cell: int(board[cell] is None) for cell in board.cells if board.owner(cell) == role or board[cell] is None}
    least = {cell: cost[cell] for cell in side if cell in cost}
    improved = True
    while improved:
        improved = False
        for cell, price in cost.items():
            ways = [least[near] + price for near in board.neighbours(cell) if near in least]
            if ways and min(ways) < least.get(cell, 10_000):
                least[cell] = min(ways)
                improved = True
    assert board.missing(role, side) == least


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
        third = board.cells[2:30:9]
        all_three = [group for group in groups if all(set(group) & set(each) for each in (side, other, third))]
        assert board.joined(role, side, third, other, **more) == (all_three != [])
        if isinstance(board, HexGrid):
            joining = board.joining(role, side, other, third)
            assert joining in (all_three or [[]])
            assert_missing(board, role, side)
    assert board.connected(**more) == (len(pieces(board, near)) <= 1)
    for token in board.tokens()[:3]:
        rest = pieces(board, near, without=board.where(token).index)
        assert board.connected(without=[token], **more) == (len(rest) <= 1)
    reached = board.flood(board.cells[:1], lambda cell: board.owner(cell) == "left", **more)
    expected = {0}
    while True:
        following = {other for index in expected for other in near[index] if board._owners[other] == "left"}
        if following <= expected:
            break
        expected |= following
    assert {cell.index for cell in reached} == expected
