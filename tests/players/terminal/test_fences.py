"""What lies between the cells of a grid, in a terminal."""

from __future__ import annotations

import doctest

import rondel
from rondel.players.terminal import fences as module
from rondel.players.terminal.picture import Picture


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_lines_are_drawn_between_the_boxes_and_the_last_one_is_marked() -> None:
    game = rondel.new("dots_and_boxes", options={"rows": 2, "columns": 2})
    for line in ("a1h", "a1v", "b1v", "a2h"):
        game.push(f"draw({line})")
    shown = Picture(game.scene()).draw(game.view("red"), last=["lines:a2h"]).plain
    assert shown.splitlines()[:6] == [
        "    a   b",
        "  +---+   +",
        "1 | B | .",
        "  +###+   +",
        "2   .   .",
        "  +   +   +",
    ]


def test_a_board_with_colours_keeps_its_ground() -> None:
    game = rondel.new("dots_and_boxes", options={"rows": 1, "columns": 1})
    game.push("draw(a1v)")
    shown = Picture(game.scene(), colour=True).draw(game.view("red"))
    assert any("on #" in str(span.style) for span in shown.spans)
    assert "|" in shown.plain
