"""Sample states in Turnbase's format."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import OBSERVER
from rondel.errors import BadPosition
from rondel.turnbase import TokenSet, TurnbaseState

PLAYERS = [f"player_{number}" for number in range(4)]


def sample() -> dict[str, Any]:
    """The initial state that Turnbase's own documentation shows, for four players of a trick-taking game."""

    def container(name: str, **props: Any) -> dict[str, Any]:
        return {"props": {**props, "name": name, "type": "container"}, "contents": []}

    containers = {"draw_deck": container("draw_deck")}
    for number, role in enumerate(PLAYERS):
        shown = {"player_id": number, "back_visible_to_all": True}
        containers[f"{role}_hand"] = container(f"{role}_hand", visible_to=[role], **shown)
        containers[f"{role}_play"] = container(f"{role}_play", visible_to=[*PLAYERS, OBSERVER], **shown)
    props = {
        "tick": 0,
        "suit_led": None,
        "current_trick_num": 0,
        "current_trick_count": 0,
        "play_order": PLAYERS[:],
        "player_scores": dict.fromkeys(PLAYERS, 0),
    }
    return {"props": props, "containers": containers}


CARDS = TokenSet("cards", {face: {"suit": face[1]} for face in ("2c", "3c", "4d", "5h")}, cards=True)
PIECES = TokenSet("pieces", {"pawn": {}, "king": {}}, counts={"pawn": 8})


def small(**changes: Any) -> dict[str, Any]:
    """A small legal state in play: an open table, white's hand with its back shown, a bag."""
    containers: dict[str, Any] = {
        "table": {"props": {"visible_to": ["white", "black", "observer"]}, "contents": []},
        "hand": {"props": {"visible_to": ["white"], "back_visible_to_all": True}, "contents": []},
        "bag": {"props": {"visible_to": ["black"], "shuffled": True}, "contents": []},
    }
    return {"props": {"play_order": ["white", "black"], "tick": 1}, "containers": containers, **changes}


def holding(*tokens: Any, **props: Any) -> dict[str, Any]:
    """A state with one container, ``box``, that has these props and tokens."""
    return {"props": {"play_order": ["white", "black"]}, "containers": {"box": {"props": props, "contents": list(tokens)}}}


def refused(data: Any, **given: Any) -> str:
    """What is said when the state is refused."""
    with pytest.raises(BadPosition) as caught:
        TurnbaseState(data, **given)
    assert caught.value.code == "bad_position"
    return str(caught.value)
