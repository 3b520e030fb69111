"""Threats: attacks and pins, against looking along each reach by itself."""

from __future__ import annotations

import doctest
import random

from rondel.engine import Cell, Grid, Reach, Token, leaper, rider
from rondel.engine.components.boards.reaches import threats as module
from rondel.engine.components.boards.reaches.threats import KNOWN, Attacks, Threats
from rondel.engine.components.journal import Journal
from tests.engine.rules.store import Piece

ATTACKS: Attacks = (
    (rider(0, 1), ("rook", "queen")),
    (Reach((1, 0, 1), (1, 1, 2)), ("pawn",)),
    (leaper(1, 2), ("knight",)),
    (rider(1, 1), ("queen",)),
    (leaper(0, 1) + leaper(1, 1), ("king",)),
)
FACES = ("rook", "queen", "pawn", "knight", "king", "stone")


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def filled(chooser: random.Random) -> Grid:
    """A board with some pieces on it."""
    board = Grid("board", rows=5, columns=6)
    board._journal = Journal(("left", "right"), (Piece,))
    for cell in chooser.sample(board.cells, chooser.randrange(2, 12)):
        board.put(Piece(chooser.choice(("left", "right")), chooser.choice(FACES)), cell)
    return board


def by_reaches(board: Grid, cell: Cell, by: str, without: tuple[Token, ...], blocked: Cell | None) -> bool:
    return any(
        token.owner == by and token.face in faces
        for reach, faces in ATTACKS
        for token in board.meets(cell, reach, without=without, blocked=blocked)
    )


def test_an_attack_is_found_on_each_line() -> None:
    chooser = random.Random(3)
    found = 0
    for _board in range(30):
        board = filled(chooser)
        tokens = board.tokens()
        for cell in board.cells:
            without = tuple(chooser.sample(tokens, chooser.randrange(3)))
            blocked = chooser.choice([None, *board.cells])
            attacked = board.attacked(cell, "left", ATTACKS, without=without, blocked=blocked)
            assert attacked == by_reaches(board, cell, "left", without, blocked)
            found += attacked
    assert 100 < found < 800


def test_a_shield_is_what_alone_keeps_an_attack_off() -> None:
    chooser = random.Random(4)
    found = 0
    for _board in range(30):
        board = filled(chooser)
        for cell in board.cells:
            plain = {(reach, token) for reach, _faces in ATTACKS for token in board.meets(cell, reach)}
            shields = [
                token
                for token in board.tokens()
                if token.owner == "right"
                and token in [each for _reach, each in plain]
                and any(
                    each.owner == "left" and each.face in faces and (reach, each) not in plain
                    for reach, faces in ATTACKS
                    for each in board.meets(cell, reach, without=(token,))
                )
            ]
            assert sorted(board.shields(cell, "left", ATTACKS), key=id) == sorted(shields, key=id)
            found += len(shields)
    assert found > 20


def test_attacks_are_found_again_by_their_values() -> None:
    known = Threats(Grid("board", rows=3, columns=3)._shape)
    first = known.by(ATTACKS)
    assert known.by(ATTACKS) is first
    for _each in range(KNOWN + 1):
        assert known.by(list(ATTACKS)) is first
    assert known.by(ATTACKS[:1]) is not first
    assert len(known._asked) == len(known._answers) == KNOWN
