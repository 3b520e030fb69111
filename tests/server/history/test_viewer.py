"""Viewers: who may have the record of a whole round."""

from __future__ import annotations

from rondel.server.history.viewer import Openness, allowed, known_to_all, may_keep
from tests.server.history.test_replay import played


def test_nobody_keeps_a_game_with_secrets_before_they_are_told() -> None:
    going, over = played("battleship", most=60)[0].game, played("battleship")[0].game
    assert [may_keep(going, viewer) for viewer in ("red", "observer")] == [False, False]
    assert [may_keep(over, viewer) for viewer in ("red", "observer")] == [True, True]
    assert (known_to_all(going), known_to_all(over)) == (False, True)


def test_a_game_without_secrets_may_be_kept_at_any_time_but_is_seen_through_any_eyes_only_at_its_end() -> None:
    going = played("tic_tac_toe", most=2)[0].game
    assert (may_keep(going, "observer"), known_to_all(going)) == (True, True)
    roles = going.roles
    assert allowed(roles, ("o",), Openness(over=False, known=True)) == ("o", "observer")
    assert allowed(roles, ("o",), Openness(over=True, known=True)) == ("o", "observer", "x")  # also where somebody has resigned
