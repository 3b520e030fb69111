"""Layers: a convolution is what its definition says, and its adjoint is one."""

from __future__ import annotations

import numpy as np
import pytest

from rondel.players.networks.layers import forward
from tests.players.networks.nets import layer


@pytest.mark.parametrize(("window", "height", "width", "channels"), [(1, 2, 3, 2), (3, 4, 5, 3), (5, 6, 7, 1)])
def test_a_convolution_is_a_sum_over_the_cells_around(window: int, height: int, width: int, channels: int) -> None:
    convolution = layer(1, window * window * channels, 4, (height, width), window)
    inputs = np.random.default_rng(2).standard_normal((3, height, width, channels)).astype(np.float32)
    found = convolution.apply(inputs.reshape(3, -1)).reshape(3, height, width, 4)
    kernel = convolution.weights.reshape(window, window, channels, 4)
    for row in range(height):
        for column in range(width):
            wanted = np.tile(convolution.bias, (3, 1))
            for down in range(window):
                for right in range(window):
                    near = (row + down - window // 2, column + right - window // 2)
                    if 0 <= near[0] < height and 0 <= near[1] < width:
                        wanted += inputs[:, near[0], near[1]] @ kernel[down, right]
            assert found[:, row, column] == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize(("board", "window"), [(None, 1), ((4, 5), 3)])
def test_gathering_is_the_adjoint_of_spreading(board: tuple[int, int] | None, window: int) -> None:
    """The law: <spread(x), y> is <x, gather(y)>."""
    rng = np.random.default_rng(3)
    each = layer(1, 2 * window**2 if board else 40, 3, board, window)
    inputs = rng.standard_normal((2, 40)).astype(np.float32)
    rows = each.spread(inputs)
    other = rng.standard_normal(rows.shape).astype(np.float32)
    assert float((rows * other).sum()) == pytest.approx(float((inputs * each.gather(other)).sum()), rel=1e-4)


def test_all_layers_but_the_last_are_rectified() -> None:
    first, last = layer(1, 6, 5), layer(2, 5, 2)
    inputs = np.random.default_rng(4).standard_normal((7, 6)).astype(np.float32)
    wanted = np.maximum(inputs @ first.weights + first.bias, 0) @ last.weights + last.bias
    assert forward([first, last], inputs) == pytest.approx(wanted, abs=1e-5)
