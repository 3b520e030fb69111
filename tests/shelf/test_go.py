"""The rules of go: OpenSpiel and sgfmill move by move, the known numbers of games on small boards, and what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pyspiel
import pytest
from sgfmill.boards import Board

import rondel
from rondel.engine import OBSERVER
from rondel.errors import BadOption, IllegalMove
from rondel.shelf.go import Go
from rondel.tournament import contest
from tests.conftest import SCALE, many

GAMES = many(1_000, 5)


def after(points: str, size: int = 9, **options: int | str) -> Go:
    """The game after stones on these points, black first; ``-`` is a pass."""
    game = Go(options={"size": size, **options})
    for point in points.split():
        game.push("skip" if point == "-" else f"play({point})")
    return game


def placed(black: str, white: str, to_move: str = "black") -> Go:
    """A board of nine with these stones."""
    stones = [
        {"kind": "stone", "owner": role, "at": point}
        for role, points in (("black", black), ("white", white))
        for point in points.split()
    ]
    order = [to_move, "white" if to_move == "black" else "black"]
    return Go(position={"containers": {"board": stones}, "play_order": order})


def legal(game: Go) -> Sequence[str]:
    return [str(point) for point in game.legal()]


# -- what others know --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [9, 13])
def test_it_is_the_game_of_openspiel(size: int) -> None:
    """The same points are open in each position. OpenSpiel lets a position come back, and ends the game there: those are the
    points that superko forbids us. After two passes the same player wins."""
    theirs = pyspiel.load_game("go", {"board_size": size, "komi": 7.5})
    random = Random(size)
    forbidden = 0
    for _each in range(GAMES if size == 9 else GAMES // 5):
        game, state = Go(options={"size": size}), theirs.new_initial_state()
        while not state.is_terminal():
            ours = {point.index for point in game.legal()}
            open_points = set(state.legal_actions()) - {size * size}
            assert ours <= open_points
            for point in open_points - ours:
                repeated = state.child(point)
                assert repeated.is_terminal(), "superko"
                forbidden += 1
            chosen = random.choice([*sorted(ours), size * size])
            state.apply_action(chosen)
            game.push("skip" if chosen == size * size else f"play({game.board.cells[chosen]})")
        if game.state == "Agreeing":
            for role in game.roles:
                game.push("agree", role)
            assert list(game.returns.values()) == state.returns()
    assert forbidden > 0 or SCALE < 1


def test_stones_and_areas_are_those_of_sgfmill() -> None:
    random = Random(2)
    for _each in range(GAMES):
        game, board = Go(), Board(9)
        while game.state == "PlayerTurn":
            player, move = game.player, random.choice(game.moves())
            game.push(move)
            if str(move) != "skip":
                cell = game.board.cell(str(move)[len("play(") : -1])
                board.play(cell.row, cell.column, player[0])
        assert {(at.row, at.column): owner[0] for at, owner in game.stones()} == {
            at: colour for colour, at in board.list_occupied_points()
        }
        areas = game.areas()
        assert areas["black"] - areas["white"] == board.area_score()


# -- the rules ---------------------------------------------------------------------------------------------------------


def test_black_begins_and_two_passes_stop_the_game() -> None:
    game = after("e5 e4 -")
    assert game.active == ("white",)
    game.push("skip")
    assert game.state == "Agreeing"
    assert set(game.active) == {"black", "white"}


def test_the_last_liberty_takes_a_group() -> None:
    game = placed("a3 b3 c2 c1", "a2 b2 b1", to_move="black")
    game.push("play(a1)")
    assert [game.board.owner(point) for point in ("a1", "a2", "b2", "b1")] == ["black", None, None, None]


def test_a_move_without_liberties_is_allowed_only_where_it_captures() -> None:
    assert "a1" not in legal(placed("e5", "a2 b1"))
    assert "a1" in legal(placed("a3 b2 c1", "a2 b1"))


def test_no_position_comes_back() -> None:
    """A ko, and what ends it: a stone elsewhere in between."""
    game = after("b1 c1 a2 d2 b3 c3 c2 b2")
    assert game.board[game.board.cell("c2")] is None, "white has taken the ko"
    assert "c2" not in legal(game)
    with pytest.raises(IllegalMove):
        game.push("play(c2)")
    for point in ("h8", "h7"):
        game.push(f"play({point})")
    assert "c2" in legal(game)


def test_the_areas_and_the_komi_are_counted() -> None:
    game = after("e1 f1 e2 f2 e3 f3 e4 f4 e5 f5 e6 f6 e7 f7 e8 f8 e9 f9 - -")
    for role in ("white", "black"):
        game.push("agree", role)
    assert game.scores == {"black": 45, "white": 36 + 7.5}
    assert game.winners == ("black",)
    assert game.view(OBSERVER)["ending"]["args"] == {"points": "1.5"}


def test_a_dead_group_may_be_given_up_by_its_owner_alone() -> None:
    game = after("e1 f1 e2 f2 e3 f3 e4 f4 e5 f5 e6 f6 e7 f7 e8 f8 e9 f9 h5 - -")
    black, white = game.moves("black"), game.moves("white")
    assert "give_up(h5)" in map(str, black)
    assert "give_up(h5)" not in map(str, white)
    game.push("give_up(h5)", "black")
    assert game.areas() == {"black": 45, "white": 36}
    game.push("agree", "black")
    game.push("agree", "white")
    assert game.scores["white"] == 43.5


def test_who_does_not_agree_plays_on_and_then_all_that_stands_is_alive() -> None:
    game = after("c3 h8 - -")
    game.push("give_up(c3)", "black")
    game.push("agree", "black")
    game.push("play_on", "white")
    assert game.state == "PlayerTurn"
    assert [stone.face for stone in game.board] == ["", ""]
    game.push("skip")
    game.push("skip")
    assert game.is_over
    assert sum(game.scores.values()) == 2 + 7.5


def test_handicap_stones_lie_on_stars_and_white_begins() -> None:
    game = Go(options={"size": 19, "handicap": 9})
    assert game.active == ("white",)
    assert {str(at) for at in game.board.owned("black")} == {column + row for column in "djp" for row in ("4", "10", "16")}
    assert game.komi() == 0.5
    two = Go(options={"handicap": 2})
    assert {str(at) for at in two.board.owned("black")} == {"c3", "g7"}
    assert len(Go(options={"size": 13, "handicap": 5}).board) == 5


@pytest.mark.parametrize("wrong", [{"size": 10}, {"komi": 4}, {"handicap": 1}, {"handicap": 10}])
def test_other_boards_and_handicaps_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadOption):
        Go(options=wrong)


# -- bots --------------------------------------------------------------------------------------------------------------


def test_a_larger_area_and_safer_groups_are_better() -> None:
    even, middle = after("").estimate("black"), after("e5").estimate("black")
    assert middle > even
    assert middle == pytest.approx(-after("e5").estimate("white"))
    caught, free = placed("e5", "e4 e6 d5", to_move="white"), placed("e5", "a1 a9 i1", to_move="white")
    assert caught.estimate("black") < free.estimate("black")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("go"), ["greedy", "random"], games=2, seed=1, seats=None)
    assert greedy.points == 2
