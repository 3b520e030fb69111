"""Vectors: the games of single environments, byte for byte, whoever plays them; and faults that name the game."""

from __future__ import annotations

import doctest
import json
from typing import Any

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import rondel
from rondel.adapters import gymnasium, pettingzoo
from rondel.adapters import vector as module
from rondel.adapters.batch import GameFault
from rondel.errors import BadOption, GameOver, IllegalMove, UnknownGame, UnknownRole
from tests.adapters.batch_games import Brittle
from tests.adapters.test_gymnasium import SHORT
from tests.conftest import sampled

STEPS = 40


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def choice(masks: Any, step: int) -> Any:
    """A legal action of each game, another in each step."""
    return np.array([mask.nonzero()[0][(7 * step + row) % mask.sum()] for row, mask in enumerate(masks)])


@pytest.mark.parametrize("name", sampled(rondel.games(), rondel.games()[2::3]))
def test_each_game_is_that_of_a_single_environment(name: str) -> None:
    options = SHORT.get(name)
    envs = module.env(name, 2, options=options)
    singles = [gymnasium.env(name, options=options) for _game in range(2)]
    seen, _infos = envs.reset(seed=5)
    alone = [single.reset(seed=5 + number)[0] for number, single in enumerate(singles)]
    for step in range(STEPS):
        assert all((seen[key][row] == each[key]).all() for row, each in enumerate(alone) for key in each)
        actions = choice(seen["action_mask"], step)
        seen, rewards, over, cut, infos = envs.step(actions)
        for row, single in enumerate(singles):
            alone[row], reward, ended, short, _info = single.step(int(actions[row]))
            assert (rewards[row], over[row], cut[row]) == (reward, ended, short)
            if ended or short:
                assert (infos["final_obs"][row]["observation"] == alone[row]["observation"]).all()
                alone[row] = single.reset()[0]


@pytest.mark.parametrize("name", sampled(rondel.games(), rondel.games()[::3]))
def test_agents_in_turn_are_those_of_pettingzoo(name: str) -> None:
    options = SHORT.get(name)
    envs, single = module.turns(name, 1, options=options), pettingzoo.env(name, options=options)
    seen, _infos = envs.reset(seed=5)
    single.reset(seed=5)
    for step in range(STEPS):
        alone = single.last()[0]
        assert envs.possible_agents[envs.seat[0]] == single.agent_selection
        assert all((seen[key][0] == alone[key]).all() for key in alone)
        (action,) = choice(seen["action_mask"], step)
        seen, rewards, over, _cut, _infos = envs.step([action])
        single.step(int(action))
        assert rewards[0].tolist() == [single.rewards[agent] for agent in single.possible_agents]
        if over[0]:
            single.reset()


def test_an_illegal_action_plays_none() -> None:
    envs = module.turns("cant_stop", 5)
    seen, _infos = envs.reset(seed=3)
    actions = choice(seen["action_mask"], 0)
    actions[3] = seen["action_mask"][3].argmin()
    before = envs.arrays.observation.copy()
    with pytest.raises(IllegalMove, match=rf"^action {actions[3]} is illegal in game 3, and no action was played; legal"):
        envs.step(actions)
    assert (envs.arrays.observation == before).all()
    for wrong in (-1, 10**9):
        actions[3] = wrong
        with pytest.raises(IllegalMove, match="in game 3"):
            envs.step(actions)
    with pytest.raises(BadOption, match="give 5 whole numbers"):
        envs.step([0])
    with pytest.raises(BadOption, match="give 5 whole numbers"):
        envs.step([0.5] * 5)


def test_gymnasium_keeps_count_of_episodes() -> None:
    envs = RecordEpisodeStatistics(module.env("tic_tac_toe", 3))
    seen, _infos = envs.reset(seed=1)
    counted = ended = 0
    for step in range(60):
        seen, _rewards, over, _cut, infos = envs.step(choice(seen["action_mask"], step))
        ended += int(over.sum())
        counted += int(infos["_episode"].sum()) if "_episode" in infos else 0
        if over.any():
            assert 3 <= infos["episode"]["l"][over].min() <= infos["episode"]["l"][over].max() <= 5
    assert counted == ended > 10


def test_games_are_cut_and_begun_anew() -> None:
    envs = module.env("chess", 2, max_steps=3)
    seen, _infos = envs.reset(seed=1)
    cuts = []
    for step in range(6):
        seen, rewards, over, cut, infos = envs.step(choice(seen["action_mask"], step))
        cuts.append(cut.tolist())
        assert not over.any()
        assert not rewards.any()
        assert ("final_obs" in infos) == cut.any()
    assert cuts == [[False] * 2, [False] * 2, [True] * 2] * 2


def test_rules_that_raise_name_the_game_and_its_record() -> None:
    for workers in (0, 1):
        envs = module.turns(Brittle, 3, workers=workers)
        envs.reset(seed=4)
        envs.step([0, 1, 0])
        with pytest.raises(
            GameFault, match=r"^game 1 of the batch: ZeroDivisionError: .*; its seed is 5, its actions \[1, 2\]$"
        ) as lost:
            envs.step([0, 2, 0])
        assert (lost.value.number, lost.value.seed, lost.value.actions) == (1, 5, (1, 2))
        assert "take(2)" in str(json.loads(str(lost.value.record))["answers"])
        with pytest.raises(GameOver, match="reset"):
            envs.step([0, 0, 0])


def test_nothing_is_played_before_the_beginning_and_after_the_end() -> None:
    envs = module.env("tic_tac_toe", 2)
    with pytest.raises(GameOver, match="reset"):
        envs.step([0, 0])
    envs.reset()
    envs.close()
    with pytest.raises(GameOver, match="reset"):
        envs.step([0, 0])


def test_memory_is_not_overwritten_unless_asked_for() -> None:
    for copy in (True, False):
        envs = module.turns("tic_tac_toe", 1, copy=copy)
        first = envs.reset(seed=1)[0]["action_mask"]
        envs.step([0])
        assert int(first.sum()) == (9 if copy else 8)


@pytest.mark.parametrize(
    ("wrong", "error", "match"),
    [
        ({"num_envs": 0}, BadOption, "num_envs cannot be 0: it must be a whole number from 1"),
        ({"workers": -1}, BadOption, "workers cannot be -1: it must be a whole number from 0"),
        ({"patience": 0}, BadOption, "patience cannot be 0"),
        ({"role": "z"}, UnknownRole, "unknown role 'z'"),
        ({"game": "ludo"}, UnknownGame, "ludo"),
        ({"actions": "both"}, BadOption, "both"),
    ],
)
def test_what_cannot_be_is_said_before_a_process_starts(wrong: dict[str, Any], error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        module.env(**{"game": "tic_tac_toe", "num_envs": 2, "workers": 1, **wrong})


def test_another_number_of_seeds_is_refused() -> None:
    envs = module.env("tic_tac_toe", 2)
    with pytest.raises(BadOption, match="3 seeds for 2 games; give one for each, or the first one"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(BadOption, match="0 seeds for 2 games"):
        envs.reset(seed=[])
    one, two = envs.reset(seed=[1, 2])[0], module.env("tic_tac_toe", 2).reset(seed=1)[0]
    assert (one["observation"] == two["observation"]).all()
