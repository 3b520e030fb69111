"""Workers of batches: the same games as without them; and faults that name the game."""

from __future__ import annotations

import multiprocessing

import pytest

import rondel
from rondel.adapters import vector
from rondel.adapters.batch import GameFault
from rondel.adapters.batch_workers import BatchWorkers
from rondel.errors import GameOver
from tests.adapters.batch_games import Brittle
from tests.adapters.test_vector import choice


def test_workers_play_the_same_games() -> None:
    alone, shared = vector.turns("cant_stop", 5), vector.turns("cant_stop", 5, workers=2)
    one, other = alone.reset(seed=3)[0], shared.reset(seed=3)[0]
    for step in range(200):
        assert all((one[key] == other[key]).all() for key in one)
        actions = choice(one["action_mask"], step)
        (one, *rest, _infos), (other, *more, _infos) = alone.step(actions), shared.step(actions)
        assert all((left == right).all() for left, right in zip(rest, more, strict=True))
    assert (alone.seat == shared.seat).all()
    shared.close()


@pytest.mark.parametrize("called", ["by its class", "by its name"])
def test_workers_load_the_file_of_a_game(called: str) -> None:
    kind = rondel.load("examples/nim.py")
    envs = vector.turns(kind if called == "by its class" else kind.name, 2, workers=2)
    masks = envs.reset(seed=1)[0]["action_mask"]
    assert masks.sum() == 2 * 12
    envs.close()


def test_a_worker_that_dies_names_the_game_and_its_record() -> None:
    before = set(multiprocessing.active_children())
    envs = vector.turns(Brittle, 4, workers=2)
    envs.reset(seed=4)
    with pytest.raises(
        GameFault, match="the worker of games 2 to 3 was ended by SIGKILL while it played game 3; its seed is 7"
    ) as lost:
        envs.step([0, 0, 0, 3])
    assert (lost.value.number, lost.value.actions, lost.value.record) == (3, (3,), None)
    assert set(multiprocessing.active_children()) == before
    with pytest.raises(GameOver, match="the workers of these games have ended; make the environment anew"):
        envs.reset()


def test_a_worker_that_hangs_is_ended() -> None:
    envs = vector.turns(Brittle, 2, workers=2, patience=60)
    envs.reset(seed=4)
    assert isinstance(envs.games, BatchWorkers)
    envs.games.patience = 0.5  # a process may take longer to start
    with pytest.raises(GameFault, match=r"the worker of games 0 to 0 did not answer within 0.5 s while it played game 0"):
        envs.step([4, 0])
