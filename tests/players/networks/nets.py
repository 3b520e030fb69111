"""Small networks with random weights."""

from __future__ import annotations

import numpy as np

import rondel
from rondel.engine.game import Game
from rondel.learning.encoding import Encoding
from rondel.players.networks.layers import Layer
from rondel.players.networks.network_policy import NetworkPolicy


def layer(seed: int, rows: int, outputs: int, board: tuple[int, int] | None = None, window: int = 1) -> Layer:
    """A layer whose weights are exact as 16-bit floats."""
    rng = np.random.default_rng(seed)
    weights = (rng.standard_normal((rows, outputs)) / 4).astype(np.float16).astype(np.float32)
    return Layer(weights, np.linspace(-0.5, 0.5, outputs, dtype=np.float16).astype(np.float32), board, window)


def tic_tac_toe(simulations: int = 20) -> NetworkPolicy:
    """A convolution and a dense layer; inputs are the marks of the role that moves, and those of the other."""
    game: Game = rondel.new("tic_tac_toe")
    start = next(feature.start for feature in Encoding(game).features if feature.name == "board")
    marks = start + np.arange(18).reshape(2, 9)
    inputs = np.stack([marks.T.ravel(), marks[::-1].T.ravel()])
    layers = [layer(1, 18, 4, (3, 3), 3), layer(2, 36, 10)]
    return NetworkPolicy(game.name, game.version, {}, layers, inputs, simulations)
