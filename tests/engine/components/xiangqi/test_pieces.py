"""The pieces of xiangqi: sixteen of each side, in a wood and an ink of its own."""

from __future__ import annotations

from rondel.engine import TokenKind
from rondel.engine.components.xiangqi import XIANGQI_COLOURS, XIANGQI_FACES, XIANGQI_SET


def test_each_side_has_the_same_sixteen_pieces() -> None:
    piece = TokenKind("piece", faces=XIANGQI_FACES)
    for side in XIANGQI_COLOURS:
        assert len(piece.set(XIANGQI_SET, owner=side)) == 16
        assert {name.partition(" ")[2] for name in XIANGQI_FACES if name.startswith(side)} == set(XIANGQI_SET)


def test_sides_are_told_apart_by_wood_and_ink_and_pieces_by_signs() -> None:
    for side in XIANGQI_COLOURS:
        assert len({face.text for name, face in XIANGQI_FACES.items() if name.startswith(side)}) == 7
    assert len({face.colour for face in XIANGQI_FACES.values()}) == 2
    for name, face in XIANGQI_FACES.items():
        assert face.ink == XIANGQI_COLOURS[name.partition(" ")[0]]
