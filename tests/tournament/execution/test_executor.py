"""Executors: batches, and equal outcomes of all executors."""

from __future__ import annotations

from rondel.tournament.execution.executor import Batches, Serial
from rondel.tournament.execution.job import Setting
from rondel.tournament.fixture import fixtures


def test_batches_grow_to_a_second_and_are_shared() -> None:
    batches = Batches(fixtures((0, 1), seats=2, games=30, seed=1), takers=2)
    sizes = [len(batches.next())]
    batches.learn(games=1, seconds=0.01)
    while batch := batches.next():
        sizes.append(len(batch))
    assert sizes == [1, 15, 7, 4, 2, 1]  # never more than half of what is left
    batches.again(fixtures((0, 1), seats=2, games=2, seed=2))
    assert [each.id for each in batches.next()] == ["0-1/0"]


def test_slow_games_go_one_by_one() -> None:
    batches = Batches(fixtures((0, 1), seats=2, games=5, seed=1), takers=1)
    batches.learn(games=1, seconds=30)
    assert [len(batches.next()) for _ in range(6)] == [1, 1, 1, 1, 1, 0]


def test_one_after_the_other() -> None:
    found = list(fixtures((0, 1), seats=2, games=4, seed=1))
    with Serial() as executor:
        assert [each.id for each in executor.run(Setting("tic_tac_toe", ("random", "random")), found)] == [
            each.id for each in found
        ]
