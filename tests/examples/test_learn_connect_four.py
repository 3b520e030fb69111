"""The example that learns Connect Four: its gradients, its mirror, a run that is resumed, and the policy that it made."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import learning_curve
import numpy as np
import pytest

import rondel
from examples import learn_connect_four as example
from rondel.players.networks.network_evaluator import NetworkEvaluator
from rondel.players.networks.network_policy import read
from rondel.search import Leaf
from tests.search.fours import played

MADE = Path(example.__file__).with_name("connect_four.npz")
LOG = MADE.with_suffix(".jsonl")


def untimed(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if name != "cpu"} for line in log]


@pytest.fixture(scope="module")
def run() -> example.Run:
    """A tiny network, with random weights in its last layer too, and positions to learn from."""
    begun = example.new_run(example.TINY)
    rng = np.random.default_rng(5)
    for parameter in example.parameters(begun.policy):
        parameter += rng.standard_normal(parameter.shape).astype(np.float32) / 10
    begun.positions, begun.targets = example.self_play(begun.policy, example.TINY, 0)
    return begun


def test_a_run_that_is_taken_up_again_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    settings = replace(example.TINY, iterations=3, window=100)
    whole = example.train(tmp_path / "whole", settings)
    stopped = example.resume(tmp_path / "parts", settings)
    example.iterate(stopped, settings)
    example.save(stopped, settings, tmp_path / "parts")
    example.iterate(stopped, settings)  # an iteration without a checkpoint is lost, and made again
    resumed = example.train(tmp_path / "parts", settings)
    assert len(resumed.log) == 4  # the end is polished
    assert untimed(resumed.log) == untimed(whole.log)
    for own, other in (
        (example.parameters(resumed.policy), example.parameters(whole.policy)),
        (resumed.moments, whole.moments),
    ):
        assert all(np.array_equal(one, two) for one, two in zip(own, other, strict=True))
    assert len(resumed.positions) == 100
    assert np.array_equal(resumed.positions, whole.positions)
    assert np.array_equal(resumed.targets, whole.targets)
    assert (tmp_path / "parts" / "policy.npz").read_bytes() == (tmp_path / "whole" / "policy.npz").read_bytes()
    lines = (tmp_path / "parts" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == resumed.log
    with pytest.raises(SystemExit, match="has a run with other settings"):
        example.train(tmp_path / "parts", replace(settings, seed=2))


def test_an_option_is_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    example.main(["--help"])
    assert "learn_connect_four.py FOLDER" in capsys.readouterr().out
    assert not Path("--help").exists()


def test_the_targets_of_self_play(run: example.Run) -> None:
    assert run.targets[:, :-1].sum(axis=1) == pytest.approx(np.ones(len(run.targets)), abs=1e-5)
    assert np.abs(run.targets[:, -1]).max() <= 1
    mine, theirs, board, first = (run.positions[:, :, :, channel].sum(axis=(1, 2)) for channel in range(example.CHANNELS))
    assert np.array_equal(theirs - mine, 1 - first // 42)  # who plays first has as many discs when it moves
    assert set(first) == {0, 42}
    assert set(board) == {42}


def test_gradients_are_those_of_the_losses(run: example.Run) -> None:
    inputs = run.positions[:32].reshape(32, -1).astype(np.float32)
    targets = run.targets[:32]
    _losses, found = example.gradients(run.policy, inputs, targets)
    for parameter, gradient in zip(example.parameters(run.policy), found, strict=True):
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        before, losses = parameter[place], []
        for step in (0.002, -0.002):
            parameter[place] = before + step
            losses.append(sum(example.gradients(run.policy, inputs, targets)[0]))
        parameter[place] = before
        assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 0.004, rel=0.1, abs=4e-3)


def test_learning_lowers_both_losses(run: example.Run) -> None:
    first = example.learn(run, example.TINY, [0.002] * 75, np.random.default_rng(1))
    last = example.learn(run, example.TINY, [0.002] * 75, np.random.default_rng(1))
    assert last["policy_loss"] < first["policy_loss"]
    assert last["value_loss"] < first["value_loss"]


def test_a_mirrored_position_is_that_of_the_mirrored_game(run: example.Run) -> None:
    evaluator = NetworkEvaluator(run.policy, rondel.new("connect_four"))
    games = [played("abdc"), played("gfde")]
    one, two = evaluator.inputs([Leaf(game, game.active[0], game.moves()) for game in games]).reshape(2, 6, 7, -1)
    assert np.array_equal(one, two[:, ::-1])
    assert not np.array_equal(one, two)
    assert evaluator.numbering.texts == tuple(f"drop({column})" for column in "abcdefg")


def test_the_policy_in_the_repository_is_small() -> None:
    assert MADE.stat().st_size < 300_000


def test_its_log_is_that_of_the_settings_and_of_the_picture() -> None:
    settings = example.Settings()
    log = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    assert [line.get("iteration") for line in log] == [*range(1, settings.iterations + 1), None]
    assert log[-1]["polished"] == settings.polish
    assert learning_curve.PICTURE.read_text(encoding="utf-8") == learning_curve.learning_curve(log, settings.opponent)


@pytest.mark.played
def test_the_policy_in_the_repository_wins_against_a_search_with_playouts() -> None:
    """A few games, and a bound far below the measured strength (docs/learning.md): rounding may differ with the machine."""
    assert sum(example.measure(read(MADE), replace(example.Settings(), matches=12), 999)) >= 5
