"""Score sheets in a terminal, by the example of the module and at a table of Yacht."""

from __future__ import annotations

import doctest

import rondel
from rondel.players.terminal import score_sheets
from rondel.players.terminal.picture import Picture
from rondel.players.terminal.score_sheets import written_sheets


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(score_sheets).failed == 0


def test_a_picture_of_the_table_has_the_sheet() -> None:
    game = rondel.new("yacht", seats=2, seed=7)
    game.push("write(little)")
    lines = Picture(game.scene()).draw(game.view("navy")).plain.splitlines()
    assert [line.split() for line in lines if "Little straight" in line] == [["little", "Little", "straight", "30", "(0)"]]
    assert lines[-1].split() == ["Total", "30", "0"]


def test_hidden_sheets_and_games_without_any_have_no_lines() -> None:
    game = rondel.new("yacht", seats=2, seed=7)
    view = {**game.view("navy"), "props": {}}
    assert written_sheets(game.scene(), view, {}) == []
    assert written_sheets(rondel.new("reversi").scene(), rondel.new("reversi").view("black"), {}) == []
