"""Layers: the dense and convolutional layers of a small feed-forward network, and its forward pass in NumPy.

Every layer is a matrix product: `Layer.spread` arranges the inputs as rows, a convolution one row for each cell of the board
with the cells around it. All numbers are 32-bit floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rondel.players.networks.threads import one_thread

one_thread()

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402


@dataclass
class Layer:
    """A layer: ``weights`` of shape ``(inputs of a row, outputs)`` and a ``bias`` of shape ``(outputs,)``."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    board: tuple[int, int] | None = None
    """The rows and columns of a convolution over a board, whose outputs are of the same size; None for a dense layer."""
    window: int = 1
    """The side of a convolution's square, an odd number of cells. Cells outside the board are 0."""

    def spread(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The inputs ``(positions, numbers)`` as the rows of a matrix. A convolution's are ordered by row, column, channel."""
        count = len(inputs)
        if self.board is None:
            return inputs.reshape(count, -1)
        height, width = self.board
        window, edge = self.window, self.window // 2
        channels = inputs.shape[1] // (height * width)
        framed = np.zeros((count, height + 2 * edge, width + 2 * edge, channels), np.float32)
        framed[:, edge : edge + height, edge : edge + width] = inputs.reshape(count, height, width, channels)
        position, down, right, number = framed.strides
        around = np.lib.stride_tricks.as_strided(  # a row of a square is contiguous
            framed, (count, height, width, window, window * channels), (position, down, right, down, number), writeable=False
        )
        return around.reshape(count * height * width, window * window * channels)

    def gather(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The adjoint of `spread`, for training: the gradient of the inputs from that of the rows."""
        if self.board is None:
            return rows
        height, width = self.board
        window, edge = self.window, self.window // 2
        around = rows.reshape(-1, height, width, window, window, rows.shape[1] // window**2)
        framed = np.zeros((len(around), height + 2 * edge, width + 2 * edge, around.shape[-1]), np.float32)
        for down in range(window):
            for right in range(window):
                framed[:, down : down + height, right : right + width] += around[:, :, :, down, right]
        return framed[:, edge : edge + height, edge : edge + width].reshape(len(around), -1)

    def apply(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The outputs ``(positions, numbers)``, before any activation."""
        product = self.spread(inputs) @ self.weights
        product += self.bias
        return product.reshape(len(inputs), -1)


def forward(layers: Sequence[Layer], inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """The outputs of the last layer; those of the others pass a rectifier (ReLU)."""
    for layer in layers[:-1]:
        inputs = layer.apply(inputs)
        np.maximum(inputs, 0, out=inputs)
    return layers[-1].apply(inputs)
