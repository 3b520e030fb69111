"""What lies in containers is told by how it looks: planes of boards, counts of hands, the tops of stacks."""

from __future__ import annotations

import rondel
from rondel.learning.encoding import Encoding
from tests.engine.rules.everything import Everything, labelled, told


def test_nobody_is_told_what_another_holds() -> None:
    game = rondel.new("kuhn_poker", seed=2)
    encoding = Encoding(game)
    own = game.view("first")["containers"]["hand_first"]["tokens"][0]["face"]
    assert labelled(encoding, game, "first", "hand_first.count") == {f"card first {own}": 1.0}
    assert labelled(encoding, game, "second", "hand_first.count") == {}
    assert labelled(encoding, game, "second", "hand_first.size") == {"tokens": 1.0}
    assert labelled(encoding, game, "second", "pot.count") == {"chip first": 1.0, "chip second": 1.0}


def test_the_board_of_chess_has_a_plane_for_each_piece() -> None:
    game = rondel.new("chess")
    encoding = Encoding(game)
    board = next(each for each in encoding.features if each.name == "board")
    assert board.shape == (12, 8, 8)
    planes = told(encoding, game, "white")["board"]
    pawns = board.labels.index("white pawn") * 64
    assert planes[pawns : pawns + 64] == [0.0] * 8 + [1.0] * 8 + [0.0] * 48
    assert labelled(encoding, game, "white", "castling.letters") == {"K": 1.0, "Q": 1.0, "k": 1.0, "q": 1.0}
    game.push("move(e2,e4)")
    assert labelled(encoding, game, "white", "en_passant.cell") == {"e3": 1.0}


def test_stacks_are_told_by_what_lies_on_top_and_by_how_many() -> None:
    game = Everything()
    encoding = Encoding(game)
    planes, tops = (
        {each.name: each for each in encoding.features}["towers"],
        {each.name: each for each in encoding.features}["towers.top"],
    )
    assert planes.shape == tops.shape == (2, 7)
    now = told(encoding, game, "white")
    assert now["towers"] == [1.0, *[0.0] * 6, 1.0, *[0.0] * 6]
    assert now["towers.top"] == [*[0.0] * 7, 1.0, *[0.0] * 6]
