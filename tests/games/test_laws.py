"""The laws of `rondel.testing` over every shipped game, with the options that change what can happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rondel
from rondel.engine import OBSERVER, Game
from rondel.errors import AnswerError
from rondel.testing import LAWS, check

SETTINGS: dict[str, dict[str, Any]] = {
    "tic_tac_toe": {"name": "tic_tac_toe"},
    "reversi": {"name": "reversi"},
    "reversi 6x6": {"name": "reversi", "options": {"size": 6}},
    "stones": {"name": "stones"},
    "stones for three": {"name": "stones", "seats": 3, "options": {"rows": 4, "columns": 6, "neighbours": 4}},
    "stones for four, limited": {"name": "stones", "seats": 4, "options": {"rows": 4, "columns": 4, "turn_limit": 30}},
}


def starts(setting: str) -> Callable[[], Game]:
    return lambda: rondel.new(**{"seed": 11, **SETTINGS[setting]})


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_law_holds(setting: str, law: str, scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(20)):
        check(starts(setting), law, seed=seed)


def test_every_shipped_game_is_tried() -> None:
    from rondel.games import CATALOGUE

    assert {setting["name"] for setting in SETTINGS.values()} >= {"tic_tac_toe", "reversi", "stones"} & set(CATALOGUE)


WHERE = list(SETTINGS)


@pytest.mark.parametrize("setting", WHERE)
@pytest.mark.parametrize("role", ["nobody", "", "chance", OBSERVER, "Jade", None, 3])
def test_only_who_is_asked_may_answer(setting: str, role: Any) -> None:
    game = starts(setting)()
    move = str(game.moves()[0])
    before = game.key()
    if role is None:
        game.push(move, role)  # One role is active, so it is clear who is meant.
        assert game.key() != before
        return
    with pytest.raises((AnswerError, rondel.errors.UnknownRole)):
        game.push(move, role)
    assert game.key() == before
