"""The journal: every write, in order, taken back in reverse."""

from __future__ import annotations

import random

import pytest

from rondel.engine.components.journal import Journal, Journaled
from tests.engine.rules.workshop import Piece, Workshop
from tests.engine.witness import seen

PLAIN = pytest.mark.interpreted("its cell derives from a class that compiled code keeps closed")


class Cell(Journaled):
    """The simplest thing that can be written to."""

    def __init__(self, journal: Journal) -> None:
        self.value = 0
        self.journal = journal

    def assign(self, value: int) -> None:
        self.journal.entries.append((self, 0, self.value, value))
        self.value = value

    def _write(self, key: int, value: object) -> None:
        assert isinstance(value, int)
        self.value = value


@PLAIN
def test_rollback_takes_back_what_came_after_the_mark() -> None:
    journal = Journal()
    one, other = Cell(journal), Cell(journal)
    for number in range(1, 6):
        (one if number % 2 else other).assign(number)
    assert (one.value, other.value) == (5, 4)
    journal.rollback(3)
    assert (one.value, other.value, len(journal.entries)) == (3, 2, 3)
    journal.rollback(9)
    assert (one.value, other.value, len(journal.entries)) == (3, 2, 3)
    journal.rollback(0)
    assert (one.value, other.value, journal.entries) == (0, 0, [])


@PLAIN
def test_a_look_at_the_past_and_back() -> None:
    journal = Journal()
    cell = Cell(journal)
    for number in range(1, 6):
        cell.assign(number)
    entries = journal.entries[:]
    tail = journal.rewind(2)
    assert cell.value == 2
    journal.forward(tail)
    assert cell.value == 5
    assert journal.entries == entries


def test_what_cannot_be_written_says_so() -> None:
    with pytest.raises(NotImplementedError):
        Journaled()._write(0, None)


def scramble(game: Workshop, chooser: random.Random) -> None:
    """One random write to something on the table."""
    rows = [game.open, game.hidden, game.pile, *game.hands.values()]
    tokens = [token for row in rows for token in row] + game.board.tokens()
    token = chooser.choice(tokens)
    match chooser.randrange(9):
        case 0:
            game.counter.value += 1
        case 1:
            token.move_to(chooser.choice(rows))
        case 2:
            token.owner = chooser.choice([None, "left", "right"])
        case 3:
            token.face = chooser.choice("abc")
        case 4:
            token.set(chooser.choice("xy"), chooser.randrange(3))
        case 5 if game.board.empty():
            game.board.put(token, chooser.choice(game.board.empty()))
        case 6 if len(tokens) > 4:
            token.remove()
        case 7:
            chooser.choice(rows).add(Piece(face=chooser.choice("abc")))
        case _:
            game.next_player()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.no_cover
def test_random_writes_are_taken_back_and_made_again(seed: int) -> None:
    """Also where tokens lie, and who owns what lies on a board, which are kept beside the tokens."""
    game = Workshop()
    chooser = random.Random(seed)
    journal = game._journal
    marks = []
    for _each in range(60):
        marks.append((len(journal.entries), seen(game), whereabouts(game)))
        scramble(game, chooser)
    end = (seen(game), whereabouts(game))
    for mark, then, there in marks[::-7]:
        tail = journal.rewind(mark)
        assert (seen(game), whereabouts(game)) == (then, there)
        journal.forward(tail)
        assert (seen(game), whereabouts(game)) == end
    for mark, then, there in reversed(marks):
        journal.rollback(mark)
        assert (seen(game), whereabouts(game)) == (then, there)


def whereabouts(game: Workshop) -> list[object]:
    """Where every token thinks it lies, and whether its container agrees."""
    found: list[object] = []
    for container in game._containers:
        for token in container:
            assert token.container is container
            assert token in container
            found.append((container.name, container.slot(token), token.serial))
    found.append([game.board.owner(cell) for cell in game.board.cells])
    assert [game.board.owner(cell) for cell in game.board.cells] == [
        token.owner if token is not None else None for token in map(game.board.__getitem__, game.board.cells)
    ]
    return found
