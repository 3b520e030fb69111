"""The rules of Nine Men's Morris: OpenSpiel's game move by move, known counts, and what the rules say."""

from __future__ import annotations

from collections.abc import Callable
from math import perm
from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import OBSERVER, Game
from rondel.errors import BadOption, GameOver, IllegalMove
from rondel.search import perft
from rondel.shelf.nine_mens_morris import JOINED, MILLS
from rondel.tournament import contest

AS_OPENSPIEL = {"repetitions": 0, "turn_limit": 200}
"""There a game is a draw after 200 turns, and may go round in circles until then."""
POINTS = [
    f"{letter}{row}" for row in range(7, 0, -1) for letter in "abcdefg" if any(f"{letter}{row}" in mill for mill in MILLS)
]
"""The points in OpenSpiel's order."""


def start(white: str, black: str, player: str = "white", in_hand: int = 0, **options: Any) -> Game:
    """A game with men on these points, and so many of each to be placed."""
    men = {"white": white.split(), "black": black.split()}
    board = [{"at": at, "kind": "man", "owner": role} for role, points in men.items() for at in points]
    position = {
        "state": "Placing" if in_hand else "Moving",
        "play_order": ["white", "black"] if player == "white" else ["black", "white"],
        "containers": {"board": board},
        "props": {"in_hand_white": in_hand, "in_hand_black": in_hand},
    }
    return rondel.new("nine_mens_morris", position=position, options=options)


def moves(game: Game) -> list[str]:
    return [str(move) for move in game.moves()]


def names(game: Game) -> list[str]:
    return [event["name"] for event in game.events(0, "observer")]


# -- what others know --------------------------------------------------------------------------------------------------


def number(move: object) -> int:
    """OpenSpiel's number of a move: a point, or 24 and from where to where."""
    points = [POINTS.index(each) for each in str(move).partition("(")[2].rstrip(")").split(",")]
    return points[0] if len(points) == 1 else 24 + 24 * points[0] + points[1]


def test_it_is_the_game_of_openspiel(scaled: Callable[[int], int]) -> None:
    """Random games, a thousand in the long form: the same moves and turns at each ply, the same end, the same winner."""
    theirs = pyspiel.load_game("nine_mens_morris")
    random = Random(1)
    ends: set[str] = set()
    for _game in range(scaled(1000)):
        game, state = rondel.new("nine_mens_morris", options=AS_OPENSPIEL), theirs.new_initial_state()
        while not state.is_terminal():
            numbered = {number(move): move for move in game.moves()}
            assert sorted(numbered) == state.legal_actions()
            assert game.roles.index(game.active[0]) == state.current_player()
            action = random.choice(state.legal_actions())
            game.push(numbered[action])
            state.apply_action(action)
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()
        ends.add(names(game)[-1])
    assert ends >= {"lost", "turn_limit"}


def count(state: Any, depth: int) -> int:
    """The perft of OpenSpiel's game."""
    if depth == 1:
        return len(state.legal_actions())
    return sum(count(state.child(action), depth - 1) for action in state.legal_actions())


def test_before_there_can_be_mills_men_are_placed_anywhere() -> None:
    assert [perft(rondel.new("nine_mens_morris"), depth) for depth in range(4)] == [perm(24, depth) for depth in range(4)]


@pytest.mark.parametrize(("plies", "depth"), [(5, 3), (16, 4), (40, 5), (76, 3), (95, 4)])
def test_it_has_as_many_ways_to_go_on_as_openspiels(plies: int, depth: int) -> None:
    """From five positions of one random game: placing, with the last men in hand, moving, and twice where black flies."""
    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    game: Any = rondel.new("nine_mens_morris", options=AS_OPENSPIEL)
    random = Random(4)
    for _ply in range(plies):
        action = random.choice(state.legal_actions())
        game.push(next(move for move in game.moves() if number(move) == action))
        state.apply_action(action)
    assert (game.men("black") == 3) == (plies >= 76)
    assert perft(game, depth) == count(state, depth)


def test_the_board_is_that_of_the_books() -> None:
    """24 points and 32 lines between neighbours; four points join four lines, the corners two."""
    ways = [len([pair for pair in JOINED if pair[0] == point]) for point in POINTS]
    assert sorted(ways) == [2] * 12 + [3] * 8 + [4] * 4
    assert len(JOINED) == 2 * 32
    assert len(MILLS) == 16
    assert all(len([mill for mill in MILLS if point in mill]) == 2 for point in POINTS)


# -- placing and moving ------------------------------------------------------------------------------------------------


def test_white_begins_on_any_point() -> None:
    game = rondel.new("nine_mens_morris")
    assert game.active == ("white",)
    assert {move.removeprefix("place(").rstrip(")") for move in moves(game)} == set(POINTS)
    for nowhere in ("d4", "b1", "g6"):
        with pytest.raises(IllegalMove):
            game.push(f"place({nowhere})")
    game.push("place(d2)")
    assert game.view("black")["props"]["in_hand_white"] == 8
    assert len(moves(game)) == 23


def test_men_move_along_the_lines_once_all_are_placed() -> None:
    game = start("a1 d2 d3 e4", "b2 f4 a7 g7")
    assert set(moves(game)) == {
        *("move(a1,d1)", "move(a1,a4)", "move(d2,d1)", "move(d2,f2)"),
        *("move(d3,c3)", "move(d3,e3)", "move(e4,e3)", "move(e4,e5)"),
    }
    game.push("move(d2,f2)")
    assert game.active == ("black",)


def test_with_three_men_left_they_fly() -> None:
    game = start("a1 d2 e4", "b2 f4 a7 g7")
    assert len(moves(game)) == 3 * 17
    assert len(moves(start("a1 d2 e4", "b2 f4 a7 g7", flying=False))) == 7
    assert len(moves(start("a1 d2 e4", "b2 f4 a7 g7", player="black"))) == 8
    assert moves(start("a1 d2 e4", "b2 f4 a7 g7", in_hand=1))[0] == "place(d1)"


# -- mills -------------------------------------------------------------------------------------------------------------


def test_a_mill_takes_a_man_within_the_same_turn() -> None:
    game = start("a1 d1 f2 e4", "b2 f4 a7 d7")
    game.push("move(f2,d2)")
    assert game.active == ("black",)
    game = start("a1 d1 g4 e5", "b2 f4 a7 d7")
    game.push("move(g4,g1)")
    assert game.active == ("white",)
    assert moves(game) == ["take(b2)", "take(f4)", "take(a7)", "take(d7)"]
    assert game.view("white")["question"]["text"] == "Take a man"
    game.push("take(f4)")
    assert game.active == ("black",)
    assert len(moves(game)) == 3 * 17
    assert names(game)[-1] == "mill"
    assert game.view("white")["containers"]["board"] != start("a1 d1 g1 e5", "b2 f4 a7 d7").view("white")["containers"]["board"]


def test_men_in_mills_are_safe_unless_all_are() -> None:
    safe = start("a1 d1 g4 e5", "a7 d7 g7 f4")
    safe.push("move(g4,g1)")
    assert moves(safe) == ["take(f4)"]
    none = start("a1 d1 g4 e5", "a7 d7 g7")
    none.push("move(g4,g1)")
    assert moves(none) == ["take(a7)", "take(d7)", "take(g7)"]


def test_two_mills_at_once_take_one_man() -> None:
    game = start("a1 d1 g4 g7", "b2 f4 a7 d7", in_hand=2)
    game.push("place(g1)")
    game.push("take(a7)")
    assert game.active == ("black",)


def test_a_row_across_two_squares_or_of_two_colours_is_none() -> None:
    for white, black in (("c4 a1", "d7 g7"), ("a4 b4", "c4 g7")):
        game = start(white, black, in_hand=2)
        game.push("place(e4)")
        assert game.active == ("black",)


# -- the end -----------------------------------------------------------------------------------------------------------


def test_who_has_two_men_left_has_lost() -> None:
    game = start("a1 d1 g4 e5", "b2 f4 a7")
    game.push("move(g4,g1)")
    game.push("take(b2)")
    assert game.is_over
    assert game.winners == ("white",)
    assert game.returns == {"white": 1.0, "black": -1.0}
    assert names(game)[-1] == "lost"
    assert game.view(OBSERVER)["ending"]["text"] == "as the other has only two men left"
    with pytest.raises(GameOver):
        game.push("move(f4,f6)")
    game.pop()
    assert moves(game) == ["take(b2)", "take(f4)", "take(a7)"]


def test_who_cannot_move_has_lost() -> None:
    game = start("a4 d1 b4 g4", "a1 g1 a7 d7", player="white")
    game.push("move(b4,b2)")
    assert not game.is_over
    shut = start("a4 d2 g4 d6 e4", "a1 d1 g1 a7 d7 g7", flying=False)
    shut.push("move(e4,e3)")
    assert shut.winners == ("white",)
    assert shut.view(OBSERVER)["ending"]["text"] == "as the other cannot move"
    assert shut.events(1, "black")[0]["text"]["text"] == "{player} cannot move and loses"


ROUND = ("move(a1,d1)", "move(g7,d7)", "move(d1,a1)", "move(d7,g7)")
"""Four moves after which all is as before."""


@pytest.mark.parametrize("times", [2, 3])
def test_a_position_that_comes_back_is_a_draw(times: int) -> None:
    game = start("a1 d2 e3 c5", "g7 b4 f2 e5", repetitions=times)
    played = 0
    while not game.is_over:
        game.push(ROUND[played % 4])
        played += 1
    assert played == 4 * (times - 1) + 1  # the position after the first move is the first that is seen
    assert game.winners == ("white", "black")
    assert game.returns == {"white": 0.0, "black": 0.0}
    assert names(game)[-1] == "repetition"
    assert game.view(OBSERVER)["ending"]["text"] == "by repetition"


def test_it_need_not_be_and_turns_may_be_limited() -> None:
    game = start("a1 d2 e3 c5", "g7 b4 f2 e5", repetitions=0, turn_limit=30)
    for turn in range(30):
        assert game.view("white")["props"]["turns_left"] == 30 - turn
        game.push(ROUND[turn % 4])
    assert game.is_over
    assert names(game)[-1] == "turn_limit"
    assert game.view(OBSERVER)["ending"]["text"] == "after the last turn"
    for wrong in ({"repetitions": 1}, {"turn_limit": -1}, {"flying": 3}):
        with pytest.raises(BadOption):
            rondel.new("nine_mens_morris", options=wrong)


# -- bots --------------------------------------------------------------------------------------------------------------


def test_men_are_worth_most_then_rows_of_two_and_room() -> None:
    game = start("a1 d1 g4 e5", "b2 f4 a7 d7")
    even = game.estimate("white") or 0
    assert game.estimate("black") == -even
    game.push("move(g4,g1)")
    game.push("take(f4)")
    assert (game.estimate("white") or 0) > even
    two, none = start("a1 d1 e4 e5", "b2 b4 f6 d3"), start("a1 d2 e4 e5", "b2 b4 f6 d3")
    assert (two.estimate("white") or 0) > (none.estimate("white") or 0)


def test_the_greedy_bot_beats_the_random_one(scaled: Callable[[int], int]) -> None:
    """From either seat, in turn."""
    games = max(2, scaled(40))
    greedy, _random = contest(
        rondel.find("nine_mens_morris"), ["greedy", "random"], games=games, seed=1, options={}, seats=None
    )
    assert greedy.points >= games * 0.95
