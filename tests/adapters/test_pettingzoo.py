"""PettingZoo: its own tests on every game, and the same games as its own."""

from __future__ import annotations

import doctest
import warnings
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.classic.connect_four import connect_four
from pettingzoo.classic.tictactoe import tictactoe

import rondel
from rondel.adapters import pettingzoo as module
from rondel.errors import BadOption, GameOver, IllegalMove, UnknownGame
from tests.conftest import sampled

with warnings.catch_warnings():
    # Its tests import one of its games by a name that it has given up.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

GAMES = rondel.games()
TOGETHER = [name for name in GAMES if (facts := rondel.find(name).facts) is not None and facts.simultaneous]
"""The games that ask several at a time."""
SHORT: dict[str, dict[str, Any]] = {
    "battleship": {"size": 8, "fleet": "small"},
    "crazy_eights": {"one_deal": True},
    "harvest_wheel": {"rounds": 2},
    "hearts": {"target": 1},
    "seed_swap": {"seasons": 1},
}
"""Options by which a game is over soon."""
EXEMPT = (
    # What PettingZoo says of each observation that is a dict with a mask, but not of its own games, which it knows by name.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    # It looks at what agents are shown whose game is over, too; then nothing is legal.
    "Action mask numpy array is all zeros",
)


@pytest.fixture
def strict() -> Iterator[None]:
    """Every warning of PettingZoo is an error, but for those that its own games of this kind are spared by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in EXEMPT:
            warnings.filterwarnings("ignore", message)
        yield


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("name", sampled(GAMES, GAMES[2::3]))
def test_its_test_of_the_interface_passes(name: str, scaled: Callable[[int], int]) -> None:
    api_test(module.env(name, options=SHORT.get(name)), num_cycles=scaled(1000))


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("name", sampled(GAMES, GAMES[::3]))
def test_its_test_of_seeds_passes(name: str, scaled: Callable[[int], int]) -> None:
    seed_test(lambda: module.env(name, options=SHORT.get(name)), num_cycles=scaled(500))


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("name", TOGETHER)
def test_its_tests_of_parallel_games_pass(name: str, scaled: Callable[[int], int]) -> None:
    parallel_api_test(module.parallel_env(name, options=SHORT.get(name)), num_cycles=scaled(1000))
    parallel_seed_test(lambda: module.parallel_env(name, options=SHORT.get(name), illegal="next"), num_cycles=scaled(500))


@pytest.mark.usefixtures("strict")
def test_its_test_of_max_cycles_passes() -> None:
    def env(max_cycles: int) -> module.Turns:
        return module.env("seed_swap", illegal="next", max_cycles=max_cycles)

    def parallel_env(max_cycles: int) -> module.Rounds:
        return module.parallel_env("seed_swap", illegal="next", max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


def side_by_side(theirs: Any, ours: Any, games: int) -> Iterator[tuple[int, Any, Any]]:
    """Games in both environments at once: the seat in turn and what its agent observes in each, before somebody acts in both.
    Whose turn it is, the rewards and the end agree."""
    for _game in range(games):
        theirs.reset()
        ours.reset()
        for agent in theirs.agent_iter():
            seen, reward, over, _cut, _info = theirs.last()
            shown, our_reward, our_over, _our_cut, _our_info = ours.last()
            assert (reward, over) == (our_reward, our_over)
            if over:
                theirs.step(None)
                ours.step(None)
                continue
            seat = theirs.possible_agents.index(agent)
            assert ours.possible_agents.index(ours.agent_selection) == seat
            yield seat, seen, shown


def test_tic_tac_toe_is_the_game_that_pettingzoo_has() -> None:
    """Legal cells and what is on the board agree; PettingZoo counts cells down the columns."""
    theirs, ours = tictactoe.env(), module.env("tic_tac_toe")
    rng = Random(1)
    for seat, seen, shown in side_by_side(theirs, ours, 30):
        planes = ours.desk.split(shown["observation"])["board"]
        assert np.array_equal(planes[seat], seen["observation"][:, :, 0].T)
        assert np.array_equal(planes[1 - seat], seen["observation"][:, :, 1].T)
        legal = [cell for cell in range(9) if seen["action_mask"][cell]]
        assert sorted(3 * (cell % 3) + cell // 3 for cell in legal) == list(shown["action_mask"].nonzero()[0])
        cell = rng.choice(legal)
        theirs.step(cell)
        ours.step(3 * (cell % 3) + cell // 3)


def test_connect_four_is_the_game_that_pettingzoo_has() -> None:
    theirs, ours = connect_four.env(), module.env("connect_four")
    assert theirs.action_space("player_0").n == ours.action_space("red_0").n == 7
    rng = Random(2)
    for seat, seen, shown in side_by_side(theirs, ours, 10):
        planes = ours.desk.split(shown["observation"])["board"]
        assert np.array_equal(planes[seat], seen["observation"][::-1, :, 0])  # its first row is the topmost
        assert np.array_equal(shown["action_mask"], seen["action_mask"])
        column = rng.choice([column for column in range(7) if seen["action_mask"][column]])
        theirs.step(column)
        ours.step(column)


def test_an_inactive_agent_observes_and_has_no_legal_action() -> None:
    env = module.env("kuhn_poker")
    env.reset(seed=1)
    assert env.agent_selection == "first_0"
    shown = env.observe("second_1")
    assert not shown["action_mask"].any()
    own = env.desk.split(shown["observation"])
    assert own["hand_second.count"].sum() == 1
    assert own["hand_first.count"].sum() == 0
    assert own["hand_first.size"] == 1


def test_an_illegal_action_changes_nothing_and_the_error_lists_the_legal_ones() -> None:
    env = module.env("tic_tac_toe")
    env.reset()
    env.step(4)
    before = env.game.record()
    for wrong in (4, 9, -1, None, "b2", 1.5):
        if wrong == 1.5:
            continue  # a number that is cut, as numpy cuts it
        with pytest.raises(IllegalMove, match="legal by the action mask: 0, 1, 2, 3, 5"):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.game.record() == before
    assert env.agent_selection == "o_1"


def test_an_illegal_action_may_lose_or_be_the_next_legal_one() -> None:
    env = module.env("tic_tac_toe", illegal="lose")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.terminations == {"x_0": True, "o_1": True}
    assert env.rewards == {"x_0": 0.0, "o_1": -1.0}
    env = module.env("tic_tac_toe", illegal="next")
    env.reset()
    env.step(8)
    env.step(8)
    assert [text for _role, text in env.game.record()["answers"]] == ["mark(c3)", "mark(a1)"]


def test_rewards_are_the_returns_at_the_end() -> None:
    env = module.env("tic_tac_toe")
    env.reset()
    rewards = []
    for action in (0, 3, 1, 4, 2):
        rewards.append(dict(env.rewards))
        env.step(action)
    assert rewards == [{"x_0": 0.0, "o_1": 0.0}] * 5
    assert env.rewards == {"x_0": 1.0, "o_1": -1.0}
    assert env.last()[1:] == (-1.0, True, False, {})  # who would have moved next is told first
    env.step(None)
    env.step(None)
    assert env.agents == []
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        env.step(0)
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        env.last()


def test_the_same_seed_gives_the_same_games_one_after_the_other() -> None:
    def cards(env: module.Turns) -> list[Any]:
        env.reset(seed=3)
        found = [env.observe("first_0")["observation"].tobytes()]
        for _game in range(10):
            env.reset()
            found.append(env.observe("first_0")["observation"].tobytes())
        return found

    one, other = cards(module.env("kuhn_poker")), cards(module.env("kuhn_poker"))
    assert one == other
    assert len(set(one)) > 1


def test_nothing_can_be_done_before_a_game_has_begun() -> None:
    turns, rounds = module.env("hearts"), module.parallel_env("hearts")
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        turns.step(None)
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        turns.observe("north_0")
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        turns.last()
    with pytest.raises(GameOver, match="no game in progress; call reset"):
        rounds.step({})
    with pytest.raises(AttributeError, match="has no attribute 'colour'"):
        _ = turns.colour


def test_options_and_players_are_those_of_the_game() -> None:
    assert module.env("reversi", size=6).action_space("black_0").n == 36
    assert module.env("cant_stop", seats=3).possible_agents == ["ruby_0", "azure_1", "jade_2"]
    with pytest.raises(BadOption, match="unknown option 'sise'"):
        module.env("reversi", sise=6)
    with pytest.raises(UnknownGame, match="did you mean"):
        module.env("reversy")
    with pytest.raises(BadOption, match="illegal cannot be 'maybe'"):
        module.env("reversi", illegal="maybe")
    with pytest.raises(BadOption, match="max_cycles cannot be 0"):
        module.env("reversi", max_cycles=0)
    with pytest.raises(BadOption, match="render_mode cannot be 'human'"):
        module.env("reversi", render_mode="human")
    with pytest.raises(BadOption, match="has no simultaneous moves"):
        module.parallel_env("reversi")


def test_a_game_may_begin_from_a_position() -> None:
    env = module.env("tic_tac_toe")
    marks = [{"kind": "mark", "owner": "x", "at": "a1"}, {"kind": "mark", "owner": "o", "at": "b1"}]
    position = {"containers": {"board": marks}}
    env.reset(options={"position": position})
    assert list(env.observe("x_0")["action_mask"]) == [0, 0, 1, 1, 1, 1, 1, 1, 1]


def test_the_table_can_be_drawn_and_the_state_shows_everything() -> None:
    env = module.env("tic_tac_toe", render_mode="ansi")
    env.reset()
    env.step(4)
    assert "X" in str(env.render())
    assert env.state().shape == (2 * env.desk.encoding.size,)
    assert module.env("tic_tac_toe").render_mode is None


def test_simultaneous_agents_answer_in_one_step() -> None:
    env = module.parallel_env("hearts")
    observed, _infos = env.reset(seed=5)
    for _card in range(3):
        actions = {agent: int(shown["action_mask"].argmax()) for agent, shown in observed.items()}
        observed, _rewards, over, cut, _infos = env.step(actions)
    assert len(env.game.record()["answers"]) - 52 == 12
    assert not any(over.values())
    assert not any(cut.values())
    assert sum(bool(shown["action_mask"].any()) for shown in observed.values()) == 1  # who has the two of clubs


def test_no_agent_acts_more_often_than_max_cycles_where_several_are_asked_at_a_time() -> None:
    env = module.env("battleship", max_cycles=4)
    env.reset(seed=1)
    acted = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, _reward, termination, truncation, _info = env.last()
        if termination or truncation:
            env.step(None)
        else:
            acted[agent] += 1
            env.step(int(observation["action_mask"].argmax()))
    assert set(acted.values()) == {4}
