"""What a search believes of a quiet position, and which moves it follows."""

from __future__ import annotations

from random import Random

import pytest

from rondel.testing import walk
from tests.shelf.chess.known import after, start


def test_one_side_s_gain_is_the_other_s_loss() -> None:
    game = after()
    for move in walk(game, Random(7), 80):
        game.push(move)
        assert game.quiet_estimate("white") == pytest.approx(-game.quiet_estimate("black"))
        assert -1 < game.quiet_estimate("white") < 1


@pytest.mark.parametrize(
    ("fen", "mirrored"),
    [
        ("4k3/1p6/8/8/8/2N5/P2R4/4K3 w - - 0 1", "4k3/p2r4/2n5/8/8/8/1P6/4K3 b - - 0 1"),
        ("r3k2r/pp3ppp/2n5/8/8/8/PPP2PPP/R2QK2R w - - 0 1", "r2qk2r/ppp2ppp/8/8/8/2N5/PP3PPP/R3K2R b - - 0 1"),
    ],
)
def test_both_sides_are_judged_alike(fen: str, mirrored: str) -> None:
    assert start(fen).quiet_estimate("white") == pytest.approx(start(mirrored).quiet_estimate("black"))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),  # more
        ("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"),  # in the middle
        ("4k3/2p5/8/P7/8/8/8/4K3 w - - 0 1", "4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1"),  # passed
        ("4k3/8/8/8/8/P7/1P6/4K3 w - - 0 1", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1"),  # not doubled
        ("k7/8/8/3K4/8/8/8/7R w - - 0 1", "8/8/8/3K1k2/8/8/8/7R w - - 0 1"),  # driven into the corner
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 60 90"),  # fewer moves to the draw
    ],
)
def test_what_is_better(better: str, worse: str) -> None:
    assert start(better).quiet_estimate("white") > start(worse).quiet_estimate("white")


def test_what_is_followed() -> None:
    """The most valuable first, taken by the least valuable; not what only loses material."""
    game = start("4k3/8/2p5/3q3r/2P5/5B2/8/3QK3 w - - 0 1")
    moves = game.moves()
    urgent = dict(zip([move.text for move in moves], game.urgencies(moves), strict=True))
    followed = sorted([text for text, urgency in urgent.items() if urgency > 0], key=lambda text: -urgent[text])
    assert followed == ["move(c4,d5)", "move(f3,d5)", "move(d1,d5)", "move(f3,h5)"]
    protected = start("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")
    assert not any(protected.urgencies(protected.moves()))


def test_in_check_every_move_is_followed_and_a_queen_made_is() -> None:
    game = start("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert all(each > 0 for each in game.urgencies(game.moves()))
    made = start("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    urgent = [move.text for move, each in zip(made.moves(), made.urgencies(made.moves()), strict=True) if each > 0]
    assert urgent == ["move(a7,a8,queen)"]
    passing = start("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    urgent = [move.text for move, each in zip(passing.moves(), passing.urgencies(passing.moves()), strict=True) if each > 0]
    assert urgent == ["move(e5,d6)"]
