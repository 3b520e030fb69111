"""Colours by name."""

from __future__ import annotations

import re

from rondel.engine.components.colour import NAMED, apart, colour_in, colour_of


def test_every_name_is_a_colour() -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in NAMED.values())
    assert list(NAMED) == sorted(NAMED)


def test_a_colour_is_written_in_one_way() -> None:
    assert colour_of("#ABC") == "#aabbcc"
    assert colour_of("#A1B2C3") == "#a1b2c3"
    assert colour_of("White") == NAMED["white"]
    assert colour_of("rgb(1 2 3)") == "rgb(1 2 3)"
    assert colour_of("") == ""


def test_a_word_of_a_name_is_a_colour() -> None:
    assert colour_in("red_team") == NAMED["red"]
    assert colour_in("reddish") == ""
    assert colour_in("gray_grey") == NAMED["grey"]


def test_the_distance_is_symmetric() -> None:
    assert apart("#000000", "#ff0000") == apart("#ff0000", "#000000") == (1 / 3) ** 0.5
    assert apart("hsl(1 1% 1%)", "#ff0000") == 1
