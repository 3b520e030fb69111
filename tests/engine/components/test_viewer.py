"""Viewers: parts are shown by who may see them, and what a game reveals by its end."""

from __future__ import annotations

import pytest

from rondel.engine.components.viewer import Viewer, revealed
from tests.engine.rules.workshop import workshop


@pytest.mark.parametrize(
    ("reveals", "name", "expected"),
    [(("*",), "hand_left", True), (("hand_left",), "hand_left", True), (("hand_left",), "deck", False), ((), "deck", False)],
)
def test_a_game_reveals_what_it_names(reveals: tuple[str, ...], name: str, expected: bool) -> None:
    assert revealed(name, reveals) is expected


def test_a_hand_is_seen_by_its_owner_and_by_all_when_it_is_revealed() -> None:
    hand = workshop().hands["left"]
    assert Viewer("left", ()).sees(hand)
    stranger = Viewer("right", (hand.name,))
    assert not stranger.sees(hand)
    assert stranger.partial, "it has looked at something that another viewer sees otherwise"
    stranger.revealing = True
    assert stranger.sees(hand)


def test_without_numbers_of_its_own_a_viewer_calls_tokens_by_their_serials() -> None:
    token = workshop().board.tokens()[0]
    viewer = Viewer("left", ())
    assert viewer.number(token) == token.serial
    viewer.numbers, viewer.late = {token.serial: 7}, {}
    assert viewer.number(token) == 7
    viewer.numbers, viewer.late = {}, {token.serial: 9}
    assert viewer.number(token) == 9
