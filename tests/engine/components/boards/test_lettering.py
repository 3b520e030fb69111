"""Letters of cells that are kept are those found anew."""

from __future__ import annotations

import random

import pytest

from rondel import EVERYONE, Grid, TokenKind
from rondel.engine.components.boards.lettering import Lettering
from rondel.engine.components.journal import Journal
from rondel.errors import RulesError
from rondel.shelf.chess import Chess

Piece = TokenKind("piece")
LETTERS = {"one": {"": "o", "king": "O"}, "two": {"": "t", "king": "T"}, "": {"": "n", "king": "N"}}


def board() -> tuple[Journal, Grid]:
    grid = Grid("letters", rows=3, columns=3, visible_to=EVERYONE)
    journal = Journal(("one", "two"), (Piece,))
    grid._journal = journal
    return journal, grid


def anew(grid: Grid) -> list[str]:
    return ["." if token is None else LETTERS[token.owner or ""][token.face] for token in [grid[cell] for cell in grid.cells]]


def test_they_follow_all_writes_and_what_is_taken_back() -> None:
    chooser = random.Random(7)
    journal, grid = board()
    marks = [0]
    for _step in range(400):
        token = grid[chooser.choice(grid.cells)]
        what = chooser.randrange(7)
        free = grid.empty()
        if what == 0 and free:
            grid.place(Piece, chooser.choice(["one", "two", None]), chooser.choice(free))
        elif what == 1 and token is not None and free:
            grid.put(token, chooser.choice(free))
        elif what == 2 and token is not None:
            token.remove()
        elif what == 3 and token is not None:
            token.face = chooser.choice(["", "king"])
        elif what == 4 and token is not None:
            token.owner = chooser.choice(["one", "two", None])
        elif what == 5:
            marks.append(len(journal.entries))
        elif len(marks) > 1:
            journal.rollback(marks.pop())
        if chooser.random() < 0.7:
            assert grid.letters(LETTERS) == anew(grid)


def test_other_letters_are_other_texts() -> None:
    _journal, grid = board()
    grid.place(Piece, "one", grid.cells[0])
    assert grid.letters(LETTERS)[:2] == ["o", "."]
    assert grid.letters(LETTERS, "")[:2] == ["o", ""]
    assert grid.letters({"one": {"": "x"}})[:2] == ["x", "."]
    grid.letters(LETTERS).clear()
    assert grid.letters(LETTERS)[:2] == ["o", "."]


def test_a_token_without_a_letter_is_named_each_time() -> None:
    _journal, grid = board()
    grid.letters({"one": {"": "x"}})
    grid.place(Piece, "two", grid.cells[4])
    for _each in range(2):
        with pytest.raises(RulesError, match=r"letters has none for piece\('two'\) of grid 'letters'"):
            grid.letters({"one": {"": "x"}})
    assert Lettering(LETTERS, ".").lacks(grid) is None


def test_a_token_that_lies_face_down_is_read_each_time() -> None:
    journal, grid = board()
    token = grid.place(Piece, "one", grid.cells[4])
    grid.letters(LETTERS)
    grid.cell_of("one", "")
    assert journal.looked == []
    token.turn_down("one")
    for _each in range(2):
        grid.letters(LETTERS)
        assert journal.looked == [token]
        journal.forget_looks()
        grid.cell_of("one", "")
        assert journal.looked == [token]
        journal.forget_looks()


def test_the_letters_of_a_game_that_goes_on() -> None:
    game = Chess()
    rng = random.Random(3)
    letters = {role: {face.rpartition(" ")[2]: face for face in game.kinds[0].faces} for role in game.roles}
    for _step in range(60):
        if game.is_over:
            break
        game.push(rng.choice(game.moves()))
        shown = game.board.letters(letters)
        game.board._lettering = None
        assert game.board.letters(letters) == shown
