"""Evaluators: one without knowledge finds everything equal, and noise is a mixture."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.search import Evaluator, Leaf, Noise


def test_one_without_knowledge_finds_all_equal() -> None:
    games = [rondel.new("tic_tac_toe"), rondel.new("connect_four")]
    found = Evaluator().evaluate([Leaf(game, game.active[0], game.moves()) for game in games])
    assert found == [([0.0, 0.0], [1 / 9] * 9), ([0.0, 0.0], [1 / 7] * 7)]


def test_noise_has_its_share() -> None:
    priors = [0.7, 0.2, 0.1]
    assert Noise(0.0).mixed(priors, Random(1)) == pytest.approx(priors)
    mixed = Noise(0.25).mixed(priors, Random(1))
    assert sum(mixed) == pytest.approx(1)
    assert all(each >= 0.75 * prior for each, prior in zip(mixed, priors, strict=True))
    assert mixed != pytest.approx(priors)
