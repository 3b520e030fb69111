"""Questions: what is asked is asked of somebody, in words."""

from __future__ import annotations

import pytest

from rondel.errors import RulesError
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import witness


@trial
def asks_nobody(game: Workshop) -> None:
    game.choose([1, 2], ask="?", role="nobody")


def test_a_question_goes_to_a_role() -> None:
    game = workshop(asks_nobody)
    before = witness(game)
    with pytest.raises(RulesError, match=r"asked of 'nobody', which is no role: this game has 'left', 'right'"):
        game.push("do(asks_nobody)")
    assert witness(game) == before
