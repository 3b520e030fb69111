"""Hex: OpenSpiel's game move by move, the theorems about it, and the swap."""

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
from rondel.shelf.hex import Hex


@pytest.mark.parametrize(("size", "games"), [(3, 600), (5, 400), (8, 60), (11, 40)])
@pytest.mark.parametrize("swap", [False, True])
def test_it_is_the_game_of_openspiel(size: int, games: int, swap: bool, scaled: Callable[[int], int]) -> None:
    """The same moves are legal at each turn, the swap with the same result; the game ends at the same stone, and the same
    player wins."""
    theirs = pyspiel.load_game("hex", {"board_size": size, "swap": swap})
    options = {"size": size, "swap": swap}
    random = Random(size)
    for _each in range(scaled(games)):
        game, state = Hex(options=options), theirs.new_initial_state()
        while not state.is_terminal():
            moves = {number(game, str(move)): move for move in game.moves()}
            assert sorted(moves) == state.legal_actions()
            chosen = size * size if size * size in moves and random.random() < 0.5 else random.choice(sorted(moves))
            game.push(moves[chosen])
            state.apply_action(chosen)
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()


def number(game: Hex, move: str) -> int:
    """OpenSpiel's number of a move: its cell, row by row, and then the swap."""
    cells = game.board.cells
    return len(cells) if move == "swap" else game.board.cell(move[len("place(") : -1]).index


def test_a_full_board_has_exactly_one_winner() -> None:
    """Gale, The Game of Hex and the Brouwer Fixed-Point Theorem, 1979: whoever places the stones, in whatever number."""
    random = Random(4)
    for size in (3, 4, 7):
        for _each in range(20):
            game = Hex(options={"size": size})
            stones = [{"kind": "stone", "owner": random.choice(game.roles), "at": str(cell)} for cell in game.board.cells]
            full = Hex(options={"size": size}, position={"containers": {"board": stones}})
            assert full.board.joined("red", "top", "bottom") != full.board.joined("blue", "left", "right")


@pytest.mark.parametrize(("swap", "value"), [(False, 1.0), (True, -1.0)])
def test_the_first_player_wins_without_the_swap_and_the_second_with_it(swap: bool, value: float) -> None:
    """Nash's argument of the stolen strategy: on every board; with the swap the second player takes the better side."""
    assert alphabeta(Hex(options={"size": 3, "swap": swap})).value["red"] == value


def test_the_swap_takes_over_the_first_stone_in_the_mirror() -> None:
    game = Hex()
    game.push("place(c2)")
    assert "swap" in map(str, game.moves())
    game.push("swap")
    assert [(str(cell), stone.owner) for cell, stone in game.board.tokens_of("blue")] == [("b3", "blue")]
    assert len(game.board) == 1
    assert game.active == ("red",)
    assert len(game.moves()) == 120
    with pytest.raises(IllegalMove):
        game.push("swap")


def test_the_swap_means_to_blue_what_the_stone_meant_to_red() -> None:
    """The mirror image exchanges the sides of the colours, and neighbours stay neighbours."""
    game = Hex()
    board = game.board
    for mine, theirs in zip(("top", "bottom"), ("left", "right"), strict=True):
        assert {game.mirrored(cell) for cell in board.side(mine)} == set(board.side(theirs))
    for cell in board.cells:
        assert {game.mirrored(near) for near in board.neighbours(cell)} == set(board.neighbours(game.mirrored(cell)))


def test_the_swap_is_offered_only_in_the_second_turn_and_only_if_it_is_played() -> None:
    game = Hex()
    offered = []
    for cell in ("a1", "b1", "c1"):
        offered.append("swap" in map(str, game.moves()))
        game.push(f"place({cell})")
    assert offered == [False, True, False]
    without = Hex(options={"swap": False})
    without.push("place(a1)")
    assert "swap" not in map(str, without.moves())


def test_the_stones_still_missing() -> None:
    """A bridge needs one stone for each of its two steps left open."""
    game = Hex(options={"size": 5, "swap": False})
    assert [game.missing(role) for role in game.roles] == [5, 5]
    for cell in ("c3", "a1", "b3"):
        game.push(f"place({cell})")
    assert [game.missing(role) for role in game.roles] == [4, 4]


@pytest.mark.parametrize("size", [2, 20])
def test_sizes(size: int) -> None:
    with pytest.raises(BadOption):
        Hex(options={"size": size})


def test_the_winning_chain_is_shown() -> None:
    game = Hex(options={"size": 3, "swap": False})
    for cell in ("b1", "a1", "b2", "a2", "c3", "c1", "b3"):
        game.push(f"place({cell})")
    assert game.winners == ("red",)
    assert [str(cell) for cell in game.decisive()] == ["b1", "b2", "b3", "c3"]
    assert game.view(OBSERVER)["ending"]["text"] == "with a chain from side to side"


def test_bots_play_it_to_its_end() -> None:
    game = Hex(seed=2, options={"size": 6})
    play(game, {"red": player("greedy", seed=2), "blue": player("random", seed=2)})
    assert game.is_over
    assert game.winners == ("red",)
    assert game.board.joined("red", "top", "bottom")
