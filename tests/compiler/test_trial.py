"""A trial plays the same random games in either build, in the setups where games differ most."""

from __future__ import annotations

from pathlib import Path

import rondel
from rondel.compiler.trial import ANSWERS, attempt, compared, settings
from rondel.testing.report import Subject


def test_options_are_tried_at_their_ends_and_players_at_the_fewest_and_most() -> None:
    assert settings(rondel.find("reversi"))[:2] == [{}, {"options": {"size": 4}}]
    assert {"seats": 2} in settings(rondel.find("stones"))


def test_the_same_games_are_played_each_time() -> None:
    subject = Subject(rondel.find("tic_tac_toe"))
    one, other = list(compared(subject)), list(compared(subject))
    assert one == other
    assert len(one) >= ANSWERS
    assert one[0][0] == "game 1, at its beginning"
    assert one[1][0].startswith("game 1, after x:mark(")


def test_a_game_that_cannot_be_started_is_said_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text("import rondel\nX = 1 // 0\n", encoding="utf-8")
    assert (
        attempt(file, None, 0.1).problem
        == "ZeroDivisionError: integer division or modulo by zero (in <module>, late.py line 2)"
    )
