"""The rules of Gomoku: OpenSpiel's game move by move, an oracle that reads rows as text, and what the rules say."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import perm
from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import OBSERVER, Game
from rondel.engine.imagination import Imagination
from rondel.errors import BadOption, GameOver, IllegalMove
from rondel.players import Question
from rondel.players.bots.greedy_bot import GreedyBot
from rondel.search import perft
from rondel.tournament import contest


def after(sequence: str, **options: Any) -> Game:
    """The game after stones on these points, black first."""
    game = rondel.new("gomoku", options=options)
    for point in sequence.split():
        assert not game.is_over
        game.push(f"place({point})")
    return game


def numbers(game: Game, size: int) -> list[int]:
    """The points that are open, row by row."""
    return [(int(str(move)[7:-1]) - 1) * size + ord(str(move)[6]) - ord("a") for move in game.moves()]


# -- what others know --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 15])
def test_the_first_stones_lie_anywhere(size: int) -> None:
    game = rondel.new("gomoku", options={"size": size})
    assert [perft(game, depth) for depth in range(4 if size == 5 else 3)] == [
        perm(size * size, depth) for depth in range(4 if size == 5 else 3)
    ]


@pytest.mark.parametrize(("size", "games"), [(6, 200), (15, 200), (19, 40)])
def test_it_is_the_game_of_openspiel(size: int, games: int, scaled: Callable[[int], int]) -> None:
    """Random games: the same points are open at each ply, and the same player wins, or nobody."""
    theirs = pyspiel.load_game("gomoku", {"size": size})
    random = Random(size)
    drawn = 0
    for _game in range(scaled(games)):
        game, state = rondel.new("gomoku", options={"size": size}), theirs.new_initial_state()
        while not state.is_terminal():
            points = numbers(game, size)
            assert points == state.legal_actions()
            chosen = random.randrange(len(points))
            state.apply_action(points[chosen])
            game.push(game.moves()[chosen])
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()
        drawn += len(game.winners) == 2
    assert drawn > 0 or size > 6


def rows(board: list[str]) -> list[str]:
    """All rows of a square of letters as text: across, up, and along both diagonals."""
    size = len(board)
    up = ["".join(line) for line in zip(*board, strict=True)]
    leaning = [
        "".join(lines[at][at + shift] for at in range(size) if 0 <= at + shift < size)
        for lines in (board, board[::-1])
        for shift in range(1 - size, size)
    ]
    return [*board, *up, *leaning]


FREE = {"black": re.compile("b{5}"), "white": re.compile("w{5}")}
EXACT = {"black": re.compile("(?<!b)b{5}(?!b)"), "white": re.compile("(?<!w)w{5}(?!w)")}


@pytest.mark.parametrize("overlines", [True, False])
def test_it_ends_when_a_row_reads_so(overlines: bool, scaled: Callable[[int], int]) -> None:
    """Games in which both play beside their own stones, so that longer rows come up."""
    random = Random(4)
    longer = 0
    for _game in range(scaled(400)):
        game = rondel.new("gomoku", options={"size": 7, "overlines": overlines})
        board = [["."] * 7 for _row in range(7)]
        while not game.is_over:
            player = game.player
            point = random.choice(
                [each for each in numbers(game, 7) if (each // 7 + each) % 3 != (player == "white")] or numbers(game, 7)
            )
            game.push(f"place({'abcdefg'[point % 7]}{point // 7 + 1})")
            board[point // 7][point % 7] = player[0]
            lines = rows(["".join(line) for line in board])
            read = [role for role, wanted in (FREE if overlines else EXACT).items() if any(map(wanted.search, lines))]
            if read:
                assert game.winners == (player,)
                assert read == [player]
            else:
                assert game.is_over == (not any("." in line for line in lines))
            longer += any(player[0] * 6 in line for line in lines)
    assert longer > 0


# -- the rules ---------------------------------------------------------------------------------------------------------


def test_black_begins_anywhere() -> None:
    game = rondel.new("gomoku")
    assert game.active == ("black",)
    assert len(game.moves()) == 225
    assert str(game.moves()[0]) == "place(a1)"
    assert game.moves()[112].describe() == "black places a stone on h8"
    game.push("place(h8)")
    assert game.active == ("white",)
    with pytest.raises(IllegalMove):
        game.push("place(h8)")


@pytest.mark.parametrize(
    "points",
    [
        "a1 a9 b1 b9 c1 c9 d1 d9 e1",
        "a1 i1 a2 i2 a3 i3 a5 i5 a4",
        "a1 a9 b2 b9 c3 c9 e5 d9 d4",
        "a5 a9 b4 b9 c3 c9 d2 d9 e1",
    ],
)
def test_five_in_a_row_win(points: str) -> None:
    game = after(points)
    assert game.winners == ("black",)
    assert game.returns == {"black": 1.0, "white": -1.0}
    assert game.view(OBSERVER)["ending"]["text"] == "with five in a row"
    with pytest.raises(GameOver):
        game.push("place(o15)")
    game.pop()
    assert not game.is_over


def test_white_wins_too_and_four_are_not_enough() -> None:
    assert not after("a1 c3 b1 c4 c1 c5 d1 c6").is_over
    assert after("a1 c3 b1 c4 c1 c5 d1 c6 o15 c7").winners == ("white",)


SIX = "a1 a9 b1 c9 c1 e9 e1 g9 f1 i9 d1"
"""Three and two in a row, joined to six."""


def test_six_in_a_row_win_unless_they_do_not() -> None:
    assert after(SIX).winners == ("black",)
    standard = after(SIX, overlines=False)
    assert not standard.is_over
    assert standard.active == ("white",)


def test_five_one_way_win_whatever_there_is_the_other_way() -> None:
    game = after("a1 a9 b1 c9 c1 e9 e1 g9 f1 i9 d2 a7 d3 c7 d4 e7 d5 g7 d1", overlines=False)
    assert game.winners == ("black",)


def test_other_boards() -> None:
    small = rondel.new("gomoku", options={"size": 5})
    assert len(small.moves()) == 25
    for wrong in ({"size": 4}, {"size": 20}, {"overlines": "no"}):
        with pytest.raises(BadOption):
            rondel.new("gomoku", options=wrong)


def test_a_full_board_is_a_draw() -> None:
    game = after("c2 a3 d1 a4 e4 a2 c1 e1 a1 b5 b4 b3 e5 b1 c3 c5 d5 c4 e2 d2 b2 d4 d3 e3 a5", size=5)
    assert game.is_over
    assert game.winners == ("black", "white")
    assert game.returns == {"black": 0.0, "white": 0.0}
    assert game.view(OBSERVER)["ending"]["text"] == "as the board is full"
    assert game.progress == 100


# -- bots --------------------------------------------------------------------------------------------------------------


def test_more_stones_in_a_row_that_may_become_five_are_better() -> None:
    assert after("").estimate("black") == 0
    middle, corner = after("h8 a1"), after("a1 h8")
    assert (middle.estimate("black") or 0) > (corner.estimate("black") or 0) > 0  # whose turn it is, is ahead
    assert middle.estimate("white") == pytest.approx(-(middle.estimate("black") or 0))
    four = after("h8 a1 h9 a3 h10 a5 h11 a7")
    three = after("h8 a1 h9 a3 h10 a5 o15 a7")
    assert (four.estimate("black") or 0) > (three.estimate("black") or 0)


def test_the_greedy_bot_stops_a_four_and_makes_five() -> None:
    def answer(points: str) -> str:
        game = after(points)
        question = Question(game.player, game.view(game.player), imagination=Imagination(game, game.player))
        return GreedyBot(seed=1).answer(question)

    assert answer("h8 h7 h9 c1 h10 e1 h11") == "place(h12)"
    assert answer("h8 h7 h9 c1 h10 e1 h11 g1") == "place(h12)"


def test_the_greedy_bot_beats_the_random_one(scaled: Callable[[int], int]) -> None:
    """From either seat, in turn."""
    games = max(2, scaled(40))
    greedy, _random = contest(rondel.find("gomoku"), ["greedy", "random"], games=games, seed=1, options={"size": 9}, seats=None)
    assert greedy.points == games
