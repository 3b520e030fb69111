"""The rules of Connect Four: known counts, OpenSpiel's game move by move, and the rulebook's own cases."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel.engine import OBSERVER, Game
from rondel.errors import BadOption, GameOver, IllegalMove
from rondel.search import perft
from rondel.testing import walk

PATHS = [1, 7, 49, 343, 2401, 16807, 117649]
"""Ways to play so many discs: nobody can have won, and no column be full, before the seventh."""
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859]
"""Different positions after so many discs: OEIS A212693."""


def after(sequence: str, **options: int) -> Game:
    """The game after discs in these columns, red first."""
    game = rondel.new("connect_four", options=options)
    for column in sequence.split():
        assert not game.is_over
        game.push(f"drop({column})")
    return game


# -- what others know --------------------------------------------------------------------------------------------------


def test_known_numbers_of_paths() -> None:
    assert [perft(rondel.new("connect_four"), depth) for depth in range(7)] == PATHS


def positions(depth: int) -> list[int]:
    """How many different positions there are after so many discs."""
    game = rondel.new("connect_four")
    reached: list[set[object]] = [set() for _each in range(depth + 1)]

    def visit(plies: int) -> None:
        key = game.key()
        if key in reached[plies]:
            return
        reached[plies].add(key)
        if plies < depth and not game.is_over:
            for move in game.moves():
                game.push(move)
                visit(plies + 1)
                game.pop()

    visit(0)
    return [len(keys) for keys in reached]


@pytest.mark.played
def test_known_numbers_of_positions() -> None:
    assert positions(7) == POSITIONS


@pytest.mark.parametrize("part", range(4))
def test_it_is_the_game_of_openspiel(part: int) -> None:
    """Two thousand random games in all: the same columns are open at each ply, and the same player wins."""
    theirs = pyspiel.load_game("connect_four")
    random = Random(part)
    for _game in range(500):
        game, state = rondel.new("connect_four"), theirs.new_initial_state()
        while not state.is_terminal():
            moves = game.moves()
            open_columns = [ord(str(move)[len("drop(")]) - ord("a") for move in moves]
            assert open_columns == state.legal_actions()
            number = random.randrange(len(moves))
            game.push(moves[number])
            state.apply_action(open_columns[number])
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()


# -- the rules ---------------------------------------------------------------------------------------------------------


def test_red_begins_in_any_column() -> None:
    game = rondel.new("connect_four")
    assert game.active == ("red",)
    assert [str(move) for move in game.moves()] == [f"drop({column})" for column in "abcdefg"]
    assert game.moves()[3].describe() == "red drops a disc into column d"
    assert game.moves()[3].places == ("board:d",)


def test_discs_pile_up() -> None:
    game = after("d d d")
    assert {(token["at"], token["owner"]) for token in game.view("red")["containers"]["board"]["tokens"]} == {
        ("d1", "red"),
        ("d2", "yellow"),
        ("d3", "red"),
    }
    assert game.active == ("yellow",)


def test_a_full_column_takes_no_more() -> None:
    game = after("a a a a a a")
    assert [str(move) for move in game.moves()] == [f"drop({column})" for column in "bcdefg"]
    with pytest.raises(IllegalMove):
        game.push("drop(a)")


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ("d a e a f a g", "red"),
        ("a b a b a b a", "red"),
        ("g a b a c a c a", "yellow"),
        ("a b b c c d c d d f d", "red"),  # up to the right
        ("d c c b b a b a a f a", "red"),  # up to the left
        ("a a b b d d c", "red"),  # in between
    ],
)
def test_four_in_a_line_win(columns: str, winner: str) -> None:
    game = after(columns)
    assert game.is_over
    assert game.winners == (winner,)
    assert game.returns[winner] == 1.0
    assert game.view(OBSERVER)["ending"] == {"text": "with {number} in a line", "args": {"number": 4}}
    with pytest.raises(GameOver):
        game.push("drop(g)")


def test_three_in_a_line_do_not() -> None:
    assert not after("d a e a f").is_over


def test_a_full_board_without_a_line_is_a_draw() -> None:
    game = after("d d a c f e f g e c c d d f f c c e d d b b c b f f a e a e e g g g g a b a g a b b")
    assert game.is_over
    assert game.winners == ("red", "yellow")
    assert game.returns == {"red": 0.0, "yellow": 0.0}
    assert game.view(OBSERVER)["ending"]["text"] == "as the board is full"
    assert game.progress == 100


def test_other_boards_and_other_lines() -> None:
    small = after("a b a b", columns=4, rows=5, connect=3)
    assert len(small.moves()) == 4
    small.push("drop(a)")
    assert small.winners == ("red",)
    wide = rondel.new("connect_four", options={"columns": 12, "rows": 12})
    assert [str(move) for move in wide.moves()][-1] == "drop(l)"
    for move in walk(wide, Random(2)):
        wide.push(move)
    assert wide.is_over
    for wrong in ({"columns": 3}, {"rows": 13}, {"connect": 2}):
        with pytest.raises(BadOption):
            rondel.new("connect_four", options=wrong)


def test_the_middle_is_worth_more_than_the_edge() -> None:
    middle, edge = after("d"), after("a")
    assert (middle.estimate("red") or 0) > (edge.estimate("red") or 0) > 0
    assert middle.estimate("yellow") == -(middle.estimate("red") or 0)
