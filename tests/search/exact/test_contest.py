"""Contests: what an exact search is for, and what it says to all others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rondel
from rondel.errors import Unsolvable
from rondel.search import alphabeta, retrograde
from rondel.search.exact.contest import Contest
from tests.search.contests import Both, Dice, Sharing

SOLVERS: list[Callable[[rondel.Game], object]] = [alphabeta, retrograde]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (lambda: rondel.new("stones", seats=3), "'stones' has 3 players here; an exact search needs exactly 2"),
        (lambda: rondel.new("shephy"), "'shephy' has 1 players here"),
        (lambda: rondel.new("kuhn_poker"), "'kuhn_poker' hides something"),
        (lambda: rondel.new("battleship"), "'battleship' hides something"),
        (lambda: rondel.new(Dice), "chance answers in 'dice': use expectimax"),
        (lambda: rondel.new(Sharing), "an end of 'sharing' is worth 1 to a and 1 to b"),
    ],
    ids=["three", "one", "cards", "ships", "chance", "sum"],
)
@pytest.mark.parametrize("solver", SOLVERS, ids=["alphabeta", "retrograde"])
def test_others_are_refused_with_the_reason(
    game: Callable[[], rondel.Game], why: str, solver: Callable[[rondel.Game], object]
) -> None:
    with pytest.raises(Unsolvable, match=why):
        solver(game())


def test_two_who_play_together_are_no_contest() -> None:
    class Together(Sharing):
        """The same, together."""

        name = "together"
        cooperative = True

    with pytest.raises(Unsolvable, match="the two roles of 'together' are partners"):
        Contest(rondel.new(Together))


def test_two_who_act_at_once_are_no_contest() -> None:
    with pytest.raises(Unsolvable, match="several roles act at once in 'both'; an exact search needs turns"):
        alphabeta(rondel.new(Both))


def test_the_worth_of_an_end_is_that_of_the_first() -> None:
    contest = Contest(rondel.new("tic_tac_toe"))
    assert contest.bounded
    for text in ("mark(a1)", "mark(a2)", "mark(b1)", "mark(b2)", "mark(c3)", "mark(c2)"):
        assert contest.mover()
        move = next(move for move in contest.walk.moves() if move.text == text)
        contest.walk.forward(move)
    assert contest.mover() == ""
    assert contest.worth() == -1
    contest.walk.home()
    assert contest.mover() == "x"


def test_a_game_with_its_own_utility_has_no_bounds() -> None:
    assert not Contest(rondel.new(Sharing)).bounded
