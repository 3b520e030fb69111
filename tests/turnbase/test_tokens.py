"""Tokens in Turnbase's format: what a set of them may be, and how they are numbered."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from rondel.errors import BadPosition
from rondel.turnbase import TokenSet
from rondel.turnbase import tokens as module


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("tokens", "counts", "said"),
    [
        ({"x#1": {}}, {}, "token set 'marks': 'x#1' cannot name a token; use a text without '#'"),
        ({"": {}}, {}, "token set 'marks': '' cannot name a token"),
        ({"x": 1}, {}, "token set 'marks': x is 1; give an object with its props"),
        ({"x": {"weight": float("nan")}}, {}, "marks.x.weight is nan"),
        ({"x": {}}, {"y": 1}, "token set 'marks' counts 'y', which it has not; known: 'x'"),
        ({"x": {}}, {"x": -1}, "token set 'marks': the count of x is -1; it is a whole number, 0 or more"),
        ({"x": {}}, {"x": 1.5}, "token set 'marks': the count of x is 1.5"),
    ],
)
def test_a_token_set_that_is_none_is_refused(tokens: Any, counts: Any, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        TokenSet("marks", tokens, counts=counts)
    assert str(caught.value).startswith(said)
