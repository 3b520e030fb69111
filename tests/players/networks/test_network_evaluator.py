"""The network evaluator: what it says is what the network says of the role's observation, for each leaf of a batch."""

from __future__ import annotations

import numpy as np
import pytest

import rondel
from rondel.players.bots.policy_bot import WrongPolicy
from rondel.players.networks.layers import forward
from rondel.players.networks.network_evaluator import NetworkEvaluator
from rondel.search import Leaf
from tests.players.networks.nets import layer, tic_tac_toe


def after(*cells: str) -> rondel.Game:
    game = rondel.new("tic_tac_toe")
    for cell in cells:
        game.push(f"mark({cell})")
    return game


def leaf(game: rondel.Game) -> Leaf:
    return Leaf(game, game.active[0], game.moves())


def test_it_says_what_the_network_says() -> None:
    policy = tic_tac_toe()
    evaluator = NetworkEvaluator(policy, after())
    games = [after(), after("b2"), after("b2", "a1")]
    found = evaluator.evaluate([leaf(game) for game in games])
    for game, (worth, priors) in zip(games, found, strict=True):
        board = np.zeros((2, 9), np.float32)
        for place, cell in enumerate(cell for cells in ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3") for cell in cells.split()):
            owner = game.board.owner(cell)  # type: ignore[attr-defined]  # of tic-tac-toe
            if owner is not None:
                board[0 if owner == game.active[0] else 1, place] = 1
        outputs = forward(policy.layers, board.T.reshape(1, -1))[0]
        mover = 0 if game.active[0] == "x" else 1
        assert worth[mover] == pytest.approx(np.tanh(outputs[-1]), abs=1e-5)
        assert worth[1 - mover] == -worth[mover]
        logits = np.array([outputs[evaluator.numbering.number(move.text)] for move in game.moves()])
        assert priors == pytest.approx((np.exp(logits) / np.exp(logits).sum()).tolist(), abs=1e-5)


def test_a_batch_says_what_single_leaves_do() -> None:
    evaluator = NetworkEvaluator(tic_tac_toe(), after())
    games = [after("a1"), after(), after("c3", "b2", "a1")]
    together = evaluator.evaluate([leaf(game) for game in games])
    for game, (worth, priors) in zip(games, together, strict=True):
        ((alone, shares),) = evaluator.evaluate([leaf(game)])
        assert worth == pytest.approx(alone, abs=1e-5)
        assert priors == pytest.approx(shares, abs=1e-5)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("kuhn_poker", "two roles that hide nothing, and kuhn_poker is not one"),
        ("nine_mens_morris", "cannot play nine_mens_morris: the moves of nine_mens_morris have no fixed numbers"),
        ("connect_four", "has 10 outputs and reads number 25 of an observation; connect_four has 7 actions, so 8 outputs"),
    ],
)
def test_a_game_that_does_not_fit_is_refused(game: str, message: str) -> None:
    with pytest.raises(WrongPolicy, match=message):
        NetworkEvaluator(tic_tac_toe(), rondel.new(game))


def test_inputs_beyond_the_observation_are_refused() -> None:
    policy = tic_tac_toe()
    policy.inputs[1, 3] = 99
    policy.layers[-1] = layer(2, 36, 10)
    with pytest.raises(WrongPolicy, match="reads number 99"):
        NetworkEvaluator(policy, after())
