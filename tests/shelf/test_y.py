"""Y: OpenSpiel's game move by move, the theorems about it, and the swap."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pyspiel
import pytest

from rondel.engine import OBSERVER
from rondel.errors import BadOption, IllegalMove
from rondel.players import play
from rondel.players.spec import player
from rondel.search import alphabeta
from rondel.shelf.y.rules import SIDES, Y


@pytest.mark.parametrize(("size", "games"), [(3, 600), (5, 400), (9, 100), (13, 40)])
def test_it_is_the_game_of_openspiel(size: int, games: int, scaled: Callable[[int], int]) -> None:
    """The same moves are legal at each turn; the game ends at the same stone, and the same player wins. The board of OpenSpiel
    stands on its point."""
    theirs = pyspiel.load_game("y", {"board_size": size})
    random = Random(size)
    for _each in range(scaled(games)):
        game, state = Y(options={"size": size, "swap": False}), theirs.new_initial_state()
        while not state.is_terminal():
            cells = [game.board.cell(str(move)[len("place(") : -1]) for move in game.moves()]
            numbers = {(size - 1 - cell.row) * size + cell.column: cell for cell in cells}
            assert sorted(numbers) == state.legal_actions()
            chosen = random.choice(sorted(numbers))
            game.push(f"place({numbers[chosen]})")
            state.apply_action(chosen)
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()


def test_a_full_board_has_exactly_one_winner() -> None:
    """Whoever places the stones, in whatever number: as in Hex, which is Y on a board that is partly filled."""
    random = Random(4)
    for size in (3, 4, 7):
        for _each in range(20):
            game = Y(options={"size": size})
            stones = [{"kind": "stone", "owner": random.choice(game.roles), "at": str(cell)} for cell in game.board.cells]
            full = Y(options={"size": size}, position={"containers": {"board": stones}})
            assert [full.board.joined(role, *SIDES) for role in full.roles].count(True) == 1


@pytest.mark.parametrize(("swap", "value"), [(False, 1.0), (True, -1.0)])
def test_the_first_player_wins_without_the_swap_and_the_second_with_it(swap: bool, value: float) -> None:
    """The argument of the stolen strategy; on three lines any first stone wins but one in a corner, which loses with the swap
    as well: the second player leaves it there."""
    assert alphabeta(Y(options={"size": 3, "swap": swap})).value["red"] == value


def test_two_sides_are_not_enough() -> None:
    """A chain from side to side and a corner at its end, which lies on the third side."""
    game = Y(options={"size": 4, "swap": False})
    for cell in ("b2", "b4", "b3", "c4", "a3", "d4"):
        game.push(f"place({cell})")
    assert game.board.joined("red", "left", "right")
    assert not game.is_over
    game.push("place(a4)")
    assert game.winners == ("red",)
    assert [str(cell) for cell in game.decisive()] == ["b2", "a3", "b3", "a4"]
    assert game.view(OBSERVER)["ending"]["text"] == "with a chain that joins the three sides"


def test_the_swap_takes_over_the_first_stone_where_it_lies() -> None:
    game = Y()
    game.push("place(c5)")
    assert "swap" in map(str, game.moves())
    game.push("swap")
    assert [(str(cell), stone.owner) for cell, stone in game.board.tokens_of("blue")] == [("c5", "blue")]
    assert len(game.board) == 1
    assert game.active == ("red",)
    assert len(game.moves()) == 90
    with pytest.raises(IllegalMove):
        game.push("swap")


def test_the_swap_is_offered_only_in_the_second_turn_and_only_if_it_is_played() -> None:
    game = Y()
    offered = []
    for cell in ("a1", "a2", "b2"):
        offered.append("swap" in map(str, game.moves()))
        game.push(f"place({cell})")
    assert offered == [False, True, False]
    without = Y(options={"swap": False})
    without.push("place(a1)")
    assert "swap" not in map(str, without.moves())


def test_the_stones_still_missing() -> None:
    """An edge is a chain of all three sides; a corner lies on two of them."""
    game = Y(options={"size": 5, "swap": False})
    assert [game.missing(role) for role in game.roles] == [5, 5]
    for cell in ("b4", "a1", "c4"):
        game.push(f"place({cell})")
    assert [game.missing(role) for role in game.roles] == [3, 4]


@pytest.mark.parametrize("size", [2, 20])
def test_sizes(size: int) -> None:
    with pytest.raises(BadOption):
        Y(options={"size": size})


def test_bots_play_it_to_its_end() -> None:
    game = Y(seed=2, options={"size": 6})
    play(game, {"red": player("greedy", seed=2), "blue": player("random", seed=2)})
    assert game.winners == ("red",)
    assert game.board.joined("red", *SIDES)
