"""The rules of Lines of Action: OpenSpiel's game move by move, and what the rules say."""

from __future__ import annotations

from random import Random

import pyspiel

import rondel
from rondel.shelf.lines_of_action import LinesOfAction
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_000, 6)


def placed(black: str, white: str, to_move: str = "black") -> LinesOfAction:
    """A board with pieces on these squares."""
    pieces = [
        {"kind": "piece", "owner": role, "at": cell}
        for role, cells in (("black", black), ("white", white))
        for cell in cells.split()
    ]
    order = [to_move, "white" if to_move == "black" else "black"]
    return LinesOfAction(position={"containers": {"board": pieces}, "play_order": order})


def test_it_is_the_game_of_openspiel() -> None:
    """The same moves are legal in each position of random games, and the games end alike, repetitions included.

    OpenSpiel differs from the rules of the source in two cases: it also ends a game at a position that was there with the
    other player to move, where the comparison ends; and a move that unites both is a win of the mover's."""
    theirs = pyspiel.load_game("lines_of_action")
    random = Random(4)
    for _each in range(GAMES):
        game, state = LinesOfAction(), theirs.new_initial_state()
        boards = {str(state).partition("Current")[0]}
        while not state.is_terminal():
            moves = {str(move)[len("move(") : -1].replace(",", ""): move for move in game.moves()}
            actions = {state.action_to_string(each).replace("-", "").replace("x", ""): each for each in state.legal_actions()}
            assert moves.keys() == actions.keys()
            chosen = random.choice(sorted(actions))
            game.push(moves[chosen])
            state.apply_action(actions[chosen])
            board = str(state).partition("Current")[0]
            if state.is_terminal() and board in boards and not game.is_over:
                assert game.placement(game.opponent(game.player)) in game.seen
                break
            boards.add(board)
            assert game.is_over == state.is_terminal()
        else:
            if all(game.united(role) for role in game.roles):
                assert list(game.returns.values()) == [0.0, 0.0]
            else:
                assert list(game.returns.values()) == state.returns()


def test_a_piece_moves_as_far_as_there_are_pieces_on_its_line() -> None:
    game = LinesOfAction()
    assert {str(move) for move in game.moves() if str(move).startswith("move(b1")} == {
        "move(b1,b3)",
        "move(b1,d3)",
        "move(b1,h1)",
    }


def test_it_leaps_over_own_pieces_alone() -> None:
    game = placed("a1 b1 h8", "d1 h3")
    assert "move(a1,d1)" in map(str, game.moves()), "over b1, three pieces on the line, and takes d1"
    blocked = placed("a1 c1 h8", "b1 h3")
    assert "move(a1,d1)" not in map(str, blocked.moves())


def test_who_has_all_pieces_together_wins() -> None:
    game = placed("a1 b1 d2", "h8 f1 c8")
    game.push("move(d2,c2)")
    assert (game.winners, game.ending()) == (("black",), "as all pieces are together")


def test_a_move_that_unites_both_is_a_draw() -> None:
    game = placed("a1 b1 d2", "g8 h8 b2")
    game.push("move(d2,b2)")
    assert game.returns == {"black": 0.0, "white": 0.0}


def test_a_position_that_comes_back_is_a_draw() -> None:
    game = LinesOfAction()
    for move in ("b1,b3", "a2,c2", "b3,b1", "c2,a2"):
        assert not game.is_over
        assert f"move({move})" in map(str, game.moves())
        game.push(f"move({move})")
    assert (game.returns, game.ending()) == ({"black": 0.0, "white": 0.0}, "by repetition")


def test_pieces_that_are_nearer_to_each_other_are_better() -> None:
    near, far = placed("c3 c5 d4", "a1 h8 a8"), placed("a1 h8 a8", "c3 c5 d4")
    assert near.estimate("black") > 0 > far.estimate("black")
    assert near.estimate("white") == -near.estimate("black")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("lines_of_action"), ["greedy", "random"], games=4, seed=1, seats=None)
    assert greedy.points >= 3
