"""OpenSpiel: its own tests on every game, its own games beside ours, and what its solvers find."""

from __future__ import annotations

import doctest
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score, exploitability
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.tests import games_sim_test

import rondel
from rondel.adapters import openspiel as module
from rondel.adapters.openspiel import register
from rondel.engine import Game
from rondel.errors import BadOption
from tests.conftest import sampled

GAMES = rondel.games()
PLAYED = [name for name in GAMES if name != "chess"]
SHORT = {
    "amazons": "size=6",
    "breakthrough": "size=5",
    "battleship": "size=8,fleet=small",
    "banqi": "patience=10",
    "cant_stop": "goal=1",
    "corridors": "size=5,walls=6",
    "crazy_eights": "one_deal=True",
    "gomoku": "size=5",
    "harvest_wheel": "rounds=2",
    "hearts": "target=1",
    "hex": "size=4",
    "liars_dice": "dice=2",
    "nine_mens_morris": "turn_limit=30",
    "reversi": "size=4",
    "seed_swap": "seasons=1",
    "shogi": "turn_limit=20",
    "stones": "turn_limit=30",
    "swarm": "limit=20",
    "xiangqi": "turn_limit=20",
    "y": "size=4",
}
"""Parameters by which a game is over soon."""


def load(name: str, parameters: str = "") -> Any:
    """One of our games, in OpenSpiel."""
    (title,) = register(name)
    return pyspiel.load_game(f"{title}({parameters})" if parameters else title)


def late(game: Any, answers: int, seed: int) -> Any:
    """A state after so many random answers."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _answer in range(answers):
        actions = [action for action, _chance in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    return state


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", sampled(PLAYED, ["draughts", "hearts", "kuhn_poker", "stones"]))
def test_its_random_simulation_passes(name: str, scaled: Callable[[int], int]) -> None:
    """The history, clones, snapshots, legal actions, masks, observations and returns of whole games, tested in C++."""
    game = load(name, SHORT.get(name, ""))
    pyspiel.random_sim_test(game, num_sims=scaled(10), serialize=True, verbose=False)


def test_its_random_simulation_of_chess_passes(scaled: Callable[[int], int]) -> None:
    """Whole games take hundreds of moves; shortened, one is taken up near its end."""
    game = load("chess")
    whole = scaled(20) == 20
    start = game.new_initial_state() if whole else late(game, 355, seed=4)
    pyspiel.random_sim_test(game, num_sims=1, serialize=whole, verbose=False, specific_initial_state=start)


@pytest.mark.parametrize("name", sampled(GAMES, GAMES[1::6]))
def test_its_simulation_in_python_passes(name: str) -> None:
    """Pickles, copies and utilities."""
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name, SHORT.get(name, "")))


# -- beside what others know -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ours", "theirs"), [("tic_tac_toe", "tic_tac_toe"), ("connect_four", "connect_four")])
def test_the_same_actions_are_legal_and_worth_the_same_as_in_their_game(ours: str, theirs: str) -> None:
    game, other = load(ours), pyspiel.load_game(theirs)
    assert game.num_distinct_actions() == other.num_distinct_actions()
    assert game.get_type().utility == other.get_type().utility
    rng = random.Random(1)
    for _game in range(20):
        state, their_state = game.new_initial_state(), other.new_initial_state()
        while not their_state.is_terminal():
            assert state.current_player() == their_state.current_player()
            assert state.legal_actions() == their_state.legal_actions()
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            their_state.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == their_state.returns()


def counted(game: Any) -> tuple[Counter[str], set[str]]:
    """How many nodes of each kind its tree has, and what players may know there."""
    nodes: Counter[str] = Counter()
    known: set[str] = set()

    def visit(state: Any) -> None:
        if state.is_terminal():
            nodes["terminal"] += 1
            return
        nodes["chance" if state.is_chance_node() else "decision"] += 1
        if not state.is_chance_node():
            known.add(state.information_state_string())
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    return nodes, known


def test_kuhn_poker_is_the_tree_that_is_known() -> None:
    """4 chance nodes, 24 decisions, 30 ends and 12 information states: what OpenSpiel's own game has."""
    nodes, known = counted(load("kuhn_poker"))
    assert nodes == {"chance": 4, "decision": 24, "terminal": 30}
    assert len(known) == 12
    assert counted(pyspiel.load_game("kuhn_poker"))[0] == nodes


def test_uniform_play_of_kuhn_poker_has_the_same_value_as_in_openspiels_game() -> None:
    ours, theirs = load("kuhn_poker"), pyspiel.load_game("kuhn_poker")
    values = [
        expected_game_score.policy_value(game.new_initial_state(), [UniformRandomPolicy(game)] * 2) for game in (ours, theirs)
    ]
    assert values[0] == pytest.approx(values[1])
    spread = [exploitability.nash_conv(game, UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert spread[0] == pytest.approx(spread[1])


def test_its_solver_solves_kuhn_poker() -> None:
    """The first player loses a chip in 18 games (Kuhn 1950)."""
    game = load("kuhn_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _iteration in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.nash_conv(game, policy) < 0.02
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    assert value[0] == pytest.approx(-1 / 18, abs=0.001)


# -- what is observed --------------------------------------------------------------------------------------------------


def test_observations_match_the_views() -> None:
    game = load("leduc_poker")
    state = late(game, 3, seed=1)
    observation = make_observation(game)
    held = state.held
    for player, role in enumerate(held.game.roles):
        observation.set_from(state, player)
        assert observation.tensor.tobytes() == bytes(held.table.encoding.of_game(held.game, role))
        assert list(observation.dict) == [each.name for each in held.table.encoding.features]
        assert observation.string_from(state, player) == state.observation_string(player)
    assert state.observation_string(0) != state.observation_string(1)


def test_secret_answers_are_hidden_from_others() -> None:
    state = late(load("hearts"), 52, seed=2)
    assert state.current_player() == 0
    before = [state.information_state_string(player) for player in range(4)]
    one, other = state.legal_actions()[:2]
    child, sibling = state.child(one), state.child(other)
    assert child.information_state_string(0) != sibling.information_state_string(0)
    for player in (1, 2, 3):
        assert child.information_state_string(player) == sibling.information_state_string(player)
        assert child.observation_string(player) == sibling.observation_string(player)
    assert [state.information_state_string(player) for player in range(4)] == before


def test_chance_is_a_player_with_probabilities() -> None:
    state = load("cant_stop").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 126  # what four dice may show, in any order
    assert sum(chance for _action, chance in outcomes) == pytest.approx(1)
    named = {state.action_to_string(action): chance for action, chance in outcomes}
    assert named["chance(1111)"] == pytest.approx(1 / 1296)


def test_a_state_can_be_taken_elsewhere() -> None:
    """Another process reads it, once it has registered the game."""
    state = late(load("leduc_poker"), 4, seed=3)
    program = """
import sys, pickle
from rondel.adapters import openspiel
openspiel.register("leduc_poker")
print(pickle.load(sys.stdin.buffer), end='')
"""
    done = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(state), capture_output=True, check=False)
    assert done.stderr.decode() == ""
    assert done.stdout.decode() == str(state)


# -- what it is called -------------------------------------------------------------------------------------------------


def test_all_games_are_registered_unless_some_are_named() -> None:
    program = """
import pyspiel, rondel
from rondel.adapters.openspiel import register
print(register() == [f"rondel_{name}" for name in rondel.games()], set(register()) <= set(pyspiel.registered_names()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"
    assert register("reversi") == ["rondel_reversi"]


def test_parameters_are_players_and_options() -> None:
    game = load("cant_stop", "players=4,goal=2,jump=true")
    assert game.num_players() == 4
    assert game.new_initial_state().held.game.view("ruby")["play_order"] == ["ruby", "azure", "jade", "amber"]
    assert load("reversi", "size=6").num_distinct_actions() == 36


@pytest.mark.parametrize(
    ("name", "chance", "information", "utility"),
    [
        ("chess", "DETERMINISTIC", "PERFECT_INFORMATION", "ZERO_SUM"),
        ("kuhn_poker", "EXPLICIT_STOCHASTIC", "IMPERFECT_INFORMATION", "ZERO_SUM"),
        ("cant_stop", "EXPLICIT_STOCHASTIC", "PERFECT_INFORMATION", "ZERO_SUM"),
        ("battleship", "DETERMINISTIC", "IMPERFECT_INFORMATION", "ZERO_SUM"),
        ("shephy", "EXPLICIT_STOCHASTIC", "IMPERFECT_INFORMATION", "GENERAL_SUM"),
    ],
)
def test_the_game_type_matches_the_declared_facts(name: str, chance: str, information: str, utility: str) -> None:
    kind = load(name).get_type()
    assert (kind.chance_mode.name, kind.information.name, kind.utility.name) == (chance, information, utility)


def test_a_name_is_of_one_game_only() -> None:
    register("reversi")
    impostor = type("Impostor", (rondel.find("tic_tac_toe"),), {"name": "reversi"})
    assert issubclass(impostor, Game)
    with pytest.raises(BadOption, match="OpenSpiel has another game named 'rondel_reversi'"):
        register(impostor)


def test_invalid_parameters_are_refused() -> None:
    game = load("tic_tac_toe")
    with pytest.raises(BadOption, match="observers of Rondel games take no parameters"):
        make_observation(game, params={"colour": "red"})
