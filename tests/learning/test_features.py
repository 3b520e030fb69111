"""Features: blocks one after the other, each with its size, its labels and its bounds."""

from __future__ import annotations

import doctest
from math import inf

import pytest

import rondel
from rondel.learning import features as module
from rondel.learning.action_space import Numbering
from rondel.learning.encoding import Encoding
from rondel.learning.features import Feature


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_bounds_that_are_none_are_left_out() -> None:
    bounded, free = Feature("board", 4, (2, 3, 3), ("x", "o"), 0.0, 1.0), Feature("score", 0, (1,), ("x",), -inf, inf)
    assert (bounded.size, free.size) == (18, 1)
    assert bounded.to_json() == {"name": "board", "start": 4, "shape": [2, 3, 3], "labels": ["x", "o"], "low": 0.0, "high": 1.0}
    assert free.to_json() == {"name": "score", "start": 0, "shape": [1], "labels": ["x"]}


@pytest.mark.parametrize("name", rondel.games())
def test_blocks_follow_one_another_and_have_a_label_for_each_row(name: str) -> None:
    game = rondel.new(name, seed=1)
    encoding = Encoding(game, Numbering(game))
    start = 0
    for each in encoding.features:
        assert each.start == start
        assert len(each.labels) == each.shape[-1 if each.name == "moves" else 0], each
        assert len(set(each.labels)) == len(each.labels), each
        start += each.size
    assert start == encoding.size
    assert len({each.name for each in encoding.features}) == len(encoding.features)
