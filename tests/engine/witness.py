"""What there is to know about a game in progress, as data to compare: by the referee, and by everybody at the table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rondel.engine import OBSERVER, Game
from rondel.engine.components import journal

COMPILED = not str(journal.__file__).endswith(".py")
WRONG_TYPE: tuple[type[Exception], ...] = (TypeError,) if COMPILED else ()
"""What a compiled engine says to arguments of a wrong type, before it looks at them."""


def seen(game: Game) -> dict[str, Any]:
    """The position as the referee and each role see it; equal for copies, restored games and replays."""
    return {
        "key": repr(game.key()),
        "state": game.state,
        "active": game.active,
        "over": game.is_over,
        "scores": game.scores,
        "returns": game.returns,
        "winners": game.winners,
        "progress": game.progress,
        "moves": {role: [(str(move), move.forced, move.places) for move in game.moves(role)] for role in game.roles},
        "views": {role: json.dumps(game.view(role)) for role in (*game.roles, OBSERVER)},
    }


def unnumbered(shown: dict[str, Any]) -> dict[str, Any]:
    """What is `seen` without the ids of tokens: what was out of sight for a while has another when it is back."""
    return {**shown, "views": {role: re.sub(r'"id": \d+', "", view) for role, view in shown["views"].items()}}


def witness(game: Game) -> dict[str, Any]:
    """All that `seen` holds and how it came to be: what is told, the record, the draws. Nothing refused may change it."""
    return {
        **seen(game),
        "told": {role: json.dumps(game.events(0, role)) for role in (*game.roles, OBSERVER)},
        "record": json.dumps(game.record()),
        "snapshot": json.dumps(game.snapshot()),
    }


def texts(game: Game, role: str) -> list[str]:
    """What a role may do now."""
    return [str(move) for move in game.moves(role)]


def refuses(game: Game, answer: Any, role: Any = None, *, error: type[BaseException]) -> str:
    """The message of the error that the answer is refused with; nothing has changed."""
    before = witness(game)
    with pytest.raises(error) as caught:
        game.push(answer, role)
    assert type(caught.value) is error
    assert witness(game) == before
    return str(caught.value)
