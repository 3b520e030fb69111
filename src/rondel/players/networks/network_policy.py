"""Network policies: a network for one game, with the places of its inputs in an observation, and its file (``.npz``)."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rondel.players.networks.threads import one_thread

one_thread()

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from rondel.players.bots.policy_bot import WrongPolicy  # noqa: E402
from rondel.players.networks.layers import Layer  # noqa: E402

FORMAT: Final = "rondel-network-1"
"""The name of the format, which every file holds."""
DAMAGE: Final = (
    EOFError, LookupError, MemoryError, RuntimeError, SyntaxError, TypeError, ValueError, OverflowError,
    struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""The errors of NumPy, of the archive and of `_policy` for a file that was damaged, or is something else."""


@dataclass
class NetworkPolicy:
    """A network for a game of two roles that hides nothing, with fixed action numbers.

    Its outputs are a logit for each action number, and last the value for the role that moves, before the hyperbolic tangent.
    """

    game: str
    version: int
    """The version of the game's rules."""
    options: Mapping[str, Any]
    layers: list[Layer]
    inputs: NDArray[np.int64]
    """The place of each input in the observation, by the seat of the role that moves: ``(2, inputs)``."""
    simulations: int = 200
    """The simulations with which it searches for a move."""

    def save(self, path: Path) -> None:
        """Writes the file, with weights as 16-bit floats."""
        about = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "simulations": self.simulations,
            "layers": [{"board": layer.board, "window": layer.window} for layer in self.layers],
        }
        arrays: dict[str, NDArray[Any]] = {"about": np.array(json.dumps(about)), "inputs": self.inputs.astype(np.int32)}
        for number, layer in enumerate(self.layers):
            arrays[f"weights_{number}"] = layer.weights.astype(np.float16)
            arrays[f"bias_{number}"] = layer.bias.astype(np.float16)
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)


def read(path: Path) -> NetworkPolicy:
    """The network policy of a file. Raises `WrongPolicy` with the reason if there is none."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return _policy(arrays)
    except OSError as error:
        raise WrongPolicy(f"the policy {str(path)!r} cannot be read: {error.strerror or error}") from error
    except DAMAGE as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise WrongPolicy(f"{str(path)!r} is no network policy: {reason}") from error


def _policy(arrays: Mapping[str, NDArray[Any]]) -> NetworkPolicy:
    about = json.loads(str(arrays["about"]))
    if about["format"] != FORMAT:
        raise ValueError(f"its format is {about['format']!r}, and this version reads {FORMAT!r}")
    layers: list[Layer] = []
    inputs = arrays["inputs"].astype(np.int64)
    if inputs.ndim != 2 or len(inputs) != 2 or inputs.min() < 0:
        raise ValueError(f"its inputs have the shape {inputs.shape}")
    width = inputs.shape[1]
    for number, said in enumerate(about["layers"]):
        weights, bias = (arrays[f"{name}_{number}"].astype(np.float32) for name in ("weights", "bias"))
        board, window = said["board"], int(said["window"])
        cells = board[0] * board[1] if board else 1
        around = window * window if board else 1
        if width % cells or weights.shape != (width // cells * around, *bias.shape) or window % 2 == 0:
            raise ValueError(f"layer {number} of {weights.shape} weights does not fit the {width} numbers before it")
        if not np.isfinite(weights).all() or not np.isfinite(bias).all():
            raise ValueError(f"layer {number} has weights that are not finite")
        layers.append(Layer(weights, bias, (board[0], board[1]) if board else None, window))
        width = cells * len(bias)
    if not layers:
        raise ValueError("it has no layers")
    if int(about["simulations"]) < 1:
        raise ValueError(f"it searches with {about['simulations']} simulations")
    return NetworkPolicy(
        str(about["game"]), int(about["version"]), dict(about["options"]), layers, inputs, int(about["simulations"])
    )
