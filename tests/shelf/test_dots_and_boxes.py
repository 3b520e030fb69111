"""The rules of dots and boxes: OpenSpiel's game move by move, and what the rules say."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.shelf.dots_and_boxes import DotsAndBoxes
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_200, 12)
SIZES = ((2, 2), (1, 3), (3, 2), (5, 5))


def lined(names: str, red: str = "", **options: int) -> DotsAndBoxes:
    """A position with these lines drawn, and these boxes of red."""
    lines = [{"kind": "line", "face": "drawn", "at": name} for name in names.split()]
    boxes = [{"kind": "box", "owner": "red", "at": name} for name in red.split()]
    return DotsAndBoxes(options=options, position={"containers": {"lines": lines, "board": boxes}})


def numbered(game: DotsAndBoxes) -> dict[int, str]:
    """The lines by OpenSpiel's numbers: those along the rows first, then the upright ones, both row by row."""
    rows, columns = game.board.rows, game.board.columns
    lying = [f"draw({'abcdefghij'[column]}{row + 1}h)" for row in range(rows + 1) for column in range(columns)]
    return dict(
        enumerate(
            [*lying, *[f"draw({'abcdefghij'[column]}{row + 1}v)" for row in range(rows) for column in range(columns + 1)]]
        )
    )


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_it_is_the_game_of_openspiel(rows: int, columns: int) -> None:
    """The same lines may be drawn by the same player in each position, and the games end alike."""
    theirs = pyspiel.load_game("dots_and_boxes", {"num_rows": rows, "num_cols": columns})
    random = Random(rows)
    for _each in range(GAMES // len(SIZES)):
        game, state = DotsAndBoxes(options={"rows": rows, "columns": columns}), theirs.new_initial_state()
        names = numbered(game)
        while not state.is_terminal():
            assert {names[number] for number in state.legal_actions()} == set(map(str, game.moves()))
            assert game.active == (game.roles[state.current_player()],)
            number = random.choice(state.legal_actions())
            state.apply_action(number)
            game.push(names[number])
        assert game.is_over
        assert list(game.returns.values()) == state.returns()


def test_who_closes_a_box_owns_it_and_draws_again() -> None:
    game = lined("a1h a1v b1v", rows=2, columns=2)
    game.push("draw(a2h)")
    assert (game.board.owner("a1"), game.scores, game.active) == ("red", {"red": 1, "blue": 0}, ("red",))
    game.push("draw(c1v)")
    assert game.active == ("blue",)
    with pytest.raises(IllegalMove):
        game.push("draw(a2h)")


def test_a_line_can_close_two_boxes() -> None:
    game = lined("a1h b1h a2h b2h a1v c1v", rows=1, columns=2)
    game.push("draw(b1v)")
    assert (game.is_over, game.winners, game.scores["red"]) == (True, ("red",), 2)


def test_boxes_that_can_be_closed_are_the_current_player_s() -> None:
    assert lined("a1h a1v b1v").estimate("red") > 0 > lined("a1h a1v b1v").estimate("blue")
    assert lined("a1h a1v b1v a2h", red="a1").estimate("red") > lined("a1h a1v b1v").estimate("blue")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(
        rondel.find("dots_and_boxes"), ["greedy", "random"], games=4, seed=1, options={"rows": 3, "columns": 3}
    )
    assert greedy.points >= 3
