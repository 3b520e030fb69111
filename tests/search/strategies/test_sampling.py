"""External sampling: it comes to the same equilibria, by luck that can be repeated."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.errors import BadOption
from rondel.search import ExtensiveForm, ExternalSampling, expected_values, exploitability
from tests.search.contests import Fists
from tests.search.strategies.test_extensive_form import form_of


def test_kuhn_poker_comes_to_its_value() -> None:
    """The error goes down with the root of the number of iterations (Lanctot et al., 2009)."""
    form = form_of("kuhn_poker")
    sampling = ExternalSampling(form, Random(3))
    sampling.run(100)
    first = exploitability(form, sampling.policy())
    sampling.run(9_900)
    assert sampling.iterations == 10_000
    last = exploitability(form, sampling.policy())
    assert last < 0.02
    assert last < first / 3
    assert expected_values(form, sampling.policy())["first"] == pytest.approx(-1 / 18, abs=0.02)


def test_leduc_poker_gets_harder_to_beat() -> None:
    form = form_of("leduc_poker")
    sampling = ExternalSampling(form, Random(1))
    found = [exploitability(form)]
    for iterations in (100, 900):
        sampling.run(iterations)
        found.append(exploitability(form, sampling.policy()))
    assert found[2] < 0.8 * found[1] < 0.8 * found[0]


def test_what_is_shown_at_the_same_time() -> None:
    form = ExtensiveForm(rondel.new(Fists))
    sampling = ExternalSampling(form, Random(1))
    sampling.run(20_000)
    for chances in sampling.policy().moves.values():
        if len(chances) > 1:
            assert list(chances.values()) == pytest.approx([0.25, 0.5, 0.25], abs=0.05)


def test_the_same_luck_gives_the_same_policy() -> None:
    form = form_of("kuhn_poker")
    policies = []
    for seed in (1, 1, 2):
        sampling = ExternalSampling(form, Random(seed))
        sampling.run(50)
        policies.append(sampling.policy().moves)
    assert policies[0] == policies[1] != policies[2]


def test_no_iterations_are_refused() -> None:
    with pytest.raises(BadOption, match="cannot run 0 iterations; give at least 1"):
        ExternalSampling(form_of("kuhn_poker"), Random(1)).run(0)
