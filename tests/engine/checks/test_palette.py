"""How roles look: never told apart by colour alone."""

from __future__ import annotations

import colorsys
import re

import rondel
from rondel import Face, Game, TokenKind
from rondel.door import shipped
from rondel.engine.checks.palette import COLOURS, SHAPES, appearances, colours
from rondel.engine.components.colour import apart, colour_of
from rondel.shelf.reversi import Reversi
from tests.engine.rules.passing import Passing


def test_every_role_has_a_shape_and_a_colour_of_its_own() -> None:
    game = Passing(seed=1)
    looks = appearances(Passing, game.roles)
    assert [look["name"] for look in looks] == list(game.roles)
    assert len({look["shape"] for look in looks}) == len({look["colour"] for look in looks}) == len(looks)


def test_a_game_may_choose_its_colours() -> None:
    assert colours(Reversi, Reversi.seats) == {"black": "#1b1814", "white": "#f4efe4"}


def test_names_are_labelled_as_people_write_them() -> None:
    assert appearances(Reversi, ["far_left"]) == [
        {"name": "far_left", "label": "far left", "colour": COLOURS[0], "shape": SHAPES[0]}
    ]


def test_colours_are_colours() -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in COLOURS)
    assert len(set(COLOURS)) == len(COLOURS) == len(set(SHAPES))


COLOURED = ("red", "blue", "green", "dealer")


class Pieces(Game):
    """Roles whose pieces have colours."""

    kinds = (
        TokenKind("pawn", faces={"north": Face("disc", colour="#123456"), "east pawn": Face("disc", colour="gold")}),
        TokenKind("king", faces={"east king": Face("text", colour="gold"), "south a": Face("disc", colour="#111111")}),
        TokenKind("mixed", faces={"south b": Face("disc", colour="#eeeeee")}),
    )


def hue(colour: str) -> float:
    """The hue in degrees."""
    return 360 * colorsys.rgb_to_hsv(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0]


def test_a_role_named_by_a_colour_has_that_colour() -> None:
    red, blue, green, dealer = colours(Game, COLOURED).values()
    assert min(hue(red), 360 - hue(red)) < 15
    assert abs(hue(blue) - 220) < 20
    assert abs(hue(green) - 130) < 25
    assert min(apart(dealer, other) for other in (red, blue, green)) > 0.1


def test_a_role_has_the_colour_of_its_pieces() -> None:
    found = colours(Pieces, Passing.seats)
    assert (found["north"], found["east"]) == ("#123456", colour_of("gold"))
    assert len(set(found.values())) == 4
    assert not {"#111111", "#eeeeee"} & set(found.values())  # pieces of two colours name none


def test_every_shipped_game_has_roles_of_different_colours() -> None:
    for name in shipped():
        game = rondel.new(name)
        found = list(colours(type(game), game.roles).values())
        assert len(set(found)) == len(found), name
