"""Gymnasium: its own checker, and one role's side of a game against bots."""

from __future__ import annotations

import doctest
import warnings
from random import Random
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import rondel
from rondel.adapters import gymnasium as module
from rondel.errors import BadOption, GameOver, IllegalMove, UnknownRole
from rondel.players.bots.registry import UnknownBot
from tests.conftest import sampled

SHORT: dict[str, dict[str, Any]] = {
    "amazons": {"size": 6},
    "battleship": {"size": 8, "fleet": "small"},
    "crazy_eights": {"one_deal": True},
    "gomoku": {"size": 5},
    "hearts": {"target": 1},
    "seed_swap": {"seasons": 1},
    "shogi": {"turn_limit": 20},
    "swarm": {"limit": 20},
    "xiangqi": {"turn_limit": 20},
}


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", sampled(rondel.games(), rondel.games()[1::3]))
def test_its_checker_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Counters without bounds have none in the space either.
        warnings.filterwarnings("ignore", ".*A Box observation space (minimum|maximum) value is -?infinity.*")
        # It was made by our own function, so there is no record of how gymnasium.make made it.
        warnings.filterwarnings("ignore", ".*Not able to test alternative render modes.*")
        check_env(module.env(name, options=SHORT.get(name), illegal="next"))


@pytest.mark.parametrize(("name", "role"), [("tic_tac_toe", "o"), ("hearts", "east"), ("seed_swap", "birch"), ("shephy", None)])
def test_whole_games_are_played_from_any_seat(name: str, role: str | None) -> None:
    env = module.env(name, role=role, options=SHORT.get(name))
    rng = Random(1)
    for game in range(2):
        shown, _info = env.reset(seed=game)
        over = False
        while not over:
            assert env.game.active[0] == env.role
            legal = [int(each) for each in shown["action_mask"].nonzero()[0]]
            assert len(legal) == len(env.game.moves(env.role))
            shown, reward, over, cut, _info = env.step(rng.choice(legal))
            assert not cut
        assert reward == env.game.returns[env.role]
        assert not shown["action_mask"].any()
        with pytest.raises(GameOver, match="reset"):
            env.step(0)


def test_the_same_seed_gives_the_same_game_and_the_same_bots() -> None:
    def played() -> list[Any]:
        env = module.env("leduc_poker", role="second")
        found: list[Any] = []
        for game in range(6):
            shown, _info = env.reset(seed=9 if game == 0 else None)
            over = False
            while not over:
                shown, _reward, over, _cut, _info = env.step(int(shown["action_mask"].argmax()))
            found.append(env.game.record()["answers"])
        return found

    once = played()
    assert once == played()
    assert len({str(each) for each in once}) > 1


def test_games_are_cut_short_where_that_is_asked_for() -> None:
    env = module.env("gomoku", max_steps=2)
    env.reset(seed=1)
    assert env.step(0)[2:4] == (False, False)
    assert env.step(1)[2:4] in ((False, True), (True, False))


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = module.env("connect_four", rows=4, columns=4)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 4 is illegal for red now"):
        env.step(4)
    assert env.game.record()["answers"] == []
    env = module.env("connect_four", illegal="lose")
    env.reset(seed=1)
    shown, reward, over, _cut, _info = env.step(7)
    assert (reward, over) == (-1.0, True)
    assert not shown["action_mask"].any()


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(UnknownRole, match="unknown role 'green'"):
        module.env("connect_four", role="green")
    with pytest.raises(UnknownBot, match="did you mean 'random'"):
        module.env("connect_four", against="randon")
    with pytest.raises(BadOption, match="against names bots for red; name one for yellow"):
        module.env("connect_four", against={"red": "random"})
    with pytest.raises(BadOption, match="max_steps cannot be 0"):
        module.env("connect_four", max_steps=0)
    with pytest.raises(BadOption, match="render_mode cannot be 'human'"):
        module.env("connect_four", render_mode="human")


def test_nothing_can_be_done_before_a_game_has_begun() -> None:
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        module.env("connect_four").step(0)


def test_it_is_an_environment_of_gymnasium_and_can_be_drawn() -> None:
    env = module.env("tic_tac_toe", render_mode="ansi")
    assert isinstance(env, gymnasium.Env)
    env.reset(seed=1)
    env.step(4)
    assert "X" in str(env.render())
