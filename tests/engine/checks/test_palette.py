"""How roles look: never told apart by colour alone."""

from __future__ import annotations

import re

from rondel.engine.checks.palette import COLOURS, SHAPES, appearance
from rondel.shelf.reversi import Reversi
from tests.engine.rules.passing import Passing


def test_every_role_has_a_shape_and_a_colour_of_its_own() -> None:
    game = Passing(seed=1)
    looks = [appearance(game, number, role) for number, role in enumerate(game.roles)]
    assert [look["name"] for look in looks] == list(game.roles)
    assert len({look["shape"] for look in looks}) == len({look["colour"] for look in looks}) == len(looks)


def test_a_game_may_choose_its_colours() -> None:
    game = Reversi()
    assert [appearance(game, 0, "black")["colour"], appearance(game, 1, "white")["colour"]] == ["#1b1814", "#f4efe4"]


def test_names_are_labelled_as_people_write_them() -> None:
    assert appearance(Reversi(), 9, "far_left") == {
        "name": "far_left",
        "label": "far left",
        "colour": COLOURS[9 % len(COLOURS)],
        "shape": SHAPES[9 % len(SHAPES)],
    }


def test_colours_are_colours() -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in COLOURS)
    assert len(set(COLOURS)) == len(COLOURS) == len(set(SHAPES))
