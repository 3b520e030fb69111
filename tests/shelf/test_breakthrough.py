"""The rules of Breakthrough: OpenSpiel's game move by move, and what the rules say."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel.errors import BadOption, IllegalMove
from rondel.shelf.breakthrough import Breakthrough
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_000, 15)


def placed(white: str, black: str, to_move: str = "white") -> Breakthrough:
    """A board with pieces on these squares."""
    pieces = [
        {"kind": "piece", "owner": role, "at": cell}
        for role, cells in (("white", white), ("black", black))
        for cell in cells.split()
    ]
    order = [to_move, "black" if to_move == "white" else "white"]
    return Breakthrough(position={"containers": {"board": pieces}, "play_order": order})


@pytest.mark.parametrize("size", [8, 6])
def test_it_is_the_game_of_openspiel(size: int) -> None:
    """The same moves are legal in each position, and the same player wins. There black begins, so the rows are mirrored."""
    theirs = pyspiel.load_game("breakthrough", {"rows": size, "columns": size})
    random = Random(size)
    for _each in range(GAMES):
        game, state = Breakthrough(options={"size": size}), theirs.new_initial_state()
        while not state.is_terminal():
            moves = {mirrored(str(move), size): move for move in game.moves()}
            actions = {state.action_to_string(each).replace("*", ""): each for each in state.legal_actions()}
            assert moves.keys() == actions.keys()
            chosen = random.choice(sorted(actions))
            game.push(moves[chosen])
            state.apply_action(actions[chosen])
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()


def mirrored(move: str, size: int) -> str:
    """``move(a2,b3)`` on the board upside down, as OpenSpiel writes it: ``a7b6``."""
    return "".join([f"{cell[0]}{size + 1 - int(cell[1:])}" for cell in move[len("move(") : -1].split(",")])


def test_pieces_move_forwards_and_take_diagonally_only() -> None:
    game = placed("d4", "d5 e5 a8")
    assert [str(move) for move in game.moves()] == ["move(d4,c5)", "move(d4,e5)"]
    with pytest.raises(IllegalMove):
        game.push("move(d4,d5)")
    game.push("move(d4,e5)")
    assert game.board.owner("e5") == "white"
    assert game.board.count("black") == 2


def test_the_last_row_wins_and_so_does_the_last_piece() -> None:
    through = placed("a7", "h7")
    through.push("move(a7,a8)")
    assert (through.winners, through.ending(), [str(cell) for cell in through.decisive()]) == (
        ("white",),
        "by breaking through",
        ["a8"],
    )
    taken = placed("a4", "b5")
    taken.push("move(a4,b5)")
    assert (taken.winners, taken.ending()) == (("white",), "as the other has no pieces left")


def test_other_boards_are_refused() -> None:
    with pytest.raises(BadOption):
        Breakthrough(options={"size": 4})


def test_a_piece_further_on_is_better() -> None:
    assert placed("a7", "h6").estimate("white") > 0 > placed("a3", "h3", "black").estimate("white")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("breakthrough"), ["greedy", "random"], games=8, seed=1, seats=None)
    assert greedy.points >= 7
