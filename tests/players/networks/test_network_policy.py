"""The file of a network policy: it is read as it was written, and anything else is refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rondel.players import bot
from rondel.players.bots.policy_bot import WrongPolicy
from rondel.players.networks.network_policy import read
from tests.players.networks.nets import tic_tac_toe


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    policy = tic_tac_toe(simulations=33)
    policy.save(tmp_path / "policy.npz")
    found = read(tmp_path / "policy.npz")
    assert (found.game, found.version, found.options, found.simulations) == ("tic_tac_toe", policy.version, {}, 33)
    assert np.array_equal(found.inputs, policy.inputs)
    for own, other in zip(found.layers, policy.layers, strict=True):
        assert (own.board, own.window) == (other.board, other.window)
        assert np.array_equal(own.weights, other.weights)
        assert np.array_equal(own.bias, other.bias)


def about(change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    """A change of what the file says about itself."""

    def changed(arrays: dict[str, Any]) -> None:
        said = json.loads(str(arrays["about"]))
        change(said)
        arrays["about"] = np.array(json.dumps(said))

    return changed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda arrays: arrays.pop("about"), "about"),
        (lambda arrays: arrays.pop("bias_1"), "bias_1"),
        (lambda arrays: arrays.update(about=np.array("once")), "Expecting value"),
        (lambda arrays: arrays.update(inputs=arrays["inputs"][0]), r"its inputs have the shape \(18,\)"),
        (
            lambda arrays: arrays.update(weights_1=arrays["weights_1"][:-1]),
            r"layer 1 of \(35, 10\) weights does not fit the 36",
        ),
        (lambda arrays: arrays["weights_0"].__setitem__((0, 0), np.nan), "layer 0 has weights that are not finite"),
        (about(lambda said: said.update(format="other")), "its format is 'other', and this version reads 'rondel-network-1'"),
        (about(lambda said: said.update(layers=[])), "it has no layers"),
        (about(lambda said: said.update(simulations=0)), "it searches with 0 simulations"),
        (about(lambda said: said["layers"][0].update(board=[3])), "list index out of range"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, change: Callable[[dict[str, Any]], Any], message: str) -> None:
    file = tmp_path / "policy.npz"
    tic_tac_toe().save(file)
    with np.load(file) as saved:
        arrays = dict(saved)
    change(arrays)
    np.savez(file, allow_pickle=False, **arrays)
    with pytest.raises(WrongPolicy, match=f"policy.npz' is no network policy: .*{message}") as refused:
        bot(f"policy:{file}")
    assert "\n" not in str(refused.value)


def test_a_damaged_file_is_refused_wherever_it_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "policy.npz"
    tic_tac_toe().save(file)
    whole = file.read_bytes()
    for cut in (3, 40, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:cut])
        with pytest.raises(WrongPolicy, match="is no network policy") as refused:
            bot(f"policy:{file}")
        assert "\n" not in str(refused.value)
    for place in range(0, len(whole), 37):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            bot(f"policy:{file}")
        except WrongPolicy as error:
            assert "\n" not in str(error), place  # noqa: PT017
