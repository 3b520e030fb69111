"""Which pushes still stand when some have been taken back, and what belongs to one of them."""

from __future__ import annotations

import pytest

from rondel.engine import CHANCE
from rondel.engine.play.undo.standing_answers import answerer, end_of, is_own, kept, last_of, standing
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.fair import FairDay
from tests.engine.rules.market import shopping


def test_what_an_undo_covers_stands_no_more_and_neither_does_the_undo() -> None:
    game = TicTacToe()
    for cell in ("a1", "b1", "a2", "b2"):
        game.push(f"mark({cell})")
    game.undo("x", agreed=True)
    machine = game._machine
    assert list(standing(machine)) == [1, 0]
    assert list(kept(machine)) == [4, 1, 0]
    game.undo("x", agreed=True)  # which covers the first undo, too
    assert list(standing(machine)) == []
    assert list(kept(machine)) == [5]


def test_the_last_of_a_role_is_its_last_push_or_the_first_of_its_turn() -> None:
    game = shopping()
    for text in ("take(p)", "pay(9)"):
        game.push(text, "apple")
    game.push("take(q)", "bread")
    machine = game._machine
    assert last_of(machine, "apple", False) == 1
    assert last_of(machine, "apple", True) == 0
    assert last_of(machine, "cheese", False) == -1
    assert [answerer(machine, number) for number in range(3)] == ["apple", "apple", "bread"]
    assert is_own(machine, 1)


def test_what_chance_answers_to_a_push_belongs_to_it() -> None:
    game = FairDay(chance="explicit")
    game.push("play(1)", "ann")
    machine = game._machine
    assert not is_own(machine, 0), "chance must answer first"
    game.push("roll(3)", CHANCE)
    game.push("go_home", "bob")
    assert end_of(machine, 0) == 2
    assert is_own(machine, 0)


class Compared(int):
    """A number that counts how often it is compared."""

    times = 0

    def __le__(self, other: int) -> bool:
        Compared.times += 1
        return int(self) <= other


@pytest.mark.interpreted("compiled code takes a number out of its class")
def test_who_takes_back_again_and_again_does_not_make_it_ever_dearer_to_look() -> None:
    def comparisons(times: int) -> int:
        game = TicTacToe()
        for _ in range(times):
            game.push("mark(b2)")
            game.undo("x", agreed=True)
        machine = game._machine
        for number, covered in machine.undone.items():
            machine.undone[number] = tuple([(Compared(low), high) for low, high in covered])
        Compared.times = 0
        assert last_of(machine, "o", False) == -1
        return Compared.times

    # 16 times as many take 16 times as many; where each of them is compared with all others, 256 times.
    assert comparisons(100) >= 100
    assert comparisons(1_600) < 20 * comparisons(100)
