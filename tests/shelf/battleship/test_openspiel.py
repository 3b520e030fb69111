"""Battleship against OpenSpiel's: the same legal moves and results, move by move."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel


def cell_of(row: str | int, column: str | int) -> str:
    return f"{'abcdefghij'[int(column)]}{int(row) + 1}"


def berth_of(said: str, length: int) -> str:
    """An OpenSpiel placement as ours: ``"h_2_5"`` is horizontal from row 2, column 5."""
    way, row, column = said.split("_")
    reach = length - 1
    stern = cell_of(row, int(column) + reach) if way == "h" else cell_of(int(row) + reach, column)
    return f"place({cell_of(row, column)},{stern})"


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_game_of_openspiel(seed: int) -> None:
    """The same ships may be placed, the same cells be shot at; the game is over at the same shot, with as many ships sunk."""
    lengths = (5, 4, 3, 3, 2)
    sizes = ";".join(map(str, lengths))
    theirs = pyspiel.load_game(
        f"battleship(board_width=10,board_height=10,ship_sizes=[{sizes}],ship_values=[1;1;1;1;1],num_shots=100,"
        "allow_repeated_shots=False,loss_multiplier=1.0)"
    )
    random = Random(seed)
    game, state = rondel.new("battleship"), theirs.new_initial_state()
    for length in lengths:
        for role in game.roles:
            actions = state.legal_actions()
            said = [state.action_to_string(action) for action in actions]
            berths = [_placed(each, length) for each in said]
            assert sorted(berths) == sorted(str(move) for move in game.moves(role) if move.action == "place")
            number = random.randrange(len(actions))
            game.push(berths[number], role)
            state.apply_action(actions[number])
    for role in game.roles:
        game.push("ready", role)
    while not state.is_terminal():
        assert not game.is_over
        assert game.active == (game.roles[state.current_player()],)
        actions = state.legal_actions()
        shots = [_shot(state.action_to_string(action)) for action in actions]
        assert sorted(shots) == sorted(map(str, game.moves()))
        number = random.randrange(len(actions))
        game.push(shots[number])
        state.apply_action(actions[number])
    assert game.is_over
    first, second = (game.scores[role] for role in game.roles)
    assert state.returns() == [first - second, second - first]
    assert game.winners == (("red",) if first > second else ("blue",))


def _placed(said: str, length: int) -> str:
    """``"Pl0: place ship horizontally with top-left corner in (2, 5)"``."""
    row, column = said[said.index("(") + 1 : -1].split(", ")
    return berth_of(f"{'h' if 'horizontally' in said else 'v'}_{row}_{column}", length)


def _shot(said: str) -> str:
    """``"Pl0: shoot at (1, 7)"``."""
    row, column = said[said.index("(") + 1 : -1].split(", ")
    return f"fire({cell_of(row, column)})"
