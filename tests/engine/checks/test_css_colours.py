"""CSS colours: names, hexadecimal numbers and functions, by CSS Color Module Level 4."""

from __future__ import annotations

import doctest

import pytest

from rondel.engine.checks import css_colours
from rondel.engine.checks.css_colours import NAMED, lacks_colour


def test_doctests() -> None:
    assert doctest.testmod(css_colours).failed == 0


def test_all_names_of_the_standard_are_known() -> None:
    """148 names, and ``transparent`` and ``currentcolor``."""
    assert len(NAMED) == 148 + 2


@pytest.mark.parametrize(
    "colour", ["", "red", "RebeccaPurple", "bone", "#abc", "#abcd", "#aabbcc", "#aabbccdd", "rgb(1 2 3)", "var(--ink)"]
)
def test_a_colour_lacks_nothing(colour: str) -> None:
    assert lacks_colour(colour) == ""


@pytest.mark.parametrize("colour", ["#ab", "#aabbc", "#xyz", "bronw", "123456", 7])
def test_what_is_no_colour_is_told(colour: object) -> None:
    assert lacks_colour(colour)
