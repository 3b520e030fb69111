"""The rules of ultimate tic-tac-toe: OpenSpiel's game move by move, and what the rules say."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.shelf.ultimate_tic_tac_toe import UltimateTicTacToe
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(2_000, 20)


def placed(x: str, o: str, won: str = "", sent: int | None = None) -> UltimateTicTacToe:
    """A position with these cells marked, and these small boards won by x."""
    board = [{"kind": "mark", "owner": role, "at": cell} for role, cells in (("x", x), ("o", o)) for cell in cells.split()]
    large = [{"kind": "mark", "owner": "x", "at": cell} for cell in won.split()]
    return UltimateTicTacToe(position={"containers": {"board": board, "boards": large}, "props": {"sent": sent}})


def test_it_is_the_game_of_openspiel() -> None:
    """The same cells may be marked in each position, and the games end alike. There, a player who is free to play anywhere
    first names the small board."""
    theirs = pyspiel.load_game("ultimate_tic_tac_toe")
    random = Random(6)
    for _each in range(GAMES):
        game, state = UltimateTicTacToe(), theirs.new_initial_state()
        while not state.is_terminal():
            cells = {(board, at): cell for board in range(9) for at, cell in enumerate(game.small[board])}
            legal = {place for place, cell in cells.items() if f"mark({cell})" in map(str, game.moves())}
            boards = {board for board, _at in legal}
            board = random.choice(sorted(boards))
            if len(boards) > 1 or game.sent.value is None:
                assert set(state.legal_actions()) == boards
                state.apply_action(board)
            assert set(state.legal_actions()) == {at for each, at in legal if each == board}
            at = random.choice(state.legal_actions())
            state.apply_action(at)
            game.push(f"mark({cells[board, at]})")
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()


def test_a_mark_sends_the_other_to_the_board_that_its_cell_names() -> None:
    game = UltimateTicTacToe()
    assert len(game.moves()) == 81
    game.push("mark(e6)")
    assert {str(move) for move in game.moves()} == {f"mark({column}{row})" for column in "def" for row in (7, 8, 9)}
    with pytest.raises(IllegalMove):
        game.push("mark(a1)")


def test_a_board_that_is_won_sends_anywhere_else() -> None:
    game = placed("a1 b1", "d1 e1", sent=0)
    game.push("mark(c1)")
    assert (game.boards.owner("a1"), game.sent.value) == ("x", 2)
    game.push("mark(g1)")
    assert game.sent.value is None, "the first board is won"
    assert len(game.moves()) == 9 * 8 - 2 - 1


def test_three_boards_in_a_row_win() -> None:
    game = placed("g7 h8", "a1", won="a1 b2", sent=8)
    game.push("mark(i9)")
    assert (game.winners, game.ending(), [str(cell) for cell in game.decisive()]) == (
        ("x",),
        "with three boards in a row",
        ["a1", "b2", "c3"],
    )


def test_boards_and_rows_that_may_be_completed_are_better() -> None:
    assert placed("", "d4", won="b2").estimate("x") > 0 > placed("", "d4", won="b2").estimate("o")
    assert placed("a1 b1", "").estimate("x") > placed("a1 b3", "").estimate("x")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("ultimate_tic_tac_toe"), ["greedy", "random"], games=4, seed=1, seats=None)
    assert greedy.points >= 3
