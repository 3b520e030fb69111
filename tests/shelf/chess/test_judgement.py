"""What bots think of a position: the same for both sides, and what a beginner would say."""

from __future__ import annotations

from random import Random

import pytest

from rondel.shelf.chess.judgement import judge
from rondel.testing import walk
from tests.shelf.chess.known import after, start


def test_one_side_s_gain_is_the_other_s_loss() -> None:
    game = after()
    for move in walk(game, Random(7), 60):
        game.push(move)
        assert judge(game.board, "white", game.player) == pytest.approx(-judge(game.board, "black", game.player))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),  # more
        ("4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"),  # more room
        ("k7/7R/8/8/8/8/8/4K3 b - - 0 1", "k7/8/7R/8/8/8/8/4K3 b - - 0 1"),  # the king has nowhere to go
        ("4k3/8/8/3r4/8/8/3R4/3K4 b - - 0 1", "4k3/8/8/3r4/8/8/3R4/6K1 b - - 0 1"),  # the rook is protected
    ],
)
def test_what_is_better(better: str, worse: str) -> None:
    one, other = start(better), start(worse)
    assert judge(one.board, "white", one.player) > judge(other.board, "white", other.player)
